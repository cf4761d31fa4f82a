// Mode 6 for the blocks of a batch, at `fast` and `normal`. A step of a block waits for the one before; the same step of the next block does not.
// So each step is done for all blocks in turn, without branches that would be mispredicted.

import { storeColorMoments } from '../moments';
import { subsetMask, WHOLE } from '../partitions';
import { keepLine } from './fit-lines';
import { findEnds, indicesBetween, LAST, lineError, quantizedEnds, weightsOf } from './line';
import { packLine } from './pack-line';
import {
  AXIS,
  addIf,
  batchEnd,
  clearList,
  countOf,
  ENDS,
  ENTRY,
  ERROR,
  endBatch,
  INDICES,
  OUT,
  PAIRS,
  PLANAR,
  REST,
  SEARCHED,
  SLOT_BYTES,
  SLOTS,
  SOURCE,
  SUMS,
  slotAt,
} from './slots';
import { axisOf, refitEnds } from './solve';

function findAxes(): void {
  const all = subsetMask(WHOLE, 0);
  for (let at = SLOTS; at < batchEnd; at += SLOT_BYTES) {
    const sums = at + SUMS;
    storeColorMoments(at + PLANAR, all, sums);
    v128.store(at, axisOf(v128.load(sums), v128.load(sums, 16), v128.load(sums, 32), 0.0625), AXIS);
  }
}

function fitAxes(): void {
  for (let at = SLOTS; at < batchEnd; at += SLOT_BYTES) {
    findEnds(at + PAIRS, v128.load(at, SUMS), v128.load(at, AXIS));
    v128.store(at, quantizedEnds(), ENDS);
  }
}

function findIndices(): void {
  for (let at = SLOTS; at < batchEnd; at += SLOT_BYTES) {
    const ends = v128.load(at, ENDS);
    const indices = indicesBetween(at + PAIRS, ends);
    v128.store(at, indices, INDICES);
    store<i32>(at, lineError(at + PLANAR, ends, weightsOf(indices)), ERROR);
  }
}

/** Leaves the ends that are best for the indices in AXIS. */
function refitLines(): void {
  for (let at = SLOTS; at < batchEnd; at += SLOT_BYTES) {
    refitEnds(at + PLANAR, v128.load(at, SUMS), 16, weightsOf(v128.load(at, INDICES)));
    v128.store(at, quantizedEnds(), AXIS);
  }
}

/** Whether all indices are the first or the last. */
/* @inline */ function isTwoEnds(indices: v128): bool {
  return !v128.any_true(v128.andnot(indices, i8x16.eq(indices, i8x16.splat(i8(LAST)))));
}

/** Takes the better of both lines, and packs it. Lists the blocks to be searched: those of two colors, and others with an error above
 *  `enough`. */
function packLines(enough: i32): void {
  clearList(REST);
  clearList(SEARCHED);
  for (let at = SLOTS; at < batchEnd; at += SLOT_BYTES) {
    const other = v128.load(at, AXIS);
    const otherIndices = indicesBetween(at + PAIRS, other);
    const otherError = lineError(at + PLANAR, other, weightsOf(otherIndices));
    const error = load<i32>(at, ERROR);
    const isBetter = i32x4.splat(-i32(otherError < error));
    const ends = v128.bitselect(other, v128.load(at, ENDS), isBetter);
    const indices = v128.bitselect(otherIndices, v128.load(at, INDICES), isBetter);
    const minimum = min(error, otherError);
    packLine(ends, indices, load<u32>(at, OUT));
    v128.store(at, ends, ENDS);
    v128.store(at, indices, INDICES);
    store<i32>(at, minimum, ERROR);
    const hasTwo = i32(isTwoEnds(indices)) & i32(minimum > 0);
    store<i32>(at, -1, ENTRY);
    addIf(hasTwo, REST, at);
    addIf(i32(minimum > enough) & (hasTwo ^ 1), SEARCHED, at);
  }
}

/** Fits mode 6 to the blocks of the batch, packs them, and ends the batch. Blocks of two colors are left to be done alone, and those whose
 *  error is above `enough` to `searchBatch` or `leaveAll`. */
export function fitLines(enough: i32): void {
  findAxes();
  fitAxes();
  findIndices();
  refitLines();
  packLines(enough);
  endBatch();
}

/** Leaves all blocks to be searched to be done alone. */
export function leaveAll(): void {
  const count = countOf(SEARCHED);
  for (let i = 0; i < count; i++) addIf(1, REST, slotAt(SEARCHED, i));
}

/** How many blocks are left to be done alone. */
export function restCount(): i32 {
  return countOf(REST);
}

export function restSource(i: i32): usize {
  return load<u32>(slotAt(REST, i), SOURCE);
}

export function restOut(i: i32): usize {
  return load<u32>(slotAt(REST, i), OUT);
}

/** The entry of the ranking to be tried, or −1 for a block that was not ranked. */
export function restEntry(i: i32): i32 {
  return load<i32>(slotAt(REST, i), ENTRY);
}

/** Puts the line of mode 6 to BEST. */
export function recallLine(i: i32): void {
  const at = slotAt(REST, i);
  keepLine(6, load<i32>(at, ERROR), v128.load(at, ENDS), v128.load(at, INDICES));
}
