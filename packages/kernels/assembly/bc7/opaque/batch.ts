// Mode 6 for many opaque blocks at a time, whose channels and texels weigh the same. A step of a block waits for the one before; the same
// step of the next block does not. So each step is done for all blocks of a batch, without branches that would be mispredicted.

import { storeColors } from '../../block/texels';
import { storeColorMoments } from '../moments';
import {
  axisEnds,
  axisOf,
  indicesBetween,
  LAST,
  lineError,
  nearestEnds,
  refit,
  refitHigh,
  refitLow,
  weightsOf,
} from './line';
import { packLine } from './pack-line';
import { keepWholeLine } from './whole-line';

const CAPACITY: i32 = 32;

// What is kept of a block.
const PLANAR: usize = 0;
const PAIRS: usize = 96;
const MOMENTS: usize = 224;
const AXIS: usize = 272;
const ENDS: usize = 288;
const INDICES: usize = 304;
const ERROR: usize = 320;
const SOURCE: usize = 324;
const OUT: usize = 328;
const SLOT_BYTES: usize = 336;

const SLOTS: usize = memory.data(32 * 336, 16);
let end: usize = SLOTS;

/* @inline */ export function isBatchFull(): bool {
  return end === SLOTS + usize(CAPACITY) * SLOT_BYTES;
}

/** Adds a block of four rows. `source` and `out`: where its texels are, and where its bytes go. */
export function addToBatch(r0: v128, r1: v128, r2: v128, r3: v128, source: usize, out: usize): void {
  storeColors(end + PLANAR, end + PAIRS, r0, r1, r2, r3);
  store<u32>(end, source, SOURCE);
  store<u32>(end, out, OUT);
  end += SLOT_BYTES;
}

function findAxes(): void {
  for (let at = SLOTS; at < end; at += SLOT_BYTES) {
    storeColorMoments(at + PLANAR, at + MOMENTS);
    v128.store(at, axisOf(at + MOMENTS), AXIS);
  }
}

function findEnds(): void {
  for (let at = SLOTS; at < end; at += SLOT_BYTES)
    v128.store(at, axisEnds(at + PAIRS, at + MOMENTS, v128.load(at, AXIS)), ENDS);
}

function findIndices(): void {
  for (let at = SLOTS; at < end; at += SLOT_BYTES) {
    const ends = v128.load(at, ENDS);
    const indices = indicesBetween(at + PAIRS, ends);
    v128.store(at, indices, INDICES);
    store<i32>(at, lineError(at + PLANAR, ends, weightsOf(indices)), ERROR);
  }
}

function refitEnds(): void {
  for (let at = SLOTS; at < end; at += SLOT_BYTES) {
    refit(at + PLANAR, v128.load(at, MOMENTS), weightsOf(v128.load(at, INDICES)));
    v128.store(at, nearestEnds(refitLow, refitHigh), AXIS);
  }
}
/** Fits the ends to the indices once more, and keeps them if they are better. Returns the error. */
/* @inline */ function improve(at: usize): i32 {
  const ends = v128.load(at, ENDS);
  const indices = v128.load(at, INDICES);
  const error = load<i32>(at, ERROR);
  const otherEnds = v128.load(at, AXIS);
  const otherIndices = indicesBetween(at + PAIRS, otherEnds);
  const otherError = lineError(at + PLANAR, otherEnds, weightsOf(otherIndices));
  const isBetter = i32x4.splat(-i32(otherError < error));
  v128.store(at, v128.bitselect(otherEnds, ends, isBetter), ENDS);
  v128.store(at, v128.bitselect(otherIndices, indices, isBetter), INDICES);
  return min(error, otherError);
}

/** Whether all indices are the first or the last. */
/* @inline */ function isTwoEnds(indices: v128): bool {
  return !v128.any_true(v128.andnot(indices, i8x16.eq(indices, i8x16.splat(i8(LAST)))));
}

/** Fits and packs the blocks of the batch, and leaves those to be searched: with an error above `enough`, or of two colors. Returns their
 *  number. */
export function fitBatch(enough: i32): i32 {
  findAxes();
  findEnds();
  findIndices();
  refitEnds();
  let left = SLOTS;
  for (let at = SLOTS; at < end; at += SLOT_BYTES) {
    const error = improve(at);
    const ends = v128.load(at, ENDS);
    const indices = v128.load(at, INDICES);
    packLine(ends, indices, load<u32>(at, OUT));
    v128.store(left, ends, ENDS);
    v128.store(left, indices, INDICES);
    v128.store(left, i32x4.replace_lane(v128.load(at, ERROR), 0, error), ERROR);
    left += error > enough || (error > 0 && isTwoEnds(indices)) ? SLOT_BYTES : 0;
  }
  end = SLOTS;
  return i32(left - SLOTS) / i32(SLOT_BYTES);
}

/* @inline */ function slotOf(i: i32): usize {
  return SLOTS + usize(i) * SLOT_BYTES;
}

/** Where the texels of a block to be searched are, and where its bytes go. */
/* @inline */ export function sourceOf(i: i32): usize {
  return load<u32>(slotOf(i), SOURCE);
}
/* @inline */ export function outOf(i: i32): usize {
  return load<u32>(slotOf(i), OUT);
}

/** Puts the line of a block to be searched to BEST. */
export function recallLine(i: i32): void {
  const at = slotOf(i);
  keepWholeLine(load<i32>(at, ERROR), v128.load(at, ENDS), v128.load(at, INDICES));
}
