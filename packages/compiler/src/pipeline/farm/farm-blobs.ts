// Bytes by their SHA-256, in a store that the building machine and all workers share.

import type { RemoteClient } from '../remote/remote-cache.js';
import { RemoteError } from '../remote/remote-error.js';
import type { Blob } from '../workers/input/remote-inputs.js';

/** The store through which machines of a farm exchange files, by digest. Never rejects: lost files count as missing. */
export interface FarmBlobs {
  has(blob: Blob): Promise<boolean>;
  /** Verified. Undefined if it is not available. */
  get(blob: Blob): Promise<Uint8Array | undefined>;
  /** False if it could not be stored. */
  put(blob: Blob, bytes: Uint8Array): Promise<boolean>;
  /** Why the last attempt failed, if it did, for messages. Free of secrets. */
  readonly trouble?: string | undefined;
}

/** In parentheses, for the end of a message. */
export const becauseOf = ({ trouble }: FarmBlobs): string => (trouble === undefined ? '' : ` (${trouble})`);

type BlobClient = Pick<RemoteClient, 'name' | 'has' | 'getBlob' | 'putBlob' | 'close'> & {
  readonly reading: Pick<RemoteClient['reading'], 'isOpen'>;
  readonly writing: Pick<RemoteClient['writing'], 'isOpen'>;
};

/** A client that gave up its server is replaced by a new one after this time. A worker runs for weeks. */
const PAUSE_MS = 5000;

/** The blobs of the shared cache. */
export class SharedBlobs implements FarmBlobs {
  readonly #open: () => BlobClient;
  readonly #now: () => number;
  #client: BlobClient | undefined;
  #triedMs = Number.NEGATIVE_INFINITY;
  /** Separate clients: a server may allow everyone to read but only some to write. */
  readonly #troubles = new Map<'reading' | 'writing', string>();

  constructor(open: () => BlobClient, now: () => number = () => performance.now()) {
    this.#open = open;
    this.#now = now;
  }

  get trouble(): string | undefined {
    return this.#troubles.get('writing') ?? this.#troubles.get('reading');
  }

  has({ digest }: Blob): Promise<boolean> {
    return this.#ask('reading', false, (client) => client.has('cas', digest));
  }

  get({ digest, sizeBytes }: Blob): Promise<Uint8Array | undefined> {
    return this.#ask('reading', undefined, (client) => client.getBlob({ digest, sizeBytes }));
  }

  put({ digest }: Blob, bytes: Uint8Array): Promise<boolean> {
    return this.#ask('writing', false, async (client) => {
      await client.putBlob(bytes, digest);
      return true;
    });
  }

  async #ask<T>(way: 'reading' | 'writing', otherwise: T, ask: (client: BlobClient) => Promise<T>): Promise<T> {
    const client = this.#current();
    if (client === undefined) return otherwise;
    try {
      const answer = await ask(client);
      this.#troubles.delete(way);
      return answer;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      this.#troubles.set(way, `${client.name}: ${error.message}`);
      return otherwise;
    }
  }

  #current(): BlobClient | undefined {
    const client = this.#client;
    if (client !== undefined && !client.reading.isOpen && !client.writing.isOpen) return client;
    if (this.#now() - this.#triedMs < PAUSE_MS) return undefined;
    this.#triedMs = this.#now();
    client?.close();
    this.#client = this.#open();
    return this.#client;
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
    this.#triedMs = Number.POSITIVE_INFINITY;
  }
}
