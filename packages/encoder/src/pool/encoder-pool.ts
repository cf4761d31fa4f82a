// What encodeKtx2 asks of a pool of workers.

import type { EncoderJob, EncoderJobResult } from './job.js';

/** How a job is to be run. */
export interface EncoderJobOptions {
  /** The result is of no more use once it is aborted. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Threads that encode: those of `createEncoderPool`, or the caller's own, whose workers pass each job to `runEncoderJob`.
 *
 * @example
 * const pool = { size: 4, run: (job, { signal }) => piscina.run(job, { signal }) };
 */
export interface EncoderPool {
  /** How many jobs run at a time. */
  readonly size: number;
  run(job: EncoderJob, options: EncoderJobOptions): Promise<EncoderJobResult>;
}
