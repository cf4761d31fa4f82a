// Bytes of the jobs that this machine sent. If it runs one itself, it reads inputs from its own disk and outputs from memory.

import type { Blob } from '../workers/input/remote-inputs.js';
import type { InputCollector } from './collect-inputs.js';
import type { FarmBlobs } from './farm-blobs.js';

export class LocalBlobs implements FarmBlobs {
  readonly #shared: FarmBlobs;
  readonly #worlds = new Set<InputCollector>();
  readonly #made = new Map<string, Uint8Array>();

  constructor(shared: FarmBlobs) {
    this.#shared = shared;
  }

  /** Valid while its job is in progress. */
  offer(world: InputCollector): void {
    this.#worlds.add(world);
  }

  withdraw(world: InputCollector): void {
    this.#worlds.delete(world);
  }

  /** Returns an output that was made here, once. */
  take({ digest }: Blob): Uint8Array | undefined {
    const bytes = this.#made.get(digest);
    this.#made.delete(digest);
    return bytes;
  }

  get trouble(): string | undefined {
    return this.#shared.trouble;
  }

  has(blob: Blob): Promise<boolean> {
    return this.#shared.has(blob);
  }

  async get(blob: Blob): Promise<Uint8Array | undefined> {
    for (const { blobs } of this.#worlds) {
      const bytes = blobs.get(blob.digest)?.find();
      if (bytes !== undefined) return bytes;
    }
    return this.#shared.get(blob);
  }

  /** Stored in the cache for other machines; if that fails, this machine still has it. */
  async put(blob: Blob, bytes: Uint8Array): Promise<boolean> {
    this.#made.set(blob.digest, bytes);
    await this.#shared.put(blob, bytes);
    return true;
  }
}
