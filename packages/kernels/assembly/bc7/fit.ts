// Fits one mode with one partition: line, quantise, evaluate, then least squares as long as it helps.

import { modeAlphaWidth, modeIndexBits, modePBits, modeSubsets, modeWidth } from './modes';
import { subsetBits, subsetMask } from './partitions';
import { BEST, C_ERROR, C_INDICES, C_MODE, C_SLOT, PAIRS, PLANAR, TRIAL, copyCandidate } from './state';
import { setMoments } from './moments';
import { lineEnds } from './line';
import { quantise, setGrid } from './quantise';
import { INDICES, evaluate } from './evaluate';
import { refit } from './refit';
import { isOpaque } from './load';

const OPAQUE: i32 = 255;

/** Sets the grid of a mode other than 4 and 5. An opaque block stays so: mode 6 then has p-bits of one. */
export function setModeGrid(mode: i32): void {
  const coded = modeAlphaWidth(mode) > 0 && !isOpaque;
  setGrid(modeWidth(mode), modePBits(mode), coded ? -1 : OPAQUE, modeAlphaWidth(mode) > 0 && isOpaque ? 1 : -1);
}

/** Quantises and evaluates ENDS into TRIAL; keeps the better of it and BEST. True where it was better than `limit`. */
function tryEnds(mode: i32, slot: i32, limit: i32): i32 {
  const subsets = modeSubsets(mode);
  for (let s = 0; s < subsets; s++) quantise(TRIAL, s);
  const error = evaluate(PAIRS, slot, modeIndexBits(mode));
  if (error < load<i32>(BEST, C_ERROR)) {
    store<i32>(TRIAL, error, C_ERROR);
    store<i32>(TRIAL, mode, C_MODE);
    store<i32>(TRIAL, slot, C_SLOT);
    v128.store(TRIAL, v128.load(INDICES), C_INDICES);
    copyCandidate(BEST, TRIAL);
  }
  return error;
}

/** Fits a mode; BEST takes it where it is better. The moments table must have been built for more than one subset; for one, MOMENTS
 *  must be those of the whole block. */
export function fit(mode: i32, slot: i32, refits: i32): i32 {
  const subsets = modeSubsets(mode);
  setModeGrid(mode);
  for (let s = 0; s < subsets; s++) {
    const bits = subsetBits(slot, s);
    if (subsets > 1) setMoments(bits);
    lineEnds(s, PAIRS, subsetMask(slot, s), popcnt(bits), !isOpaque);
  }
  let least = tryEnds(mode, slot, i32.MAX_VALUE);
  for (let i = 0; i < refits && least > 0; i++) {
    for (let s = 0; s < subsets; s++) refit(s, PLANAR, subsetMask(slot, s));
    const error = tryEnds(mode, slot, least);
    if (error >= least) break;
    least = error;
  }
  return least;
}
