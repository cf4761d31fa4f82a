// The messages between the build and the threads that compile: plain data that survives structuredClone.

import type { PortableDiagnostic } from '../../diagnostics/portable-diagnostic.js';
import type { DerivedAsset } from '../../model/kind/output.js';
import type { ResolvedSettings } from '../../model/kind/setting.js';
import type { Json } from '../../model/text/json.js';
import type { Dependency, KnownFile } from '../cache/record.js';
import type { PrefetchedFile } from '../discover/input-state.js';
import type { MadeOutput } from '../execute/made-output.js';
import type { MemoryHold } from '../execute/memory-budget.js';
import type { FileStat } from '../host/host.js';
import type { Need, RemoteInputs } from './input/remote-inputs.js';

export interface Job {
  readonly kind: string;
  readonly source: string;
  /** Of a derived asset. */
  readonly name: string | undefined;
  readonly base: string;
  readonly params: Json | undefined;
  readonly settings: ResolvedSettings;
  /** See CompileContext. Default: none. */
  readonly otherPresets?: readonly ResolvedSettings[];
  /** Digests of files of which only parts will be read, so that the rest need not be. */
  readonly knownFiles: readonly (readonly [path: string, file: KnownFile])[];
  /** The source as hashed by the build, if it is small. */
  readonly kept?: PrefetchedFile;
  /** All inputs of the compile, if it does not read the input folder of this machine. */
  readonly world?: RemoteInputs;
  /** Hooks of this machine's plug-ins are not used: the job belongs to a project without them. */
  readonly isPlain?: boolean;
  /** Other names for files of the input: name → file. */
  readonly renamed?: readonly (readonly [shown: string, real: string])[];
}

export interface JobOutput extends MadeOutput {
  readonly bytes: Uint8Array;
}

/** A file of the input to copy as an output. */
export interface JobCopy extends MadeOutput {
  readonly file: string;
}

/** A whole file that the job read, with the stat data taken just before. */
export interface FileRead {
  readonly path: string;
  readonly stat: FileStat;
  readonly digest: string;
}

export interface JobResult {
  readonly failed: boolean;
  /** Time on the thread, without waiting for one. */
  readonly ms: number;
  readonly outputs: readonly JobOutput[];
  /** For each of the job's others; empty if nothing was made for it. */
  readonly outputsByPreset: readonly (readonly JobOutput[])[];
  readonly copies: readonly JobCopy[];
  readonly derived: readonly DerivedAsset[];
  /** Of a job that failed: none if the same job may succeed. */
  readonly dependencies: readonly Dependency[];
  readonly reads: readonly FileRead[];
  /** Warnings, and what made it fail. */
  readonly diagnostics: readonly PortableDiagnostic[];
  /**
   * Another machine made it, so it may be wrong (see WorkerResults). `isChecked`: every output is known to be well-formed, because there is
   * a validator for each.
   */
  readonly byWorker?: { readonly isChecked: boolean };
  /** Missing remote inputs: the job failed, and may succeed if they are sent. */
  readonly needs?: readonly Need[];
}

/** Runs jobs somewhere. `dispose` may come at any time; jobs that still run are abandoned. */
export interface Executor {
  /**
   * Rejects only with the signal's reason. A job that takes longer than the limit fails; without one there is no limit. `hold`: for
   * executors that take memory themselves, when they know how much is needed here.
   */
  run(job: Job, signal: AbortSignal, limitMs?: number, hold?: MemoryHold): Promise<JobResult>;
  /** A job with a source of this size will run soon: one thread may start for it. */
  getReady?(sourceBytes?: number): void;
  /** If absent, memory is reserved before `run` is called. */
  readonly takesMemory?: true;
  dispose(): Promise<void>;
}
