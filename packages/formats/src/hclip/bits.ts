// Streams of bits, lowest bit of the first byte first.

/** 32 bits at a bit position, as a number with a sign; 5 bytes must be there. Twice as fast as a byte at a time. */
export function readWord(view: DataView, at: number): number {
  const byte = at >>> 3;
  const shift = at & 7;
  // In two steps, since a shift by 32 is one by 0.
  return (view.getInt32(byte, true) >>> shift) | ((view.getUint8(byte + 4) << 1) << (31 - shift));
}

/** Up to 24 bits at a bit position; 4 bytes must be there. */
export const readBits = (view: DataView, at: number, count: number): number =>
  (view.getInt32(at >>> 3, true) >>> (at & 7)) & ((1 << count) - 1);

/** Up to 32 bits as a number with a sign, in two's complement; 5 bytes must be there. */
export const readSigned = (view: DataView, at: number, count: number): number =>
  (readWord(view, at) << (32 - count)) >> (32 - count);

/** Collects bits. */
export class BitWriter {
  #bytes = new Uint8Array(64);
  #at = 0;

  /** Bits so far. */
  get length(): number {
    return this.#at;
  }

  /** Appends the low `count` bits of `value`, up to 32. */
  write(value: number, count: number): void {
    if (count < 32 && (value < -(2 ** Math.max(0, count - 1)) || value >= 2 ** count))
      throw new Error(`${value} does not fit into ${count} bits`);
    if (this.#at + count > this.#bytes.length * 8) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    for (let left = count, rest = value | 0; left > 0; ) {
      const shift = this.#at & 7;
      const taken = Math.min(left, 8 - shift);
      const byte = this.#at >>> 3;
      this.#bytes[byte] = (this.#bytes[byte] ?? 0) | ((rest & ((1 << taken) - 1)) << shift);
      rest >>= taken;
      left -= taken;
      this.#at += taken;
    }
  }

  /** The bits, filled with zeros to a whole byte. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, Math.ceil(this.#at / 8));
  }
}

/** Bits of a number in two's complement, at least 1. */
export const signedBits = (value: number): number => 33 - Math.clz32(value < 0 ? ~value : value);
/** Bits of a number without a sign. */
export const unsignedBits = (value: number): number => 32 - Math.clz32(value);
