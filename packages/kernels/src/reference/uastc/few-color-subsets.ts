// Candidates for blocks of few colors: subsets, and lines with layouts of the colors. Twin of the kernel's few-color-subsets.

import type { UastcModeNumber } from '../../uastc/block-fields.js';
import { type Block, type Candidate, hasAlpha, modeOf } from './block.js';
import type { BlockColor } from './distinct-colors.js';
import { at } from './lanes.js';
import { UASTC_PATTERNS } from './modes.js';
import { rangeOf } from './ranges.js';
import { metricOf, type Solution, solveLine, solveSpread } from './solve-line.js';

const weightOf = (solution: Solution, color: BlockColor): number => solution.weights.get(color) ?? 0;

/** The best pattern of a mode's set whose subsets have at most `maxColors` colors each, if its error is at most `limit`. */
export function fewSubsets(
  block: Block,
  colors: readonly BlockColor[],
  mode: UastcModeNumber,
  maxColors: number,
  limit: number,
): Candidate | undefined {
  const { levels, weightBits, patterns, subsets } = modeOf(mode);
  const metric = metricOf(block.metric, (i) => i < 3 || hasAlpha(mode));
  const solved = new Map<string, Solution>();
  const solve = (set: readonly BlockColor[]): Solution => {
    const key = set.map((c) => colors.indexOf(c)).join();
    const found = solved.get(key) ?? solveLine(set, metric, rangeOf(levels), weightBits);
    solved.set(key, found);
    return found;
  };
  let best: Candidate | undefined;
  UASTC_PATTERNS[patterns].forEach((subsetOf, pattern) => {
    const inSubset = (color: BlockColor, s: number): number => color.texels.filter((t) => subsetOf[t] === s).length;
    const sets = Array.from({ length: subsets }, (_, s) => colors.filter((c) => inSubset(c, s) > 0));
    if (sets.some((set) => set.length > maxColors)) return;
    const solutions = sets.map(solve);
    const error = solutions.reduce(
      (sum, { errors }, s) => sum + at(sets, s).reduce((e, c) => e + inSubset(c, s) * (errors.get(c) ?? 0), 0),
      0,
    );
    if (error > limit || (best !== undefined && error >= best.error)) return;
    const weights: number[] = [];
    for (const color of colors)
      for (const t of color.texels) weights[t] = weightOf(at(solutions, at(subsetOf, t)), color);
    const ends = solutions.map((s) => ({ ...s.ends }));
    best = { mode, pattern, channel: 0, ends, weights: [weights, []], error };
  });
  return best;
}

/** All colors on one line. */
export function fewLine(block: Block, colors: readonly BlockColor[], mode: UastcModeNumber): Candidate {
  const { levels, weightBits } = modeOf(mode);
  const metric = metricOf(block.metric, (i) => i < 3 || hasAlpha(mode));
  const solution = solveSpread(colors, metric, rangeOf(levels), weightBits);
  const weights: number[] = [];
  for (const color of colors) for (const t of color.texels) weights[t] = weightOf(solution, color);
  return {
    mode,
    pattern: 0,
    channel: 0,
    ends: [{ ...solution.ends }],
    weights: [weights, []],
    error: solution.error,
  };
}
