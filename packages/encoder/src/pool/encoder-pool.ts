// The interface of a worker pool for encodeKtx2.

import type { EncoderJob, EncoderJobResult } from './job.js';

/** Options for running a job. */
export interface EncoderJobOptions {
  /** The result is not needed any more once it is aborted. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Threads that encode: those of `createEncoderPool`, or a pool of yours whose workers pass each job to `runEncoderJob`.
 *
 * @example
 * const pool = { size: 4, run: (job, { signal }) => piscina.run(job, { signal }) };
 */
export interface EncoderPool {
  /** Number of jobs that run at a time. */
  readonly size: number;
  run(job: EncoderJob, options: EncoderJobOptions): Promise<EncoderJobResult>;
}
