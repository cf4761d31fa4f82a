// Endpoint mode 11 of ASTC. Twin of the kernel's astc-direct.

import { at, clamp } from '../uastc/lanes.js';
import { nearest } from './astc-ranges.js';
import type { LineEnds } from './block.js';

/** The largest finite endpoint, in 12 bits. */
export const MAX_ENDPOINT_12 = 3967;

/** Endpoint bytes, and the endpoints they decode to. */
export interface StoredEnds {
  readonly bytes: readonly number[];
  readonly ends: LineEnds;
}

/** By layout: bits of b, c and d, and the sources of X0 to X5 (p and q are b0 and b1, d and e are d0 and d1). */
const LAYOUTS = [
  { b: 7, c: 6, d: 7, extra: 'p6 q6 d6 e6 d5 e5' },
  { b: 8, c: 6, d: 6, extra: 'p6 q6 p7 q7 d5 e5' },
  { b: 6, c: 7, d: 7, extra: 'a9 c6 d6 e6 d5 e5' },
  { b: 7, c: 7, d: 6, extra: 'p6 q6 a9 c6 d5 e5' },
  { b: 8, c: 6, d: 5, extra: 'p6 q6 p7 q7 a9 aa' },
  { b: 6, c: 8, d: 6, extra: 'a9 aa c7 c6 d5 e5' },
  { b: 7, c: 7, d: 5, extra: 'p6 q6 ab c6 a9 aa' },
  { b: 6, c: 7, d: 6, extra: 'a9 aa ab c6 d5 e5' },
].map(({ extra, ...rest }) => ({ ...rest, extra: extra.split(' ') }));

type Fields = Readonly<Record<'a' | 'c' | 'p' | 'q' | 'd' | 'e', number>>;

const isField = (name: string): name is keyof Fields => 'acpqde'.includes(name);

/** X0 to X5. */
function extraBits(layout: number, fields: Fields): readonly number[] {
  return at(LAYOUTS, layout).extra.map((name) => {
    const key = name[0] ?? '';
    if (!isField(key)) throw new Error(`no field ${key}`);
    return (fields[key] >> Number.parseInt(name[1] ?? '', 16)) & 1;
  });
}

const rounded = (value: number): number => Math.floor(value + 0.5);
const wide = (value: number): number => clamp(value, 0, 4095) << 4;

/** The other two channels, in the order of their fields. */
const othersOf = (major: number): readonly [number, number] => [major === 1 ? 0 : 1, major === 2 ? 0 : 2];

function endsOf(major: number, shift: number, { a, c, p, q, d, e }: Fields): LineEnds {
  const [second, third] = othersOf(major);
  const ends = [0, 0, 0, 0, 0, 0];
  ends[major] = wide((a - c) << shift);
  ends[second] = wide((a - p - c - d) << shift);
  ends[third] = wide((a - q - c - e) << shift);
  ends[3 + major] = wide(a << shift);
  ends[3 + second] = wide((a - p) << shift);
  ends[3 + third] = wide((a - q) << shift);
  return ends;
}

/** Returns undefined if differences do not fit. */
export function storeDirect(
  ends: LineEnds,
  layout: number,
  major: number,
  swap: boolean,
  values: number,
): StoredEnds | undefined {
  const shift = 3 - (layout >> 1);
  const maximum = MAX_ENDPOINT_12 >> shift;
  const [second, third] = othersOf(major);
  const [upper, lower] = swap ? [0, 3] : [3, 0];
  const cut = (i: number): number => rounded(at(ends, i) / (16 << shift));
  const { b, c: cBits, d: dBits } = at(LAYOUTS, layout);
  let a = Math.min(cut(upper + major), maximum);
  let v0 = nearest(values, a & 255, 0);
  while ((a & ~255) + v0 > maximum) v0 = nearest(values, --a & 255, 0);
  a = (a & ~255) | v0;
  let p = Math.max(0, a - cut(upper + second));
  let q = Math.max(0, a - cut(upper + third));
  let c = Math.max(0, a - cut(lower + major));
  if (Math.max(p, q) >= 1 << b || c >= 1 << cBits) return undefined;
  const [x0 = 0, x1 = 0] = extraBits(layout, { a, c, p, q, d: 0, e: 0 });
  const v2 = nearest(values, (((layout >> 1) & 1) << 7) | (x0 << 6) | (p & 63), 2);
  const v3 = nearest(values, ((layout >> 2) << 7) | (x1 << 6) | (q & 63), 2);
  const v1 = nearest(values, ((layout & 1) << 7) | (((a >> 8) & 1) << 6) | (c & 63), 2);
  p = (p & ~63) | (v2 & 63);
  q = (q & ~63) | (v3 & 63);
  c = (c & ~63) | (v1 & 63);
  let d = a - p - c - cut(lower + second);
  let e = a - q - c - cut(lower + third);
  const dEnd = 1 << (dBits - 1);
  if (Math.min(d, e) < -dEnd || Math.max(d, e) >= dEnd) return undefined;
  const [, , x2 = 0, x3 = 0, x4 = 0, x5 = 0] = extraBits(layout, { a, c, p, q, d, e });
  const v4 = nearest(values, ((major & 1) << 7) | (x2 << 6) | (x4 << 5) | (d & 31), 3);
  const v5 = nearest(values, ((major >> 1) << 7) | (x3 << 6) | (x5 << 5) | (e & 31), 3);
  d = (d & ~31) | (v4 & 31);
  e = (e & ~31) | (v5 & 31);
  return { bytes: [v0, v1, v2, v3, v4, v5], ends: endsOf(major, shift, { a, c, p, q, d, e }) };
}

/** Stores plain values. */
export function storeStraight(ends: LineEnds, values: number): StoredEnds {
  const bytes = [0, 3, 1, 4, 2, 5].map((from, i) => {
    const [top, fixed, shift] = i < 4 ? [0, 0, 4] : [0x80, 1, 5];
    let wanted = Math.min(rounded(at(ends, from) / (16 << shift)), MAX_ENDPOINT_12 >> shift);
    let byte = nearest(values, top | wanted, fixed);
    while ((byte & ~top) > MAX_ENDPOINT_12 >> shift) byte = nearest(values, top | --wanted, fixed);
    return byte;
  });
  return { bytes, ends: straightEnds(bytes) };
}

const straightEnds = (bytes: readonly number[]): LineEnds =>
  [0, 2, 4, 1, 3, 5].map((i) => wide(i < 4 ? at(bytes, i) << 4 : (at(bytes, i) & 127) << 5));

/** Stores a line in the most precise layout that it fits into. */
export function storeFinestDirect(line: LineEnds, values: number): StoredEnds {
  const ends = line.map((v) => clamp(v, 0, MAX_ENDPOINT_12 << 4));
  const maximum = ends.indexOf(Math.max(...ends));
  for (let layout = 7; layout >= 0; layout--) {
    const stored = storeDirect(ends, layout, maximum % 3, maximum < 3, values);
    if (stored !== undefined) return stored;
  }
  return storeStraight(ends, values);
}

/** The endpoints of six bytes; undefined if one is infinite. */
export function readDirect(bytes: readonly number[]): LineEnds | undefined {
  const [v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, v5 = 0] = bytes;
  const major = (v4 >> 7) | ((v5 >> 7) << 1);
  if (major === 3) return Math.max(...straightEnds(bytes)) <= MAX_ENDPOINT_12 << 4 ? straightEnds(bytes) : undefined;
  const layout = (v1 >> 7) | ((v2 >> 7) << 1) | ((v3 >> 7) << 2);
  const fields: Record<keyof Fields, number> = {
    a: v0 | ((v1 & 0x40) << 2),
    c: v1 & 63,
    p: v2 & 63,
    q: v3 & 63,
    d: v4 & 31,
    e: v5 & 31,
  };
  const extra = [v2 >> 6, v3 >> 6, v4 >> 6, v5 >> 6, v4 >> 5, v5 >> 5];
  const { extra: names, d: dBits } = at(LAYOUTS, layout);
  for (const [i, name] of names.entries()) {
    const key = name[0] ?? '';
    if (isField(key)) fields[key] |= (at(extra, i) & 1) << Number.parseInt(name[1] ?? '', 16);
  }
  const signed = (v: number): number => (v << (32 - dBits)) >> (32 - dBits);
  const shift = 3 - (layout >> 1);
  if (fields.a << shift > MAX_ENDPOINT_12) return undefined;
  return endsOf(major, shift, { ...fields, d: signed(fields.d), e: signed(fields.e) });
}
