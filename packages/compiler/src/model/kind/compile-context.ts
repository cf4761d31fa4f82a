// What `compile` of a kind reads and writes through. Every read is recorded as a dependency: what is not recorded cannot be read.

import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import type { ByteSource } from '../byte-source.js';
import type { Json } from '../text/json.js';
import type { BytesRef } from './bytes-ref.js';
import type { Hook } from './hook.js';
import type { CopiedOutput, DerivedAsset, Output } from './output.js';
import type { ResolvedSettings } from './setting.js';

/** The asset that a file of the input is the source of, or a part of. */
export interface Claim {
  /** `texture`, `cubemap`, … */
  readonly kind: string;
  readonly source: string;
}

export interface CompileContext {
  /** The source's path relative to the input root; for a derived asset its parent's. */
  readonly path: string;
  /** The path without what the outputs replace. Output paths are `base + suffix`. */
  readonly base: string;
  /** As docs/formats/refs.md derives it: NFC, lowercased, last extension dropped. Only kinds with `usesPath` may use it. */
  readonly sourceRef: string;
  /** Present for derived assets, and for sources of a kind with `paramsOf`. */
  readonly params: Json | undefined;
  /** The settings that the kind declared, resolved by every layer. */
  readonly settings: ResolvedSettings;
  /** The settings of other presets of the same run. If most of the work is the same, `emitForPreset` writes their outputs too. */
  readonly otherPresets: readonly ResolvedSettings[];
  /**
   * The named settings (groups or single ones, as in `Kind.settings`) resolved for a derived asset of this name.
   * Recorded: a change of one of them rebuilds this job, a change of others does not.
   */
  settingsFor(derivedName: string, settings: readonly string[]): ResolvedSettings;
  /** The named settings resolved for another source of the input. Recorded in the same way. */
  settingsOf(sourcePath: string, settings: readonly string[]): ResolvedSettings;
  /** Whether the input contains such a file. Only its existence is recorded. */
  exists(path: string): Promise<boolean>;
  /**
   * The hash by which the manifest lists the first output of a source (or the one with `suffix`), by the rule of its kind. Undefined
   * if nothing compiles it. Recorded in the same way as `mention`.
   */
  refOf(path: string, use: string, suffix?: string): Promise<bigint | undefined>;
  /**
   * For an output that names another source's output: which kind compiles that source. `use` is what it is used for (`normal`).
   * Undefined if nothing compiles it: it does not exist, is excluded or hidden. Recorded.
   */
  mention(path: string, use: string): Promise<Claim | undefined>;
  /** Reads a file of the input and records it. A missing file, or one outside the input, throws AssetError. */
  read(path: string): Promise<Uint8Array>;
  /** Like `read`, but undefined if there is no such file. If it appears later, the asset is rebuilt. */
  tryRead(path: string): Promise<Uint8Array | undefined>;
  /** The names in a folder of the input (files only, recursive, sorted by code unit, relative to the folder), recorded. */
  list(folder: string): Promise<readonly string[]>;
  /** Reads through `read` and returns the part that the reference names. */
  readRef(ref: BytesRef): Promise<Uint8Array>;
  /** The same for data too large for memory: read in pieces while `use` runs, and recorded as a whole. */
  readPieces<T>(ref: BytesRef, use: (source: ByteSource) => Promise<T>): Promise<T>;
  /** Resolves a reference found inside a source (`../tex/a.png`, percent-decoded by the caller) against that source's folder. */
  resolve(fromFile: string, reference: string): string;
  /** Without `usesPath`, neither whether it warns nor the message may depend on a path; `onlyFor` is for what depends on an extension. */
  warn(diagnostic: Omit<PortableDiagnostic, 'severity'>): void;
  emit(output: Output): void;
  /** Emits all outputs that compiling with `otherPresets[index]` would emit, with the same reads and warnings. If nothing is emitted, that preset compiles the asset itself. */
  emitForPreset(index: number, output: Output): void;
  /** Emits a file of the input unchanged, and records it as `read` does. */
  emitCopy(output: CopiedOutput): Promise<void>;
  derive(asset: DerivedAsset): void;
  /**
   * What `keepPart` stored for exactly these inputs in an earlier build, if it is still there. Undefined with --no-cache, while --verify
   * compiles twice, and on other machines. `inputs`: everything that the part depends on, contents included.
   */
  recallPart(inputs: Json): Promise<Uint8Array | undefined>;
  /** Stores the result of a part of the work, so that a job whose other inputs changed need not repeat it. */
  keepPart(inputs: Json, bytes: Uint8Array): Promise<void>;
  /**
   * Runs `task` (a name in the registry's task table) for indices 0 … count−1, on this thread and on every idle worker.
   * `payload` is cloned for the workers: put bulk data into SharedArrayBuffers. Results must not depend on which thread ran what.
   */
  parallel(task: string, count: number, payload: unknown): Promise<void>;
  /** The hooks that apply to this asset, in order. */
  readonly hooks: readonly Hook[];
  readonly signal: AbortSignal;
}
