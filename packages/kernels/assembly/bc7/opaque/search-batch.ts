// Mode 1 for the blocks of a batch that mode 6 does not fit well, at `fast`: step by step for all of them, as in batch.ts.

import { MOMENTS, storeColorMoments } from '../moments';
import { anchorOf, inverses, subsetBits, subsetMask, TWO } from '../partitions';
import { FAST_ENTRIES, MODE_1, rankDual, rankSixteen, takeCheapest, takenCost } from '../rank';
import { packTwoLines } from './pack-line';
import {
  AXIS,
  addIf,
  clearList,
  countOf,
  ENDS_0,
  ENDS_1,
  ENTRY,
  ERROR,
  LINE_INDICES,
  LINES_ERROR,
  OUT,
  PAIRS,
  PARTED,
  PLANAR,
  REST,
  SEARCHED,
  SUBSET_SUMS,
  SUMS,
  slotAt,
} from './slots';
import { axisOf } from './solve';
import { axisEnds, indicesOnLines, linesError, refitLine } from './two-lines';

/** Finds what to try for the blocks to be searched, if anything may be better. */
function rankBatch(trust: f32): void {
  clearList(PARTED);
  const searched = countOf(SEARCHED);
  for (let i = 0; i < searched; i++) {
    const at = slotAt(SEARCHED, i);
    for (let j: usize = 0; j < 48; j += 16) v128.store(MOMENTS + j, v128.load(at + SUMS + j));
    v128.store(MOMENTS, f32x4.splat(0), 48);
    rankDual(true);
    rankSixteen(at + PLANAR);
    const entry = takeCheapest(FAST_ENTRIES);
    const isPromising = i32(takenCost * trust < f32(load<i32>(at, ERROR)));
    const isParted = i32(entry >= MODE_1);
    store<i32>(at, entry, ENTRY);
    addIf(isPromising & isParted, PARTED, at);
    addIf(isPromising & (isParted ^ 1), REST, at);
  }
}

/* @inline */ function partitionAt(at: usize): i32 {
  return load<i32>(at, ENTRY) - MODE_1;
}

/** Finds the moments of subset 1, and leaves the axes of both subsets in place of their ends. */
function findTwoAxes(parted: i32): void {
  for (let i = 0; i < parted; i++) {
    const at = slotAt(PARTED, i);
    const slot = TWO + partitionAt(at);
    const all = at + SUMS;
    const part = at + SUBSET_SUMS;
    storeColorMoments(at + PLANAR, subsetMask(slot, 1), part);
    const sums = v128.load(part);
    const squares = v128.load(part, 16);
    const ring = v128.load(part, 32);
    const axis0 = axisOf(
      f32x4.sub(v128.load(all), sums),
      f32x4.sub(v128.load(all, 16), squares),
      f32x4.sub(v128.load(all, 32), ring),
      load<f32>(inverses(slot, 0)),
    );
    v128.store(at, axis0, ENDS_0);
    v128.store(at, axisOf(sums, squares, ring, load<f32>(inverses(slot, 1))), ENDS_1);
  }
}

function fitTwoAxes(parted: i32): void {
  for (let i = 0; i < parted; i++) {
    const at = slotAt(PARTED, i);
    const slot = TWO + partitionAt(at);
    const sums1 = v128.load(at, SUBSET_SUMS);
    const mean0 = f32x4.mul(f32x4.sub(v128.load(at, SUMS), sums1), v128.load32_splat(inverses(slot, 0)));
    const mean1 = f32x4.mul(sums1, v128.load32_splat(inverses(slot, 1)));
    v128.store(at, axisEnds(at + PAIRS, mean0, v128.load(at, ENDS_0), subsetMask(slot, 0)), ENDS_0);
    v128.store(at, axisEnds(at + PAIRS, mean1, v128.load(at, ENDS_1), subsetMask(slot, 1)), ENDS_1);
  }
}

function findLineIndices(parted: i32): void {
  for (let i = 0; i < parted; i++) {
    const at = slotAt(PARTED, i);
    const mask1 = subsetMask(TWO + partitionAt(at), 1);
    const ends0 = v128.load(at, ENDS_0);
    const ends1 = v128.load(at, ENDS_1);
    const indices = indicesOnLines(at + PAIRS, ends0, ends1, mask1);
    v128.store(at, indices, LINE_INDICES);
    store<i32>(at, linesError(at + PLANAR, ends0, ends1, indices, mask1), LINES_ERROR);
  }
}

/** Fits the ends of both lines to the indices, and leaves them in AXIS and SUBSET_SUMS, which are not needed again. */
function refitTwoLines(parted: i32): void {
  for (let i = 0; i < parted; i++) {
    const at = slotAt(PARTED, i);
    const slot = TWO + partitionAt(at);
    const count1 = popcnt(subsetBits(slot, 1));
    const indices = v128.load(at, LINE_INDICES);
    const sums1 = v128.load(at, SUBSET_SUMS);
    const sums0 = f32x4.sub(v128.load(at, SUMS), sums1);
    v128.store(at, refitLine(at + PLANAR, sums0, 16 - count1, indices, subsetMask(slot, 0)), AXIS);
    v128.store(at, refitLine(at + PLANAR, sums1, count1, indices, subsetMask(slot, 1)), SUBSET_SUMS);
  }
}

/** Takes the better lines, and packs them if they are better than mode 6. */
function packTwoBest(parted: i32): void {
  for (let i = 0; i < parted; i++) {
    const at = slotAt(PARTED, i);
    const partition = partitionAt(at);
    const slot = TWO + partition;
    const mask1 = subsetMask(slot, 1);
    const other0 = v128.load(at, AXIS);
    const other1 = v128.load(at, SUBSET_SUMS);
    const otherIndices = indicesOnLines(at + PAIRS, other0, other1, mask1);
    const otherError = linesError(at + PLANAR, other0, other1, otherIndices, mask1);
    const error = load<i32>(at, LINES_ERROR);
    if (min(error, otherError) >= load<i32>(at, ERROR)) continue;
    const isBetter = i32x4.splat(-i32(otherError < error));
    const ends0 = v128.bitselect(other0, v128.load(at, ENDS_0), isBetter);
    const ends1 = v128.bitselect(other1, v128.load(at, ENDS_1), isBetter);
    const found = v128.bitselect(otherIndices, v128.load(at, LINE_INDICES), isBetter);
    packTwoLines(ends0, ends1, found, partition, mask1, anchorOf(slot, 1), load<u32>(at, OUT));
  }
}

/** Fits mode 1 to the blocks to be searched, and packs what is better. Leaves those for which modes 4 and 5 are more promising. */
export function searchBatch(trust: f32): void {
  rankBatch(trust);
  const parted = countOf(PARTED);
  findTwoAxes(parted);
  fitTwoAxes(parted);
  findLineIndices(parted);
  refitTwoLines(parted);
  packTwoBest(parted);
}
