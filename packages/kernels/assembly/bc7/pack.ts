// Packs a candidate into sixteen bytes, fields from the lowest bit up.

import { beginBits, putBits, storeBits } from '../block/bit-writer';
import { C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../block/candidate';
import { C_HIGH, C_LOW } from './endpoints';
import {
  isDual,
  modeAlphaWidth,
  modeIndexBits,
  modePartitionBits,
  modePBits,
  modeSubsets,
  modeWidth,
  NO_P,
  SHARED_P,
} from './modes';
import { packTwoLines } from './opaque/pack-line';
import { anchorOf, subsetMask, THREE, TWO } from './partitions';

/** Packs eight indices, a byte each, without gaps. */
/* @inline */ function squeeze(x: u64, bits: i32): u64 {
  const gap = 8 - bits;
  const one: u64 = (u64(1) << (bits * 2)) - 1;
  const two: u64 = (u64(1) << (bits * 4)) - 1;
  x = (x | (x >> gap)) & (one * 0x0001000100010001);
  x = (x | (x >> (gap * 2))) & (two * 0x0000000100000001);
  return (x | (x >> (gap * 4))) & ((u64(1) << (bits * 8)) - 1);
}

/** Removes bit `at`: the top bit of an anchor's index, which is zero. */
/* @inline */ function drop(x: u64, at: i32): u64 {
  const below = (u64(1) << at) - 1;
  return (x & below) | ((x >> 1) & ~below);
}

function putIndices(c: usize, at: usize, bits: i32, slot: i32, subsets: i32): void {
  let x = squeeze(load<u64>(c + at), bits) | (squeeze(load<u64>(c + at, 8), bits) << (bits * 8));
  let a = subsets > 1 ? anchorOf(slot, 1) : 0;
  let b = subsets > 2 ? anchorOf(slot, 2) : 0;
  if (b > a) {
    const t = a;
    a = b;
    b = t;
  }
  if (a > 0) x = drop(x, a * bits + bits - 1);
  if (b > 0) x = drop(x, b * bits + bits - 1);
  putBits(drop(x, bits - 1), bits * 16 - subsets);
}

/** Reverses a subset's line if its anchor's index is in the upper half. `channels` masks the channels to swap. */
function orientLine(c: usize, at: usize, bits: i32, subset: i32, anchor: i32, mask: v128, channels: u32): void {
  const top = (1 << bits) - 1;
  if (i32(load<u8>(c + at + anchor)) <= top >> 1) return;
  const indices = v128.load(c + at);
  v128.store(c + at, v128.bitselect(i8x16.sub(i8x16.splat(i8(top)), indices), indices, mask));
  const end = c + (usize(subset) << 2);
  const low = load<u32>(end, C_LOW);
  const high = load<u32>(end, C_HIGH);
  store<u32>(end, (low & ~channels) | (high & channels), C_LOW);
  store<u32>(end, (high & ~channels) | (low & channels), C_HIGH);
}

/** Packs a candidate of mode 1, the most frequent one after mode 6. */
/* @inline */ function packParted(c: usize, slot: i32, out: usize): void {
  const ends = i32x4.shuffle(v128.load64_zero(c, C_LOW), v128.load64_zero(c, C_HIGH), 0, 4, 1, 5);
  const ends0 = i16x8.extend_low_i8x16_u(ends);
  const ends1 = i16x8.extend_high_i8x16_u(ends);
  packTwoLines(ends0, ends1, v128.load(c, C_INDICES), slot - TWO, subsetMask(slot, 1), anchorOf(slot, 1), out);
}

/** Packs a candidate. May reverse its lines. */
export function pack(c: usize, out: usize): void {
  const mode = load<i32>(c, C_MODE);
  const slot = load<i32>(c, C_PARTITION);
  if (mode === 1) {
    packParted(c, slot, out);
    return;
  }
  const rotation = load<i32>(c, C_PLANE);
  const subsets = modeSubsets(mode);
  const dual = isDual(mode);
  const bits = mode === 4 && rotation >= 4 ? 3 : modeIndexBits(mode);
  const alphaBits = mode === 4 && rotation < 4 ? 3 : 2;
  for (let s = 0; s < subsets; s++)
    orientLine(c, C_INDICES, bits, s, anchorOf(slot, s), subsetMask(slot, s), dual ? 0x00ffffff : 0xffffffff);
  if (dual) orientLine(c, C_INDICES2, alphaBits, 0, 0, subsetMask(0, 0), 0xff000000);
  beginBits(1 << mode, mode + 1);
  if (subsets > 1) putBits(slot - (subsets > 2 ? THREE : TWO), modePartitionBits(mode));
  if (dual) putBits(rotation & 3, 2);
  if (mode === 4) putBits(rotation >> 2, 1);
  const p = modePBits(mode);
  const shift = p === NO_P ? 0 : 1;
  const channels = modeAlphaWidth(mode) > 0 ? 4 : 3;
  for (let i = 0; i < channels; i++) {
    const width = (i === 3 ? modeAlphaWidth(mode) : modeWidth(mode)) - shift;
    for (let s = 0; s < subsets; s++) {
      const end = c + (usize(s) << 2) + i;
      putBits(load<u8>(end, C_LOW) >> u8(shift), width);
      putBits(load<u8>(end, C_HIGH) >> u8(shift), width);
    }
  }
  if (p !== NO_P)
    for (let s = 0; s < subsets; s++) {
      const end = c + (usize(s) << 2);
      putBits(load<u8>(end, C_LOW) & 1, 1);
      if (p !== SHARED_P) putBits(load<u8>(end, C_HIGH) & 1, 1);
    }
  if (mode === 4 && rotation >= 4) {
    putIndices(c, C_INDICES2, alphaBits, slot, 1);
    putIndices(c, C_INDICES, bits, slot, 1);
  } else {
    putIndices(c, C_INDICES, bits, slot, subsets);
    if (dual) putIndices(c, C_INDICES2, alphaBits, slot, 1);
  }
  storeBits(out);
}
