// The script of a browser's worker: for createEncoderPool, and complete in itself.

import { answerJob, type WorkerRequest } from './pool/answer-job.js';

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) =>
  answerJob(data, (answer, transfer) => self.postMessage(answer, { transfer }));
