// Unpacks a block into a candidate. All blocks are valid except those without a mode.

import { openBits, skipBits, takeBits } from '../block/bit-reader';
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
import { anchorOf, THREE, TWO, WHOLE } from './partitions';

function takeIndices(c: usize, at: usize, bits: i32, slot: i32, subsets: i32): void {
  const a = subsets > 1 ? anchorOf(slot, 1) : 0;
  const b = subsets > 2 ? anchorOf(slot, 2) : 0;
  for (let i = 0; i < 16; i++) store<u8>(c + at + i, takeBits(i === 0 || i === a || i === b ? bits - 1 : bits));
}

/** Returns false if the block has no mode. */
export function unpack(from: usize, c: usize): bool {
  const mode = i32(ctz(load<u64>(from)));
  if (mode > 7) return false;
  openBits(from);
  skipBits(mode + 1);
  const subsets = modeSubsets(mode);
  const dual = isDual(mode);
  const slot = subsets > 1 ? takeBits(modePartitionBits(mode)) + (subsets > 2 ? THREE : TWO) : WHOLE;
  let rotation = dual ? takeBits(2) : 0;
  if (mode === 4) rotation |= takeBits(1) << 2;
  store<i32>(c, mode, C_MODE);
  store<i32>(c, slot, C_PARTITION);
  store<i32>(c, rotation, C_PLANE);
  v128.store(c, i8x16.splat(0), C_LOW);
  v128.store(c, i8x16.splat(0), C_HIGH);
  const p = modePBits(mode);
  const shift = p === NO_P ? 0 : 1;
  const channels = modeAlphaWidth(mode) > 0 ? 4 : 3;
  for (let i = 0; i < channels; i++) {
    const width = (i === 3 ? modeAlphaWidth(mode) : modeWidth(mode)) - shift;
    for (let s = 0; s < subsets; s++) {
      const end = c + (usize(s) << 2) + i;
      store<u8>(end, takeBits(width) << shift, C_LOW);
      store<u8>(end, takeBits(width) << shift, C_HIGH);
    }
  }
  if (p !== NO_P)
    for (let s = 0; s < subsets; s++) {
      const low = takeBits(1);
      const high = p === SHARED_P ? low : takeBits(1);
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
