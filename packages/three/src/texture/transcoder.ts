// UASTC to what the GPU takes, in workers of our own where there can be any, else in the thread. The workers' text lies in the package: there is no path to
// set up, and nothing that a bundler would have to find. Pages whose policy forbids such workers say where a script of them lies.

import type { TranscodeOptions, UastcLevel } from '@assetc/formats/transcode';

interface Job {
  readonly level: UastcLevel;
  readonly options: TranscodeOptions;
  resolve(result: Uint8Array): void;
  reject(error: unknown): void;
}

/** What the worker answers. */
export type Answer = { readonly result: Uint8Array } | { readonly error: string };

/** Where the script of the workers lies (`@assetc/three/worker`), or what starts one. */
export type WorkerSource = string | URL | (() => Worker);

type Start = () => Worker;

export class Transcoder {
  readonly #most: number;
  readonly #source: WorkerSource | undefined;
  readonly #queue: Job[] = [];
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, Job | undefined>();
  #start: Promise<Start | undefined> | undefined;
  #text: string | undefined;
  #isClosed = false;

  /** `workers`: at most so many; 0 stays in the thread. `source`: undefined starts them from the package's own text. */
  constructor(workers: number, source: WorkerSource | undefined) {
    this.#most = typeof Worker === 'undefined' && typeof source !== 'function' ? 0 : workers;
    this.#source = source;
  }

  async transcode(level: UastcLevel, options: TranscodeOptions): Promise<Uint8Array> {
    if (this.#most > 0 && !this.#isClosed) this.#start ??= this.#starter();
    const start = await this.#start;
    if (start === undefined || this.#isClosed) return inThread(level, options);
    return new Promise((resolve, reject) => {
      this.#queue.push({ level, options, resolve, reject });
      this.#next(start);
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
    if (this.#text !== undefined) URL.revokeObjectURL(this.#text);
    this.#text = undefined;
    this.#start = undefined;
  }

  /** Undefined where there can be no workers. */
  async #starter(): Promise<Start | undefined> {
    const source = this.#source;
    if (typeof source === 'function') return source;
    if (source !== undefined) return () => new Worker(source, { type: 'module' });
    if (typeof URL.createObjectURL !== 'function' || typeof Blob === 'undefined') return undefined;
    const { workerText } = await import('./generated/worker-text.js');
    if (this.#isClosed) return undefined;
    const url = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
    this.#text = url;
    return () => new Worker(url);
  }

  #next(start: Start): void {
    const worker = this.#idle.pop() ?? (this.#running.size < this.#most ? this.#open(start) : undefined);
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

  /** Undefined where it cannot be started. */
  #open(start: Start): Worker | undefined {
    let worker: Worker;
    try {
      worker = start();
    } catch (error) {
      this.#giveUp(String(error));
      return undefined;
    }
    this.#running.set(worker, undefined);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const job = this.#running.get(worker);
      this.#running.set(worker, undefined);
      this.#idle.push(worker);
      if ('result' in data) job?.resolve(data.result);
      else job?.reject(new Error(data.error));
      this.#next(start);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const job = this.#running.get(worker);
      this.#running.delete(worker);
      worker.terminate();
      if (job !== undefined) this.#doInThread(job);
      this.#giveUp(event.message);
    };
    return worker;
  }

  /** A page may forbid workers of text by its policy: then it is the thread that works. A script that was named is to be there. */
  #giveUp(reason: string | undefined): void {
    if (this.#source !== undefined && this.#start !== undefined)
      console.warn(
        `assetc: textures are transcoded in the page's own thread, because their worker does not start: ${reason}`,
      );
    this.#start = Promise.resolve(undefined);
    for (const waiting of this.#queue.splice(0)) this.#doInThread(waiting);
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

/** Two less than the processors, between 1 and 4: the page and the driver want theirs. */
export function usualWorkers(): number {
  const cores = typeof navigator === 'undefined' ? 1 : (navigator.hardwareConcurrency ?? 1);
  return Math.min(4, Math.max(1, cores - 2));
}
