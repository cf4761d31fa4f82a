// The colors of BC1 and BC3: two endpoints of 5, 6 and 5 bits, and two bits per texel. Thirds are exact before they are rounded to the
// requested width: GPUs interpolate with more than 8 bits, while decoders that truncate, such as Pillow's, are up to 1 darker.

import { greatestOf, scaleTo, type TexelArray } from './texel-array.js';

/** The meaning of blocks whose first endpoint is not the larger one: the fourth color is black (`opaque`) or transparent (`cut-out`), or
 *  there is no special meaning, as in BC3 (`four`). */
type Bc1Kind = 'opaque' | 'cut-out' | 'four';

/** Four colors of R, G, B, A. */
const palette = new Uint16Array(16);

/** Shares of the second endpoint in the third and the fourth color, in thirds or halves. */
function mix(low: number, high: number, at: number, greatest: number, threes: boolean): void {
  const share = threes ? 3 : 2;
  palette[at] = scaleTo(greatest, low, 255);
  palette[at + 4] = scaleTo(greatest, high, 255);
  palette[at + 8] = scaleTo(greatest, low * (share - 1) + high, 255 * share);
  palette[at + 12] = threes ? scaleTo(greatest, low + 2 * high, 765) : 0;
}

const five = (v: number): number => ((v & 31) << 3) | ((v & 31) >> 2);
const six = (v: number): number => ((v & 63) << 2) | ((v & 63) >> 4);

/** Decodes sixteen texels from the eight bytes at `at`; alpha is 0 only in cut-out blocks. */
export function decodeBc1Block(data: Uint8Array, at: number, out: TexelArray, kind: Bc1Kind): void {
  const first = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);
  const second = (data[at + 2] ?? 0) | ((data[at + 3] ?? 0) << 8);
  const greatest = greatestOf(out);
  const threes = kind === 'four' || first > second;
  mix(five(first >> 11), five(second >> 11), 0, greatest, threes);
  mix(six(first >> 5), six(second >> 5), 1, greatest, threes);
  mix(five(first), five(second), 2, greatest, threes);
  for (let i = 3; i < 16; i += 4) palette[i] = greatest;
  if (!threes && kind === 'cut-out') palette[15] = 0;
  for (let i = 0; i < 16; i++) {
    const color = (((data[at + 4 + (i >> 2)] ?? 0) >> ((i & 3) * 2)) & 3) * 4;
    for (let c = 0; c < 4; c++) out[i * 4 + c] = palette[color + c] ?? 0;
  }
}
