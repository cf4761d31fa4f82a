// The browser worker script of createEncoderPool. Self-contained.

import { answerJob, type WorkerRequest } from './pool/answer-job.js';

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) =>
  answerJob(data, (answer, transfer) => self.postMessage(answer, { transfer }));
