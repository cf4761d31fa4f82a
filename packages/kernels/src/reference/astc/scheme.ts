// A scheme: a division of the texels, with the lines of its subsets and, for each plane, the weights that texels want (−512 to 512) and their worth.

import { at, f32 } from '../uastc/lanes.js';
import { type AstcBlock, type Division, subsetsOf } from './block.js';
import { fitLine, grayError, type Line, leftOf, measureSubset, type Sums, scaleError } from './lines.js';

export interface Subset {
  readonly sums: Sums;
  readonly line: Line;
  readonly gray: number;
  readonly scale: number;
  /** What the line leaves of each channel. */
  readonly left: readonly number[];
}

export interface Scheme extends Division {
  readonly block: AstcBlock;
  readonly subsets: readonly Subset[];
  readonly membership: readonly number[];
  /** By plane: what texels want, and what the square of a weight's error costs, the mean over texels. */
  readonly wanted: readonly (readonly number[])[];
  readonly worths: readonly number[];
  readonly totalCount: number;
}

const toShort = (value: number): number => Math.min(Math.max(Math.trunc(value), -32768), 32767);

/** Weights for values on a line from `low`, to the scale of 1024. */
const wantedOf = (values: readonly number[], low: number, length: number, shortest: number): readonly number[] => {
  const scale = length > shortest ? f32(1024 / length) : 0;
  return values.map((v) => toShort(f32(f32(f32(v - low) * scale) + 0.5)) - 512);
};

const f32Sum = (a: number, b: number): number => f32(a + b);

/** Projects the texels of a subset to its line. */
function project({ texels, roots }: AstcBlock, { axis }: Line, members: readonly number[]) {
  const a = axis.map((v, c) => f32(v * at(roots, c)));
  const part = (c: number, i: number): number => f32(at(a, c) * at(at(texels, c), i));
  const values = members.map((i) => f32Sum(f32Sum(part(0, i), part(1, i)), f32Sum(part(2, i), part(3, i))));
  const low = Math.min(...values);
  return { values, low, length: f32(Math.max(...values) - low) };
}

/** `first` is the scheme of one subset without a second plane: gray and scaled colors do not change with the planes. */
export function makeScheme(block: AstcBlock, division: Division, first?: Scheme): Scheme {
  const membership = subsetsOf(block, division);
  const wanted = new Array<number>(block.tables.texels).fill(0);
  let worth = 0;
  let totalCount = 0;
  const subsets = Array.from({ length: division.count }, (_, subset): Subset => {
    const sums = measureSubset(block, membership, subset);
    const line = fitLine(block, sums, division.second);
    const members = membership.flatMap((own, i) => (own === subset ? [i] : []));
    const { values, low, length } = project(block, line, members);
    const own = wantedOf(values, low, length, f32(0.01));
    for (const [k, i] of members.entries()) wanted[i] = at(own, k);
    worth += length * length * sums.colorCount;
    totalCount += sums.colorCount;
    const before = division.second >= 0 ? first?.subsets[subset] : undefined;
    if (before !== undefined) return { ...before, sums, line };
    return { sums, line, gray: grayError(block, line), scale: scaleError(block, line, sums), left: leftOf(line) };
  });
  worth /= block.tables.texels;
  const base = { ...division, block, subsets, membership, totalCount };
  if (division.second < 0) return { ...base, wanted: [wanted], worths: [worth] };
  const values = at(block.texels, division.second);
  const length = Math.max(...values) - Math.min(...values);
  const alphaScale = division.second === 3 && block.isWeighted ? 16 : 1;
  return {
    ...base,
    wanted: [wanted, wantedOf(values, Math.min(...values), length, 0)],
    worths: [worth, length * length * at(block.metric, division.second) * alphaScale],
  };
}
