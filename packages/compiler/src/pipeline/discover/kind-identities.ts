// What identifies the compiler of a kind: its version, and that of an external compiler, which is determined once per build and only if an
// asset needs it.

import { hooksFor } from '../../model/kind/hook.js';
import type { Kind } from '../../model/kind/kind.js';
import type { Registry } from '../../model/kind/registry.js';

export class KindIdentities {
  readonly #registry: Registry;
  readonly #known = new Map<Kind, string>();
  #usesExternalCompiler = false;
  readonly #absent: string[] = [];
  readonly #programs: string[] = [];

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Whether any kind uses an external compiler. */
  get usesExternalCompiler(): boolean {
    return this.#usesExternalCompiler;
  }

  /** Paths where no external compiler was found. */
  get absent(): readonly string[] {
    return this.#absent;
  }

  /** Paths of external compilers. */
  get programs(): readonly string[] {
    return this.#programs;
  }

  async learn(kind: Kind): Promise<string> {
    const known = this.#known.get(kind);
    if (known !== undefined) return known;
    const said = await kind.externalVersion?.();
    if (typeof said === 'object' && 'programs' in said) this.#programs.push(...said.programs);
    if (typeof said === 'object' && 'absent' in said) this.#absent.push(...said.absent);
    else this.#usesExternalCompiler ||= said !== undefined;
    const external = typeof said === 'object' ? said.version : said;
    const identity = external === undefined ? `${kind.version}` : `${kind.version} (${external})`;
    this.#known.set(kind, identity);
    return identity;
  }

  /** Call `learn` for the kind before. */
  of(kind: Kind): string {
    const identity = this.#known.get(kind);
    if (identity === undefined) throw new Error(`the identity of ${kind.name} was not asked for`);
    return identity;
  }

  /** The same for an asset with these names, including the hooks that apply to it. */
  for(kind: Kind, names: readonly string[]): { readonly kindIdentity: string; readonly isHooked: boolean } {
    const hooks = hooksFor(this.#registry.hooks, kind.hookable, names);
    const kindIdentity = [this.of(kind), ...hooks.map(({ identity }) => `hook ${identity}`)].join(', ');
    return { kindIdentity, isHooked: hooks.length > 0 };
  }

  find(name: string): Kind | undefined {
    return this.#registry.kinds.find((kind) => kind.name === name);
  }

  named(name: string): Kind {
    const kind = this.find(name);
    if (kind === undefined) throw new Error(`kind ${name} is derived but not registered`);
    return kind;
  }
}
