// Chooses the modes to try for a block of colors, opaque or with alpha.

import { BEST, C_MODE } from '../../block/candidate';
import {
  bestCost,
  bestError,
  fitLine,
  fitPlanes,
  fitSmoothLine,
  fitSubsets,
  polishBest,
  settleAndRepickBest,
  settleBest,
} from '../fit/fit-mode';
import { isTwoChannel } from '../load';
import {
  ALPHA_CHANNEL,
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
import { colorCount, hasEqualNeighbors, listedCount } from './distinct-colors';
import {
  ALONG,
  DRAFT,
  FAST,
  FEWER_ROUNDS,
  fitRanked,
  HIGH,
  NEAR_ROUNDS,
  NORMAL,
  POLISH_ONCE,
  ROUNDS,
  SETTLE_ONCE,
  SETTLE_TWICE,
} from './effort';
import { fitFewLine } from './few-color-subsets';
import { fitNearColors, isNearColors } from './near-colors';
import { bestPlane } from './plane-channel';
import { buildRows, RANKED, rankPatterns } from './rank-patterns';
import { hasGap } from './weight-gap';

// Errors are sums of squares over the 48 or 64 samples of a block: about 60 is a difference of one level everywhere.

/** `draft` and `fast` add a second plane above these errors. */
const DRAFT_POOR: i32 = 1000;
const FAST_COLOR_POOR: i32 = 300;
const FAST_ALPHA_POOR: i32 = 150;
/** Up to this error few, exact levels are better than many weights. */
const COLOR_FINE: i32 = 60;
/** Up to this error rounding decides which weight is best. */
const SMOOTH: i32 = 40;
/** Above this error texels in two groups are tried as subsets. */
const EDGE_POOR: i32 = 60;
/** Up to this error `normal` does not try subsets. */
const COLOR_GOOD: i32 = 400;
/** Above this error one line is not enough, and its other weights are not tried. */
const COLOR_ROUGH: i32 = 500;
/** Up to this error `high` does not try subsets; `max` always does unless the block is exact. */
const COLOR_EXCELLENT: i32 = 60;
const COLOR_ALPHA_EXCELLENT: i32 = 8;
const COLOR_ALPHA_GOOD: i32 = 100;
/** Above this error color with alpha is settled instead of polished: −0.03 dB for a sixth of the time. */
const COLOR_ALPHA_POOR: i32 = 2000;

export function chooseColor(level: i32): void {
  const near = level > FAST && isNearColors();
  fitLine(RGB_LINE_4, level === DRAFT ? 0 : level === FAST || (near && level === NORMAL) ? 1 : 2);
  if (level <= FAST) {
    if (bestError > (level === DRAFT ? DRAFT_POOR : FAST_COLOR_POOR))
      fitPlanes(RGB_PLANES_2, bestPlane(3), 1, FEWER_ROUNDS);
    return;
  }
  if (bestCost === 0) return;
  if (level === NORMAL) {
    if (near) {
      chooseNearColors();
      return;
    }
    const edge = colorCount === 0 && bestError > EDGE_POOR && hasGap(BEST, 4);
    if (bestError <= COLOR_ROUGH) {
      fitLine(RGB_LINE_3, 1);
      if (bestError <= COLOR_FINE) fitLine(RGB_LINE_2, 1);
      else fitLine(RGB_LINE_5, 1);
    }
    fitPlanes(RGB_PLANES_2, bestPlane(3), 3, FEWER_ROUNDS);
    const good = bestError <= COLOR_GOOD;
    if (good && !edge) {
      chooseSlope();
      if (bestError <= SMOOTH) settleAndRepickBest(SETTLE_TWICE);
      else settleBest(SETTLE_TWICE);
      polishExact();
      return;
    }
    // Two planes suit two channels, except at edges and in drawings: subsets would add 0.17 dB for 40 % of the time.
    if (isTwoChannel && !edge && !hasEqualNeighbors) {
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
  for (let channel = 0; channel < 3; channel++) fitPlanes(RGB_PLANES_2, channel, 5, ROUNDS);
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

/** Near colors at `normal`. */
function chooseNearColors(): void {
  fitSmoothLine(RGB_LINE_3, 2);
  fitLine(RGB_LINE_2, 1);
  chooseNearPlanes();
  polishExact();
}

function chooseNearPlanes(): void {
  fitNearColors(NEAR_ROUNDS);
  chooseSlope();
  // Planes are settled already.
  if (load<i32>(BEST, C_MODE) !== RGB_PLANES_2) settleAndRepickBest(SETTLE_TWICE);
}

/** A few near colors are a slope: on a line longer than their range, its steps match theirs. */
function chooseSlope(): void {
  if (listedCount > 2 && colorCount === 0 && bestError > 0) fitFewLine(RGB_LINE_3);
}

/** An exact block may still improve as BC7: 0.8 dB on the smoothest gradients. */
function polishExact(): void {
  if (bestError === 0) polishBest(POLISH_ONCE);
}

export function chooseColorAlpha(level: i32): void {
  fitLine(RGBA_LINE_3, level === DRAFT ? 0 : level === FAST ? 1 : 2);
  if (level <= FAST) {
    if (bestError > (level === DRAFT ? DRAFT_POOR : FAST_ALPHA_POOR))
      fitPlanes(RGBA_PLANES_2, ALPHA_CHANNEL, 1, FEWER_ROUNDS);
    return;
  }
  const edge = hasGap(BEST, 3);
  fitPlanes(RGBA_PLANES_2, ALPHA_CHANNEL, 4, ROUNDS);
  fitLine(RGBA_LINE_4, 2);
  if (bestError <= COLOR_ALPHA_EXCELLENT) {
    if (level === NORMAL) settleBest(SETTLE_TWICE);
    return;
  }
  fitLine(RGBA_LINE_2, 3);
  if (level === NORMAL) {
    const plane = bestPlane(4);
    if (plane !== ALPHA_CHANNEL) fitPlanes(RGBA_PLANES_2, plane, 4, ROUNDS);
    fitPlanes(RGBA_PLANES_1, plane, 3, ROUNDS);
    if (bestError <= COLOR_ALPHA_GOOD) {
      settleBest(SETTLE_TWICE);
      return;
    }
  } else {
    for (let channel = 0; channel < 3; channel++) fitPlanes(RGBA_PLANES_2, channel, 4, ROUNDS);
    for (let channel = 0; channel < 4; channel++) fitPlanes(RGBA_PLANES_1, channel, 3, ROUNDS);
  }
  const patterns = level === NORMAL ? 3 : level === HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(SET_A, ALONG, patterns);
  if (level !== NORMAL) {
    fitRanked(RGBA_HALVES_2, patterns, 3);
    return;
  }
  fitRanked(RGBA_HALVES_2, 1, 2);
  // More patterns are worth trying if two subsets are: at edges and cut-outs.
  if (edge || load<i32>(BEST, C_MODE) === RGBA_HALVES_2) {
    fitSubsets(RGBA_HALVES_2, load<i32>(RANKED + 4), 2, ROUNDS);
    fitSubsets(RGBA_HALVES_2, load<i32>(RANKED + 8), 2, ROUNDS);
  }
  if (bestError > COLOR_ALPHA_POOR) settleBest(SETTLE_ONCE);
  else polishBest(POLISH_ONCE);
}
