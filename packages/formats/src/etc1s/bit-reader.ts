// Bits from the lowest of the first byte on, and the Huffman codes of BasisLZ: canonical, first bit lowest.

import { FormatError } from '../core/format-error.js';

const damaged = (what: string): FormatError => new FormatError('bad-value', 0, `its ETC1S data is damaged: ${what}`);

/** Maximum length of a code. */
const MAX_CODE_BITS = 16;

/** Symbol and length by the next bits, as many as the longest code has. */
export interface HuffmanTable {
  readonly bits: number;
  /** symbol × 32 + length; 0 if no code starts with these bits. */
  readonly entries: Uint32Array;
}

export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Up to 16 bits. Beyond the end they are 0. */
  #peek(count: number): number {
    const byte = this.#at >> 3;
    const bytes = this.#bytes;
    const word = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8) | ((bytes[byte + 2] ?? 0) << 16);
    return (word >>> (this.#at & 7)) & ((1 << count) - 1);
  }

  bits(count: number): number {
    const value = this.#peek(count);
    this.#at += count;
    return value;
  }

  /** Reads a number in pieces of `size` bits, each followed by a bit that is set if another follows. */
  pieces(size: number): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += size) {
      const piece = this.bits(size + 1);
      value |= (piece & ((1 << size) - 1)) << shift;
      if (piece >> size === 0) return value;
    }
    throw damaged('a count without end');
  }

  symbol({ bits, entries }: HuffmanTable): number {
    const entry = entries[this.#peek(bits)] ?? 0;
    if (entry === 0) throw damaged('no such code');
    this.#at += entry & 31;
    return entry >>> 5;
  }

  /** Throws if reading went past the end. */
  end(): void {
    if (this.#at > this.#bytes.byteLength * 8) throw damaged('it ends too early');
  }
}

function huffmanTable(lengths: Uint8Array): HuffmanTable {
  const counts = new Uint32Array(MAX_CODE_BITS + 1);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1;
  const next = new Uint32Array(MAX_CODE_BITS + 1);
  let code = 0;
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    next[length] = code;
    code += counts[length] ?? 0;
    if (code > 1 << length) throw damaged('more codes than fit');
    code <<= 1;
  }
  const bits = lengths.reduce((most, length) => Math.max(most, length), 0);
  const entries = new Uint32Array(1 << bits);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const own = next[length] ?? 0;
    next[length] = own + 1;
    let reversed = 0;
    for (let i = 0; i < length; i++) reversed |= ((own >> i) & 1) << (length - 1 - i);
    for (let at = reversed; at < entries.length; at += 1 << length) entries[at] = symbol * 32 + length;
  }
  return { bits, entries };
}

/** The order in which the lengths of length codes are stored. */
const LENGTH_ORDER = [17, 18, 19, 20, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15, 16];
const SYMBOL_BITS = 14;
/** Length symbols that mean runs: the number of extra bits, and the shortest run. */
const RUNS: Readonly<Record<number, readonly [bits: number, min: number]>> = {
  17: [3, 3],
  18: [7, 11],
  19: [2, 3],
  20: [7, 7],
};
const FIRST_REPEAT = 19;

export function readHuffmanTable(reader: BitReader): HuffmanTable {
  const count = reader.bits(SYMBOL_BITS);
  const ofLengths = new Uint8Array(21);
  if (count === 0) return huffmanTable(new Uint8Array(0));
  const stored = reader.bits(5);
  if (stored < 1 || stored > LENGTH_ORDER.length) throw damaged('a table of codes');
  for (const symbol of LENGTH_ORDER.slice(0, stored)) ofLengths[symbol] = reader.bits(3);
  const table = huffmanTable(ofLengths);
  const lengths = new Uint8Array(count);
  for (let at = 0; at < count; ) {
    const symbol = reader.symbol(table);
    const run = RUNS[symbol];
    if (run === undefined) {
      lengths[at++] = symbol;
      continue;
    }
    const end = at + reader.bits(run[0]) + run[1];
    if (end > count || (symbol >= FIRST_REPEAT && at === 0)) throw damaged('a run of codes');
    lengths.fill(symbol >= FIRST_REPEAT ? (lengths[at - 1] ?? 0) : 0, at, end);
    at = end;
  }
  return huffmanTable(lengths);
}
