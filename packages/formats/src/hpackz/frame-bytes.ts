// The frames of a compressed pack as one run of bytes: any part of it, by decompressing the frames that contain it.

import { FormatError } from '../core/format-error.js';
import type { RandomAccessSource } from '../source/random-access-source.js';
import { undoFilter } from './filter.js';
import { MAX_FRAME_BYTES } from './layout.js';
import type { DecompressFrame, PackedFrame } from './model.js';

/** Frames that are kept, after decompression: neighbors of a small entry are often read next, and a pack alternates between types. */
const KEPT_BYTES = 4 * MAX_FRAME_BYTES;

export class FrameBytes {
  readonly #source: RandomAccessSource;
  readonly #decompress: DecompressFrame;
  readonly #frames: readonly PackedFrame[];
  /** Where each frame begins in the run; the last is its end. */
  readonly #starts: Float64Array;
  /** The last is the one that was used last. */
  readonly #kept = new Map<number, Promise<Uint8Array>>();
  #keptBytes = 0;

  constructor(source: RandomAccessSource, frames: readonly PackedFrame[], decompress: DecompressFrame) {
    this.#source = source;
    this.#frames = frames;
    this.#decompress = decompress;
    this.#starts = new Float64Array(frames.length + 1);
    for (const [i, { frameBytes }] of frames.entries()) this.#starts[i + 1] = (this.#starts[i] ?? 0) + frameBytes;
  }

  /** Where bytes begin that are `at` in a frame. Throws FormatError if they do not begin there, or end outside the frames. */
  positionOf(frame: number, at: number, length: number): number {
    const start = this.#starts[frame] ?? Number.POSITIVE_INFINITY;
    const next = this.#starts[frame + 1] ?? 0;
    if (start + at >= next) throw new FormatError('bad-range', 0, `an entry begins outside frame ${frame}`);
    const end = this.#starts.at(-1) ?? 0;
    if (length > end - start - at) throw new FormatError('bad-range', 0, 'an entry ends outside the frames');
    return start + at;
  }

  /** Fills `out` with the bytes from a position on, which are inside the frames. */
  async copy(position: number, out: Uint8Array): Promise<void> {
    let done = 0;
    for (let index = this.#frameAt(position); done < out.length; index++) {
      const skip = position + done - (this.#starts[index] ?? 0);
      const part = (await this.#load(index)).subarray(skip, skip + out.length - done);
      out.set(part, done);
      done += part.length;
    }
  }

  /** The frame that contains a position. */
  #frameAt(position: number): number {
    let low = 0;
    let high = this.#frames.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low;
  }

  #load(index: number): Promise<Uint8Array> {
    const known = this.#kept.get(index);
    const loading = known ?? this.#read(index);
    if (known === undefined) loading.catch(() => this.#drop(index));
    this.#drop(index);
    this.#kept.set(index, loading);
    this.#keptBytes += this.#frames[index]?.frameBytes ?? 0;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#drop(oldest);
    }
    return loading;
  }

  #drop(index: number): void {
    if (this.#kept.delete(index)) this.#keptBytes -= this.#frames[index]?.frameBytes ?? 0;
  }

  async #read(index: number): Promise<Uint8Array> {
    const frame = this.#frames[index];
    if (frame === undefined) throw new FormatError('bad-range', 0, `there is no frame ${index}`);
    const stored = await this.#source.read(frame.offset, frame.stored);
    const bytes = frame.stored === frame.frameBytes ? stored : this.#decompress(stored, frame.frameBytes);
    if (bytes.byteLength !== frame.frameBytes)
      throw new FormatError('bad-value', frame.offset, `frame ${index} does not have its bytes`);
    return undoFilter(bytes, frame.filter, frame.stride);
  }
}
