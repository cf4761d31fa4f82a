// EAC: a base, a multiplier, one of sixteen tables of modifiers and three bits per texel. 8 bits for the alpha of ETC2, 11 for R11 and RG11.

import { greatestOf, scaleTo, type TexelArray } from './texel-array.js';

const MODIFIERS: readonly (readonly number[])[] = [
  [-3, -6, -9, -15, 2, 5, 8, 14],
  [-3, -7, -10, -13, 2, 6, 9, 12],
  [-2, -5, -8, -13, 1, 4, 7, 12],
  [-2, -4, -6, -13, 1, 3, 5, 12],
  [-3, -6, -8, -12, 2, 5, 7, 11],
  [-3, -7, -9, -11, 2, 6, 8, 10],
  [-4, -7, -8, -11, 3, 6, 7, 10],
  [-3, -5, -8, -11, 2, 4, 7, 10],
  [-2, -6, -8, -10, 1, 5, 7, 9],
  [-2, -5, -8, -10, 1, 4, 7, 9],
  [-2, -4, -8, -10, 1, 3, 7, 9],
  [-2, -5, -7, -10, 1, 4, 6, 9],
  [-3, -4, -7, -10, 2, 3, 6, 9],
  [-1, -2, -3, -10, 0, 1, 2, 9],
  [-4, -6, -8, -9, 3, 5, 7, 8],
  [-3, -5, -7, -9, 2, 4, 6, 8],
];

const palette = new Uint16Array(8);
const clamp = (v: number, greatest: number): number => Math.max(0, Math.min(greatest, v));

/** Writes one channel of sixteen texels from the eight bytes at `at`. */
export function decodeEacBlock(data: Uint8Array, at: number, out: TexelArray, channel: number, bits: 8 | 11): void {
  const base = data[at] ?? 0;
  const multiplier = (data[at + 1] ?? 0) >> 4;
  const modifiers = MODIFIERS[(data[at + 1] ?? 0) & 15] ?? [];
  const greatest = greatestOf(out);
  for (let i = 0; i < 8; i++) {
    const modifier = modifiers[i] ?? 0;
    // In eleven bits a multiplier of 0 means an eighth.
    const value =
      bits === 8
        ? clamp(base + modifier * multiplier, 255)
        : clamp(base * 8 + 4 + (multiplier === 0 ? modifier : modifier * multiplier * 8), 2047);
    palette[i] = scaleTo(greatest, value, bits === 8 ? 255 : 2047);
  }
  for (let half = 0; half < 2; half++) {
    const from = at + 2 + half * 3;
    const indices = ((data[from] ?? 0) << 16) | ((data[from + 1] ?? 0) << 8) | (data[from + 2] ?? 0);
    // Column by column, the first texel in the highest bits.
    for (let i = 0; i < 8; i++) {
      const texel = (i & 3) * 4 + half * 2 + (i >> 2);
      out[texel * 4 + channel] = palette[(indices >> (21 - i * 3)) & 7] ?? 0;
    }
  }
}
