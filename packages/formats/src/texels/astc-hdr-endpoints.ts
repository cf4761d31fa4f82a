// Decodes ASTC's six HDR endpoint modes: stored 8-bit values to two logarithmic colors of 12 bits.

const ONE = 0x780;
const GREATEST = 0xfff;

const clamp = (v: number): number => Math.max(0, Math.min(GREATEST, v));
const extend = (value: number, width: number): number => (value << (32 - width)) >> (32 - width);

/** HDR endpoint modes. */
export const isHdrMode = (mode: number): boolean => mode === 2 || mode === 3 || mode === 7 || mode === 11 || mode > 13;

/** R, G, B, A of the lower and the upper endpoint. */
type Ends = Uint16Array;

function write(ends: Ends, to: number, shift: number, r: number, g: number, b: number): void {
  ends[to] = clamp(r << shift);
  ends[to + 1] = clamp(g << shift);
  ends[to + 2] = clamp(b << shift);
  ends[to + 3] = ONE;
}

function swapInto(ends: Ends, to: number, channel: number): void {
  const [first = 0, other = 0] = [ends[to], ends[to + channel]];
  ends[to] = other;
  ends[to + channel] = first;
}

function writeGray(v: Uint8Array, at: number, ends: Ends, to: number, isWide: boolean): void {
  const [v0 = 0, v1 = 0] = v.subarray(at, at + 2);
  let [low, high] = [v0 << 4, v1 << 4];
  if (isWide) {
    if (v1 < v0) [low, high] = [(v1 << 4) + 8, (v0 << 4) - 8];
  } else {
    const isCoarse = (v0 & 0x80) !== 0;
    low = isCoarse ? ((v1 & 0xe0) << 4) | ((v0 & 0x7f) << 2) : ((v1 & 0xf0) << 4) | ((v0 & 0x7f) << 1);
    high = low + (isCoarse ? (v1 & 0x1f) << 2 : (v1 & 0x0f) << 1);
  }
  write(ends, to, 0, low, low, low);
  write(ends, to + 4, 0, high, high, high);
}

/** The variable bits X0 to X6 of mode 7 by layout: a field and the position of the bit. */
const SCALE_EXTRAS = ['r9 r8 r7 ra r6 s6 s5', 'r8 g5 r7 b5 r6 ra r9', 'r9 r8 r7 r6 s7 s6 s5', 'r8 g5 r7 b5 r6 s6 s5'];
export const SCALE_LAYOUTS = [...SCALE_EXTRAS, 'g6 g5 b6 b5 r6 r7 s5', 'g6 g5 b6 b5 r6 s6 s5'].map((text) =>
  text.split(' '),
);
export const SCALE_SHIFTS = [1, 1, 2, 3, 4, 5];

/** A color, and a number that is subtracted from all its channels. */
function writeScaled(v: Uint8Array, at: number, ends: Ends, to: number): void {
  const [v0 = 0, v1 = 0, v2 = 0, v3 = 0] = v.subarray(at, at + 4);
  const code = (v0 >> 6) | ((v1 & 0x80) >> 5) | ((v2 & 0x80) >> 4);
  const layout = code < 12 ? code & 3 : code === 15 ? 5 : 4;
  const major = code < 12 ? code >> 2 : code === 15 ? 0 : code & 3;
  const field: Record<string, number> = { r: v0 & 63, g: v1 & 31, b: v2 & 31, s: v3 & 31 };
  const extra = [v1 >> 6, v1 >> 5, v2 >> 6, v2 >> 5, v3 >> 7, v3 >> 6, v3 >> 5];
  for (const [i, name] of (SCALE_LAYOUTS[layout] ?? []).entries()) {
    const key = name[0] ?? 'r';
    field[key] = (field[key] ?? 0) | (((extra[i] ?? 0) & 1) << Number.parseInt(name[1] ?? '0', 16));
  }
  const shift = SCALE_SHIFTS[layout] ?? 0;
  const { r = 0, g = 0, b = 0, s = 0 } = field;
  const [green, blue] = layout === 5 ? [g, b] : [r - g, r - b];
  write(ends, to, shift, r - s, green - s, blue - s);
  write(ends, to + 4, shift, r, green, blue);
  for (const end of major === 0 ? [] : [to, to + 4]) swapInto(ends, end, major);
}

/** X0 to X5 of mode 11 by layout: p and q are b0 and b1, d and e are d0 and d1. */
export const DIRECT_LAYOUTS = [
  'p6 q6 d6 e6 d5 e5',
  'p6 q6 p7 q7 d5 e5',
  'a9 c6 d6 e6 d5 e5',
  'p6 q6 a9 c6 d5 e5',
  'p6 q6 p7 q7 a9 aa',
  'a9 aa c7 c6 d5 e5',
  'p6 q6 ab c6 a9 aa',
  'a9 aa ab c6 d5 e5',
].map((text) => text.split(' '));
export const DIFFERENCE_BITS = [7, 6, 7, 6, 5, 6, 5, 6];

/** Two colors, direct or as differences from the largest channel of the upper one. */
function writeDirect(v: Uint8Array, at: number, ends: Ends, to: number): void {
  const [v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, v5 = 0] = v.subarray(at, at + 6);
  const major = (v4 >> 7) | ((v5 >> 7) << 1);
  if (major === 3) {
    write(ends, to, 4, v0, v2, (v4 & 0x7f) << 1);
    write(ends, to + 4, 4, v1, v3, (v5 & 0x7f) << 1);
    return;
  }
  const layout = (v1 >> 7) | ((v2 >> 7) << 1) | ((v3 >> 7) << 2);
  const field: Record<string, number> = {
    a: v0 | ((v1 & 0x40) << 2),
    c: v1 & 63,
    p: v2 & 63,
    q: v3 & 63,
    d: v4 & 31,
    e: v5 & 31,
  };
  const extra = [v2 >> 6, v3 >> 6, v4 >> 6, v5 >> 6, v4 >> 5, v5 >> 5];
  for (const [i, name] of (DIRECT_LAYOUTS[layout] ?? []).entries()) {
    const key = name[0] ?? 'a';
    field[key] = (field[key] ?? 0) | (((extra[i] ?? 0) & 1) << Number.parseInt(name[1] ?? '0', 16));
  }
  const shift = (layout >> 1) ^ 3;
  const width = DIFFERENCE_BITS[layout] ?? 0;
  const { a = 0, c = 0, p = 0, q = 0, d = 0, e = 0 } = field;
  write(ends, to, shift, a - c, a - p - c - extend(d, width), a - q - c - extend(e, width));
  write(ends, to + 4, shift, a, a - p, a - q);
  for (const end of major === 0 ? [] : [to, to + 4]) swapInto(ends, end, major);
}

/** Alpha as two values, or as a value and a difference. */
function writeAlpha(v6: number, v7: number, ends: Ends, to: number): void {
  const mode = (v6 >> 7) | ((v7 >> 7) << 1);
  const [first, second] = [v6 & 0x7f, v7 & 0x7f];
  if (mode === 3) {
    ends[to + 3] = first << 5;
    ends[to + 7] = second << 5;
    return;
  }
  const base = (first | ((second << (mode + 1)) & 0x780)) << (4 - mode);
  const sign = 0x20 >> mode;
  const difference = (((second & (0x3f >> mode)) ^ sign) - sign) << (4 - mode);
  ends[to + 3] = base;
  ends[to + 7] = clamp(base + difference);
}

/** Writes both endpoints of an HDR `mode` (see `isHdrMode`) at `to`. In mode 14 the alphas are 8 bits, not logarithmic. */
export function writeAstcHdrEnds(mode: number, values: Uint8Array, at: number, ends: Ends, to: number): void {
  if (mode === 2 || mode === 3) writeGray(values, at, ends, to, mode === 2);
  else if (mode === 7) writeScaled(values, at, ends, to);
  else writeDirect(values, at, ends, to);
  const [v6 = 0, v7 = 0] = mode > 13 ? values.subarray(at + 6, at + 8) : [];
  if (mode === 15) writeAlpha(v6, v7, ends, to);
  if (mode === 14) {
    ends[to + 3] = v6;
    ends[to + 7] = v7;
  }
}
