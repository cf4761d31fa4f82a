// Blocks of few colors: searches all patterns whose subsets have few enough colors for their lines.

import { C_ENDPOINTS, C_ERROR, C_INDICES, C_PARTITION, TRIAL } from '../../block/candidate';
import { sum } from '../../block/lanes';
import { bestError, keep } from '../fit/fit-mode';
import { S_ERRORS, S_RANKS, S_SIZE, S_WEIGHTS, solveLine } from '../fit/solve-line';
import { solveSpread, spreadColors } from '../fit/spread-colors';
import { GRAY_HALVES_2, modeHasAlpha, modePatternSet, modeRange, modeSubsets, modeWeightBits } from '../pack/modes';
import { patternBits, patternCount } from '../pack/patterns';
import { colorsAmong, colorTexels, listedCount, MAX_FEW_COLORS } from './distinct-colors';

/** Colors of a subset: two are always on a line. Three are tried if a block of four colors, or a gray one, still has this error. */
const MAX_COLORS: i32 = 2;
const MORE_COLORS: i32 = 3;
const FOUR_POOR: i32 = 100;
const GRAY_POOR: i32 = 8;

/** Solutions by set of colors for the current mode, and whether there is one, a byte each. */
const SOLUTIONS: usize = memory.data(48 * 64, 16);
const SOLVED: usize = memory.data(1 << MAX_FEW_COLORS, 16);

/** Clears the solutions. Call it for another block, and for a mode with another range or other weights. */
export function forgetSolutions(): void {
  const none = i8x16.splat(0);
  v128.store(SOLVED, none);
  v128.store(SOLVED, none, 16);
  v128.store(SOLVED, none, 32);
  v128.store(SOLVED, none, 48);
}

/* @inline */ function codedChannels(mode: i32): i32 {
  return modeHasAlpha(mode) ? 15 : 7;
}

/* @inline */ function subsetTexels(bits: u32, subset: i32): u32 {
  return subset === 1 ? bits & 0xffff : subset === 2 ? bits >> 16 : ~(bits | (bits >> 16)) & 0xffff;
}

/** The colors that some texels have, a bit each. */
/* @inline */ function colorsIn(texels: u32): i32 {
  return i16x8.bitmask(i16x8.ne(colorsAmong(texels), i16x8.splat(0)));
}

function solutionOf(set: i32, mode: i32): usize {
  const at = SOLUTIONS + set * S_SIZE;
  if (load<u8>(SOLVED + set) === 0) {
    store<u8>(SOLVED + set, 1);
    solveLine(set, codedChannels(mode), modeRange(mode), modeWeightBits(mode), at);
  }
  return at;
}

/** The colors of each subset of a pattern, a bit each. */
const SETS: usize = memory.data(4);

/** The error of a pattern, at most `limit`; `limit` if a subset has too many colors. */
function patternError(mode: i32, bits: u32, maxColors: i32, limit: i32): i32 {
  const subsets = modeSubsets(mode);
  for (let s = 0; s < subsets; s++) {
    const set = colorsIn(subsetTexels(bits, s));
    if (popcnt(set) > maxColors) return limit;
    store<u8>(SETS + s, set);
  }
  let total = 0;
  for (let s = 0; s < subsets && total < limit; s++) {
    const solution = solutionOf(load<u8>(SETS + s), mode);
    const counts = i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(colorsAmong(subsetTexels(bits, s))));
    total += sum(
      i32x4.add(
        i32x4.mul(i32x4.extend_low_i16x8_u(counts), v128.load(solution, S_ERRORS)),
        i32x4.mul(i32x4.extend_high_i16x8_u(counts), v128.load(solution, S_ERRORS + 16)),
      ),
    );
  }
  return min(total, limit);
}

/** Tries every pattern of a mode whose subsets have few enough colors, and keeps the best. */
export function fitFewColorSubsets(mode: i32): void {
  fitSubsetsUpTo(mode, MAX_COLORS);
  if (mode === GRAY_HALVES_2 ? bestError > GRAY_POOR : listedCount === 4 && bestError > FOUR_POOR)
    fitSubsetsUpTo(mode, MORE_COLORS);
}

function fitSubsetsUpTo(mode: i32, maxColors: i32): void {
  if (listedCount > maxColors * modeSubsets(mode)) return;
  const set = modePatternSet(mode);
  const count = patternCount(set);
  let best = -1;
  // A larger error than the best so far cannot win with any BC7 error.
  let minimum = bestError === i32.MAX_VALUE ? bestError : bestError + 1;
  for (let pattern = 0; pattern < count; pattern++) {
    const error = patternError(mode, patternBits(set, pattern), maxColors, minimum);
    if (error >= minimum) continue;
    minimum = error;
    best = pattern;
  }
  if (best < 0) return;
  const bits = patternBits(set, best);
  for (let s = 0; s < modeSubsets(mode); s++) {
    const texels = subsetTexels(bits, s);
    const solution = solutionOf(colorsIn(texels), mode);
    store<u64>(TRIAL + (s << 3), load<u64>(solution, S_RANKS), C_ENDPOINTS);
    for (let color = 0; color < listedCount; color++)
      for (let left = colorTexels(color) & texels; left !== 0; left &= left - 1)
        store<u8>(TRIAL + ctz(left), load<u8>(solution + color, S_WEIGHTS), C_INDICES);
  }
  store<i32>(TRIAL, minimum, C_ERROR);
  store<i32>(TRIAL, best, C_PARTITION);
  keep(TRIAL, mode);
}

const SPREAD: usize = memory.data(48, 16);

/** Fits all colors on one line. */
export function fitFewLine(mode: i32): void {
  spreadColors(codedChannels(mode), modeWeightBits(mode));
  fitSpread(mode);
}

/** The same for a gray and a color mode with equal weight bits: both have the same layouts. */
export function fitFewLines(gray: i32, mode: i32): void {
  spreadColors(codedChannels(mode), modeWeightBits(mode));
  fitSpread(gray);
  fitSpread(mode);
}

function fitSpread(mode: i32): void {
  const error = solveSpread(codedChannels(mode), modeRange(mode), bestError, SPREAD);
  if (error > bestError) return;
  store<u64>(TRIAL, load<u64>(SPREAD, S_RANKS), C_ENDPOINTS);
  for (let color = 0; color < listedCount; color++)
    for (let left = colorTexels(color); left !== 0; left &= left - 1)
      store<u8>(TRIAL + ctz(left), load<u8>(SPREAD + color, S_WEIGHTS), C_INDICES);
  store<i32>(TRIAL, error, C_ERROR);
  keep(TRIAL, mode);
}
