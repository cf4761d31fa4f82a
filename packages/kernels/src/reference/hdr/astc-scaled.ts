// Endpoint mode 7 of ASTC. Twin of the kernel's astc-scaled.

import { at, clamp } from '../uastc/lanes.js';
import { MAX_ENDPOINT_12, type StoredEnds } from './astc-direct.js';
import { nearest } from './astc-ranges.js';
import type { LineEnds } from './block.js';

/** By layout: bits of the minor channels and of the scale, the shift of all, and the sources of X0 to X6. */
const LAYOUTS = [
  { minor: 5, scale: 7, shift: 1, extra: 'r9 r8 r7 ra r6 s6 s5' },
  { minor: 6, scale: 5, shift: 1, extra: 'r8 g5 r7 b5 r6 ra r9' },
  { minor: 5, scale: 8, shift: 2, extra: 'r9 r8 r7 r6 s7 s6 s5' },
  { minor: 6, scale: 7, shift: 3, extra: 'r8 g5 r7 b5 r6 s6 s5' },
  { minor: 7, scale: 6, shift: 4, extra: 'g6 g5 b6 b5 r6 r7 s5' },
  { minor: 7, scale: 7, shift: 5, extra: 'g6 g5 b6 b5 r6 s6 s5' },
].map(({ extra, ...rest }) => ({ ...rest, extra: extra.split(' ') }));

/** Makes the endpoints differ by the same amount in all channels. */
function equalizeDifferences(ends: LineEnds): LineEnds {
  const [r0 = 0, g0 = 0, b0 = 0, r1 = 0, g1 = 0, b1 = 0] = ends;
  const half = (r1 - r0 + (g1 - g0) + (b1 - b0)) / 6;
  return [-half, half].flatMap((way) => [0, 1, 2].map((c) => (at(ends, c) + at(ends, c + 3)) / 2 + way));
}

const rounded = (value: number): number => Math.floor(value + 0.5);

/** The nearest storable byte with the same three top bits, whose other bits are at most `maximum`. */
function nearestUpTo(values: number, byte: number, maximum: number): number {
  let wanted = byte;
  let found = nearest(values, wanted, 3);
  while ((found & 31) > maximum) found = nearest(values, --wanted, 3);
  return found;
}

function storeScaled(ends: LineEnds, layout: number, values: number): StoredEnds | undefined {
  const { minor, scale, shift, extra } = at(LAYOUTS, layout);
  const isStraight = layout === 5;
  const upper = at(ends, 3) >= at(ends, 0) ? 3 : 0;
  const high = ends.slice(upper, upper + 3);
  const major = isStraight ? 0 : high.indexOf(Math.max(...high));
  const [second, third] = [major === 1 ? 0 : 1, major === 2 ? 0 : 2];
  const code = layout < 4 ? (major << 2) | layout : layout === 4 ? 12 | major : 15;
  const maximum = MAX_ENDPOINT_12 >> shift;
  const cut = (c: number): number => rounded(Math.max(0, at(high, c)) / (16 << shift));
  let r = Math.min(cut(major), maximum);
  let v0 = nearest(values, ((code & 3) << 6) | (r & 63), 2);
  while ((r & ~63) + (v0 & 63) > maximum) v0 = nearest(values, ((code & 3) << 6) | (--r & 63), 2);
  r = (r & ~63) | (v0 & 63);
  let g = isStraight ? Math.min(cut(second), maximum) : Math.max(0, r - cut(second));
  let b = isStraight ? Math.min(cut(third), maximum) : Math.max(0, r - cut(third));
  let s = rounded((at(ends, upper) - at(ends, 3 - upper)) / (16 << shift));
  if (Math.max(g, b) >= 1 << minor || s >= 1 << scale) return undefined;
  const field: Readonly<Record<string, number>> = { r, g, b, s };
  const x = extra.map((name) => ((field[name[0] ?? ''] ?? 0) >> Number.parseInt(name[1] ?? '', 16)) & 1);
  const limit = (v: number): number => (isStraight && v >> 5 === 3 ? maximum & 31 : 31);
  const v1 = nearestUpTo(values, (((code >> 2) & 1) << 7) | (at(x, 0) << 6) | (at(x, 1) << 5) | (g & 31), limit(g));
  const v2 = nearestUpTo(values, ((code >> 3) << 7) | (at(x, 2) << 6) | (at(x, 3) << 5) | (b & 31), limit(b));
  const v3 = nearest(values, (at(x, 4) << 7) | (at(x, 5) << 6) | (at(x, 6) << 5) | (s & 31), 3);
  g = (g & ~31) | (v1 & 31);
  b = (b & ~31) | (v2 & 31);
  s = (s & ~31) | (v3 & 31);
  const color = [0, 0, 0];
  color[major] = r;
  color[second] = isStraight ? g : r - g;
  color[third] = isStraight ? b : r - b;
  const wide = (v: number): number => clamp(v << shift, 0, 4095) << 4;
  return { bytes: [v0, v1, v2, v3], ends: [...color.map((v) => wide(v - s)), ...color.map(wide)] };
}

/** Stores a line in the first layout that it fits into. */
export function storeFinestScaled(line: LineEnds, values: number): StoredEnds | undefined {
  const ends = equalizeDifferences(line);
  for (let layout = 0; layout < 6; layout++) {
    const stored = storeScaled(ends, layout, values);
    if (stored !== undefined) return stored;
  }
  return undefined;
}
