// Decodes one UASTC block to sixteen RGBA texels, the plain way. Twin of the kernel's decoder.

import { groupBits, hasBias, hasEac, RANGES, UASTC_MODES, UASTC_PATTERNS } from './uastc-fields.js';
import { expandEndpoint, WEIGHT_VALUES } from './uastc-ranges.js';

const MAGENTA = [255, 0, 255, 255] as const;

class BitReader {
  #position = 0;
  constructor(
    readonly block: Uint8Array,
    readonly at: number,
  ) {}

  take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#position++)
      value |= (((this.block[this.at + (this.#position >> 3)] ?? 0) >> (this.#position & 7)) & 1) << i;
    return value;
  }
}

/** Writes the sixteen texels (64 bytes, row by row) of the block at `at`. */
export function decodeUastcBlock(block: Uint8Array, at: number, out: Uint8Array): void {
  const low7 = (block[at] ?? 0) & 127;
  const number = UASTC_MODES.findIndex((m) => (low7 & (2 ** m.codeBits - 1)) === m.code);
  const mode = UASTC_MODES[number];
  if (mode === undefined) {
    fill(out, MAGENTA);
    return;
  }
  const reader = new BitReader(block, at);
  reader.take(mode.codeBits);
  if (number === 8) {
    fill(out, [reader.take(8), reader.take(8), reader.take(8), reader.take(8)]);
    return;
  }
  reader.take(9 + (hasBias(number) ? 6 : 0) + (hasEac(number) ? 8 : 0));
  const pattern = mode.subsets > 1 ? reader.take(number === 3 ? 4 : 5) : 0;
  const subsetOf = UASTC_PATTERNS[mode.patterns][pattern];
  if (subsetOf === undefined) {
    fill(out, MAGENTA);
    return;
  }
  const secondPlane = mode.planes === 1 ? -1 : number === 17 ? 3 : reader.take(2);

  const { digit, bits } = RANGES[mode.levels];
  const count = mode.components * 2 * mode.subsets;
  const digits: number[] = [];
  if (digit > 1) {
    const size = digit === 3 ? 5 : 3;
    for (let i = 0; i < count; i += size) {
      const inGroup = Math.min(size, count - i);
      let code = reader.take(groupBits(digit, inGroup));
      for (let j = 0; j < inGroup; j++, code = Math.floor(code / digit)) digits.push(code % digit);
    }
  }
  const endpoints = Array.from({ length: count }, (_, i) =>
    expandEndpoint(mode.levels, digits[i] ?? 0, reader.take(bits)),
  );

  const anchors = new Set(Array.from({ length: mode.subsets }, (_, subset) => subsetOf.indexOf(subset)));
  const table = WEIGHT_VALUES[mode.weightBits] ?? [];
  for (let i = 0; i < 16; i++) {
    const width = mode.weightBits - (anchors.has(i) ? 1 : 0);
    const weight = table[reader.take(width)] ?? 0;
    const weight2 = mode.planes === 2 ? (table[reader.take(width)] ?? 0) : 0;
    const first = (subsetOf[i] ?? 0) * mode.components * 2;
    for (let channel = 0; channel < 4; channel++) {
      if (channel === 3 && mode.components === 3) {
        out[i * 4 + 3] = 255;
        continue;
      }
      const component = mode.components === 2 ? (channel === 3 ? 1 : 0) : channel;
      const lo = (endpoints[first + component * 2] ?? 0) * 257;
      const hi = (endpoints[first + component * 2 + 1] ?? 0) * 257;
      const w = channel === secondPlane ? weight2 : weight;
      out[i * 4 + channel] = (lo * (64 - w) + hi * w + 32) >> 14;
    }
  }
}

function fill(out: Uint8Array, texel: readonly [number, number, number, number]): void {
  for (let i = 0; i < 16; i++) out.set(texel, i * 4);
}
