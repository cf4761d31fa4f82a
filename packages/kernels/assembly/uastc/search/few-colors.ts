// Blocks of few, distinct colors, as in flat art: lines and planes, layouts of the colors on lines, and subsets that have them exactly.

import { isOpaque } from '../../block/texels';
import { bestCost, bestError, fitLine, fitOddGray, fitPlanes, polishBest, settleBest } from '../fit/fit-mode';
import { isGray } from '../load';
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
} from '../pack/modes';
import { colorCount } from './distinct-colors';
import { ALONG, fitRanked, HIGH, NORMAL, POLISH_ONCE, ROUNDS, SETTLE_ONCE } from './effort';
import { fitFewColorSubsets, fitFewLine, fitFewLines, forgetSolutions } from './few-color-subsets';
import { bestPlane } from './plane-channel';
import { buildRows, rankPatterns } from './rank-patterns';

/** The approximate least errors with endpoints of sixteen and of twelve levels. */
const ERROR_16_LEVELS: i32 = 64;
const ERROR_12_LEVELS: i32 = 200;
/** Up to this error the colors are nearly on a line, and layouts on it are tried. */
const LINE_GOOD: i32 = 400;
/** Ranked patterns that are fitted in addition. */
const FEW_PATTERNS: i32 = 3;
/** Above this error more than two colors are settled instead of polished: −0.1 dB, BC7 −0.15, for a seventh to a quarter of the time. */
const POLISH_GOOD: i32 = 200;

/** Whether a block gets only `searchFewColors`. The fits of other blocks gained nothing for more than two colors, for a third of the time. */
export function skipsCommonFits(level: i32): bool {
  return level === NORMAL && colorCount > 2;
}

/** The fits for blocks of few colors. */
export function searchFewColors(level: i32): void {
  const only = skipsCommonFits(level);
  if (only) fitLikely();
  else fitEvery();
  // Two colors are exact on a line.
  if (colorCount > 2 && bestCost > 0) {
    if (bestError <= LINE_GOOD) chooseFewLines(isGray || level >= HIGH);
    if (bestCost > 0) chooseFewSubsets();
  }
  if (only && bestError > POLISH_GOOD) settleBest(SETTLE_ONCE);
  else if (level < HIGH) polishBest(POLISH_ONCE);
}

/** Lines of all weights, and the most promising plane. */
function fitLikely(): void {
  if (isGray) {
    fitLine(GRAY_LINE_4, 2);
    if (!isOpaque) fitPlanes(GRAY_PLANES_2, ALPHA_CHANNEL, 4, ROUNDS);
    else {
      fitOddGray(2);
      fitLine(RGB_LINE_5, 3);
    }
  }
  if (isOpaque) {
    fitLine(RGB_LINE_4, 2);
    fitLine(RGB_LINE_3, 2);
    fitLine(RGB_LINE_2, 2);
    if (!isGray) fitPlanes(RGB_PLANES_2, bestPlane(3), 3, ROUNDS);
    return;
  }
  fitLine(RGBA_LINE_4, 2);
  fitLine(RGBA_LINE_3, 2);
  fitLine(RGBA_LINE_2, 2);
  if (isGray) return;
  const plane = bestPlane(4);
  fitPlanes(RGBA_PLANES_2, plane, 3, ROUNDS);
  fitPlanes(RGBA_PLANES_1, plane, 2, ROUNDS);
}

function fitEvery(): void {
  if (isOpaque) {
    fitLine(RGB_LINE_2, 2);
    for (let channel = 0; channel < 3; channel++) fitPlanes(RGB_PLANES_2, channel, 3, ROUNDS);
    return;
  }
  fitLine(RGBA_LINE_4, 2);
  fitLine(RGBA_LINE_3, 2);
  fitLine(RGBA_LINE_2, 2);
  for (let channel = 0; channel < 4; channel++) {
    fitPlanes(RGBA_PLANES_2, channel, 3, ROUNDS);
    fitPlanes(RGBA_PLANES_1, channel, 2, ROUNDS);
  }
}

/** Soft edges: colors between two others. Lines of fewer weights help grays; they gave colors 0.04 dB, BC7 +0.07, for 6 % of the time. */
function chooseFewLines(all: bool): void {
  if (isGray) fitFewLines(GRAY_LINE_4, isOpaque ? RGB_LINE_4 : RGBA_LINE_4);
  else fitFewLine(isOpaque ? RGB_LINE_4 : RGBA_LINE_4);
  if (!all) return;
  fitFewLine(isOpaque ? RGB_LINE_3 : RGBA_LINE_3);
  fitFewLine(isOpaque ? RGB_LINE_2 : RGBA_LINE_2);
}

function chooseFewSubsets(): void {
  // More than three colors may be close to the lines of a pattern without being exact.
  const ranked = colorCount > 3;
  if (ranked) {
    buildRows(!isOpaque || isGray);
    rankPatterns(SET_A, ALONG, FEW_PATTERNS);
  }
  if (isGray) {
    forgetSolutions();
    fitFewColorSubsets(GRAY_HALVES_2);
    if (ranked) fitRanked(GRAY_HALVES_2, FEW_PATTERNS, 2);
  }
  forgetSolutions();
  if (!isOpaque) {
    fitFewColorSubsets(RGBA_HALVES_2);
    if (ranked) fitRanked(RGBA_HALVES_2, FEW_PATTERNS, 2);
    return;
  }
  fitFewColorSubsets(RGB_HALVES_2);
  if (ranked) fitRanked(RGB_HALVES_2, FEW_PATTERNS, 2);
  fitFewColorSubsets(RGB_CUTS_2);
  if (bestError > ERROR_16_LEVELS) {
    forgetSolutions();
    fitFewColorSubsets(RGB_HALVES_3);
    if (ranked && !isGray) fitRanked(RGB_HALVES_3, 1, 1);
  }
  if (bestError > ERROR_12_LEVELS) {
    forgetSolutions();
    fitFewColorSubsets(RGB_THIRDS_2);
  }
}
