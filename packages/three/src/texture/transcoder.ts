// UASTC to what the GPU takes, in workers of our own where there can be any, else in the thread. The workers' text lies in the package: there is no path to
// set up, and nothing that a bundler would have to find.

import type { TranscodeOptions, UastcLevel } from '@assetc/formats/transcode';

interface Job {
  readonly level: UastcLevel;
  readonly options: TranscodeOptions;
  resolve(result: Uint8Array): void;
  reject(error: unknown): void;
}

/** What the worker answers. */
export type Answer = { readonly result: Uint8Array } | { readonly error: string };

export class Transcoder {
  readonly #most: number;
  readonly #queue: Job[] = [];
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, Job | undefined>();
  #url: Promise<string | undefined> | undefined;
  #isClosed = false;

  /** `workers`: at most so many; 0 stays in the thread. */
  constructor(workers: number) {
    this.#most = typeof Worker === 'undefined' ? 0 : workers;
  }

  async transcode(level: UastcLevel, options: TranscodeOptions): Promise<Uint8Array> {
    if (this.#most > 0 && !this.#isClosed) this.#url ??= workerUrl();
    const url = await this.#url;
    if (url === undefined || this.#isClosed) return inThread(level, options);
    return new Promise((resolve, reject) => {
      this.#queue.push({ level, options, resolve, reject });
      this.#next(url);
    });
  }

  /** Jobs that still run are done in the thread by whoever waits for them. */
  dispose(): void {
    this.#isClosed = true;
    const left = [...this.#queue.splice(0), ...[...this.#running.values()].flatMap((job) => job ?? [])];
    for (const worker of this.#running.keys()) worker.terminate();
    this.#running.clear();
    this.#idle.length = 0;
    for (const job of left) this.#doInThread(job);
    this.#url?.then((url) => url !== undefined && URL.revokeObjectURL(url));
    this.#url = undefined;
  }

  #next(url: string): void {
    const worker = this.#idle.pop() ?? (this.#running.size < this.#most ? this.#start(url) : undefined);
    if (worker === undefined) return;
    const job = this.#queue.shift();
    if (job === undefined) {
      this.#idle.push(worker);
      return;
    }
    this.#running.set(worker, job);
    // A copy goes: the bytes may be a view of a whole pack, which others still read.
    const bytes = job.level.bytes.slice();
    worker.postMessage({ level: { ...job.level, bytes }, options: job.options }, [bytes.buffer]);
  }

  #start(url: string): Worker {
    const worker = new Worker(url);
    this.#running.set(worker, undefined);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const job = this.#running.get(worker);
      this.#running.set(worker, undefined);
      this.#idle.push(worker);
      if ('result' in data) job?.resolve(data.result);
      else job?.reject(new Error(data.error));
      this.#next(url);
    };
    // A page may forbid such workers by its policy: then it is the thread that works.
    worker.onerror = (event) => {
      event.preventDefault();
      const job = this.#running.get(worker);
      this.#running.delete(worker);
      worker.terminate();
      if (job !== undefined) this.#doInThread(job);
      this.#url = Promise.resolve(undefined);
      for (const waiting of this.#queue.splice(0)) this.#doInThread(waiting);
    };
    return worker;
  }

  #doInThread({ level, options, resolve, reject }: Job): void {
    inThread(level, options).then(resolve, reject);
  }
}

async function inThread(level: UastcLevel, options: TranscodeOptions): Promise<Uint8Array> {
  const { prepareTranscoder, transcode } = await import('@assetc/formats/transcode');
  await prepareTranscoder();
  return transcode(level, options);
}

async function workerUrl(): Promise<string | undefined> {
  if (typeof URL.createObjectURL !== 'function' || typeof Blob === 'undefined') return undefined;
  const { workerText } = await import('./generated/worker-text.js');
  return URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
}

/** Two less than the processors, between 1 and 4: the page and the driver want theirs. */
export function usualWorkers(): number {
  const cores = typeof navigator === 'undefined' ? 1 : (navigator.hardwareConcurrency ?? 1);
  return Math.min(4, Math.max(1, cores - 2));
}
