// BC7's partitions. A slot is one way to divide the sixteen texels: 0 is one subset, 1–64 are two, 65–128 three.

import { TWO_SUBSET_ANCHORS, TWO_SUBSETS } from '../block/two-subset-tables';
import { THREE_SUBSET_ANCHORS_1, THREE_SUBSET_ANCHORS_2, THREE_SUBSETS } from './three-subset-tables';

export const WHOLE: i32 = 0;
export const TWO: i32 = 1;
export const THREE: i32 = 65;
const SLOTS: i32 = 129;

/** Per slot and row: a swizzle that selects R and G of each texel's subset from three RGBA colors, as i16 pairs. */
const PICKS: usize = memory.data(129 * 64, 16);
/** Per slot and row: a swizzle that selects one of three floats for each texel. */
const FLOAT_PICKS: usize = memory.data(129 * 64, 16);
/** Per slot and subset: a byte mask of its texels. */
const MASKS: usize = memory.data(129 * 48, 16);
/** Per slot and subset: its texels, a bit each. */
const BITS: usize = memory.data(129 * 8, 16);

/** Per slot and subset: offsets of its four rows' sums in the table of moments. */
const ROW_SUMS: usize = memory.data(129 * 24, 16);
/** Per subset, one float per slot: 1 / its number of texels. */
const INVERSES: usize = memory.data(3 * 132 * 4, 16);

/* @inline */ export function rowSums(slot: i32, subset: i32): usize {
  return ROW_SUMS + usize(slot) * 24 + (usize(subset) << 3);
}
/* @inline */ export function inverses(slot: i32, subset: i32): usize {
  return INVERSES + usize(subset * 132 + slot) * 4;
}

/* @inline */ export function picks(slot: i32): usize {
  return PICKS + (usize(slot) << 6);
}
/* @inline */ export function floatPicks(slot: i32): usize {
  return FLOAT_PICKS + (usize(slot) << 6);
}
/* @inline */ export function subsetMask(slot: i32, subset: i32): v128 {
  return v128.load(MASKS + usize(slot) * 48 + (usize(subset) << 4));
}
/* @inline */ export function subsetBits(slot: i32, subset: i32): i32 {
  return load<u16>(BITS + (usize(slot) << 3) + (usize(subset) << 1));
}

/* @inline */ export function anchorOf(slot: i32, subset: i32): i32 {
  if (subset === 0) return 0;
  if (slot < THREE) return load<u8>(TWO_SUBSET_ANCHORS + slot - TWO);
  return subset === 1
    ? load<u8>(THREE_SUBSET_ANCHORS_1 + slot - THREE)
    : load<u8>(THREE_SUBSET_ANCHORS_2 + slot - THREE);
}

function subsetOf(slot: i32, texel: i32): i32 {
  if (slot === WHOLE) return 0;
  if (slot < THREE) return (load<u16>(TWO_SUBSETS + (usize(slot - TWO) << 1)) >> texel) & 1;
  return (load<u32>(THREE_SUBSETS + (usize(slot - THREE) << 2)) >> (texel << 1)) & 3;
}

export function buildPartitions(): void {
  for (let slot = 0; slot < SLOTS; slot++) {
    for (let texel = 0; texel < 16; texel++) {
      const subset = subsetOf(slot, texel);
      const at = usize(texel) << 2;
      store<u32>(picks(slot) + at, 0xff01ff00 + subset * 0x00040004);
      store<u32>(floatPicks(slot) + at, 0x03020100 + subset * 0x04040404);
      store<u8>(MASKS + usize(slot) * 48 + (usize(subset) << 4) + texel, 0xff);
      const bits = BITS + (usize(slot) << 3) + (usize(subset) << 1);
      store<u16>(bits, u16(i32(load<u16>(bits)) | (1 << texel)));
    }
    for (let subset = 0; subset < 3; subset++) {
      const bits = subsetBits(slot, subset);
      if (bits !== 0) store<f32>(inverses(slot, subset), f32(1) / f32(popcnt(bits)));
      for (let row = 0; row < 4; row++)
        store<u16>(rowSums(slot, subset) + (usize(row) << 1), u16((row << 10) | (((bits >> (row << 2)) & 15) << 6)));
    }
  }
}
