// Transcodes UASTC in workers if possible, else on this thread. The worker script is text inside the package: there is no path to
// configure, and nothing for a bundler to find. Pages whose policy forbids such workers pass the address of a script.

import type { TranscodeOptions, UastcLevel } from '@assetc/formats/transcode';

interface Job {
  readonly level: UastcLevel;
  readonly options: TranscodeOptions;
  resolve(result: Uint8Array): void;
  reject(error: unknown): void;
}

/** The worker's answer. */
export type Answer = { readonly result: Uint8Array } | { readonly error: string };

/** The address of the worker script (`@assetc/three/worker`), or a function that starts a worker. */
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

  /** `workers`: maximum number; 0 stays on this thread. `source`: if undefined, workers start from the package's text. */
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

  /** Jobs that still run are finished on this thread. */
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

  /** Resolves to undefined if workers are impossible. */
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
    // Sends a copy: the bytes may be a view of a whole pack that others still read.
    const bytes = job.level.bytes.slice();
    worker.postMessage({ level: { ...job.level, bytes }, options: job.options }, [bytes.buffer]);
  }

  /** Returns undefined if it cannot be started. */
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

  /** The page's policy may forbid workers from text: then this thread does the work. A configured script must exist. */
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

/** The number of processors minus two (for the page and the driver), between 1 and 4. */
export function defaultWorkerCount(): number {
  const cores = typeof navigator === 'undefined' ? 1 : (navigator.hardwareConcurrency ?? 1);
  return Math.min(4, Math.max(1, cores - 2));
}
