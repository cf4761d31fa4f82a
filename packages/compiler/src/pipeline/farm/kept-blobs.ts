// Keeps inputs in memory for later jobs: a model and its images, presets of one texture, a job that is sent again with more inputs. The
// least recently used are dropped first. Nothing is stored on the disk: a worker keeps no copy of a project.

import type { Blob } from '../workers/input/remote-inputs.js';
import type { FarmBlobs } from './farm-blobs.js';

export class KeptBlobs implements FarmBlobs {
  readonly #shared: FarmBlobs;
  readonly #maxBytes: number;
  /** By digest, the least recently used first. */
  readonly #kept = new Map<string, Uint8Array>();
  readonly #coming = new Map<string, Promise<Uint8Array | undefined>>();
  #bytes = 0;

  constructor(shared: FarmBlobs, maxBytes: number) {
    this.#shared = shared;
    this.#maxBytes = maxBytes;
  }

  get trouble(): string | undefined {
    return this.#shared.trouble;
  }

  has(blob: Blob): Promise<boolean> {
    return this.#shared.has(blob);
  }

  /** Concurrent requests for the same bytes share one fetch. */
  async get(blob: Blob): Promise<Uint8Array | undefined> {
    const { digest } = blob;
    const kept = this.#kept.get(digest);
    if (kept !== undefined) {
      this.#kept.delete(digest);
      this.#kept.set(digest, kept);
      return kept;
    }
    const coming = this.#coming.get(digest) ?? this.#fetch(blob);
    this.#coming.set(digest, coming);
    return coming;
  }

  async #fetch(blob: Blob): Promise<Uint8Array | undefined> {
    try {
      const bytes = await this.#shared.get(blob);
      if (bytes !== undefined) this.#keep(blob.digest, bytes);
      return bytes;
    } finally {
      this.#coming.delete(blob.digest);
    }
  }

  /** A blob larger than half of the limit would displace blobs that are used more often. */
  #keep(digest: string, bytes: Uint8Array): void {
    if (bytes.length > this.#maxBytes / 2) return;
    this.#kept.set(digest, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }

  /** Outputs are not inputs of other jobs. */
  put(blob: Blob, bytes: Uint8Array): Promise<boolean> {
    return this.#shared.put(blob, bytes);
  }
}
