// The blocks of a batch: opaque, and their channels and texels weigh the same. Each has a slot for what the steps of its fits leave.

import { storeColors } from '../../block/texels';

const CAPACITY: i32 = 32;

// What a slot has: the texels by channel and in pairs, and their moments.
export const PLANAR: usize = 0;
export const PAIRS: usize = 96;
export const SUMS: usize = 224;
// The line of mode 6.
export const AXIS: usize = 272;
export const ENDS: usize = 288;
export const INDICES: usize = 304;
export const ERROR: usize = 320;
/** Where the texels are, and where the bytes go. */
export const SOURCE: usize = 324;
export const OUT: usize = 328;
/** The entry of the ranking that is tried, or −1. */
export const ENTRY: usize = 332;
// The lines of mode 1.
export const SUBSET_SUMS: usize = 336;
export const ENDS_0: usize = 384;
export const ENDS_1: usize = 400;
export const LINE_INDICES: usize = 416;
export const LINES_ERROR: usize = 432;
export const SLOT_BYTES: usize = 448;

export const SLOTS: usize = memory.data(32 * 448, 16);
/** The end of the batch. */
export let batchEnd: usize = SLOTS;

/* @inline */ export function isBatchFull(): bool {
  return batchEnd === SLOTS + usize(CAPACITY) * SLOT_BYTES;
}

/** Adds a block of four rows. */
export function addToBatch(r0: v128, r1: v128, r2: v128, r3: v128, source: usize, out: usize): void {
  storeColors(batchEnd + PLANAR, batchEnd + PAIRS, r0, r1, r2, r3);
  store<u32>(batchEnd, source, SOURCE);
  store<u32>(batchEnd, out, OUT);
  batchEnd += SLOT_BYTES;
}

export function endBatch(): void {
  batchEnd = SLOTS;
}

// Lists of slots: their number, then where they are.
/** Slots that mode 6 does not fit well. */
export const SEARCHED: usize = memory.data(34 * 4, 16);
/** Slots for which mode 1 is tried. */
export const PARTED: usize = memory.data(34 * 4, 16);
/** Slots that are left to be done alone. */
export const REST: usize = memory.data(34 * 4, 16);

/* @inline */ export function clearList(list: usize): void {
  store<i32>(list, 0);
}

/* @inline */ export function countOf(list: usize): i32 {
  return load<i32>(list);
}

/* @inline */ export function slotAt(list: usize, i: i32): usize {
  return load<u32>(list + (usize(i) << 2), 4);
}

/** Adds a slot to a list if `belongs` is 1, without a branch: it is written in any case, but only counted if it belongs there. */
/* @inline */ export function addIf(belongs: i32, list: usize, at: usize): void {
  const count = load<i32>(list);
  store<u32>(list + (usize(count) << 2), at, 4);
  store<i32>(list, count + belongs);
}
