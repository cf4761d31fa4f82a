// Sends inputs to the shared cache, each once, however many jobs read it.

import type { Blob } from '../workers/input/remote-inputs.js';
import type { FindBytes, InputCollector } from './collect-inputs.js';
import type { FarmBlobs } from './farm-blobs.js';
import type { JobCosts } from './job-costs.js';
import { mapConcurrently } from './map-concurrently.js';

/** refused: the cache does not accept it · changed: a file has changed since the inputs were collected. */
type Outcome = 'sent' | 'refused' | 'changed';

export class SentBlobs {
  readonly #blobs: FarmBlobs;
  readonly #costs: JobCosts;
  /** By digest: being sent or sent. */
  readonly #known = new Map<string, Promise<Outcome>>();

  constructor(blobs: FarmBlobs, costs: JobCosts) {
    this.#blobs = blobs;
    this.#costs = costs;
  }

  unsentBytes({ blobs }: InputCollector): number {
    let sizeBytes = 0;
    for (const { blob } of blobs.values()) if (!this.#known.has(blob.digest)) sizeBytes += blob.sizeBytes;
    return sizeBytes;
  }

  async send({ blobs }: InputCollector): Promise<Outcome> {
    const outcomes = await mapConcurrently([...blobs.values()], async ({ blob, find }) => {
      const sending = this.#known.get(blob.digest) ?? this.#sendOne(blob, find);
      this.#known.set(blob.digest, sending);
      const outcome = await sending;
      if (outcome !== 'sent' && this.#known.get(blob.digest) === sending) this.#known.delete(blob.digest);
      return outcome;
    });
    return outcomes.find((outcome) => outcome !== 'sent') ?? 'sent';
  }

  async #sendOne(blob: Blob, find: FindBytes): Promise<Outcome> {
    if (await this.#blobs.has(blob)) return 'sent';
    const bytes = find();
    if (bytes === undefined) return 'changed';
    const startMs = performance.now();
    if (!(await this.#blobs.put(blob, bytes))) return 'refused';
    this.#costs.learnTransfer(blob.sizeBytes, performance.now() - startMs);
    return 'sent';
  }

  /** The cache may have been emptied: nothing counts as sent anymore. */
  clear(): void {
    this.#known.clear();
  }
}
