// Typed arrays that grow by doubling: the parser does not know counts beforehand and must not trust any. Large ones lie in memory that
// grows where it is: nothing is copied, what is not written takes no memory, and what is given up goes back to the system whole. The
// allocator's own pieces of up to 32 MB stay with the process for good: 100 MB of an OBJ of 129 MB.

const FIRST = 1024;
/** Below this an allocation costs less than a mapping of its own. */
const LARGE_BYTES = 1 << 20;
const PAGE_BYTES = 65536;

/** Room for `count` numbers of four bytes, in place of `old` and with what that holds. */
class Room {
  #memory: WebAssembly.Memory | undefined;

  grow(old: ArrayBufferLike, count: number): ArrayBufferLike {
    const pages = Math.ceil((count * 4) / PAGE_BYTES);
    if (this.#memory !== undefined) {
      this.#memory.grow(pages - this.#memory.buffer.byteLength / PAGE_BYTES);
      return this.#memory.buffer;
    }
    if (count * 4 >= LARGE_BYTES) this.#memory = new WebAssembly.Memory({ initial: pages, maximum: 65536 });
    const buffer = this.#memory?.buffer ?? new ArrayBuffer(count * 4);
    new Uint8Array(buffer).set(new Uint8Array(old));
    return buffer;
  }
}

export class GrowableFloats {
  readonly #room = new Room();
  #data: Float32Array = new Float32Array(FIRST);
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

  #grow(least: number): void {
    this.#data = new Float32Array(this.#room.grow(this.#data.buffer, doubled(this.#data.length, least)));
  }

  view(): Float32Array {
    return this.#data.subarray(0, this.length);
  }
}

export class GrowableInts {
  readonly #room = new Room();
  #data: Int32Array = new Int32Array(FIRST);
  length = 0;

  push(value: number): void {
    if (this.length === this.#data.length) this.#grow(this.length + 1);
    this.#data[this.length++] = value;
  }

  append(values: Int32Array): void {
    this.#makeRoom(values.length);
    this.#data.set(values, this.length);
    this.length += values.length;
  }

  /** Each of `values`, and `by` more. */
  appendShifted(values: Uint32Array, by: number): void {
    this.#makeRoom(values.length);
    for (let i = 0; i < values.length; i++) this.#data[this.length + i] = (values[i] ?? 0) + by;
    this.length += values.length;
  }

  appendRepeated(value: number, count: number): void {
    this.#makeRoom(count);
    this.#data.fill(value, this.length, this.length + count);
    this.length += count;
  }

  #makeRoom(count: number): void {
    if (this.length + count > this.#data.length) this.#grow(this.length + count);
  }

  #grow(least: number): void {
    this.#data = new Int32Array(this.#room.grow(this.#data.buffer, doubled(this.#data.length, least)));
  }

  view(): Int32Array {
    return this.#data.subarray(0, this.length);
  }
}

function doubled(size: number, least: number): number {
  let larger = size;
  while (larger < least) larger *= 2;
  return larger;
}
