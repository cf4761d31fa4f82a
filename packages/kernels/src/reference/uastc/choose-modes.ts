// Chooses the modes to try for a block, by its content and by level. Twin of the kernel's choose-modes; the limits are explained there.

import type { BlockLevel } from '../../blocks/block-options.js';
import type { UastcModeNumber } from '../../uastc/block-fields.js';
import type { Block, Candidate } from './block.js';
import { Contest } from './contest.js';
import { chooseFew, fewLineOf, isFewAlone } from './few-colors.js';
import type { Channel } from './lanes.js';
import { isNear, nearPlanes } from './near-colors.js';
import { nearAlpha, nearGray } from './near-gray.js';
import { bestPlane, rankPatterns } from './rank-patterns.js';
import { fitTwoNearColors } from './two-near-colors.js';
import { hasGap } from './weight-gap.js';

const ALPHA: Channel = 3;
const PATTERNS: Readonly<Record<BlockLevel, number>> = { draft: 0, fast: 0, normal: 1, high: 2, max: 8 };

const isQuick = (level: BlockLevel): boolean => level === 'draft' || level === 'fast';

/** Fits the best-ranked patterns of a set in each of some modes. */
function subsets(
  contest: Contest,
  set: 'A' | 'B' | 'C',
  modes: readonly UastcModeNumber[],
  level: BlockLevel,
  refits: number,
  alpha: boolean,
): void {
  const patterns = rankPatterns(contest.block, set, alpha, PATTERNS[level]);
  for (const mode of modes) contest.subsets(mode, patterns, alpha, refits, 4);
}

/** Whether the grays of a block have a variance of at most 36. */
function isFlat({ texels }: Block): boolean {
  const sum = (of: (gray: number) => number): number => texels.reduce((all, t) => all + of(t[0]), 0);
  return 16 * sum((v) => v * v) - sum((v) => v) ** 2 <= 256 * 36;
}

export function chooseCandidate(block: Block, level: BlockLevel): Candidate {
  if (level === 'normal' && block.opaque && block.listed.length === 2) {
    const exact = fitTwoNearColors(block.listed);
    if (exact !== undefined) return exact;
  }
  const gray = block.opaque && block.gray;
  const few = block.colors.length > 0;
  const bc7Share = few
    ? 2
    : { draft: 0, fast: 0, normal: gray ? (isFlat(block) ? 2 : 4) : 1, high: gray ? 2 : 1, max: gray ? 0 : 1 }[level];
  const contest = new Contest(block, {
    rounds: isQuick(level) ? 3 : 4,
    polishEach: level === 'max' ? 6 : 0,
    bc7Share,
    ownShare: level === 'normal' && !few && block.oneChannel && !gray ? 8 : 4,
    exactFive: level === 'normal',
  });
  if (!isFewAlone(block, level)) {
    if (gray) chooseGray(contest, level);
    else if (block.opaque) chooseColor(contest, level);
    else if (block.gray) chooseGrayAlpha(contest, level);
    else chooseColorAlpha(contest, level);
  }
  if (few && contest.cost > 0) chooseFew(contest, level);
  if (level === 'high') contest.polishBest(2);
  if (contest.best === undefined) throw new Error('no mode was tried');
  return contest.best;
}

function chooseColor(contest: Contest, level: BlockLevel): void {
  const { block } = contest;
  const near = !isQuick(level) && isNear(block);
  contest.line(0, level === 'draft' ? 0 : level === 'fast' || (near && level === 'normal') ? 1 : 2);
  if (isQuick(level)) {
    if (contest.error > (level === 'draft' ? 1000 : 300)) contest.planes(6, bestPlane(block, 3), 1, 3);
    return;
  }
  if (contest.cost === 0) return;
  if (near && level === 'normal') {
    chooseNear(contest);
    return;
  }
  if (level === 'normal') {
    const edge = block.colors.length === 0 && contest.error > 60 && isEdge(contest, 4);
    if (contest.error <= 500) {
      contest.line(5, 1);
      contest.line(contest.error <= 60 ? 1 : 18, 1);
    }
    contest.planes(6, bestPlane(block, 3), 3, 3);
    const good = contest.error <= 400;
    if (!good || edge) {
      const planesDo = block.twoChannel && !edge && !block.drawn;
      if (!planesDo) subsets(contest, 'A', good ? [4] : [4, 2], level, 1, false);
      if (good) contest.polishBest(1);
      else contest.settleBest(planesDo ? 2 : 1);
      return;
    }
    chooseSlope(contest);
    if (contest.error <= 40) contest.smoothBest(2);
    else contest.settleBest(2);
    if (contest.error === 0) contest.polishBest(1);
    return;
  }
  contest.line(5, 3);
  contest.line(18, 3);
  contest.line(1, 2);
  for (const channel of [0, 1, 2] as const) contest.planes(6, channel, 5, 4);
  if (near) chooseNearPlanes(contest);
  if (contest.error <= (level === 'high' ? 60 : 0)) return;
  subsets(contest, 'A', [4, 2], level, 3, false);
  subsets(contest, 'C', [7], level, 3, false);
  subsets(contest, 'B', [3], level, 3, false);
}

/** Near colors at `normal`. */
function chooseNear(contest: Contest): void {
  contest.smoothLine(5, 2);
  contest.line(1, 1);
  chooseNearPlanes(contest);
  if (contest.error === 0) contest.polishBest(1);
}

function chooseNearPlanes(contest: Contest): void {
  const planes = nearPlanes(contest.block, 2);
  // An exact block stays exact.
  if (contest.error > 0 || planes.error === 0) contest.keep(planes);
  chooseSlope(contest);
  if (contest.best?.mode !== 6) contest.smoothBest(2);
}

/** A few near colors are a slope. */
function chooseSlope(contest: Contest): void {
  const { listed, colors } = contest.block;
  if (listed.length > 2 && colors.length === 0 && contest.error > 0) fewLineOf(contest, listed, 5);
}

function chooseGray(contest: Contest, level: BlockLevel): void {
  const exact = !isQuick(level) ? nearGray(contest.block) : undefined;
  if (exact !== undefined) {
    contest.keep(exact);
    return;
  }
  contest.line(15, 2);
  if (isQuick(level) || contest.cost === 0) return;
  contest.oddGray(2);
  if (contest.cost === 0) return;
  contest.line(0, 2);
  contest.line(1, 2);
  contest.line(5, 2);
  contest.line(18, 3);
  if (level === 'normal') {
    contest.polishBest(1);
    return;
  }
  if (level === 'high' && contest.error <= 3) return;
  subsets(contest, 'A', [16, 2], level, 3, true);
}

function chooseGrayAlpha(contest: Contest, level: BlockLevel): void {
  const exact = !isQuick(level) ? nearAlpha(contest.block) : undefined;
  if (exact !== undefined) {
    contest.keep(exact);
    return;
  }
  // Few colors are polished after their search.
  const many = contest.block.colors.length === 0;
  contest.line(15, 2);
  contest.planes(17, ALPHA, isQuick(level) ? 1 : 4, 4);
  if (level === 'normal' && contest.error <= 30) {
    contest.smoothBest(2);
    if (many) contest.polishBest(1);
  }
  if (isQuick(level) || contest.error <= (level === 'normal' ? 30 : 3)) return;
  subsets(contest, 'A', [16], level, 3, true);
  if (level === 'normal' && many) contest.polishBest(1);
}

function chooseColorAlpha(contest: Contest, level: BlockLevel): void {
  contest.line(12, level === 'draft' ? 0 : level === 'fast' ? 1 : 2);
  if (isQuick(level)) {
    if (contest.error > (level === 'draft' ? 1000 : 150)) contest.planes(11, ALPHA, 1, 3);
    return;
  }
  const edge = isEdge(contest, 3);
  contest.planes(11, ALPHA, 4, 4);
  contest.line(10, 2);
  if (contest.error <= 8) {
    if (level === 'normal') contest.settleBest(2);
    return;
  }
  contest.line(14, 3);
  if (level === 'normal') {
    const plane = bestPlane(contest.block, 4);
    if (plane !== ALPHA) contest.planes(11, plane, 4, 4);
    contest.planes(13, plane, 3, 4);
    if (contest.error <= 100) {
      contest.settleBest(2);
      return;
    }
  } else {
    for (const channel of [0, 1, 2] as const) contest.planes(11, channel, 4, 4);
    for (const channel of [0, 1, 2, 3] as const) contest.planes(13, channel, 3, 4);
  }
  if (level !== 'normal') {
    subsets(contest, 'A', [9], level, 3, true);
    return;
  }
  const [first, ...others] = rankPatterns(contest.block, 'A', true, EDGE_PATTERNS);
  contest.subsets(9, first === undefined ? [] : [first], true, 2, 4);
  if (edge || contest.best?.mode === 9) contest.subsets(9, others, true, 2, 4);
  if (contest.error > 2000) contest.settleBest(1);
  else contest.polishBest(1);
}

/** Patterns that are fitted to color with alpha at an edge. */
const EDGE_PATTERNS = 3;

const isEdge = (contest: Contest, bits: 3 | 4): boolean => contest.best !== undefined && hasGap(contest.best, bits);
