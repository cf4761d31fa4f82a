// A cursor over big-endian font data that reports where a file ends too early.

import { damaged, viewOf } from './sfnt.js';

export class FontBytes {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #file: string;
  readonly #what: string;
  at = 0;

  /** `what`: names the data in error messages. */
  constructor(bytes: Uint8Array, file: string, what: string) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#file = file;
    this.#what = what;
  }

  get remaining(): number {
    return this.#bytes.length - this.at;
  }

  #take(count: number): number {
    const { at } = this;
    if (count > this.remaining) throw this.fail(`ends ${count - this.remaining} bytes too early`);
    this.at += count;
    return at;
  }

  fail(message: string) {
    return damaged(this.#file, this.at, `${this.#what} ${message}`);
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  i16(): number {
    return this.#view.getInt16(this.#take(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  bytes(count: number): Uint8Array {
    const at = this.#take(count);
    return this.#bytes.subarray(at, at + count);
  }

  /** A WOFF2 variable-length number: one to five bytes, seven bits each, without leading zeros. */
  base128(): number {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.u8();
      if (i === 0 && byte === 0x80) throw this.fail('has a number with leading zeros');
      value = value * 128 + (byte & 0x7f);
      if (value > 0xffffffff) break;
      if (byte < 0x80) return value;
    }
    throw this.fail('has a number of more than 32 bits');
  }

  /** A WOFF2 number below 65536, stored in one byte if small. */
  packed16(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return this.u8() + 506;
    return code === 255 ? this.u8() + 253 : code;
  }
}
