// Sends results to a shared cache while the build runs: blobs, then the result that names them, then the questions by which it is found, if
// any. A few at a time. The queue takes little memory: bytes beyond a limit are read from the content store again. Never fails the build.

import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import type { ContentStore } from '../cache/content-store.js';
import { type BytesOutput, carriedBytes, type Trace } from '../cache/trace.js';
import type { RemoteCache } from './remote-cache.js';
import { RemoteError } from './remote-error.js';
import { type AskedQuestions, encodeAsked, encodeRecord, placeOf, questionsKey } from './result-keys.js';

/** Concurrent results: small ones are limited by latency, not bandwidth. With 50 ms latency, sixteen were fewer than two threads make. */
const LANES = 64;

/** Total bytes of these: more would only wait in buffers. A single one may be larger. */
const MAX_LANE_BYTES = 1 << 24;

/** Bytes of outputs that wait to be sent. A single one may be larger. */
const MAX_HELD_BYTES = 1 << 26;

/** From this size on, it is worth checking whether it was already sent. */
const ASK_FIRST_BYTES = 1 << 20;

export interface Upload {
  readonly asset: Asset;
  readonly contentKey: string;
  readonly trace: Trace;
  /** Outputs that are not in the trace. Missing ones are in the store. */
  readonly outputs: readonly BytesOutput[];
  /** The questions that the cache has for this content. Undefined if they were not requested. */
  readonly asked: readonly AskedQuestions[] | undefined;
  /** It came from the store, so it may have been sent before. */
  readonly mayBeThere: boolean;
}

export interface Sent {
  readonly results: number;
  readonly bytes: number;
  /** Results that were not sent. */
  readonly unsent: number;
}

export class Uploads {
  readonly #cache: RemoteCache;
  readonly #store: ContentStore | undefined;
  readonly #waiting: Upload[] = [];
  #heldBytes = 0;
  #active = 0;
  #activeBytes = 0;
  #results = 0;
  #bytes = 0;
  #unsent = 0;
  #isStopped = false;
  #drained: (() => void) | undefined;
  /** Blobs that this build has sent, or is sending. */
  readonly #blobs = new Map<string, Promise<void>>();
  /** Our own bugs, thrown when the uploads are awaited. */
  readonly #bugs: unknown[] = [];
  readonly #onFailure: (error: RemoteError) => void;

  constructor(cache: RemoteCache, store: ContentStore | undefined, onFailure: (error: RemoteError) => void) {
    this.#cache = cache;
    this.#store = store;
    this.#onFailure = onFailure;
  }

  add(upload: Upload): void {
    const bytes = sizeOf(upload.outputs);
    const fits = this.#heldBytes === 0 || this.#heldBytes + bytes <= MAX_HELD_BYTES;
    const isHeld = this.#store === undefined || fits;
    if (isHeld) this.#heldBytes += bytes;
    this.#waiting.push(isHeld ? upload : { ...upload, outputs: [] });
    this.#pump();
  }

  /** Results that are not sent. */
  skip(): void {
    this.#unsent++;
  }

  /** Resolves when everything is sent or given up, at the latest after `limitMs`. */
  async drain(limitMs: number | undefined): Promise<Sent> {
    if (this.#active + this.#waiting.length > 0)
      await new Promise<void>((resolve) => {
        const timer = limitMs === undefined ? undefined : setTimeout(resolve, limitMs);
        this.#drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.stop();
    const unsent = this.#unsent + this.#active;
    if (this.#bugs.length > 0) throw this.#bugs[0];
    return { results: this.#results, bytes: this.#bytes, unsent };
  }

  /** Drops waiting results. */
  stop(): void {
    this.#isStopped = true;
    this.#unsent += this.#waiting.splice(0).length;
  }

  #pump(): void {
    for (let upload = this.#waiting[0]; upload !== undefined; upload = this.#waiting[0]) {
      const bytes = sizeOf(upload.trace.outputs);
      const fits = this.#active < LANES && this.#activeBytes + bytes <= MAX_LANE_BYTES;
      if (!fits && this.#active > 0) break;
      this.#waiting.shift();
      this.#active++;
      this.#activeBytes += bytes;
      const heldBytes = sizeOf(upload.outputs);
      const ended = (isSent: boolean): void => {
        this.#active--;
        this.#activeBytes -= bytes;
        this.#heldBytes -= heldBytes;
        if (!isSent) this.#unsent++;
        this.#pump();
      };
      this.#send(upload).then(ended, (bug) => {
        this.#bugs.push(bug);
        ended(false);
      });
    }
    if (this.#active === 0 && this.#waiting.length === 0) this.#drained?.();
  }

  async #send(upload: Upload): Promise<boolean> {
    const { asset, contentKey, trace, mayBeThere } = upload;
    try {
      const { key, asked } = placeOf(contentKey, trace, asset);
      if (mayBeThere && (await this.#cache.has('ac', key))) return true;
      const outputs = trace.outputs.filter(({ copyOf }) => copyOf === undefined);
      await Promise.all(outputs.map((output) => this.#sendOutput(upload, output)));
      const files = outputs.map(({ digest, sizeBytes }, i) => ({ path: String(i), digest, sizeBytes }));
      await this.#cache.putResult(key, { files, record: encodeRecord(key, trace) });
      const all = asked === undefined ? undefined : withFirst(asked, upload.asked ?? []);
      const first = questionsKey(contentKey);
      if (all !== undefined) await this.#cache.putResult(first, { files: [], record: encodeAsked(first, all) });
      this.#results++;
      return true;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (!this.#isStopped) this.#onFailure(error);
      return false;
    }
  }

  async #sendOutput(upload: Upload, output: Trace['outputs'][number]): Promise<void> {
    const bytes = await this.#bytesOf(upload, output);
    if (bytes === undefined) throw new RemoteError('failed', 'the content store no longer has their files');
    await this.#sendBlob(output.digest, bytes);
  }

  async #bytesOf({ outputs }: Upload, output: Trace['outputs'][number]): Promise<Uint8Array | undefined> {
    const held = outputs.find(({ digest }) => digest === output.digest);
    return held?.bytes ?? carriedBytes(output) ?? (await this.#store?.get('artifact', output.digest));
  }

  /** Equal outputs of several assets are sent once, and always before a result that names them. */
  async #sendBlob(digest: string, bytes: Uint8Array): Promise<void> {
    const sending = this.#blobs.get(digest) ?? this.#sendNewBlob(digest, bytes);
    this.#blobs.set(digest, sending);
    await sending;
  }

  async #sendNewBlob(digest: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length >= ASK_FIRST_BYTES && (await this.#cache.has('cas', digest))) return;
    await this.#cache.putBlob(bytes, digest);
    this.#bytes += bytes.length;
  }
}

const sizeOf = (outputs: readonly { readonly sizeBytes: number }[]): number =>
  outputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Undefined if it is already in the list. */
function withFirst(asked: AskedQuestions, others: readonly AskedQuestions[]): readonly AskedQuestions[] | undefined {
  const text = canonicalJson(asked);
  return others.some((other) => canonicalJson(other) === text) ? undefined : [asked, ...others];
}
