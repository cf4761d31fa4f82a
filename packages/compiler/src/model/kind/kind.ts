// What the pipeline knows of a kind of asset. `defineKind` makes kinds, and a registry lists them. The pipeline never branches on a
// kind's name. Read this first; naming.ts and scheduling.ts contain optional members.

import type { CodeNames } from './code-names.js';
import type { CompileContext } from './compile-context.js';
import type { HookPart } from './hook.js';
import type { Naming, SourceEntry } from './naming.js';
import type { OutputDescription } from './output.js';
import type { Scheduling } from './scheduling.js';
import type { ResolvedSettings, SettingsGroup } from './setting.js';

/** Only `sealKind` sets it: an object without it is not a kind. */
const SEAL: unique symbol = Symbol('defineKind');

/** The external compiler, and the absolute paths of the programs that it consists of. */
interface ExternalCompiler {
  readonly version: string;
  readonly programs: readonly string[];
}

/** The external compiler was not found at any of these absolute paths. The bundled one is used. */
interface NoExternalCompiler {
  readonly version: string;
  readonly absent: readonly string[];
}

/** Where a kind comes from, and what plug-ins may change of it. */
interface Origin {
  /** The plug-in that defines it. If absent, it is one of ours. */
  readonly plugin?: string;
  /** It claims sources before kinds that do not set this. */
  readonly override?: true;
  /** What hooks of plug-ins may change before it is compiled. */
  readonly hookable?: HookPart;
}

/** A kind of asset, as `defineKind` returns it. */
export interface Kind extends Origin, Naming, Scheduling {
  readonly [SEAL]: true;
  /** `texture`, `mesh`, … Shown to users. */
  readonly name: string;
  /** Changes whenever equal input gives different bytes. For a plug-in: its version and the digest of its files. */
  readonly version: number | string;
  /** The group of settings that the kind itself declares. It has the kind's name. */
  readonly own?: SettingsGroup;
  /**
   * The settings that the output depends on: single ones (`texture.store`), or a group (`mesh`), which means those of its settings
   * that affect bytes. `compile` does not see others, so that a change to them rebuilds nothing here.
   */
  readonly settings: readonly string[];
  /** True if equal bytes at two paths give different outputs. (A mesh contains hashes of its own path.) */
  readonly usesPath: boolean;
  /** Whether this source is of this kind, by its name alone. The first kind in the registry that claims a source compiles it. */
  claims(entry: SourceEntry): boolean;
  /** The source path without what the outputs replace: `a/brick.n.png` → `a/brick.n`, `x.array` → `x.arr`. */
  base(path: string): string;
  /** Suffixes of the outputs known before compiling: `.hmesh`, `.hmat`. Collisions are found with them. */
  suffixes(settings: ResolvedSettings, path: string): readonly string[];
  /** The identity of an external compiler (`slangc` on PATH), part of the content key. Called once per build. */
  externalVersion?(): Promise<string | ExternalCompiler | NoExternalCompiler>;
  /** Turns one source into outputs. Throws AssetError or FormatError for bad input; anything else is our bug. */
  compile(context: CompileContext): Promise<void>;
  /** What one of its outputs contributes to generated code. `read` returns its bytes; call it only if they are needed. */
  codeNames?(path: string, read: () => Uint8Array): Promise<CodeNames | undefined>;
  /** Describes one of its outputs, for formats that only this kind knows. */
  describe?(bytes: Uint8Array): OutputDescription;
}

/** Only `defineKind` calls it: there is no other way to make a kind. */
export function sealKind(kind: Omit<Kind, typeof SEAL>): Kind {
  return { ...kind, [SEAL]: true };
}

/** Whether `defineKind` made it. */
export const isKind = (value: unknown): value is Kind =>
  typeof value === 'object' && value !== null && SEAL in value && value[SEAL] === true;
