// Reads a block back into a candidate. Every sixteen bytes but those without a mode are valid.

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
import { anchorOf, THREE, TWO, WHOLE } from './partitions';
import { C_HIGH, C_INDICES, C_INDICES2, C_LOW, C_MODE, C_ROTATION, C_SLOT } from './state';

let first: u64 = 0;
let second: u64 = 0;

/* @inline */ function take(bits: i32): i32 {
  const value = i32(first & ((u64(1) << bits) - 1));
  first = (first >> bits) | (second << (64 - bits));
  second >>= bits;
  return value;
}

function takeIndices(c: usize, at: usize, bits: i32, slot: i32, subsets: i32): void {
  const a = subsets > 1 ? anchorOf(slot, 1) : 0;
  const b = subsets > 2 ? anchorOf(slot, 2) : 0;
  for (let i = 0; i < 16; i++) store<u8>(c + at + i, take(i === 0 || i === a || i === b ? bits - 1 : bits));
}

/** False where the block has no mode. */
export function unpack(from: usize, c: usize): bool {
  first = load<u64>(from);
  second = load<u64>(from, 8);
  const mode = i32(ctz(first));
  if (mode > 7) return false;
  take(mode + 1);
  const subsets = modeSubsets(mode);
  const dual = isDual(mode);
  const slot = subsets > 1 ? take(modePartitionBits(mode)) + (subsets > 2 ? THREE : TWO) : WHOLE;
  let rotation = dual ? take(2) : 0;
  if (mode === 4) rotation |= take(1) << 2;
  store<i32>(c, mode, C_MODE);
  store<i32>(c, slot, C_SLOT);
  store<i32>(c, rotation, C_ROTATION);
  v128.store(c, i8x16.splat(0), C_LOW);
  v128.store(c, i8x16.splat(0), C_HIGH);
  const p = modePBits(mode);
  const shift = p === NO_P ? 0 : 1;
  const channels = modeAlphaWidth(mode) > 0 ? 4 : 3;
  for (let i = 0; i < channels; i++) {
    const width = (i === 3 ? modeAlphaWidth(mode) : modeWidth(mode)) - shift;
    for (let s = 0; s < subsets; s++) {
      const end = c + (usize(s) << 2) + i;
      store<u8>(end, take(width) << shift, C_LOW);
      store<u8>(end, take(width) << shift, C_HIGH);
    }
  }
  if (p !== NO_P)
    for (let s = 0; s < subsets; s++) {
      const low = take(1);
      const high = p === SHARED_P ? low : take(1);
      const end = c + (usize(s) << 2);
      store<u32>(end, load<u32>(end, C_LOW) | (low * 0x01010101), C_LOW);
      store<u32>(end, load<u32>(end, C_HIGH) | (high * 0x01010101), C_HIGH);
    }
  const longColor = mode === 4 && rotation >= 4;
  if (longColor) takeIndices(c, C_INDICES2, 2, slot, 1);
  takeIndices(c, C_INDICES, longColor ? 3 : modeIndexBits(mode), slot, subsets);
  if (dual && !longColor) takeIndices(c, C_INDICES2, mode === 4 ? 3 : 2, slot, 1);
  return true;
}
