// The search for a block: one subset first, then two planes, then more subsets, each only as far as the level goes and while the error is worth it.

import type { BlockLevel } from '../../blocks/block-options.js';
import { at } from '../uastc/lanes.js';
import type { AstcBlock, Division } from './block.js';
import { choosePartitions, clusterTexels } from './clusters.js';
import { type Fitted, fitPlan } from './fit.js';
import { planModes } from './plan.js';
import { makeScheme, type Scheme } from './scheme.js';

interface Effort {
  readonly plans: number;
  readonly rounds: number;
  readonly dualPlans: number;
  readonly measured: number;
  readonly tried: number;
  readonly subsetPlans: number;
  readonly maxSubsets: number;
  readonly isThorough: boolean;
  /** Squared error per texel. */
  readonly enough: number;
}
// biome-ignore format: a row for each level
const EFFORTS: Readonly<Record<BlockLevel, Effort>> = {
  draft: { plans: 1, rounds: 0, dualPlans: 0, measured: 0, tried: 0, subsetPlans: 0, maxSubsets: 1, isThorough: false, enough: 90 },
  fast: { plans: 1, rounds: 1, dualPlans: 1, measured: 6, tried: 1, subsetPlans: 1, maxSubsets: 2, isThorough: false, enough: 60 },
  normal: { plans: 3, rounds: 2, dualPlans: 2, measured: 48, tried: 4, subsetPlans: 2, maxSubsets: 3, isThorough: true, enough: 6 },
  high: { plans: 10, rounds: 4, dualPlans: 6, measured: 112, tried: 10, subsetPlans: 4, maxSubsets: 4, isThorough: true, enough: 1 },
  max: { plans: 24, rounds: 6, dualPlans: 16, measured: 400, tried: 16, subsetPlans: 8, maxSubsets: 4, isThorough: true, enough: 0 },
};

/** Plans are dropped if they expect more than this times the best error. */
const TRUST = 1.2;
const FEW_COLORS = 1;
const FEW_ALPHAS = 2;

/** The channels whose second plane is tried. */
function secondChannels(first: Scheme, isThorough: boolean): readonly number[] {
  const { block } = first;
  if (block.channels === 1) return [];
  const { left, sums } = at(first.subsets, 0);
  const missed = [0, 1, 2].reduce((found, c) => (at(left, c) > at(left, found) ? c : found));
  const isConstant = (c: number): boolean => at(sums.squares, c) * first.totalCount === at(sums.sums, c) ** 2;
  const colors = [0, 1, 2].filter((c) => (c === missed || isThorough) && !isConstant(c));
  if (block.isOpaque) return colors;
  return isThorough ? [3, ...colors] : [3];
}

export function searchBlock(block: AstcBlock, level: BlockLevel): Fitted {
  const effort = EFFORTS[level];
  const first = makeScheme(block, { count: 1, partition: 0, second: -1 });
  const enough = first.totalCount * effort.enough * (block.isHdr ? 16 : 1);
  let best: Fitted | undefined;
  const error = (): number => best?.error ?? 1e30;
  const fit = (scheme: Scheme, plans: number): void => {
    for (const plan of planModes(scheme, plans, error() * TRUST, effort.isThorough))
      best = fitPlan(scheme, plan, effort.rounds, best);
  };
  const divided = (division: Division): Scheme => makeScheme(block, division, first);
  const search = (): void => {
    fit(first, effort.plans);
    if (error() <= enough) return;
    if (effort.dualPlans > 0)
      for (const second of secondChannels(first, effort.isThorough))
        fit(divided({ count: 1, partition: 0, second }), effort.dualPlans);
    if (error() <= enough) return;
    let isHopeful = true;
    for (let count = 2; count <= effort.maxSubsets; count++) {
      const before = error();
      const clusters = clusterTexels(block, count);
      if (isHopeful || clusters.error <= before * (block.isOpaque ? FEW_COLORS : FEW_ALPHAS)) {
        const more = block.isOpaque ? 2 : 3;
        const [measured, tried] = [(effort.measured * more) >> 1, (effort.tried * more) >> 1];
        for (const partition of choosePartitions(block, clusters, measured, tried))
          fit(divided({ count, partition, second: -1 }), effort.subsetPlans);
      }
      isHopeful = error() < before;
      if (error() <= enough) return;
    }
  };
  search();
  if (best === undefined) throw new Error('every block has a plan');
  return best;
}
