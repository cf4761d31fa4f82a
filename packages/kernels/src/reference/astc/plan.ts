// Ranks block modes for a scheme by the error that is to be expected: what no line can express, what the grid cannot, and what the ranges of weights
// and endpoints round away.

import { at } from '../uastc/lanes.js';
import { type Choice, listChoices } from './choices.js';
import type { Grid } from './grids.js';
import { fittingRange, LEVELS, MIN_COLOR_RANGE, WEIGHT_RANGES } from './ranges.js';
import type { Scheme } from './scheme.js';
import type { BlockMode } from './tables.js';

export interface Plan {
  readonly error: number;
  readonly mode: BlockMode;
  readonly choice: Choice;
  /** Of the endpoints. */
  readonly range: number;
}

const WEIGHT_SHARE = 0.7;
const MIN_HDR_RANGE = 8;
const HDR_NOISE = 16;

/** The expected squared error of an endpoint channel in a texel. */
function colorNoise(range: number): number {
  const step = 255 / (at(LEVELS, range) - 1);
  return range === LEVELS.length - 1 ? 0.02 : (step * step * 0.5) / 12;
}

/** Squared error of the best weights of a grid for what a plane wants. */
function gridError(grid: Grid, wanted: readonly number[]): number {
  if (grid.isWhole) return 0;
  const energy = wanted.reduce((sum, w) => sum + w * w, 0);
  const lanes = [0, 0, 0, 0];
  for (const [point, row] of grid.basis.entries()) {
    let along = 0;
    for (const [i, w] of wanted.entries()) along += at(row, i) * w;
    lanes[point & 3] = at(lanes, point & 3) + along * along;
  }
  const expressed = (at(lanes, 0) + at(lanes, 2) + (at(lanes, 1) + at(lanes, 3))) * (1 / 268435456);
  return Math.max(energy - expressed, 0) * (1 / 1048576);
}

/** By range: the mean squared error of rounding what texels want, in weights from 0 to 1. */
function roundingErrors(wanted: readonly number[]): readonly number[] {
  return Array.from({ length: WEIGHT_RANGES }, (_, range) => {
    const levels = at(LEVELS, range);
    let total = 0;
    for (const w of wanted) total += ((((w + 512) * (levels - 1) + 512) & 1023) - 512) ** 2;
    return (total * WEIGHT_SHARE) / (1048576 * (levels * levels) * wanted.length);
  });
}

/** The `wanted` best plans, of those with an expected error below `limit`. */
export function planModes(scheme: Scheme, wanted: number, limit: number, everyGrid: boolean): readonly Plan[] {
  const { block, worths, count, second, totalCount } = scheme;
  const planes = second < 0 ? 1 : 2;
  const choices = listChoices(scheme);
  const minError = Math.min(...choices.map(({ error }) => error));
  const rounding = scheme.wanted.map(roundingErrors);
  const bits = 128 - (count === 1 ? 17 : 29) - (planes === 2 ? 2 : 0);
  const ends = (block.isOpaque ? 3 : 4) * totalCount * (block.isHdr ? HDR_NOISE : 1);
  const plans: Plan[] = [];
  const worst = (): number => (plans.length === wanted ? Math.min(at(plans, wanted - 1).error, limit) : limit);
  const insert = (plan: Plan): void => {
    let place = plans.length;
    while (place > 0 && at(plans, place - 1).error > plan.error) place--;
    plans.splice(place, 0, plan);
    plans.length = Math.min(plans.length, wanted);
  };
  for (const { grid, modes } of block.tables.grids) {
    const [across, down] = [grid.width * block.tables.height, grid.height * block.tables.width];
    if (!everyGrid && (across * 5 > down * 8 || down * 5 > across * 8)) continue;
    if (grid.count > (planes === 2 ? 32 : 64)) continue;
    const lost = scheme.wanted.map((plane) => gridError(grid, plane));
    const base = at(worths, 0) * at(lost, 0) + (planes === 2 ? at(worths, 1) * at(lost, 1) : 0);
    for (const mode of at(modes, planes - 1)) {
      if (base + minError >= worst()) break;
      let noise = at(worths, 0) * at(at(rounding, 0), mode.range);
      if (planes === 2) noise += at(worths, 1) * at(at(rounding, 1), mode.range);
      const error = base + noise * grid.noise;
      for (const choice of choices) {
        if (error + choice.error >= worst()) continue;
        const range = fittingRange(choice.values, bits - mode.bits - choice.bits);
        if (range < (block.isHdr ? MIN_HDR_RANGE : MIN_COLOR_RANGE)) continue;
        insert({ error: error + choice.error + colorNoise(range) * ends, mode, choice, range });
      }
    }
  }
  return plans.filter(({ error }) => error < limit);
}
