// The contract between the pipeline and a kind of asset. A kind is what `defineKind` makes, one entry of a registry; the pipeline
// knows nothing else about it. Everything here but the functions survives structuredClone.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ByteSource } from './byte-source.js';
import type { Hook, HookPart } from './hook.js';
import type { ResolvedSettings, SettingsGroup } from './setting.js';
import type { Usage } from './usage.js';

/** JSON that identifies a derived asset; hashed into its cache key. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A file or folder that discovery found. Paths are relative to the input root, with forward slashes, as on disk. */
export interface SourceEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** The user asked for it as it is: a file that `embed` of the configuration matches. */
  readonly embed?: boolean;
}

/** A file that is no asset but could have been meant as one. */
export interface NearMiss {
  /** What its name lacks, the same for all files that miss in the same way. */
  readonly cause: string;
  /** What to do with this one. */
  readonly remedy: string;
  /** Whether a build says so. Not for files that people keep beside what they export from them. */
  readonly warns: boolean;
}

/** Known to this file alone: an object without it is no kind, and only `sealKind` puts it there. */
const SEAL: unique symbol = Symbol('defineKind');

/** There is no compiler outside this program: no file is at any of these places, which are absolute. Our own works instead. */
interface NoExternal {
  readonly version: string;
  readonly absent: readonly string[];
}

/** A kind of asset, as `defineKind` makes it. */
export interface Kind {
  readonly [SEAL]: true;
  /** `texture`, `mesh`, … Shown to users. */
  readonly name: string;
  /** Another one whenever the bytes that come out of equal input change. A plug-in's: its version, and the digest of its files. */
  readonly version: number | string;
  /** The plug-in that brought it; absent: it is one of ours. */
  readonly plugin?: string;
  /** It claims before all that do not say so. */
  readonly override?: true;
  /** What of it hooks of plug-ins may change before it is compiled. */
  readonly hookable?: HookPart;
  /** The settings that are its own: a group of its name. */
  readonly own?: SettingsGroup;
  /**
   * Settings that the output depends on: single ones (`texture.store`), or a group (`mesh`), which stands for those of its
   * settings that affect bytes. Others are invisible to `compile`, so that a change to them rebuilds nothing here.
   */
  readonly settings: readonly string[];
  /** True where equal bytes at two paths give different outputs (a mesh holds hashes of its own path). */
  readonly usesPath: boolean;
  /** True where compiling takes less than handing the work to a thread: such a kind runs where the build runs. */
  readonly light?: boolean;
  /** Whether this source is of this kind, by its name alone. The first kind in the registry that claims a source has it. */
  claims(entry: SourceEntry): boolean;
  /** For files that nobody claims: whether this kind could take it, if only. Settings are those of the path. */
  nearMiss?(path: string, settings: ResolvedSettings): NearMiss | undefined;
  /** The source path without what the outputs replace: `a/brick.n.png` → `a/brick.n`, `x.array` → `x.arr`. */
  base(path: string): string;
  /** Suffixes that follow the base in the outputs known before compiling: `.hmesh`, `.hmat`. Collisions are found with them. */
  suffixes(settings: ResolvedSettings, path: string): readonly string[];
  /** The identity of a compiler outside this program (a `slangc` on PATH), part of the cache key. Asked once per build. */
  externalVersion?(): Promise<string | NoExternal>;
  /**
   * Params for a source of its own, where its name says what a parent would say: the source is then compiled, and shared
   * with equal content, as if it had been derived. Sees all settings: those that are not declared reach bytes through params alone.
   */
  paramsOf?(path: string, settings: ResolvedSettings): Json;
  /** What such a source is taken for, and by what. Sees all settings. */
  meaningOf?(path: string, settings: ResolvedSettings): Meaning;
  /** What looks like a mistake in what such a source is taken for: a warning of the build, which no key holds. Sees all settings. */
  suspicionFor?(
    path: string,
    settings: ResolvedSettings,
    params: Json,
  ): Omit<Diagnostic, 'severity' | 'file'> | undefined;
  /**
   * For kinds that others derive: what in `params` is part of the content's identity (locations are not), and the bytes it
   * names. Two derived assets with equal identity, settings and bytes are compiled once.
   */
  contentOf?(params: Json): { readonly identity: Json; readonly inputs: readonly BytesRef[] };
  /**
   * Where this source is only compiled if no other asset refers to it: the setting that says so. Sees all settings, declared or
   * not. A rule that names this very source and sets something else of the same group keeps it.
   */
  yieldsToReferences?(settings: ResolvedSettings): Yielding | undefined;
  /** Where this source is compiled as others use it. One that may yield does not follow: then the others have it to themselves. */
  readonly usage?: Usage;
  /** How the manifest lists the first of its outputs: by this, others find the hash that names it (`Output.refersTo`). */
  readonly listedAs?: AssetKind;
  /**
   * Bytes that compiling takes at its height, told by names, sizes and headers: jobs wait until that much is free. Absent: a
   * multiple of the source. A guess decides when a job runs, never what it gives.
   */
  memoryOf?(look: MemoryLook): number;
  /**
   * How much work compiling is, in texels of an image at normal quality, told likewise. Absent: by the size of the source. A guess
   * that decides nothing but what is said of the remaining time.
   */
  workOf?(look: MemoryLook): number;
  /**
   * Whether compiling a source is sure to take little time and memory, told by its bytes, of which there are few. Such a source may be
   * compiled where the build runs: what takes long there holds everything up, and what breaks there is not one asset alone. Absent: none is.
   */
  isSmall?(bytes: Uint8Array, settings: ResolvedSettings): boolean;
  /**
   * Looks at what compiling a source will look at, as far as that can be told by a quick scan of references. Whatever it looks at is sent
   * along where the source is compiled on another machine; what it misses is asked for then, and takes longer.
   */
  foresee?(look: Foresight): Promise<void>;
  /** Turns one source into outputs. Throws AssetError or FormatError for bad input; anything else is our bug. */
  compile(context: CompileContext): Promise<void>;
  /** What is in one of its outputs, for formats that nobody else knows. */
  describe?(bytes: Uint8Array): OutputDescription;
}

/** What a kind tells of one of its outputs. */
export interface OutputDescription {
  /** By name, for machines: `{ tiles: 120 }`. */
  readonly facts?: { readonly [name: string]: string | number | boolean };
  /** One short sentence each, for people. */
  readonly statements?: readonly string[];
  /** What is wrong with it: each an error of `check`. */
  readonly problems?: readonly string[];
  /** Manifest hashes that it refers to: `check` sees that each is there. */
  readonly refs?: readonly bigint[];
}

/** For `defineKind` alone: there is no other way to a kind. */
export function sealKind(kind: Omit<Kind, typeof SEAL>): Kind {
  return { ...kind, [SEAL]: true };
}

/** Whether `defineKind` made it. */
export const isKind = (value: unknown): value is Kind =>
  typeof value === 'object' && value !== null && SEAL in value && value[SEAL] === true;

/** What a scan of references may look at; nothing of it is recorded. */
export type Foresight = Pick<
  CompileContext,
  'path' | 'settings' | 'settingsFor' | 'settingsOf' | 'exists' | 'read' | 'tryRead' | 'list' | 'resolve' | 'warn'
>;

/** What a job's need of memory is judged by. */
export interface MemoryLook {
  readonly params: Json | undefined;
  readonly settings: ResolvedSettings;
  /** How many other presets the job makes it for as well; none where absent. */
  readonly otherPresets?: number;
  /** The source, or of a folder all files in it, relative to the input root. */
  readonly files: readonly string[];
  /** Bytes of what is named, or of the file that holds it; 0 where there is none. */
  sizeOf(ref: BytesRef): number;
  /** Some bytes of what is named, fewer where it ends or cannot be looked at. */
  peek(ref: BytesRef, offset: number, length: number): Uint8Array;
}

/** What a source is taken for. */
interface Meaning {
  /** `normal` */
  readonly is: string;
  /** `the ending "_normal" of its name (texture.suffixes)` */
  readonly by: string;
  /** By a setting that the kind does not declare: recorded with the source, so that a change of it builds the source again. */
  readonly isChosen: boolean;
}

/** Why a source is left to those that refer to it. */
export interface Yielding {
  /** `texture.standalone` */
  readonly setting: string;
  /** What keeps it: `texture.standalone: all`. */
  readonly keptBy: string;
}

/** The asset that a file of the input is the source of, or a part of. */
export interface Claim {
  /** `texture`, `cubemap`, … */
  readonly kind: string;
  readonly source: string;
}

/** How the manifest lists a file. */
export type AssetKind = 'texture' | 'mesh' | 'material' | 'lut' | 'shader' | 'embed' | 'animation' | 'font';

/** A file that a kind makes. */
export interface Output {
  /** Follows the job's base: `.ktx2`, `/vertex.spv`. Never contains `..`. */
  readonly suffix: string;
  readonly bytes: Uint8Array;
  /** How the manifest lists it; absent: it does not. The hash follows from the path by the kind's rule (docs/formats/refs.md). */
  readonly asset?: { readonly kind: AssetKind; readonly colorspace: 'linear' | 'srgb' };
  /** Manifest hashes that this output refers to (a material table its textures), so that it is known what is in use. */
  readonly refersTo?: readonly bigint[];
}

/** A file of the input as an output: never held in memory, so of any size. */
export interface CopiedOutput extends Omit<Output, 'bytes'> {
  /** Relative to the input root. */
  readonly file: string;
}

/** An asset found inside another: a glTF's image becomes a texture job. Equal content is compiled once per build. */
export interface DerivedAsset {
  readonly kind: string;
  /** Unique within the parent; rules match `<parent base>/<name>`: `tex_3`. */
  readonly name: string;
  /** Base of its outputs: `<parent base>/tex_3`, or `tex/<hash>` in the shared store (several parents may name one). */
  readonly base: string;
  /** All that its compile needs besides what it reads. Locations of input files go here (see BytesRef), bytes do not. */
  readonly params: Json;
}

/** Where bytes lie: a whole file, a range of it, a data URI at a JSON pointer of it, or a range of what that decodes to. */
export interface BytesRef {
  readonly file: string;
  readonly pointer?: string;
  readonly offset?: number;
  readonly length?: number;
}

export interface CompileContext {
  /** The source's path relative to the input root; for a derived asset its parent's. */
  readonly path: string;
  /** The path without what outputs replace; outputs are `base + suffix`. */
  readonly base: string;
  /** As docs/formats/refs.md derives it: NFC, lowercased, last extension dropped. Only kinds with `usesPath` may look at it. */
  readonly sourceRef: string;
  /** Present for derived assets, and for sources of a kind with `paramsOf`. */
  readonly params: Json | undefined;
  /** The settings that the kind declared, resolved by every layer. */
  readonly settings: ResolvedSettings;
  /** What other presets of the same run have in their place: outputs for them may be emitted as well, where most of the work is the same. */
  readonly otherPresets: readonly ResolvedSettings[];
  /**
   * The named settings (groups or single ones, as in `Kind.settings`) as resolved for a derived asset of this name.
   * Recorded: a change of one of them rebuilds this job, a change of others does not.
   */
  settingsFor(derivedName: string, settings: readonly string[]): ResolvedSettings;
  /** The named settings as resolved for another source of the input. Recorded likewise. */
  settingsOf(sourcePath: string, settings: readonly string[]): ResolvedSettings;
  /** Whether the input has such a file; only its existence is recorded. */
  exists(path: string): Promise<boolean>;
  /**
   * The hash by which the manifest lists the first output of a source (or the one with `suffix`), by the rule of its kind; undefined
   * where nothing compiles it. Recorded, as `mention` is.
   */
  refOf(path: string, use: string, suffix?: string): Promise<bigint | undefined>;
  /**
   * For an output that names another source's output: which kind compiles that source, and what for it is used (`normal`). Undefined
   * where nothing does: it is not there, excluded or hidden. Recorded.
   */
  mention(path: string, use: string): Promise<Claim | undefined>;
  /** Reads a file of the input and records it. A missing file, or one outside the input, throws AssetError. */
  read(path: string): Promise<Uint8Array>;
  /** The same, but undefined where there is no such file; its appearing later rebuilds the asset. */
  tryRead(path: string): Promise<Uint8Array | undefined>;
  /** The names in a folder of the input (files only, recursive, sorted by code unit, relative to the folder), recorded. */
  list(folder: string): Promise<readonly string[]>;
  /** Reads through `read` and cuts out what the reference names. */
  readRef(ref: BytesRef): Promise<Uint8Array>;
  /** The same for what is too large to be held: read piece by piece while `use` runs, and recorded as a whole. */
  readPieces<T>(ref: BytesRef, use: (source: ByteSource) => Promise<T>): Promise<T>;
  /** Resolves a reference found inside a source (`../tex/a.png`, percent-decoded by the caller) against that source's folder. */
  resolve(fromFile: string, reference: string): string;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  emit(output: Output): void;
  /** What compiling with `others[index]` would emit, all of it, with the same reads and warnings. Emitting nothing leaves it to that preset. */
  emitForPreset(index: number, output: Output): void;
  /** Emits a file as it is, and records it as `read` does. */
  emitCopy(output: CopiedOutput): Promise<void>;
  derive(asset: DerivedAsset): void;
  /**
   * Runs `task` (a name in the registry's task table) for indices 0 … count−1, on this thread and on every idle worker.
   * `payload` is cloned to the others: put bulk data into SharedArrayBuffers. Results must not depend on who ran what.
   */
  parallel(task: string, count: number, payload: unknown): Promise<void>;
  /** Those that this asset meets, in their order. */
  readonly hooks: readonly Hook[];
  readonly signal: AbortSignal;
}

/** One index of a task. Called many times with one payload, so cache what you derive from it by identity. */
export type ParallelTask = (payload: never, index: number) => void;

export interface Registry {
  readonly kinds: readonly Kind[];
  /** Of plug-ins, in the order of the configuration. */
  readonly hooks?: readonly Hook[];
  readonly groups: readonly SettingsGroup[];
  /** Each loads its task when it is first asked for. */
  readonly tasks: { readonly [name: string]: () => Promise<ParallelTask> };
}
