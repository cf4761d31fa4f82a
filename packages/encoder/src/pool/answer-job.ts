// Runs the job in a message and answers with its result or error.

import type { EncoderJob } from './job.js';
import { runEncoderJob, transferOf } from './run-job.js';
import type { WorkerAnswer } from './worker-port.js';

/** The message to a worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly job: EncoderJob;
}

export function answerJob(
  { id, job }: WorkerRequest,
  post: (answer: WorkerAnswer, transfer: ArrayBuffer[]) => void,
): void {
  try {
    const result = runEncoderJob(job);
    post({ id, result }, transferOf(result));
  } catch (error) {
    post({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, []);
  }
}
