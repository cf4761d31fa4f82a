// The page's side of the worker: requests with answers. Ending the worker is how a request is cancelled.

import type { PlaygroundAnswer, PlaygroundRequest, WorkerStart } from '../messages.js';
import { startWorker } from '../start-worker.js';

export interface WorkerScripts {
  readonly compiler: string;
  readonly encoder: string;
}

/** A request was cancelled, by a visitor or by a newer request. */
export class Cancelled extends Error {}

/** What the compiler has to say about a file that it cannot read. */
export class FileRefused extends Error {
  readonly code: string;
  readonly hint: string;

  constructor({ message, code, hint }: Extract<PlaygroundAnswer, { readonly is: 'failed' }>) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

type Listener = (answer: PlaygroundAnswer) => void;

export class WorkerLink {
  readonly #scripts: WorkerScripts;
  #worker: Worker | undefined;
  #cancel: (() => void) | undefined;

  constructor(scripts: WorkerScripts) {
    this.#scripts = scripts;
  }

  get isBusy(): boolean {
    return this.#cancel !== undefined;
  }

  /** Resolves with the last answer. Cancels the request before it. */
  run(request: PlaygroundRequest, listen: Listener): Promise<PlaygroundAnswer> {
    this.cancel();
    const worker = this.#started();
    return new Promise((resolve, reject) => {
      this.#cancel = () => {
        worker.terminate();
        this.#worker = undefined;
        reject(new Cancelled('cancelled'));
      };
      worker.onmessage = ({ data }: MessageEvent<PlaygroundAnswer>) => {
        if (data.is === 'progress' || data.is === 'row' || data.is === 'texture') {
          listen(data);
          return;
        }
        this.#cancel = undefined;
        if (data.is === 'failed') reject(new FileRefused(data));
        else resolve(data);
      };
      worker.onerror = (event) => {
        this.#cancel = undefined;
        this.#worker = undefined;
        reject(new Error(event.message === '' ? 'the worker could not be started' : event.message));
      };
      worker.postMessage(request);
    });
  }

  cancel(): void {
    const cancel = this.#cancel;
    this.#cancel = undefined;
    cancel?.();
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = startWorker(this.#scripts.compiler);
    const start: WorkerStart = { encoder: this.#scripts.encoder };
    worker.postMessage(start);
    this.#worker = worker;
    return worker;
  }
}
