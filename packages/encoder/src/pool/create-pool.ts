// The built-in pool. It starts workers on demand, up to `size`. Each has two jobs at a time, so that it need not wait for this thread in
// between. Aborting a job terminates its worker; its other job moves to another worker.

import { defaultWorkers, spawnWorker } from '#encoder-worker';
import type { EncoderJobOptions, EncoderPool } from './encoder-pool.js';
import type { EncoderJob, EncoderJobResult } from './job.js';
import { type AnyWorker, type WorkerAnswer, WorkerPort } from './worker-port.js';

/** Options of createEncoderPool. */
export interface EncoderPoolOptions {
  /** Maximum number of workers. Default: the number of cores; in browsers one less. */
  readonly size?: number;
  /**
   * The address of the worker script, or a function that starts a worker. Default: `worker.js` next to the encoder, which Vite and webpack
   * find and bundle. For other bundlers, make a script of `@assetc/encoder/worker` and pass its address.
   */
  readonly worker?: URL | string | (() => AnyWorker);
}

/** A pool made by createEncoderPool. */
export interface WorkerEncoderPool extends EncoderPool {
  /** Terminates all workers. Running jobs fail. */
  close(): void;
}

const JOBS_AT_ONCE = 2;

interface Entry {
  readonly id: number;
  readonly job: EncoderJob;
  readonly options: EncoderJobOptions;
  readonly resolve: (result: EncoderJobResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Slot {
  readonly port: WorkerPort;
  readonly entries: Map<number, Entry>;
}

/**
 * Creates workers for `encodeKtx2`, for any number of textures. A Node process can exit without `close` once nothing is being encoded.
 *
 * @example
 * const pool = createEncoderPool();
 * const files = await Promise.all(images.map((image) => encodeKtx2(image, { pool })));
 * pool.close();
 */
export function createEncoderPool(options: EncoderPoolOptions = {}): WorkerEncoderPool {
  const { size = defaultWorkers(), worker } = options;
  if (!Number.isInteger(size) || size < 1)
    throw new RangeError(`createEncoderPool: size must be a whole number from 1, not ${String(size)}`);
  return new Pool(size, typeof worker === 'function' ? worker : () => spawnWorker(worker));
}

class Pool implements WorkerEncoderPool {
  readonly size: number;
  readonly #spawn: () => AnyWorker;
  readonly #slots: Slot[] = [];
  #waiting: Entry[] = [];
  #nextId = 0;
  #isClosed = false;

  constructor(size: number, spawn: () => AnyWorker) {
    this.size = size;
    this.#spawn = spawn;
  }

  run(job: EncoderJob, options: EncoderJobOptions): Promise<EncoderJobResult> {
    if (this.#isClosed) return Promise.reject(new Error('the pool of the encoder is closed'));
    if (options.signal?.aborted === true) return Promise.reject(options.signal.reason);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const aborted = () => this.#dropAborted();
      options.signal?.addEventListener('abort', aborted);
      const settled = () => options.signal?.removeEventListener('abort', aborted);
      this.#waiting.push({
        id,
        job,
        options,
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
      this.#handOut();
    });
  }

  close(): void {
    this.#isClosed = true;
    const entries = [...this.#waiting, ...this.#slots.flatMap((slot) => [...slot.entries.values()])];
    for (const { port } of this.#slots.splice(0)) port.terminate();
    this.#waiting = [];
    for (const entry of entries) entry.reject(new Error('the pool of the encoder was closed'));
  }

  #handOut(): void {
    for (let entry = this.#waiting[0]; entry !== undefined; entry = this.#waiting[0]) {
      const slot = this.#freeSlot();
      if (slot === undefined) return;
      this.#waiting.shift();
      slot.entries.set(entry.id, entry);
      slot.port.setBusy(true);
      try {
        slot.port.post(entry.id, entry.job);
      } catch (error) {
        slot.entries.delete(entry.id);
        entry.reject(error);
      }
    }
  }

  /** Prefers an idle worker, then a new one, then one that can take another job. */
  #freeSlot(): Slot | undefined {
    const idle = this.#slots.find(({ entries }) => entries.size === 0);
    if (idle !== undefined) return idle;
    if (this.#slots.length < this.size) return this.#start();
    return this.#slots.find(({ entries }) => entries.size < JOBS_AT_ONCE);
  }

  #start(): Slot {
    const entries = new Map<number, Entry>();
    const port = new WorkerPort(this.#spawn(), {
      answered: (answer) => this.#answered(slot, answer),
      failed: (error) => this.#failed(slot, error),
    });
    const slot: Slot = { port, entries };
    this.#slots.push(slot);
    return slot;
  }

  #answered(slot: Slot, answer: WorkerAnswer): void {
    const entry = slot.entries.get(answer.id);
    slot.entries.delete(answer.id);
    if (slot.entries.size === 0) slot.port.setBusy(false);
    if (entry === undefined) return;
    if ('error' in answer) entry.reject(new Error(answer.error));
    else entry.resolve(answer.result);
    this.#handOut();
  }

  #failed(slot: Slot, error: Error): void {
    if (!this.#slots.includes(slot)) return;
    this.#remove(slot);
    for (const entry of slot.entries.values()) entry.reject(error);
    this.#handOut();
  }

  /** Terminates workers that have an aborted job. Their other jobs go back to the queue. */
  #dropAborted(): void {
    const dropped = this.#waiting.filter(isAborted);
    this.#waiting = this.#waiting.filter((entry) => !isAborted(entry));
    for (const slot of this.#slots.filter(({ entries }) => [...entries.values()].some(isAborted))) {
      this.#remove(slot);
      slot.port.terminate();
      for (const entry of slot.entries.values()) (isAborted(entry) ? dropped : this.#waiting).push(entry);
    }
    for (const entry of dropped) entry.reject(entry.options.signal?.reason);
    this.#handOut();
  }

  #remove(slot: Slot): void {
    this.#slots.splice(this.#slots.indexOf(slot), 1);
  }
}

const isAborted = ({ options }: Entry): boolean => options.signal?.aborted === true;
