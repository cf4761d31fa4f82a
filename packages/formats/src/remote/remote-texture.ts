// A texture on a server, loaded level by level. KTX2 stores the smallest levels first: they arrive with the head, in one request.

import type { PackEntry } from '../hpack/model.js';
import type { Ktx2Level } from '../ktx2/model.js';
import { LibraryError } from '../library/asset-library.js';
import type { MemoryBudget } from './memory-budget.js';
import type { RequestOptions } from './request-queue.js';
import type { TextureHead } from './texture-head.js';

/** A loaded level. */
export interface StreamedLevel extends Ktx2Level {
  /** 0 is the largest. */
  readonly level: number;
  readonly width: number;
  readonly height: number;
}

/** Which levels of a texture to stream. */
export interface StreamOptions extends RequestOptions {
  /** Levels with a longer side are not loaded. */
  readonly maxSize?: number;
}

/** Reads a part of the pack. */
type FetchRange = (offset: number, length: number, options?: RequestOptions) => Promise<Uint8Array>;

/** An open texture; made by `RemoteLibrary.openTexture`. Its bytes count against the library's budget until `release`. */
export class RemoteTexture {
  readonly path: string;
  /** Header, descriptor and key/value data; positions and sizes of the levels. */
  readonly head: TextureHead;
  readonly #entry: PackEntry;
  readonly #first: Uint8Array;
  readonly #fetch: FetchRange;
  readonly #budget: MemoryBudget;
  #heldBytes = 0;

  /** @internal */
  constructor(entry: PackEntry, head: TextureHead, first: Uint8Array, fetch: FetchRange, budget: MemoryBudget) {
    this.path = entry.path;
    this.head = head;
    this.#entry = entry;
    this.#first = first;
    this.#fetch = fetch;
    this.#budget = budget;
  }

  /** Bytes of its levels that count against the budget. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** One level (0 is the largest), as stored: `readLevel` undoes its supercompression. Rejects with a LibraryError if the budget does not allow it. */
  async fetchLevel(level: number, options: RequestOptions = {}): Promise<StreamedLevel> {
    const place = this.head.levels[level];
    if (place === undefined) throw new RangeError(`${this.path} has no level ${level}`);
    if (!this.#budget.take(place.byteLength)) {
      const left = `${place.byteLength} bytes, ${this.#budget.leftBytes} of the budget are left`;
      throw new LibraryError(`${this.path}: level ${level} takes ${left}`);
    }
    this.#heldBytes += place.byteLength;
    const { byteOffset, byteLength, ...rest } = place;
    const end = byteOffset + byteLength;
    try {
      const bytes =
        end <= this.#first.byteLength
          ? this.#first.subarray(byteOffset, end)
          : await this.#fetch(this.#entry.offset + byteOffset, byteLength, options);
      return { ...rest, byteOffset, bytes, level };
    } catch (error) {
      this.#giveBack(byteLength);
      throw error;
    }
  }

  /**
   * Yields levels from the smallest to the largest, each when it has arrived. Ends early if the budget has no room for the next. After a
   * `break` the rest is not loaded.
   *
   * @example
   * for await (const level of texture.stream({ maxSize: 1024, signal })) upload(level);
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<StreamedLevel, void, undefined> {
    const { maxSize = Number.POSITIVE_INFINITY, ...request } = options;
    for (let level = this.head.levels.length - 1; level >= 0; level--) {
      const place = this.head.levels[level];
      if (place === undefined || Math.max(place.width, place.height) > maxSize) return;
      if (place.byteLength > this.#budget.leftBytes) return;
      yield await this.fetchLevel(level, request);
    }
  }

  /** Call it when its levels are no longer in memory: it frees their share of the budget. */
  release(): void {
    this.#giveBack(this.#heldBytes);
  }

  #giveBack(bytes: number): void {
    this.#heldBytes -= bytes;
    this.#budget.give(bytes);
  }
}
