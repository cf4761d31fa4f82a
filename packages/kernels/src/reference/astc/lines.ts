// What a subset of texels is: exact sums of its channels and of their products, and the line that fits them best, in a space where each channel is
// scaled by the root of its metric.

import { at } from '../uastc/lanes.js';
import { type AstcBlock, countsOf } from './block.js';

type Matrix = readonly (readonly number[])[];

export interface Sums {
  readonly colorCount: number;
  readonly alphaCount: number;
  /** By channel. */
  readonly sums: readonly number[];
  readonly squares: readonly number[];
  /** Products of channels, the lower half. */
  readonly products: Matrix;
}

export interface Line {
  readonly axis: readonly number[];
  /** Squared distances along the line, and from it. */
  readonly along: number;
  readonly error: number;
  readonly scatter: Matrix;
  readonly raw: Matrix;
}

export const countOf = (sums: Sums, channel: number): number => (channel === 3 ? sums.alphaCount : sums.colorCount);

/** Sums over the texels of a subset. */
export function measureSubset(block: AstcBlock, subsets: readonly number[], subset: number): Sums {
  const members = subsets.flatMap((own, i) => (own === subset ? [i] : []));
  const total = (of: (texel: number) => number): number => members.reduce((sum, i) => sum + of(i), 0);
  const colorCount = total((i) => at(block.colorCounts, i));
  const alphaCount = total((i) => at(block.alphaCounts, i));
  // Products of color and alpha count as color does.
  const products = Array.from({ length: block.channels }, (_, row) =>
    Array.from({ length: row + 1 }, (__, column) => {
      const counts = countsOf(block, column);
      return total((i) => at(counts, i) * at(at(block.texels, row), i) * at(at(block.texels, column), i));
    }),
  );
  const sums = block.texels.map((texels, c) => total((i) => at(countsOf(block, c), i) * at(texels, i)));
  if (block.isOpaque) sums[3] = 255 * alphaCount;
  const squares = products.map((row, c) => at(row, c));
  return { colorCount, alphaCount, sums, squares, products };
}

const cross = (matrix: Matrix, a: number, b: number): number => at(at(matrix, Math.max(a, b)), Math.min(a, b));
const trace = (matrix: Matrix, channels: number): number => {
  let sum = 0;
  for (let k = 0; k < channels; k++) sum += cross(matrix, k, k);
  return sum;
};

const multiply = (matrix: Matrix, v: readonly number[]): number[] =>
  v.map((_, row) => {
    let sum = cross(matrix, row, 0) * at(v, 0);
    for (let k = 1; k < v.length; k++) sum += cross(matrix, row, k) * at(v, k);
    return sum;
  });
const dot = (a: readonly number[], b: readonly number[]): number => {
  let sum = at(a, 0) * at(b, 0);
  for (let k = 1; k < a.length; k++) sum += at(a, k) * at(b, k);
  return sum;
};

/** Multiplies a vector by a matrix `rounds` times. Returns it with length 1, or zero, and the share of the matrix along it. */
function iterate(matrix: Matrix, start: readonly number[], rounds: number) {
  let vector = [...start];
  for (let round = 0; round < rounds; round++) vector = multiply(matrix, vector);
  const length = dot(vector, vector);
  if (!(length > 0)) return { vector: [0, 0, 0, 0], along: 0 };
  const along = dot(vector, multiply(matrix, vector)) / length;
  const scale = 1 / Math.sqrt(length);
  return { vector: [...vector.map((v) => v * scale), 0].slice(0, 4), along };
}

const ROUNDS = 5;
const NO_SPREAD = 1e-3;

function findAxis(scatter: Matrix, channels: number, spread: number) {
  if (spread < NO_SPREAD) return { vector: [0, 0, 0, 0], along: 0 };
  if (channels === 1) return { vector: [1, 0, 0, 0], along: spread };
  let chosen = 0;
  for (let k = 1; k < channels; k++) if (cross(scatter, k, k) > cross(scatter, chosen, chosen)) chosen = k;
  const guess = Array.from({ length: channels }, (_, k) => cross(scatter, k, chosen));
  return iterate(scatter, guess, ROUNDS);
}

/** The line of what was measured. `skipped`: a channel with weights of its own, or −1. */
export function fitLine({ roots, channels }: AstcBlock, sums: Sums, skipped: number): Line {
  const scaled = (of: (row: number, column: number) => number): number[][] =>
    sums.products.map((row, r) =>
      row.map((_, c) => of(r, c) * (r === skipped || c === skipped ? 0 : at(roots, r) * at(roots, c))),
    );
  const mean = (row: number): number => at(sums.sums, row) / countOf(sums, row);
  const scatter = scaled((r, c) => cross(sums.products, r, c) - at(sums.sums, c) * mean(r));
  const raw = scaled((r, c) => cross(sums.products, r, c));
  const spread = trace(scatter, channels);
  const { vector, along } = findAxis(scatter, channels, spread);
  let direction = 0;
  for (let k = 0; k < 3; k++) direction += at(vector, k) / Math.max(at(roots, k), 0.01);
  if (direction === 0) direction = at(vector, 3);
  // Upper endpoints are the lighter ones.
  const axis = vector.map((v) => (direction < 0 ? -v : v));
  return { axis, along, error: Math.max(spread - along, 0), scatter, raw };
}

/** What a line leaves of each channel. */
export const leftOf = ({ scatter, axis, along }: Line): readonly number[] =>
  scatter.map((row, k) => at(row, k) - along * at(axis, k) * at(axis, k));

/** What gray leaves: of R, G and B from their weighted mean, in each texel. */
export function grayError({ roots, channels }: AstcBlock, { raw }: Line): number {
  if (channels === 1) return 0;
  let weight = 0;
  let along = 0;
  for (let row = 0; row < 3; row++) {
    weight += at(roots, row) * at(roots, row);
    for (let k = 0; k < 3; k++) along += at(roots, row) * at(roots, k) * cross(raw, row, k);
  }
  return Math.max(trace(raw, 3) - along / weight, 0);
}

/** What the best line through black leaves of R, G and B. */
export function scaleError({ roots, channels }: AstcBlock, { raw }: Line, sums: Sums): number {
  if (channels === 1) return 0;
  const start = [0, 1, 2].map((k) => (at(sums.sums, k) / sums.colorCount) * at(roots, k));
  return Math.max(trace(raw, 3) - iterate(raw, start, 3).along, 0);
}
