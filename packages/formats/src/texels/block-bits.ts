// A block of 16 bytes read as fields of bits, the lowest bit of the first byte first.

export class BlockBits {
  /** One word more than a block: a read of the last bits may extend beyond it. */
  readonly #words = new Uint32Array(5);
  #position = 0;

  load(data: Uint8Array, at: number): void {
    for (let i = 0; i < 4; i++) {
      const b = at + i * 4;
      const low = (data[b] ?? 0) | ((data[b + 1] ?? 0) << 8);
      this.#words[i] = low | ((data[b + 2] ?? 0) << 16) | ((data[b + 3] ?? 0) << 24);
    }
    this.#position = 0;
  }

  /** The next `count` bits, at most 16. */
  take(count: number): number {
    const value = this.at(this.#position, count);
    this.#position += count;
    return value;
  }

  /** `count` bits from bit `position`, independent of the current position. */
  at(position: number, count: number): number {
    const word = position >> 5;
    const shift = position & 31;
    let value = (this.#words[word] ?? 0) >>> shift;
    if (shift + count > 32) value |= (this.#words[word + 1] ?? 0) << (32 - shift);
    return value & ((1 << count) - 1);
  }
}
