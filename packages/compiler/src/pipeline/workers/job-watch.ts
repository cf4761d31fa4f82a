// Watches the thread of one job: it must begin soon, and end before its limit. At the limit the job's signal aborts; a thread that does
// not answer soon after is terminated, even in an endless loop. Both limits grow with the machine's load.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Job, JobResult } from './job.js';
import type { WorkerRequest } from './serve-jobs.js';
import type { WorkerHold } from './thread-pool.js';
import { startWallLimit } from './wall-limit.js';

/** A thread that has not begun by then never will: something that an earlier job left on it does not end. Starting one takes a second. */
const BEGIN_MS = 60_000;
/** Time for a job that listens to its signal to clean up and report. */
export const GRACE_MS = 1000;

export class JobWatch {
  readonly #hold: WorkerHold<WorkerRequest>;
  readonly #limitMs: number | undefined;
  #cancelLimit: () => void;
  #grace: NodeJS.Timeout | undefined;
  /** Why the job was given up. */
  verdict: 'never-began' | 'too-long' | undefined;

  /** `hasBegun` is called when it should have begun. Only a job with a limit reports its start, which wakes the build's thread once more. */
  constructor(
    hold: WorkerHold<WorkerRequest>,
    limitMs: number | undefined,
    hasBegun: () => boolean,
    beginMs: number = BEGIN_MS,
  ) {
    this.#hold = hold;
    this.#limitMs = limitMs;
    this.#cancelLimit = startWallLimit(beginMs, () => {
      if (hasBegun()) return;
      this.verdict = 'never-began';
      hold.end(new Error('it did not begin'));
    });
  }

  begun(): void {
    this.#cancelLimit();
    if (this.#limitMs === undefined) return;
    this.#cancelLimit = startWallLimit(this.#limitMs, () => {
      this.verdict = 'too-long';
      this.abort('the time limit of the asset');
    });
  }

  abort(reason: string): void {
    if (this.#grace !== undefined) return;
    this.#hold.send({ type: 'abort', reason });
    this.#grace = setTimeout(() => this.#hold.end(new Error(reason)), GRACE_MS);
  }

  /** The job has ended. */
  stop(): void {
    this.#cancelLimit();
    clearTimeout(this.#grace);
  }
}

/** A job whose time is up. */
export function tookTooLong(job: Job, limitMs: number): JobResult {
  const message = `the kind ${job.kind} did not finish compiling it within ${limitMs / 1000} s (timeLimit)`;
  return failedJob(job, { code: 'build/time-limit', message, ms: limitMs });
}

/** Only known to have failed. */
export function failedJob(
  { source }: Job,
  problem: Pick<Diagnostic, 'code' | 'message' | 'hint'> & { readonly ms?: number },
): JobResult {
  const { ms = 0, ...rest } = problem;
  return {
    failed: true,
    ms,
    outputs: [],
    outputsByPreset: [],
    copies: [],
    derived: [],
    dependencies: [],
    reads: [],
    diagnostics: [{ severity: 'error', file: source, ...rest }],
  };
}
