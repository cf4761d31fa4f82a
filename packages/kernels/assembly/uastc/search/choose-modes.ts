// Which modes are tried for a block, by what it is made of and by level.

import { BEST, C_MODE } from '../../block/candidate';
import { isOpaque } from '../../block/texels';
import {
  beginFits,
  bestCost,
  bestError,
  fitDual,
  fitLine,
  fitOddGray,
  fitSmoothLine,
  fitSubsets,
  polishBest,
  settleBest,
  smoothBest,
} from '../fit/fit-mode';
import { isFlat, isGray, isTwoChannel } from '../load';
import {
  ALPHA_CHANNEL,
  GRAY_HALVES_2,
  GRAY_LINE_4,
  GRAY_PLANES_2,
  RGB_CUTS_2,
  RGB_HALVES_2,
  RGB_HALVES_3,
  RGB_LINE_2,
  RGB_LINE_3,
  RGB_LINE_4,
  RGB_LINE_5,
  RGB_PLANES_2,
  RGB_THIRDS_2,
  RGBA_HALVES_2,
  RGBA_LINE_2,
  RGBA_LINE_3,
  RGBA_LINE_4,
  RGBA_PLANES_1,
  RGBA_PLANES_2,
  SET_A,
  SET_B,
  SET_C,
} from '../pack/modes';
import { colorCount, isDrawn, listedCount } from './distinct-colors';
import { fitFewLine } from './few-color-subsets';
import { chooseFew, isFewAlone } from './few-colors';
import { findLevels } from './level-range';
import { fitNear, isNear } from './near-colors';
import { fitNearAlpha, fitNearGray } from './near-gray';
import { bestPlane } from './plane-channel';
import { buildRows, RANKED, rankPatterns } from './rank-patterns';
import { fitShades } from './two-near-colors';
import { hasGap } from './weight-gap';

export const FAST: i32 = 0;
export const NORMAL: i32 = 1;
export const HIGH: i32 = 2;
export const MAX: i32 = 3;

/** Power iterations for an axis. */
export const ROUNDS: i32 = 4;
const FEWER_ROUNDS: i32 = 3;
/** Rounds of polishing. */
export const POLISH_ONCE: i32 = 1;
const POLISH_TWICE: i32 = 2;
const POLISH_MUCH: i32 = 6;
/** Rounds of settling: a round is a third of polishing once. */
export const SETTLE_ONCE: i32 = 1;
const SETTLE_TWICE: i32 = 2;
const NEAR_ROUNDS: i32 = 2;

/** Quarters of the BC7 transcode's error that count in blocks of few colors. */
const BC7_OF_FEW: i32 = 2;

// Errors are sums of squares over the 48 or 64 samples of a block: about 60 is one level off everywhere.

/** `fast` adds a second plane above these errors. */
const FAST_COLOR_POOR: i32 = 300;
const FAST_ALPHA_POOR: i32 = 150;
/** Up to here few, exact levels do better than many weights. */
const COLOR_FINE: i32 = 60;
/** Up to here rounding decides which weight is best. */
const SMOOTH: i32 = 40;
/** Above this error texels that lie in two groups are tried as subsets. */
const EDGE_POOR: i32 = 60;
/** `normal` stops here without trying subsets. */
const COLOR_GOOD: i32 = 400;
/** Beyond this one line will not do, and its other weights are not tried. */
const COLOR_ROUGH: i32 = 500;
/** `high` stops here without trying subsets; `max` only at an exact block. */
const COLOR_EXCELLENT: i32 = 60;
const GRAY_EXCELLENT: i32 = 3;
const GRAY_ALPHA_GOOD: i32 = 30;
const GRAY_ALPHA_EXCELLENT: i32 = 3;
const COLOR_ALPHA_EXCELLENT: i32 = 8;
const COLOR_ALPHA_GOOD: i32 = 100;
/** Above this error color with alpha is settled instead of polished: 0.03 dB for a sixth of the time. */
const COLOR_ALPHA_POOR: i32 = 2000;

/** Share of the variance along a line that counts when patterns are ranked. Steps of 1/3 leave 1/9 of it, steps of 1/7 1/49;
 *  the ranking is best with less (0: 0.02 dB worse, 1/50: 0.01, 1/9: 0.08). */
export const ALONG: f32 = 0.0125;

export function chooseCandidate(level: i32): void {
  if (level === NORMAL && isOpaque && listedCount === 2 && fitShades()) return;
  // How much of the BC7 transcode's error counts, in quarters. Grays have more to lose there: mode 18 alone costs 0.8 dB;
  // but nearly flat ones lost 0.6 dB to it.
  const gray = isOpaque && isGray;
  const few = colorCount !== 0;
  const bc7 = few
    ? BC7_OF_FEW
    : level === NORMAL
      ? gray
        ? isFlat(0)
          ? 2
          : 4
        : 1
      : level === HIGH
        ? gray
          ? 2
          : 1
        : level === MAX && !gray
          ? 1
          : 0;
  beginFits(level === FAST ? FEWER_ROUNDS : ROUNDS, level === MAX ? POLISH_MUCH : 0, bc7, few, level === NORMAL);
  if (level !== FAST) findLevels();
  if (!isFewAlone(level)) {
    if (isOpaque && isGray) chooseGray(level);
    else if (isOpaque) chooseColor(level);
    else if (isGray) chooseGrayAlpha(level);
    else chooseColorAlpha(level);
  }
  if (few && bestCost > 0) chooseFew(level);
  if (level === HIGH) polishBest(POLISH_TWICE);
}

/** Fits the best-ranked patterns. */
export function fitRanked(mode: i32, count: i32, refits: i32): void {
  for (let i = 0; i < count; i++) fitSubsets(mode, load<i32>(RANKED + (i << 2)), refits, ROUNDS);
}

function chooseColor(level: i32): void {
  const near = level !== FAST && isNear();
  fitLine(RGB_LINE_4, level === FAST || (near && level === NORMAL) ? 1 : 2);
  if (level === FAST) {
    if (bestError > FAST_COLOR_POOR) fitDual(RGB_PLANES_2, bestPlane(3), 1, FEWER_ROUNDS);
    return;
  }
  if (bestCost === 0) return;
  if (level === NORMAL) {
    if (near) {
      chooseNear();
      return;
    }
    const edge = colorCount === 0 && bestError > EDGE_POOR && hasGap(BEST, 4);
    if (bestError <= COLOR_ROUGH) {
      fitLine(RGB_LINE_3, 1);
      if (bestError <= COLOR_FINE) fitLine(RGB_LINE_2, 1);
      else fitLine(RGB_LINE_5, 1);
    }
    fitDual(RGB_PLANES_2, bestPlane(3), 3, FEWER_ROUNDS);
    const good = bestError <= COLOR_GOOD;
    if (good && !edge) {
      chooseSlope();
      if (bestError <= SMOOTH) smoothBest(SETTLE_TWICE);
      else settleBest(SETTLE_TWICE);
      polishExact();
      return;
    }
    // But for edges and drawings two channels are well served by two planes: subsets would add 0.17 dB for 40 % of the time.
    if (isTwoChannel && !edge && !isDrawn) {
      settleBest(SETTLE_TWICE);
      return;
    }
    buildRows(false);
    rankPatterns(SET_A, ALONG, 1);
    fitRanked(RGB_HALVES_2, 1, 1);
    if (!good) fitRanked(RGB_HALVES_3, 1, 1);
    if (good) polishBest(POLISH_ONCE);
    else settleBest(SETTLE_ONCE);
    return;
  }
  fitLine(RGB_LINE_3, 3);
  fitLine(RGB_LINE_5, 3);
  fitLine(RGB_LINE_2, 2);
  for (let channel = 0; channel < 3; channel++) fitDual(RGB_PLANES_2, channel, 5, ROUNDS);
  if (near) chooseNearPlanes();
  if (bestError <= (level === HIGH ? COLOR_EXCELLENT : 0)) return;
  const patterns = level === HIGH ? 2 : 8;
  buildRows(false);
  rankPatterns(SET_A, ALONG, patterns);
  fitRanked(RGB_HALVES_2, patterns, 3);
  fitRanked(RGB_HALVES_3, patterns, 3);
  rankPatterns(SET_C, ALONG, patterns);
  fitRanked(RGB_CUTS_2, patterns, 3);
  rankPatterns(SET_B, ALONG, patterns);
  fitRanked(RGB_THIRDS_2, patterns, 3);
}

/** Colors that are nearly alike, at `normal`. */
function chooseNear(): void {
  fitSmoothLine(RGB_LINE_3, 2);
  fitLine(RGB_LINE_2, 1);
  chooseNearPlanes();
  polishExact();
}

function chooseNearPlanes(): void {
  fitNear(NEAR_ROUNDS);
  chooseSlope();
  // Planes are settled already.
  if (load<i32>(BEST, C_MODE) !== RGB_PLANES_2) smoothBest(SETTLE_TWICE);
}

/** Few colors that are nearly alike are a slope: laid along a line that is longer than they reach, its steps are theirs. */
function chooseSlope(): void {
  if (listedCount > 2 && colorCount === 0 && bestError > 0) fitFewLine(RGB_LINE_3);
}

/** What is exact may still be better as BC7: 0.8 dB on the smoothest gradients. */
function polishExact(): void {
  if (bestError === 0) polishBest(POLISH_ONCE);
}

function chooseGray(level: i32): void {
  if (level !== FAST && fitNearGray()) return;
  fitLine(GRAY_LINE_4, 2);
  if (level === FAST || bestCost === 0) return;
  fitOddGray(2);
  if (bestCost === 0) return;
  fitLine(RGB_LINE_4, 2);
  fitLine(RGB_LINE_2, 2);
  fitLine(RGB_LINE_3, 2);
  fitLine(RGB_LINE_5, 3);
  if (level === NORMAL) {
    polishBest(POLISH_ONCE);
    return;
  }
  if (level === HIGH && bestError <= GRAY_EXCELLENT) return;
  const patterns = level === HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(SET_A, ALONG, patterns);
  fitRanked(GRAY_HALVES_2, patterns, 3);
  fitRanked(RGB_HALVES_3, patterns, 3);
}

function chooseGrayAlpha(level: i32): void {
  if (level !== FAST && fitNearAlpha()) return;
  fitLine(GRAY_LINE_4, 2);
  fitDual(GRAY_PLANES_2, ALPHA_CHANNEL, level === FAST ? 1 : 4, ROUNDS);
  if (level === NORMAL && bestError <= GRAY_ALPHA_GOOD) {
    smoothBest(SETTLE_TWICE);
    // Few colors are polished when they have been searched: before, BC7 counts for so much that they lose 0.4 dB.
    if (colorCount === 0) polishBest(POLISH_ONCE);
  }
  if (level === FAST || bestError <= (level === NORMAL ? GRAY_ALPHA_GOOD : GRAY_ALPHA_EXCELLENT)) return;
  const patterns = level === NORMAL ? 1 : level === HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(SET_A, ALONG, patterns);
  fitRanked(GRAY_HALVES_2, patterns, 3);
  if (level === NORMAL && colorCount === 0) polishBest(POLISH_ONCE);
}

function chooseColorAlpha(level: i32): void {
  fitLine(RGBA_LINE_3, level === FAST ? 1 : 2);
  if (level === FAST) {
    if (bestError > FAST_ALPHA_POOR) fitDual(RGBA_PLANES_2, ALPHA_CHANNEL, 1, FEWER_ROUNDS);
    return;
  }
  const edge = hasGap(BEST, 3);
  fitDual(RGBA_PLANES_2, ALPHA_CHANNEL, 4, ROUNDS);
  fitLine(RGBA_LINE_4, 2);
  if (bestError <= COLOR_ALPHA_EXCELLENT) {
    if (level === NORMAL) settleBest(SETTLE_TWICE);
    return;
  }
  fitLine(RGBA_LINE_2, 3);
  if (level === NORMAL) {
    const plane = bestPlane(4);
    if (plane !== ALPHA_CHANNEL) fitDual(RGBA_PLANES_2, plane, 4, ROUNDS);
    fitDual(RGBA_PLANES_1, plane, 3, ROUNDS);
    if (bestError <= COLOR_ALPHA_GOOD) {
      settleBest(SETTLE_TWICE);
      return;
    }
  } else {
    for (let channel = 0; channel < 3; channel++) fitDual(RGBA_PLANES_2, channel, 4, ROUNDS);
    for (let channel = 0; channel < 4; channel++) fitDual(RGBA_PLANES_1, channel, 3, ROUNDS);
  }
  const patterns = level === NORMAL ? 3 : level === HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(SET_A, ALONG, patterns);
  if (level !== NORMAL) {
    fitRanked(RGBA_HALVES_2, patterns, 3);
    return;
  }
  fitRanked(RGBA_HALVES_2, 1, 2);
  // Other patterns are worth a look where halves are: at edges and cut-outs.
  if (edge || load<i32>(BEST, C_MODE) === RGBA_HALVES_2) {
    fitSubsets(RGBA_HALVES_2, load<i32>(RANKED + 4), 2, ROUNDS);
    fitSubsets(RGBA_HALVES_2, load<i32>(RANKED + 8), 2, ROUNDS);
  }
  if (bestError > COLOR_ALPHA_POOR) settleBest(SETTLE_ONCE);
  else polishBest(POLISH_ONCE);
}
