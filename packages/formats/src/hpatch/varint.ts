// Whole numbers as bytes of seven bits, the lowest first; the high bit means that another follows. At most 53 bits.

import { FormatError } from '../core/format-error.js';

export class VarintWriter {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  write(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) + 128);
    this.#bytes.push(rest);
  }

  /** 0, -1, 1, -2 … become 0, 1, 2, 3 … */
  writeSigned(value: number): void {
    this.write(value < 0 ? -2 * value - 1 : 2 * value);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.byteLength;
  }

  read(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new FormatError('truncated', 0, 'a number of the plan is cut off');
      value += (byte & 127) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw new FormatError('bad-range', 0, 'a number of the plan is too large');
      if (byte < 128) return value;
      if (scale >= 2 ** 49) throw new FormatError('bad-range', 0, 'a number of the plan is too long');
    }
  }

  readSigned(): number {
    const value = this.read();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
