// Estimates of a kind for the scheduler. They decide when and where a job runs, never its outputs.

import type { Json } from '../text/json.js';
import type { BytesRef } from './bytes-ref.js';
import type { CompileContext } from './compile-context.js';
import type { ResolvedSettings } from './setting.js';

/** What the memory and the work of a job are estimated from. */
export interface JobFacts {
  readonly params: Json | undefined;
  readonly settings: ResolvedSettings;
  /** The number of other presets that the job also compiles for. Default: 0. */
  readonly otherPresets?: number;
  /** The source, or all files of a folder, relative to the input root. */
  readonly files: readonly string[];
  /** Size of the bytes, or of the file that contains them; 0 if there is none. */
  sizeOf(ref: BytesRef): number;
  /** Some of the bytes; fewer at the end of a file, or if it cannot be read. */
  peek(ref: BytesRef, offset: number, length: number): Uint8Array;
}

/** The part of the compile context that a scan for references may use. Nothing is recorded. */
export type ScanContext = Pick<
  CompileContext,
  'path' | 'settings' | 'settingsFor' | 'settingsOf' | 'exists' | 'read' | 'tryRead' | 'list' | 'resolve' | 'warn'
>;

/** Optional members of a kind. */
export interface Scheduling {
  /** True if compiling takes less time than sending the work to a thread. Such a job runs on the main thread. */
  readonly light?: boolean;
  /** Peak memory of a job in bytes, from names, sizes and headers. Jobs wait until that much is free. Default: a multiple of the source. */
  memoryOf?(facts: JobFacts): number;
  /** Work of a job, in texels of an image at normal quality. It is only used for the remaining time. Default: by the size of the source. */
  workOf?(facts: JobFacts): number;
  /**
   * Whether compiling this source, given by its few bytes, surely takes little time and memory. Such a source may be compiled on the
   * main thread, where a long job blocks everything and a crash ends the build. Default: no.
   */
  isSmall?(bytes: Uint8Array, settings: ResolvedSettings): boolean;
  /**
   * Reads what compiling a source will read, as far as a quick scan of references shows. For the build farm: what it reads is sent
   * with the job, and what it misses is requested later, which takes longer.
   */
  foresee?(context: ScanContext): Promise<void>;
}
