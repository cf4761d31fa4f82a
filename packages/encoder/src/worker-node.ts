// The Node worker script of createEncoderPool. Self-contained.

import { parentPort } from 'node:worker_threads';
import { answerJob, type WorkerRequest } from './pool/answer-job.js';

parentPort?.on('message', (request: WorkerRequest) =>
  answerJob(request, (answer, transfer) => parentPort?.postMessage(answer, transfer)),
);
