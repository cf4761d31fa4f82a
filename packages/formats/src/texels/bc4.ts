// The channel of BC4, which BC5 has twice and BC3 as alpha: two endpoints of eight bits, three bits per texel. Sevenths and fifths are
// exact before they are rounded, as in BC1.

import { greatestOf, scaleTo, type TexelArray } from './texel-array.js';

const palette = new Uint16Array(8);

function fillPalette(low: number, high: number, greatest: number): void {
  const steps = low > high ? 7 : 5;
  palette[0] = scaleTo(greatest, low, 255);
  palette[1] = scaleTo(greatest, high, 255);
  for (let i = 1; i < steps; i++) palette[1 + i] = scaleTo(greatest, low * (steps - i) + high * i, 255 * steps);
  if (steps === 7) return;
  palette[6] = 0;
  palette[7] = greatest;
}

/** Writes one channel of sixteen texels from the eight bytes at `at`. */
export function decodeBc4Block(data: Uint8Array, at: number, out: TexelArray, channel: number): void {
  fillPalette(data[at] ?? 0, data[at + 1] ?? 0, greatestOf(out));
  for (let half = 0; half < 2; half++) {
    const from = at + 2 + half * 3;
    const bits = (data[from] ?? 0) | ((data[from + 1] ?? 0) << 8) | ((data[from + 2] ?? 0) << 16);
    for (let i = 0; i < 8; i++) out[(half * 8 + i) * 4 + channel] = palette[(bits >> (i * 3)) & 7] ?? 0;
  }
}
