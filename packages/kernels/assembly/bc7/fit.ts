// Fits one mode with one partition: line, quantize, evaluate, then least squares as long as it helps.

import { BEST, C_ERROR, C_INDICES, C_MODE, C_PARTITION, C_PLANE, copyCandidate, TRIAL } from '../block/candidate';
import { isOpaque, PAIRS, PLANAR } from '../block/texels';
import { isFew } from './colors';
import { C_HIGH, C_LOW } from './endpoints';
import { evaluate, INDICES } from './evaluate';
import { layFewColors } from './few';
import { lineEnds } from './line';
import { modeAlphaWidth, modeIndexBits, modePBits, modeSubsets, modeWidth } from './modes';
import { setMoments } from './moments';
import { subsetBits, subsetMask } from './partitions';
import { quantize, setGrid } from './quantize';
import { refit } from './refit';

const OPAQUE: i32 = 255;
/** The ends being tried. */
const WORK: usize = memory.data(80, 16);

/** Sets the grid of a mode other than 4 and 5. An opaque block stays so: mode 6 then has p-bits of one. */
export function setModeGrid(mode: i32): void {
  const alpha = modeAlphaWidth(mode) > 0;
  setGrid(modeWidth(mode), modePBits(mode), alpha && !isOpaque ? -1 : OPAQUE, alpha && isOpaque ? 1 : -1);
}

/** Quantizes ENDS on the grid that is set, and fits them anew to what becomes of it as long as that helps, at most `refits` times. The best ends
 *  and indices go to a candidate, their error is returned. */
export function settle(c: usize, plane: usize, slot: i32, subsets: i32, bits: i32, refits: i32): i32 {
  let least = i32.MAX_VALUE;
  for (let round = 0; ; round++) {
    for (let s = 0; s < subsets; s++) quantize(WORK, s);
    const error = evaluate(PAIRS + plane, slot, bits);
    if (error >= least) break;
    least = error;
    v128.store(c, v128.load(INDICES), C_INDICES);
    v128.store(c, v128.load(WORK, C_LOW), C_LOW);
    v128.store(c, v128.load(WORK, C_HIGH), C_HIGH);
    if (error === 0 || round === refits) break;
    for (let s = 0; s < subsets; s++) refit(s, PLANAR + plane, subsetMask(slot, s));
  }
  return least;
}

/** Takes the trial where it is better than the best. */
export function offer(mode: i32, slot: i32, rotation: i32, error: i32): void {
  if (error >= load<i32>(BEST, C_ERROR)) return;
  store<i32>(TRIAL, error, C_ERROR);
  store<i32>(TRIAL, mode, C_MODE);
  store<i32>(TRIAL, slot, C_PARTITION);
  store<i32>(TRIAL, rotation, C_PLANE);
  copyCandidate(BEST, TRIAL);
}

/** Fits a mode; BEST takes it where it is better. The moments table must have been built for more than one subset; for one, MOMENTS
 *  must be those of the whole block. */
export function fit(mode: i32, slot: i32, refits: i32): void {
  const subsets = modeSubsets(mode);
  setModeGrid(mode);
  for (let s = 0; s < subsets; s++) {
    const bits = subsetBits(slot, s);
    if (subsets > 1) setMoments(bits);
    lineEnds(s, PAIRS, subsetMask(slot, s), popcnt(bits), !isOpaque);
  }
  let error = settle(TRIAL, 0, slot, subsets, modeIndexBits(mode), refits);
  if (isFew && error > 0) error = layFewColors(TRIAL, mode, slot, error);
  offer(mode, slot, 0, error);
}
