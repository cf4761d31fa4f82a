// The eight bytes of ETC2's colors. Twin of the kernel's choice of modes, and of its packing.

import { blockOf, type Color, codesOfHalf, type Etc2Block, total } from './block.js';
import { draftHalves, draftPlane } from './draft.js';
import { type Halves, searchHalves, shadesOf } from './halves.js';
import { type Plane, searchPlane, searchTwoColors, type TwoColors, twoColorPalette } from './modes.js';

/** Above this error, `normal` tries T and H. */
const ROUGH = 600;

const bytesOf = (words: readonly number[]): Uint8Array =>
  Uint8Array.from(words.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 255)));

/** The texel bits of a block from the codes of its two halves: the high bits above the low ones. */
function placeCodes(first: readonly number[], second: readonly number[], flip: number): number {
  let placed = 0;
  [...first, ...second].forEach((code, i) => {
    const [n, half] = [i & 7, i >> 3];
    const x = flip ? n & 3 : (n & 1) + half * 2;
    const y = flip ? (n >> 2) + half * 2 : n >> 1;
    placed |= ((code >> 1) << (16 + x * 4 + y)) | ((code & 1) << (x * 4 + y));
  });
  return placed;
}

type Two<T> = readonly [first: T, second: T];

function packBases(
  bases: Two<Color>,
  tables: Two<number>,
  flip: number,
  isDiff: boolean,
  codes: Two<readonly number[]>,
): Uint8Array {
  const head = bases[0].map((a, c) => {
    const b = bases[1][c] ?? 0;
    return isDiff ? (a << 3) | ((b - a) & 7) : (a << 4) | b;
  });
  const flags = (tables[0] << 5) | (tables[1] << 2) | (isDiff ? 2 : 0) | flip;
  return Uint8Array.from([...head, flags, ...bytesOf([placeCodes(...codes, flip)])]);
}

function packHalves(block: Etc2Block, { flip, isDiff, first, second }: Halves): Uint8Array {
  const codes = (half: number, { color, table }: Halves['first']): readonly number[] =>
    codesOfHalf(block, flip * 2 + half, shadesOf(color, table, isDiff));
  return packBases([first.color, second.color], [first.table, second.table], flip, isDiff, [
    codes(0, first),
    codes(1, second),
  ]);
}

/** Sets the fewest bits of `free` so that a byte's base and difference overflow the range of a base, or do not. */
function setOverflow(byte: number, free: number, wanted: boolean): number {
  for (let set = 0; set < 256; set++) {
    if ((set & ~free) !== 0) continue;
    const whole = byte | set;
    const next = (whole >> 3) + (((whole & 7) ^ 4) - 4);
    if ((next < 0 || next > 31) === wanted) return whole;
  }
  throw new Error('no byte marks this mode');
}

function packTwoColors(block: Etc2Block, spread: TwoColors): Uint8Array {
  const { isT, distance: d, colors } = spread;
  const number = (at: number): number =>
    ((colors[at] ?? 0) << 8) | ((colors[at + 1] ?? 0) << 4) | (colors[at + 2] ?? 0);
  const swaps = !isT && number(0) >= number(3) !== (d % 2 === 1);
  const [r1 = 0, g1 = 0, b1 = 0, r2 = 0, g2 = 0, b2 = 0] = swaps ? [...colors.slice(3), ...colors.slice(0, 3)] : colors;
  const palette = twoColorPalette(spread);
  const codes = [2, 3].map((half) => codesOfHalf(block, half, palette).map((code) => (swaps ? code ^ 2 : code)));
  const low = bytesOf([placeCodes(codes[0] ?? [], codes[1] ?? [], 1)]);
  if (isT)
    return Uint8Array.from([
      setOverflow(((r1 >> 2) << 3) | (r1 & 3), 0xe4, true),
      (g1 << 4) | b1,
      (r2 << 4) | g2,
      (b2 << 4) | ((d >> 1) << 2) | 2 | (d & 1),
      ...low,
    ]);
  return Uint8Array.from([
    setOverflow((r1 << 3) | (g1 >> 1), 0x80, false),
    setOverflow(((g1 & 1) << 4) | (b1 & 8) | ((b1 >> 1) & 3), 0xe4, true),
    ((b1 & 1) << 7) | (r2 << 3) | (g2 >> 1),
    ((g2 & 1) << 7) | (b2 << 3) | (d & 4) | 2 | ((d >> 1) & 1),
    ...low,
  ]);
}

function packPlane({ slopes }: Plane): Uint8Array {
  const [[ro, rh, rv], [go, gh, gv], [bo, bh, bv]] = slopes;
  return Uint8Array.from([
    setOverflow((ro << 1) | (go >> 6), 0x80, false),
    setOverflow(((go & 63) << 1) | (bo >> 5), 0x80, false),
    setOverflow((bo & 24) | ((bo >> 1) & 3), 0xe4, true),
    ((bo & 1) << 7) | ((rh >> 1) << 2) | 2 | (rh & 1),
    ...bytesOf([(gh << 25) | (bh << 19) | (rv << 13) | (gv << 6) | bv]),
  ]);
}

/** Moves colors toward the mean visible color by as much as they are transparent. */
function weighByAlpha(texels: readonly Color[], alphas: readonly number[]): readonly Color[] {
  const all = total(alphas);
  if (all === 0 || all === 16 * 255) return texels;
  const mean = (c: 0 | 1 | 2): number =>
    Math.floor((2 * total(texels.map((t, i) => t[c] * (alphas[i] ?? 0))) + all) / (2 * all));
  const means: Color = [mean(0), mean(1), mean(2)];
  return texels.map((t, i) => {
    const alpha = alphas[i] ?? 0;
    const moved = (c: 0 | 1 | 2): number => Math.floor((means[c] * (255 - alpha) + t[c] * alpha + 127) / 255);
    return [moved(0), moved(1), moved(2)];
  });
}

function draftBytes(texels: readonly Color[]): Uint8Array {
  const [first = [0, 0, 0]] = texels;
  if (texels.every((t) => t.every((v, c) => v === first[c]))) return packPlane(draftPlane(first));
  const { bases, tables, flip, isDiff, codes } = draftHalves(texels);
  return packBases(bases, tables, flip, isDiff, codes);
}

/** The eight bytes of sixteen RGBA texels. Levels from `draft`, −1, to `max`, 3. */
export function encodeEtc2Colors(rgba: Uint8Array, level: number, isPerceptual: boolean, byAlpha: boolean): Uint8Array {
  const all = Array.from({ length: 16 }, (_, i) => i);
  const at = (i: number, c: number): number => rgba[i * 4 + c] ?? 0;
  const texels = all.map((i): Color => [at(i, 0), at(i, 1), at(i, 2)]);
  if (level < 0) return draftBytes(texels);
  const shown = byAlpha
    ? weighByAlpha(
        texels,
        all.map((i) => at(i, 3)),
      )
    : texels;
  const block = blockOf(shown, isPerceptual ? [2, 4, 1] : [1, 1, 1]);
  const halves = searchHalves(block, level);
  if (halves === undefined) throw new Error('a block has no halves');
  if (halves.error === 0) return packHalves(block, halves);
  const plane = searchPlane(block, level);
  const minimum = Math.min(plane.error, halves.error);
  if (level > 1 || (level === 1 && minimum > ROUGH)) {
    const spread = searchTwoColors(block, level);
    if (spread !== undefined && spread.error < minimum) return packTwoColors(block, spread);
  }
  return plane.error < halves.error ? packPlane(plane) : packHalves(block, halves);
}
