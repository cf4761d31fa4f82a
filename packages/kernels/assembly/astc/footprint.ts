// The tables of one block size. The host gives them memory once; switching between sizes only changes pointers.

import { paddedCount, setBlockSize, texelCount } from './state';

/** Grids have 2 to 12 columns and rows. */
export const GRID_SLOTS: i32 = 121;
export const MAX_GRID: i32 = 64;

/** Offsets in a grid's record. */
export const G_COUNT: usize = 0;
/** Of the modes with one plane, then of those with two, a byte each: the finest range of weights, and the fewest bits that they take. */
export const G_FINEST: usize = 4;
export const G_LEAST_BITS: usize = 6;
/** Sum of squared shares. */
export const G_NOISE: usize = 8;
/** Four bytes arrays of grid points by texel, then four of their shares in sixteenths. */
export const G_PLACES: usize = 16;
/** An orthonormal basis of what the grid can express, i16 of 2^-14: a row of texels for each grid point. */
export const G_BASIS: usize = 20;
/** The pseudo-inverse, i16 of 2^-12: a row of texels for each grid point. */
export const G_INVERSE: usize = 24;
/** u16 offsets of the lists of grid points (one more than points), then pairs of bytes: texel, share. */
export const G_LISTS: usize = 28;
export const G_WIDTH: usize = 32;
export const G_HEIGHT: usize = 36;
/** Where the modes with one plane begin and end, then those with two. */
export const G_MODES: usize = 40;
export const G_DUAL_MODES: usize = 48;
/** Per grid point the sum of squared shares in sixteenths, f64. */
export const G_WEIGHTS: usize = 56;
const RECORD_BYTES: usize = 64;

/** Offsets in the record of a block mode. */
export const M_CODE: usize = 0;
export const M_GRID: usize = 4;
export const M_RANGE: usize = 8;
export const M_BITS: usize = 12;
export const M_BYTES: usize = 16;

/** Pointers into the tables of the current size. */
export let grids: usize = 0;
export let modes: usize = 0;
export let partitions: usize = 0;
/** Offsets in a table of partitions: per partition its seed (u16), the subset of each texel (bytes), and 24 bytes of bits for each subset. */
export const P_COUNT: usize = 0;
export const P_SEEDS: usize = 16;
export const P_SUBSETS: usize = 16 + 2048;

/** Number of block modes with one and with two planes; those with two follow. */
/* @inline */ export function modeCount(planes: i32): i32 {
  return load<i32>(modes + (usize(planes - 1) << 2));
}
/* @inline */ export function firstMode(planes: i32): usize {
  return modes + 16 + (planes === 2 ? usize(modeCount(1)) * M_BYTES : 0);
}

let end: usize = 0;
/* @inline */ function take(bytes: usize): usize {
  const at = end;
  end = (end + bytes + 15) & ~15;
  return at;
}

/* @inline */ export function gridRecord(slot: i32): usize {
  return grids + usize(slot) * RECORD_BYTES;
}
/** 2 to 12 columns and rows. */
/* @inline */ export function gridSlot(width: i32, height: i32): i32 {
  return (height - 2) * 11 + width - 2;
}

/** Offset of the bits in a table of partitions. */
/* @inline */ export function bitsOffset(): usize {
  return P_SUBSETS + usize(1024 * paddedCount);
}

/** The table of partitions with `count` subsets. */
/* @inline */ export function partitionTable(count: i32): usize {
  return load<u32>(partitions + (usize(count) << 2));
}

/** Sets the pointers for tables at `at`; returns where they end. `isNew`: also writes addresses into the tables. */
export function layOut(width: i32, height: i32, at: usize, isNew: bool): usize {
  setBlockSize(width, height);
  end = at;
  grids = take(usize(GRID_SLOTS) * RECORD_BYTES);
  modes = take(16 + 2048 * M_BYTES);
  partitions = take(32);
  for (let count = 2; count <= 4; count++) {
    const table = take(bitsOffset() + usize(1024 * 24 * count));
    if (isNew) store<u32>(partitions + (usize(count) << 2), u32(table));
  }
  for (let h = 2; h <= 12; h++)
    for (let w = 2; w <= 12; w++) {
      const count = w * h;
      if (w > width || h > height || count > MAX_GRID) continue;
      const places = take(usize(paddedCount * 8));
      const basis = take(usize(((count + 3) & ~3) * paddedCount * 2));
      const inverse = take(usize(count * paddedCount * 2));
      const lists = take(usize((count + 1) * 2 + texelCount * 8));
      const weights = take(usize(count * 8));
      if (!isNew) continue;
      const record = gridRecord(gridSlot(w, h));
      store<i32>(record, count, G_COUNT);
      store<u32>(record, u32(places), G_PLACES);
      store<u32>(record, u32(basis), G_BASIS);
      store<u32>(record, u32(inverse), G_INVERSE);
      store<u32>(record, u32(lists), G_LISTS);
      store<u32>(record, u32(weights), G_WEIGHTS);
      store<i32>(record, w, G_WIDTH);
      store<i32>(record, h, G_HEIGHT);
    }
  return end;
}
