// A message with a job → the answer, whether it succeeds or fails.

import type { EncoderJob } from './job.js';
import { runEncoderJob, transferOf } from './run-job.js';
import type { WorkerAnswer } from './worker-port.js';

/** What a worker is sent. */
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
