// A plain little-endian writer for tests. Golden files are written with it straight from the spec's text, without the
// structs that the encoders use, so that the two ways to the bytes can disagree.

export class ByteWriter {
  readonly #bytes: number[] = [];
  readonly #scratch = new DataView(new ArrayBuffer(8));

  get length(): number {
    return this.#bytes.length;
  }

  #push(size: number): this {
    for (let i = 0; i < size; i++) this.#bytes.push(this.#scratch.getUint8(i));
    return this;
  }

  ascii(text: string): this {
    for (const ch of text) this.#bytes.push(ch.charCodeAt(0));
    return this;
  }

  bytes(bytes: Iterable<number>): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  u8(...values: number[]): this {
    return this.bytes(values);
  }

  u16(...values: number[]): this {
    for (const value of values) {
      this.#scratch.setUint16(0, value, true);
      this.#push(2);
    }
    return this;
  }

  i16(...values: number[]): this {
    return this.u16(...values.map((value) => value & 0xffff));
  }

  u32(...values: number[]): this {
    for (const value of values) {
      this.#scratch.setUint32(0, value, true);
      this.#push(4);
    }
    return this;
  }

  i32(...values: number[]): this {
    return this.u32(...values.map((value) => value >>> 0));
  }

  f32(...values: number[]): this {
    for (const value of values) {
      this.#scratch.setFloat32(0, value, true);
      this.#push(4);
    }
    return this;
  }

  u64(...values: bigint[]): this {
    for (const value of values) {
      this.#scratch.setBigUint64(0, value, true);
      this.#push(8);
    }
    return this;
  }

  zeros(count: number): this {
    for (let i = 0; i < count; i++) this.#bytes.push(0);
    return this;
  }

  pad(alignment: number): this {
    return this.zeros((alignment - (this.length % alignment)) % alignment);
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
