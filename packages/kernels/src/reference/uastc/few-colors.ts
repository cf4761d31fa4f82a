// Blocks of few, distinct colors, as in flat art. Twin of the kernel's few-colors; the limits are explained there.

import type { BlockLevel } from '../../blocks/block-options.js';
import type { UastcModeNumber } from '../../uastc/block-fields.js';
import type { Block } from './block.js';
import type { Contest } from './contest.js';
import type { BlockColor } from './distinct-colors.js';
import { fewLine, fewSubsets } from './few-color-subsets.js';
import { bestPlane, rankPatterns } from './rank-patterns.js';

/** Whether a block gets only `chooseFew`. */
export const isFewAlone = (block: Block, level: BlockLevel): boolean => level === 'normal' && block.colors.length > 2;

/** The fits for blocks of few colors. */
export function chooseFew(contest: Contest, level: BlockLevel): void {
  const { block } = contest;
  const alone = isFewAlone(block, level);
  const every = level === 'high' || level === 'max';
  if (alone) fitLikely(contest);
  else fitEvery(contest);
  if (block.colors.length > 2) {
    if (contest.cost > 0 && contest.error <= 400) chooseFewLines(contest, block.gray || every);
    if (contest.cost > 0) chooseFewSubsets(contest);
  }
  if (alone && contest.error > 200) contest.settleBest(1);
  else if (!every) contest.polishBest(1);
}

/** Lines of all weights, and the most promising plane. */
function fitLikely(contest: Contest): void {
  const { opaque, gray } = contest.block;
  if (gray) {
    contest.line(15, 2);
    if (!opaque) contest.planes(17, 3, 4, 4);
    else {
      contest.oddGray(2);
      contest.line(18, 3);
    }
  }
  if (opaque) {
    for (const mode of [0, 5, 1] as const) contest.line(mode, 2);
    if (!gray) contest.planes(6, bestPlane(contest.block, 3), 3, 4);
    return;
  }
  for (const mode of [10, 12, 14] as const) contest.line(mode, 2);
  if (gray) return;
  const plane = bestPlane(contest.block, 4);
  contest.planes(11, plane, 3, 4);
  contest.planes(13, plane, 2, 4);
}

function fitEvery(contest: Contest): void {
  if (contest.block.opaque) {
    contest.line(1, 2);
    for (const channel of [0, 1, 2] as const) contest.planes(6, channel, 3, 4);
    return;
  }
  for (const mode of [10, 12, 14] as const) contest.line(mode, 2);
  for (const channel of [0, 1, 2, 3] as const) {
    contest.planes(11, channel, 3, 4);
    contest.planes(13, channel, 2, 4);
  }
}

/** Soft edges: colors between two others. */
function chooseFewLines(contest: Contest, all: boolean): void {
  const { gray, opaque, colors } = contest.block;
  const [four, ...fewer] = opaque ? ([0, 5, 1] as const) : ([10, 12, 14] as const);
  const modes = [...(gray ? ([15] as const) : []), four, ...(all ? fewer : [])];
  for (const mode of modes) fewLineOf(contest, colors, mode);
}

/** Colors on one line. */
export function fewLineOf(contest: Contest, colors: readonly BlockColor[], mode: UastcModeNumber): void {
  const candidate = fewLine(contest.block, colors, mode);
  if (candidate.error <= contest.error) contest.keep(candidate);
}

/** Subsets of two colors each, which are exact. Three are tried if the block still has this error. */
function few(contest: Contest, mode: UastcModeNumber): void {
  const { block } = contest;
  const enter = (maxColors: number): void => {
    const candidate = fewSubsets(block, block.colors, mode, maxColors, contest.error);
    if (candidate !== undefined) contest.keep(candidate);
  };
  enter(2);
  if (mode === 16 ? contest.error > 8 : block.colors.length === 4 && contest.error > 100) enter(3);
}

function chooseFewSubsets(contest: Contest): void {
  const { block } = contest;
  const alpha = !block.opaque || block.gray;
  const patterns = block.colors.length > 3 ? rankPatterns(block, 'A', alpha, 3) : [];
  const fit = (mode: UastcModeNumber): void => {
    few(contest, mode);
    contest.subsets(mode, patterns, alpha, 2, 4);
  };
  if (block.gray) fit(16);
  if (!block.opaque) {
    fit(9);
    return;
  }
  fit(4);
  few(contest, 7);
  if (contest.error > 64) {
    few(contest, 2);
    if (!block.gray) contest.subsets(2, patterns.slice(0, 1), alpha, 1, 4);
  }
  if (contest.error > 200) few(contest, 3);
}
