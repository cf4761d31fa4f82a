// Decodes the Huffman code of PIZ: canonical, longest codes first. The last symbol represents a run of the preceding word.

import { DamagedChunk } from './damaged-chunk.js';

const HEADER_BYTES = 20;
/** One more than there are words, because a run has its own symbol. */
const MAX_SYMBOLS = 65537;
/** The format allows 58, but no chunk has enough words for codes longer than about forty. */
const MAX_CODE_BITS = 52;
/** Codes up to this length are decoded with one table lookup. */
const TABLE_BITS = 14;

export function decodeHuffman(data: Uint8Array, words: Uint16Array): void {
  if (words.length === 0) return;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < HEADER_BYTES) throw new DamagedChunk('its code ends inside its header');
  const [first, last, bitCount] = [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(12, true)];
  if (first >= MAX_SYMBOLS || last >= MAX_SYMBOLS) throw new DamagedChunk('its code has symbols that cannot be');
  const lengths = new Uint8Array(MAX_SYMBOLS);
  const start = readLengths(data, first, last, lengths);
  if (bitCount > (data.length - start) * 8) throw new DamagedChunk('its codes end too early');
  readWords(data.subarray(start), bitCount, new HuffmanTable(lengths, first, last), last, words);
}

const SHORT_RUN = 59;
const LONG_RUN = 63;

/** Reads six bits per symbol; some values represent several symbols that do not occur. Returns the offset of the codes. */
function readLengths(data: Uint8Array, first: number, last: number, lengths: Uint8Array): number {
  let [at, bits, bitsHeld] = [HEADER_BYTES, 0, 0];
  const take = (count: number): number => {
    while (bitsHeld < count) {
      if (at >= data.length) throw new DamagedChunk('the lengths of its codes are cut off');
      bits = ((bits & 0xffff) << 8) | (data[at++] ?? 0);
      bitsHeld += 8;
    }
    bitsHeld -= count;
    return (bits >> bitsHeld) & ((1 << count) - 1);
  };
  for (let symbol = first; symbol <= last; ) {
    const length = take(6);
    if (length < SHORT_RUN) lengths[symbol++] = length;
    else {
      symbol += length === LONG_RUN ? take(8) + 6 : length - SHORT_RUN + 2;
      if (symbol > last + 1) throw new DamagedChunk('the lengths of its codes are more than there are symbols');
    }
  }
  return at;
}

class HuffmanTable {
  /** By the first bits: symbol · 64 + length; 0 if the code is longer. */
  readonly short = new Uint32Array(1 << TABLE_BITS);
  /** By length: the first code, and the index of its symbol among all, sorted by length. */
  readonly codes = new Float64Array(MAX_CODE_BITS + 1);
  readonly starts = new Uint32Array(MAX_CODE_BITS + 2);
  readonly symbols: Uint32Array;

  constructor(lengths: Uint8Array, first: number, last: number) {
    const counts = new Uint32Array(MAX_CODE_BITS + 1);
    for (let symbol = first; symbol <= last; symbol++) {
      const length = lengths[symbol] ?? 0;
      if (length > MAX_CODE_BITS) throw new DamagedChunk(`its code has codes of ${length} bits`);
      counts[length] = (counts[length] ?? 0) + 1;
    }
    let code = 0;
    for (let length = MAX_CODE_BITS; length > 0; length--) {
      this.codes[length] = code;
      const end = code + (counts[length] ?? 0);
      if (end > 2 ** length) throw new DamagedChunk('its code has more codes than fit');
      code = Math.floor(end / 2);
    }
    for (let length = 1; length <= MAX_CODE_BITS; length++)
      this.starts[length + 1] = (this.starts[length] ?? 0) + (counts[length] ?? 0);
    this.symbols = new Uint32Array(this.starts[MAX_CODE_BITS + 1] ?? 0);
    const next = this.starts.slice();
    for (let symbol = first; symbol <= last; symbol++) {
      const length = lengths[symbol] ?? 0;
      if (length > 0) this.#enter(symbol, length, next);
    }
  }

  #enter(symbol: number, length: number, next: Uint32Array): void {
    const index = next[length] ?? 0;
    next[length] = index + 1;
    this.symbols[index] = symbol;
    if (length > TABLE_BITS) return;
    const code = (this.codes[length] ?? 0) + index - (this.starts[length] ?? 0);
    const unused = TABLE_BITS - length;
    this.short.fill(symbol * 64 + length, code << unused, (code + 1) << unused);
  }
}

/** An invalid code is recognized by its length. */
function readWords(
  data: Uint8Array,
  bitCount: number,
  table: HuffmanTable,
  runSymbol: number,
  words: Uint16Array,
): void {
  const { short } = table;
  const mask = (1 << TABLE_BITS) - 1;
  let [at, bits, bitsHeld, used, to] = [0, 0, 0, 0, 0];
  while (to < words.length) {
    // Bits past the end are zeros, and count as used.
    while (bitsHeld < TABLE_BITS) {
      bits = ((bits & 0xffff) << 8) | (data[at++] ?? 0);
      bitsHeld += 8;
    }
    const entry = short[(bits >> (bitsHeld - TABLE_BITS)) & mask] ?? 0;
    let symbol = entry >>> 6;
    if (entry !== 0) {
      bitsHeld -= entry & 63;
      used += entry & 63;
    } else {
      const long = readLong(data, used, table);
      symbol = long.symbol;
      used += long.length;
      at = used >> 3;
      bitsHeld = (8 - (used & 7)) & 7;
      bits = bitsHeld > 0 ? (data[at++] ?? 0) : 0;
    }
    if (symbol !== runSymbol) words[to++] = symbol;
    else {
      if (bitsHeld < 8) {
        bits = ((bits & 0xffff) << 8) | (data[at++] ?? 0);
        bitsHeld += 8;
      }
      bitsHeld -= 8;
      used += 8;
      const run = (bits >> bitsHeld) & 255;
      if (to === 0 || to + run > words.length) throw new DamagedChunk('a run of its code is longer than the chunk');
      words.fill(words[to - 1] ?? 0, to, to + run);
      to += run;
    }
    if (used > bitCount) throw new DamagedChunk('its codes end too early');
  }
}

function readLong(
  data: Uint8Array,
  start: number,
  { codes, starts, symbols }: HuffmanTable,
): { symbol: number; length: number } {
  let code = 0;
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    const bit = start + length - 1;
    code = code * 2 + (((data[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    if (length <= TABLE_BITS) continue;
    const index = (starts[length] ?? 0) + code - (codes[length] ?? 0);
    if (index >= (starts[length] ?? 0) && index < (starts[length + 1] ?? 0))
      return { symbol: symbols[index] ?? 0, length };
  }
  throw new DamagedChunk('its codes hold one that there is not');
}
