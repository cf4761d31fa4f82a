// Chooses the modes to try for a gray block, opaque or with alpha.

import { bestCost, bestError, fitLine, fitOddGray, fitPlanes, polishBest, settleAndRepickBest } from '../fit/fit-mode';
import {
  ALPHA_CHANNEL,
  GRAY_HALVES_2,
  GRAY_LINE_4,
  GRAY_PLANES_2,
  RGB_HALVES_3,
  RGB_LINE_2,
  RGB_LINE_3,
  RGB_LINE_4,
  RGB_LINE_5,
  SET_A,
} from '../pack/modes';
import { colorCount } from './distinct-colors';
import { ALONG, FAST, fitRanked, HIGH, NORMAL, POLISH_ONCE, ROUNDS, SETTLE_TWICE } from './effort';
import { fitNearAlpha, fitNearGray } from './near-gray';
import { buildRows, rankPatterns } from './rank-patterns';

// Errors are sums of squares over the 48 or 64 samples of a block: about 60 is a difference of one level everywhere.

/** Up to these errors `high` does not try subsets; `max` always does unless the block is exact. */
const GRAY_EXCELLENT: i32 = 3;
const GRAY_ALPHA_EXCELLENT: i32 = 3;
/** Up to this error `normal` does not try subsets. */
const GRAY_ALPHA_GOOD: i32 = 30;

export function chooseGray(level: i32): void {
  if (level > FAST && fitNearGray()) return;
  fitLine(GRAY_LINE_4, 2);
  if (level <= FAST || bestCost === 0) return;
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

export function chooseGrayAlpha(level: i32): void {
  if (level > FAST && fitNearAlpha()) return;
  fitLine(GRAY_LINE_4, 2);
  fitPlanes(GRAY_PLANES_2, ALPHA_CHANNEL, level <= FAST ? 1 : 4, ROUNDS);
  if (level === NORMAL && bestError <= GRAY_ALPHA_GOOD) {
    settleAndRepickBest(SETTLE_TWICE);
    // Few colors are polished after their search: polished here, they lose 0.4 dB to the BC7 share.
    if (colorCount === 0) polishBest(POLISH_ONCE);
  }
  if (level <= FAST || bestError <= (level === NORMAL ? GRAY_ALPHA_GOOD : GRAY_ALPHA_EXCELLENT)) return;
  const patterns = level === NORMAL ? 1 : level === HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(SET_A, ALONG, patterns);
  fitRanked(GRAY_HALVES_2, patterns, 3);
  if (level === NORMAL && colorCount === 0) polishBest(POLISH_ONCE);
}
