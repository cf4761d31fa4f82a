// Fits one mode with one partition: line, quantize, evaluate, then least squares while it helps.

import { BEST, C_ERROR, C_INDICES, C_MODE, C_PARTITION, C_PLANE, copyCandidate, TRIAL } from '../block/candidate';
import { isOpaque, PAIRS, PLANAR } from '../block/texels';
import { hasFewColors } from './colors';
import { C_HIGH, C_LOW } from './endpoints';
import { evaluate, INDICES } from './evaluate';
import { placeFewColors } from './few';
import { fitLine } from './line';
import { modeAlphaWidth, modeIndexBits, modePBits, modeSubsets, modeWidth } from './modes';
import { setMoments } from './moments';
import { subsetBits, subsetMask } from './partitions';
import { quantize, setGrid } from './quantize';
import { refit } from './refit';

const OPAQUE: i32 = 255;
/** The endpoints on trial. */
const WORK: usize = memory.data(80, 16);

/** Sets the grid of a mode other than 4 and 5. An opaque block stays opaque: mode 6 then has p-bits of one. */
export function setModeGrid(mode: i32): void {
  const alpha = modeAlphaWidth(mode) > 0;
  setGrid(modeWidth(mode), modePBits(mode), alpha && !isOpaque ? -1 : OPAQUE, alpha && isOpaque ? 1 : -1);
}

/** Quantizes ENDPOINTS to the current grid and evaluates them, then fits them to the indices found while that helps, at most `refits` times.
 *  Writes the best endpoints and indices to a candidate, and returns their error. */
export function fitPlane(c: usize, plane: usize, slot: i32, subsets: i32, bits: i32, refits: i32): i32 {
  let minimum = i32.MAX_VALUE;
  for (let round = 0; ; round++) {
    for (let s = 0; s < subsets; s++) quantize(WORK, s);
    const error = evaluate(PAIRS + plane, slot, bits);
    if (error >= minimum) break;
    minimum = error;
    v128.store(c, v128.load(INDICES), C_INDICES);
    v128.store(c, v128.load(WORK, C_LOW), C_LOW);
    v128.store(c, v128.load(WORK, C_HIGH), C_HIGH);
    if (error === 0 || round === refits) break;
    for (let s = 0; s < subsets; s++) refit(s, PLANAR + plane, subsetMask(slot, s));
  }
  return minimum;
}

/** Copies TRIAL to BEST if it is better. */
export function keepIfBetter(mode: i32, slot: i32, rotation: i32, error: i32): void {
  if (error >= load<i32>(BEST, C_ERROR)) return;
  store<i32>(TRIAL, error, C_ERROR);
  store<i32>(TRIAL, mode, C_MODE);
  store<i32>(TRIAL, slot, C_PARTITION);
  store<i32>(TRIAL, rotation, C_PLANE);
  copyCandidate(BEST, TRIAL);
}

/** Fits a mode, and copies it to BEST if it is better. Several subsets need the table of moments; one needs MOMENTS of the whole block. */
export function fit(mode: i32, slot: i32, refits: i32): void {
  const subsets = modeSubsets(mode);
  setModeGrid(mode);
  for (let s = 0; s < subsets; s++) {
    const bits = subsetBits(slot, s);
    if (subsets > 1) setMoments(bits);
    fitLine(s, PAIRS, subsetMask(slot, s), popcnt(bits), !isOpaque);
  }
  let error = fitPlane(TRIAL, 0, slot, subsets, modeIndexBits(mode), refits);
  if (hasFewColors && error > 0) error = placeFewColors(TRIAL, mode, slot, error);
  keepIfBetter(mode, slot, 0, error);
}
