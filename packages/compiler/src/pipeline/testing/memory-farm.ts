// A farm in memory: the queue's double, which can lose jobs, answers and its connection, and a store of blobs that can be emptied.

import { digestBytes } from '../cache/digest.js';
import type { FarmBlobs } from '../farm/farm-blobs.js';
import type { FarmAnswer, FarmEntry, FarmQueue, FarmWork } from '../farm/farm-queue.js';
import type { Blob } from '../workers/input/remote-inputs.js';

export class MemoryBlobs implements FarmBlobs {
  readonly kept = new Map<string, Uint8Array>();
  /** If false, it neither returns nor stores anything. */
  works = true;

  async has({ digest }: Blob): Promise<boolean> {
    return this.works && this.kept.has(digest);
  }

  async get({ digest, sizeBytes }: Blob): Promise<Uint8Array | undefined> {
    const bytes = this.works ? this.kept.get(digest) : undefined;
    return bytes !== undefined && bytes.length === sizeBytes && digestBytes(bytes) === digest ? bytes : undefined;
  }

  async put({ digest }: Blob, bytes: Uint8Array): Promise<boolean> {
    if (this.works) this.kept.set(digest, bytes.slice());
    return this.works;
  }
}

/** Equal jobs run once: answers are kept by id. */
export class MemoryQueue implements FarmQueue {
  readonly minMs = 0;
  readonly entries: FarmEntry[] = [];
  readonly #answers = new Map<string, Promise<FarmAnswer>>();
  trouble: string | undefined;
  places = 1;
  /** Of machines with plug-ins. */
  readonly pluginPlaces = new Map<string, number>();
  /** Of another machine with plug-ins, by their key. */
  readonly pluginWork = new Map<string, FarmWork>();
  /** Called with every answer of a worker; its result is returned instead. */
  onAnswer: (answer: FarmAnswer, entry: FarmEntry) => FarmAnswer = (answer) => answer;
  readonly #work: FarmWork | undefined;
  /** The worker of the building machine. */
  own: FarmWork | undefined;

  /** `work`: the worker of another machine; undefined if there is none. */
  constructor(work: FarmWork | undefined) {
    this.#work = work;
  }

  async submit(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer> {
    if (this.trouble !== undefined) return { is: 'lost', why: this.trouble };
    const answer = this.#answers.get(entry.id) ?? this.#run(entry, signal);
    this.#answers.set(entry.id, answer);
    return answer;
  }

  async #run(entry: FarmEntry, signal: AbortSignal): Promise<FarmAnswer> {
    this.entries.push(entry);
    const work = entry.plugins === undefined ? (this.#work ?? this.own) : this.pluginWork.get(entry.plugins);
    if (work === undefined) return { is: 'failed', why: 'nobody is there' };
    const result = await work(entry.payload, signal);
    return this.onAnswer(result.is === 'reply' ? result : { is: 'failed', why: result.why }, entry);
  }

  /** Ids of jobs whose answers others would get. */
  get answered(): readonly string[] {
    return [...this.#answers.keys()];
  }

  async forget(id: string): Promise<void> {
    this.#answers.delete(id);
  }

  async workerOf(): Promise<string> {
    return 'double (process 1)';
  }

  serve(work: FarmWork): () => Promise<void> {
    this.own = work;
    return async () => {
      this.own = undefined;
    };
  }

  async close(): Promise<void> {}
}
