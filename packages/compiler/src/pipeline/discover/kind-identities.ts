// What identifies the compiler behind a kind: its version, and that of an external compiler. External ones are asked once per
// build, and only where an asset needs them.

import { hooksFor } from '../../model/hook.js';
import type { Kind } from '../../model/kind.js';
import type { Registry } from '../../model/registry.js';

export class KindIdentities {
  readonly #registry: Registry;
  readonly #known = new Map<Kind, string>();
  #asksOthers = false;
  readonly #absent: string[] = [];

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Whether another program had a say in any of them. */
  get usesExternalCompiler(): boolean {
    return this.#asksOthers;
  }

  /** Places where such a program would have been found. */
  get absent(): readonly string[] {
    return this.#absent;
  }

  async learn(kind: Kind): Promise<string> {
    const known = this.#known.get(kind);
    if (known !== undefined) return known;
    const said = await kind.externalVersion?.();
    if (typeof said === 'object') this.#absent.push(...said.absent);
    else this.#asksOthers ||= said !== undefined;
    const external = typeof said === 'object' ? said.version : said;
    const identity = external === undefined ? `${kind.version}` : `${kind.version} (${external})`;
    this.#known.set(kind, identity);
    return identity;
  }

  /** For kinds that have been learnt. */
  of(kind: Kind): string {
    const identity = this.#known.get(kind);
    if (identity === undefined) throw new Error(`the identity of ${kind.name} was not asked for`);
    return identity;
  }

  /** The same for an asset of these names, with the hooks that it meets. */
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
