// Typed arrays that grow by doubling: the parser does not know counts in advance and must not trust any. Large ones use WebAssembly memory,
// which grows in place: nothing is copied, unwritten pages take no memory, and freed memory returns to the system. The allocator's own
// blocks of up to 32 MB stay with the process: 100 MB for an OBJ of 129 MB.

import { createMemory, growMemory } from '@assetc/kernels';

const INITIAL_LENGTH = 1024;
/** Smaller allocations cost less than a separate mapping. */
const MIN_MAPPED_BYTES = 1 << 20;
const PAGE_BYTES = 65536;

/** Grows a buffer to `count` four-byte numbers, keeping the contents of `old`. */
class GrowingBuffer {
  #memory: WebAssembly.Memory | undefined;

  grow(old: ArrayBufferLike, count: number): ArrayBufferLike {
    if (this.#memory !== undefined) {
      growMemory(this.#memory, count * 4);
      return this.#memory.buffer;
    }
    if (count * 4 >= MIN_MAPPED_BYTES) this.#memory = createMemory(Math.ceil((count * 4) / PAGE_BYTES));
    const buffer = this.#memory?.buffer ?? new ArrayBuffer(count * 4);
    new Uint8Array(buffer).set(new Uint8Array(old));
    return buffer;
  }
}

export class GrowableFloats {
  readonly #buffer = new GrowingBuffer();
  #data: Float32Array = new Float32Array(INITIAL_LENGTH);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) this.#grow(this.length + 1);
    this.#data[this.length++] = value;
  }

  append(values: Float32Array): void {
    if (this.length + values.length > this.#data.length) this.#grow(this.length + values.length);
    this.#data.set(values, this.length);
    this.length += values.length;
  }

  #grow(minLength: number): void {
    this.#data = new Float32Array(this.#buffer.grow(this.#data.buffer, doubleUntil(this.#data.length, minLength)));
  }

  view(): Float32Array {
    return this.#data.subarray(0, this.length);
  }
}

export class GrowableInts {
  readonly #buffer = new GrowingBuffer();
  #data: Int32Array = new Int32Array(INITIAL_LENGTH);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) this.#grow(this.length + 1);
    this.#data[this.length++] = value;
  }

  append(values: Int32Array): void {
    this.#reserve(values.length);
    this.#data.set(values, this.length);
    this.length += values.length;
  }

  /** Appends each of `values`, increased by `by`. */
  appendShifted(values: Uint32Array, by: number): void {
    this.#reserve(values.length);
    for (let i = 0; i < values.length; i++) this.#data[this.length + i] = (values[i] ?? 0) + by;
    this.length += values.length;
  }

  appendRepeated(value: number, count: number): void {
    this.#reserve(count);
    this.#data.fill(value, this.length, this.length + count);
    this.length += count;
  }

  #reserve(count: number): void {
    if (this.length + count > this.#data.length) this.#grow(this.length + count);
  }

  #grow(minLength: number): void {
    this.#data = new Int32Array(this.#buffer.grow(this.#data.buffer, doubleUntil(this.#data.length, minLength)));
  }

  view(): Int32Array {
    return this.#data.subarray(0, this.length);
  }
}

function doubleUntil(size: number, minLength: number): number {
  let larger = size;
  while (larger < minLength) larger *= 2;
  return larger;
}
