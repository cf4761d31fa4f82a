// Blocks of few colors that reach far apart, as flat art has them: lines and planes, ways to lay the colors along lines, and subsets that hold them exactly.

import { isOpaque } from '../../block/texels';
import { bestCost, bestError, fitDual, fitLine, fitOddGray, polishBest, settleBest } from '../fit/fit-mode';
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
import { ALONG, fitRanked, HIGH, NORMAL, POLISH_ONCE, ROUNDS, SETTLE_ONCE } from './choose-modes';
import { colorCount } from './distinct-colors';
import { fitFew, fitFewLine, fitFewLines, forgetSolutions } from './few-color-subsets';
import { bestPlane } from './plane-channel';
import { buildRows, rankPatterns } from './rank-patterns';

/** Errors that endpoints of sixteen and of twelve levels leave at best, about. */
const COARSE_3: i32 = 64;
const COARSE_THIRDS: i32 = 200;
/** Up to this error the colors lie nearly on a line, and ways to lay them along it are tried. */
const LINE_GOOD: i32 = 400;
/** Patterns that are fitted beside those which hold all colors exactly. */
const FEW_PATTERNS: i32 = 3;
/** Above this error more than two colors are settled instead of polished: 0.1 dB, and 0.15 as BC7, for a seventh to a quarter of the time. */
const POLISH_GOOD: i32 = 200;

/** Whether a block is left to `chooseFew` alone. What other blocks are fitted by gave more than two colors nothing for a third of the time. */
export function isFewAlone(level: i32): bool {
  return level === NORMAL && colorCount > 2;
}

/** Adds what blocks of few colors gain from. */
export function chooseFew(level: i32): void {
  const alone = isFewAlone(level);
  if (alone) fitLikely();
  else fitEvery();
  // Two colors are exact on a line.
  if (colorCount > 2 && bestCost > 0) {
    if (bestError <= LINE_GOOD) chooseFewLines(isGray || level >= HIGH);
    if (bestCost > 0) chooseFewSubsets();
  }
  if (alone && bestError > POLISH_GOOD) settleBest(SETTLE_ONCE);
  else if (level < HIGH) polishBest(POLISH_ONCE);
}

/** The lines of all weights, and the plane that promises most. */
function fitLikely(): void {
  if (isGray) {
    fitLine(GRAY_LINE_4, 2);
    if (!isOpaque) fitDual(GRAY_PLANES_2, ALPHA_CHANNEL, 4, ROUNDS);
    else {
      fitOddGray(2);
      fitLine(RGB_LINE_5, 3);
    }
  }
  if (isOpaque) {
    fitLine(RGB_LINE_4, 2);
    fitLine(RGB_LINE_3, 2);
    fitLine(RGB_LINE_2, 2);
    if (!isGray) fitDual(RGB_PLANES_2, bestPlane(3), 3, ROUNDS);
    return;
  }
  fitLine(RGBA_LINE_4, 2);
  fitLine(RGBA_LINE_3, 2);
  fitLine(RGBA_LINE_2, 2);
  if (isGray) return;
  const plane = bestPlane(4);
  fitDual(RGBA_PLANES_2, plane, 3, ROUNDS);
  fitDual(RGBA_PLANES_1, plane, 2, ROUNDS);
}

function fitEvery(): void {
  if (isOpaque) {
    fitLine(RGB_LINE_2, 2);
    for (let channel = 0; channel < 3; channel++) fitDual(RGB_PLANES_2, channel, 3, ROUNDS);
    return;
  }
  fitLine(RGBA_LINE_4, 2);
  fitLine(RGBA_LINE_3, 2);
  fitLine(RGBA_LINE_2, 2);
  for (let channel = 0; channel < 4; channel++) {
    fitDual(RGBA_PLANES_2, channel, 3, ROUNDS);
    fitDual(RGBA_PLANES_1, channel, 2, ROUNDS);
  }
}

/** Soft edges: colors between two others. Lines of fewer weights serve grays; they gave colors 0.04 dB, and 0.07 as BC7, for 6 % of the time. */
function chooseFewLines(all: bool): void {
  if (isGray) fitFewLines(GRAY_LINE_4, isOpaque ? RGB_LINE_4 : RGBA_LINE_4);
  else fitFewLine(isOpaque ? RGB_LINE_4 : RGBA_LINE_4);
  if (!all) return;
  fitFewLine(isOpaque ? RGB_LINE_3 : RGBA_LINE_3);
  fitFewLine(isOpaque ? RGB_LINE_2 : RGBA_LINE_2);
}

function chooseFewSubsets(): void {
  // More than three colors may lie along the lines of a pattern that holds them only nearly.
  const ranked = colorCount > 3;
  if (ranked) {
    buildRows(!isOpaque || isGray);
    rankPatterns(SET_A, ALONG, FEW_PATTERNS);
  }
  if (isGray) {
    forgetSolutions();
    fitFew(GRAY_HALVES_2);
    if (ranked) fitRanked(GRAY_HALVES_2, FEW_PATTERNS, 2);
  }
  forgetSolutions();
  if (!isOpaque) {
    fitFew(RGBA_HALVES_2);
    if (ranked) fitRanked(RGBA_HALVES_2, FEW_PATTERNS, 2);
    return;
  }
  fitFew(RGB_HALVES_2);
  if (ranked) fitRanked(RGB_HALVES_2, FEW_PATTERNS, 2);
  fitFew(RGB_CUTS_2);
  if (bestError > COARSE_3) {
    forgetSolutions();
    fitFew(RGB_HALVES_3);
    if (ranked && !isGray) fitRanked(RGB_HALVES_3, 1, 1);
  }
  if (bestError > COARSE_THIRDS) {
    forgetSolutions();
    fitFew(RGB_THIRDS_2);
  }
}
