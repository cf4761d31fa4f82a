// The colors of ETC2: ETC1's two halves with a base and a table each. If a differential base overflows its range, the mode is T, H or
// planar. Alpha is not written.

const SMALL = [2, 5, 9, 13, 18, 24, 33, 47];
const LARGE = [8, 17, 29, 42, 60, 80, 106, 183];
const DISTANCES = [3, 6, 11, 16, 23, 32, 41, 64];

const clamp = (v: number): number => Math.max(0, Math.min(255, v));
const signed3 = (v: number): number => ((v & 7) ^ 4) - 4;
const four = (v: number): number => (v & 15) * 17;
const five = (v: number): number => (v << 3) | (v >> 2);
const six = (v: number): number => ((v & 63) << 2) | ((v & 63) >> 4);
const seven = (v: number): number => ((v & 127) << 1) | ((v & 127) >> 6);

const bytes = new Uint8Array(8);
const byte = (i: number): number => bytes[i] ?? 0;
/** Four colors of the left or upper half, and four of the right or lower half. T and H use the same palette for both. */
const palettes = new Uint8Array(2 * 4 * 3);

/** Writes R, G and B of sixteen texels from the eight bytes at `at`. */
export function decodeEtc2Block(data: Uint8Array, at: number, out: Uint8Array): void {
  for (let i = 0; i < 8; i++) bytes[i] = data[at + i] ?? 0;
  const flags = byte(3);
  const leaves = (c: number): boolean => ((byte(c) >> 3) + signed3(byte(c))) >> 5 !== 0;
  const isDifferential = (flags & 2) !== 0;
  if (isDifferential && leaves(0)) paintT();
  else if (isDifferential && leaves(1)) paintH();
  else if (isDifferential && leaves(2)) {
    writePlane(out);
    return;
  } else paintHalves(isDifferential);
  const high = (byte(4) << 8) | byte(5);
  const low = (byte(6) << 8) | byte(7);
  for (let i = 0; i < 16; i++) {
    const x = i & 3;
    const y = i >> 2;
    const bit = x * 4 + y;
    const half = (flags & 1 ? y : x) >> 1;
    const color = half * 12 + ((((high >> bit) & 1) << 1) | ((low >> bit) & 1)) * 3;
    for (let c = 0; c < 3; c++) out[i * 4 + c] = palettes[color + c] ?? 0;
  }
}

function paintHalves(isDifferential: boolean): void {
  for (let half = 0; half < 2; half++) {
    const table = half === 0 ? byte(3) >> 5 : (byte(3) >> 2) & 7;
    const shades = [SMALL[table] ?? 0, LARGE[table] ?? 0, -(SMALL[table] ?? 0), -(LARGE[table] ?? 0)];
    for (let c = 0; c < 3; c++) {
      const v = byte(c);
      const base = isDifferential ? five((v >> 3) + half * signed3(v)) : four(half === 0 ? v >> 4 : v);
      for (let i = 0; i < 4; i++) palettes[half * 12 + i * 3 + c] = clamp(base + (shades[i] ?? 0));
    }
  }
}

/** Sets one color of T or H for both halves: three 4-bit values plus an offset. */
function paint(index: number, r: number, g: number, b: number, spread: number): void {
  for (let at = index * 3; at < 24; at += 12) {
    palettes[at] = clamp(four(r) + spread);
    palettes[at + 1] = clamp(four(g) + spread);
    palettes[at + 2] = clamp(four(b) + spread);
  }
}

/** T: one color, and three around another. */
function paintT(): void {
  const distance = DISTANCES[((byte(3) >> 1) & 6) | (byte(3) & 1)] ?? 0;
  paint(0, ((byte(0) >> 1) & 12) | (byte(0) & 3), byte(1) >> 4, byte(1), 0);
  for (let i = 1; i < 4; i++) paint(i, byte(2) >> 4, byte(2), byte(3) >> 4, (2 - i) * distance);
}

/** H: two around each of two colors. Their order is the lowest bit of the distance. */
function paintH(): void {
  const r1 = (byte(0) >> 3) & 15;
  const g1 = ((byte(0) & 7) << 1) | ((byte(1) >> 4) & 1);
  const b1 = (byte(1) & 8) | ((byte(1) & 3) << 1) | (byte(2) >> 7);
  const r2 = (byte(2) >> 3) & 15;
  const g2 = ((byte(2) & 7) << 1) | (byte(3) >> 7);
  const b2 = (byte(3) >> 3) & 15;
  const order = ((r1 << 8) | (g1 << 4) | b1) >= ((r2 << 8) | (g2 << 4) | b2) ? 1 : 0;
  const distance = DISTANCES[(byte(3) & 4) | ((byte(3) & 1) << 1) | order] ?? 0;
  paint(0, r1, g1, b1, distance);
  paint(1, r1, g1, b1, -distance);
  paint(2, r2, g2, b2, distance);
  paint(3, r2, g2, b2, -distance);
}

/** Planar: a slope per channel, by its values at the origin, four texels to the right and four down. */
function writePlane(out: Uint8Array): void {
  const blue = ((byte(1) & 1) << 5) | (byte(2) & 24) | ((byte(2) & 3) << 1) | (byte(3) >> 7);
  const origin = [six(byte(0) >> 1), seven(((byte(0) & 1) << 6) | ((byte(1) >> 1) & 63)), six(blue)];
  const right = [
    six(((byte(3) >> 1) & 62) | (byte(3) & 1)),
    seven(byte(4) >> 1),
    six(((byte(4) & 1) << 5) | (byte(5) >> 3)),
  ];
  const down = [
    six(((byte(5) & 7) << 3) | (byte(6) >> 5)),
    seven(((byte(6) & 31) << 2) | (byte(7) >> 6)),
    six(byte(7)),
  ];
  for (let c = 0; c < 3; c++) {
    const o = origin[c] ?? 0;
    const dx = (right[c] ?? 0) - o;
    const dy = (down[c] ?? 0) - o;
    for (let i = 0; i < 16; i++) out[i * 4 + c] = clamp(((i & 3) * dx + (i >> 2) * dy + 4 * o + 2) >> 2);
  }
}
