// Streams of bits, lowest bit of the first byte first.

/** Up to 32 bits at a bit position. Beyond the end they are 0. */
export function readBits(bytes: Uint8Array, at: number, count: number): number {
  if (count === 0) return 0;
  const byte = at >>> 3;
  const shift = at & 7;
  const low =
    (bytes[byte] ?? 0) |
    ((bytes[byte + 1] ?? 0) << 8) |
    ((bytes[byte + 2] ?? 0) << 16) |
    ((bytes[byte + 3] ?? 0) << 24);
  let value = low >>> shift;
  if (shift + count > 32) value |= (bytes[byte + 4] ?? 0) << (32 - shift);
  return count === 32 ? value >>> 0 : value & ((1 << count) - 1);
}

/** The same as a number with a sign, in two's complement. */
export function readSigned(bytes: Uint8Array, at: number, count: number): number {
  return (readBits(bytes, at, count) << (32 - count)) >> (32 - count);
}

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
