// The colors of BC1 and BC3. Twin of the kernel's color: the same endpoints in the same order.

import { draftColors } from './draft.js';
import {
  type Color,
  type ColorBlock,
  extremes,
  findAxis,
  fitClusters,
  fitThreeClusters,
  type Line,
  solveLine,
} from './line.js';

/** R, G, B of the first and of the second endpoint, as they are stored. */
type Ends = readonly number[];

interface Search {
  readonly block: ColorBlock;
  readonly metric: Color;
  /** Whether the palette has three colors: the endpoints and the color halfway between them. */
  readonly isThree: boolean;
  error: number;
  best: Ends;
}

/** Above these errors, `high` tries three colors, and all clusterings for four. */
const SMOOTH = 100;
const ROUGH = 400;

const isGreen = (i: number): boolean => i % 3 === 1;
const limitOf = (i: number): number => (isGreen(i) ? 63 : 31);
const expand = (v: number, i: number): number => (isGreen(i) ? (v << 2) | (v >> 4) : (v << 3) | (v >> 2));

function paletteOf(ends: Ends, isThree: boolean): readonly (readonly number[])[] {
  const wide = ends.map(expand);
  const mix = (a: number, b: number): readonly number[] =>
    [0, 1, 2].map((c) => Math.floor((a * (wide[c] ?? 0) + b * (wide[c + 3] ?? 0) + 1) / 3));
  const middle = [0, 1, 2].map((c) => ((wide[c] ?? 0) + (wide[c + 3] ?? 0) + 1) >> 1);
  return [wide.slice(0, 3), wide.slice(3), ...(isThree ? [middle] : [mix(2, 1), mix(1, 2)])];
}

function distances({ metric, isThree }: Search, texel: Color, ends: Ends): readonly number[] {
  return paletteOf(ends, isThree).map((color) =>
    [0, 1, 2].reduce((sum, c) => sum + (metric[c] ?? 0) * ((texel[c] ?? 0) - (color[c] ?? 0)) ** 2, 0),
  );
}

const codesOf = (search: Search, ends: Ends): readonly number[] =>
  search.block.texels.map((texel) => {
    const d = distances(search, texel, ends);
    return d.indexOf(Math.min(...d));
  });

function trial(search: Search, ends: Ends): boolean {
  const error = search.block.texels.reduce(
    (sum, texel, i) => sum + Math.min(...distances(search, texel, ends)) * (search.block.weights[i] ?? 0),
    0,
  );
  if (error >= search.error) return false;
  search.error = error;
  search.best = ends;
  return true;
}

const roundLine = ({ first, second }: Line): Ends =>
  [...first, ...second].map((v, i) => {
    const limit = limitOf(i);
    const scaled = Math.fround(Math.fround(v * Math.fround(limit / 255)) + 0.5);
    return Math.min(Math.max(Math.trunc(scaled), 0), limit);
  });

function refine(search: Search, line: Line, rounds: number): void {
  if (!trial(search, roundLine(line))) return;
  for (let i = 0; i < rounds && search.error > 0; i++) {
    const solved = solveLine(search.block, codesOf(search, search.best), search.isThree);
    if (solved === undefined || !trial(search, roundLine(solved))) return;
  }
}

function move(search: Search, i: number, step: number, j: number, other: number): boolean {
  const ends = search.best.map((v, n) => (n === i ? v + step : n === j ? v + other : v));
  return ends.every((v, n) => v >= 0 && v <= limitOf(n)) && trial(search, ends);
}

const DIAGONALS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

function climb(search: Search, withPairs: boolean): void {
  let moved = true;
  while (moved && search.error > 0) {
    moved = false;
    for (let i = 0; i < 6; i++) {
      if (move(search, i, 1, -1, 0) || move(search, i, -1, -1, 0)) moved = true;
      if (!withPairs) continue;
      for (let j = 0; j < i; j++) if (DIAGONALS.some(([a, b]) => move(search, i, a, j, b))) moved = true;
    }
  }
}

function pack(ends: Ends, codes: readonly number[], isThree: boolean): Uint8Array {
  const packed = (at: number): number => ((ends[at] ?? 0) << 11) | ((ends[at + 1] ?? 0) << 5) | (ends[at + 2] ?? 0);
  return packEnds(packed(0), packed(3), codes, isThree);
}

/** The larger endpoint first, with matching codes; the smaller one if there are three colors, of which the middle one keeps its code. */
function packEnds(a: number, b: number, codes: readonly number[], isThree: boolean): Uint8Array {
  const isSwapped = isThree ? a > b : a < b;
  const [first, second] = isSwapped ? [b, a] : [a, b];
  const swap = (code: number): number => (isSwapped && !(isThree && code > 1) ? code ^ 1 : code);
  const bytes = [first & 255, first >> 8, second & 255, second >> 8];
  for (let row = 0; row < 4; row++)
    bytes.push([0, 1, 2, 3].reduce((sum, x) => sum | ((a === b ? 0 : swap(codes[row * 4 + x] ?? 0)) << (2 * x)), 0));
  return Uint8Array.from(bytes);
}

/** The two endpoints whose mix of two thirds and one third is nearest; of equally near pairs, the two closest to each other. */
function matchOf(value: number, i: number): readonly [number, number] {
  let minimum = Number.POSITIVE_INFINITY;
  let best: readonly [number, number] = [0, 0];
  for (let a = 0; a <= limitOf(i); a++)
    for (let b = 0; b <= limitOf(i); b++) {
      const [wideA, wideB] = [expand(a, i), expand(b, i)];
      const cost = Math.abs(Math.floor((2 * wideA + wideB + 1) / 3) - value) * 256 + Math.abs(wideA - wideB);
      if (cost >= minimum) continue;
      minimum = cost;
      best = [a, b];
    }
  return best;
}

/** The eight bytes of sixteen RGBA texels. Levels from `draft`, −1, to `max`, 3. `allowThree`: whether blocks of three colors have a meaning, as
 *  in BC1. */
export function encodeColors(
  rgba: Uint8Array,
  level: number,
  isPerceptual: boolean,
  byAlpha: boolean,
  allowThree: boolean,
): Uint8Array {
  const at = (i: number, c: number): number => rgba[i * 4 + c] ?? 0;
  const all = Array.from({ length: 16 }, (_, i) => i);
  const texels = all.map((i): Color => [at(i, 0), at(i, 1), at(i, 2)]);
  const isWeighed = byAlpha && all.some((i) => at(i, 3) > 0);
  const [first = [0, 0, 0]] = texels;
  if (texels.every((t) => t.every((v, c) => v === first[c]))) {
    const matches = [0, 1, 2].map((c) => matchOf(first[c] ?? 0, c));
    return pack(
      [...matches.map(([a]) => a), ...matches.map(([, b]) => b)],
      all.map(() => 2),
      false,
    );
  }
  if (level < 0) {
    const { ends, codes } = draftColors(texels);
    return packEnds(...ends, codes, false);
  }
  const block = { texels, weights: all.map((i) => (isWeighed ? at(i, 3) : 1)) };
  const metric: Color = isPerceptual ? [2, 4, 1] : [1, 1, 1];
  const isThree = false;
  const search: Search = { block, metric, isThree, error: Number.POSITIVE_INFINITY, best: [0, 0, 0, 0, 0, 0] };
  const axis = findAxis(block);
  refine(search, extremes(block, axis), axis.isFound ? (level === 0 ? 1 : 4) : 0);
  if (!axis.isFound) return pack(search.best, codesOf(search, search.best), false);
  const isThorough = (level > 2 || (level > 1 && search.error > SMOOTH)) && search.error > 0;
  const isRough = level > 2 || search.error > ROUGH;
  const line = isThorough && isRough ? fitClusters(block, axis, metric) : undefined;
  if (line !== undefined) refine(search, line, 4);
  if (level > 0) climb(search, level > 1);
  const three: Search = { ...search, isThree: true, error: Number.POSITIVE_INFINITY };
  const threeLine = isThorough && allowThree && search.error > 0 ? fitThreeClusters(block, axis, metric) : undefined;
  if (threeLine !== undefined) {
    refine(three, threeLine, 2);
    if (three.error < search.error + (search.error >> 2)) climb(three, true);
  }
  const best = three.error < search.error ? three : search;
  return pack(best.best, codesOf(best, best.best), best.isThree);
}
