// One interface for Node workers and browser workers.

import type { EncoderJob, EncoderJobResult } from './job.js';

/** A worker's answer to the job with that number. */
export type WorkerAnswer =
  | { readonly id: number; readonly result: EncoderJobResult }
  | { readonly id: number; readonly error: string };

/** The parts of a worker that are used; Node's and the browser's both match. */
export interface AnyWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

interface NodeWorker extends AnyWorker {
  on(event: string, listener: (value: unknown) => void): unknown;
  ref(): void;
  unref(): void;
}

interface WebWorker extends AnyWorker {
  onmessage: unknown;
  onerror: unknown;
  onmessageerror: unknown;
}

const isNodeWorker = (worker: AnyWorker): worker is NodeWorker => 'on' in worker && 'unref' in worker;
const isWebWorker = (worker: AnyWorker): worker is WebWorker => 'onmessage' in worker;

interface Listeners {
  answered(answer: WorkerAnswer): void;
  /** The worker will not answer any more. */
  failed(error: Error): void;
}

export class WorkerPort {
  readonly #worker: AnyWorker;

  constructor(worker: AnyWorker, listeners: Listeners) {
    this.#worker = worker;
    const failed = (cause: unknown) => listeners.failed(failureOf(cause));
    if (isNodeWorker(worker)) {
      worker.on('message', (answer) => listeners.answered(answer as WorkerAnswer));
      worker.on('error', failed);
      worker.on('exit', (code) => failed(`it ended with code ${String(code)}`));
    } else if (isWebWorker(worker)) {
      worker.onmessage = ({ data }: { data: WorkerAnswer }) => listeners.answered(data);
      worker.onerror = failed;
      worker.onmessageerror = failed;
    } else throw new TypeError('createEncoderPool: worker() returned no worker');
  }

  post(id: number, job: EncoderJob): void {
    this.#worker.postMessage({ id, job });
  }

  /** A Node process does not end while a worker is busy, and does not wait for idle ones. */
  setBusy(isBusy: boolean): void {
    if (!isNodeWorker(this.#worker)) return;
    if (isBusy) this.#worker.ref();
    else this.#worker.unref();
  }

  terminate(): void {
    this.#worker.terminate();
  }
}

function failureOf(cause: unknown): Error {
  const text =
    cause instanceof Error
      ? cause.message
      : typeof cause === 'object' && cause !== null && 'message' in cause && cause.message !== ''
        ? String(cause.message)
        : typeof cause === 'string'
          ? cause
          : 'its script could not be loaded';
  return new Error(
    `a worker of the encoder failed: ${text}. Set the address of its script with the option "worker" of createEncoderPool`,
    {
      cause,
    },
  );
}
