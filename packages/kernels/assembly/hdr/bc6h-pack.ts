// Packs a BC6H block.

import { beginBits, putBits, storeBits } from '../block/bit-writer';
import { setTruncated, truncatedAt } from './bc6h-endpoints';
import { deltaBitsOfMode, fieldsOfMode, headBitsOfMode, headOfMode, isDeltaMode } from './bc6h-modes';

/** Writes a block with the endpoints of TRUNCATED and the indices of texels (in bytes). Anchors have no top bit, which is 0. */
export function packBc6h(mode: i32, indices: usize, partition: i32, anchor: i32, out: usize): void {
  const isSplit = mode < 10;
  const values = isSplit ? 12 : 6;
  if (isDeltaMode(mode))
    for (let i = 3; i < values; i++) {
      const bits = deltaBitsOfMode(mode, i % 3);
      setTruncated(i, (truncatedAt(i) - truncatedAt(i % 3)) & ((1 << bits) - 1));
    }
  beginBits(headOfMode(mode), headBitsOfMode(mode));
  const fields = fieldsOfMode(mode);
  const count = i32(load<u8>(fields));
  for (let i = 0; i < count; i++) {
    const field = fields + 1 + usize(i * 3);
    const bits = i32(load<u8>(field, 2));
    putBits(u64((truncatedAt(load<u8>(field)) >> load<u8>(field, 1)) & ((1 << bits) - 1)), bits);
  }
  if (isSplit) putBits(u64(partition), 5);
  const indexBits = isSplit ? 3 : 4;
  for (let i = 0; i < 16; i++)
    putBits(load<u8>(indices + i), i === 0 || (isSplit && i === anchor) ? indexBits - 1 : indexBits);
  storeBits(out);
}

/** An exact block of one color: mode 14 without differences. */
export function packBc6hSolid(halfs: u64, out: usize): void {
  for (let i = 0; i < 6; i++) {
    const half = i32(halfs >> (u64(i % 3) << 4)) & 0xffff;
    // The smallest number whose 31/64 is the half.
    setTruncated(i, (half * 64 + 30) / 31);
  }
  memory.fill(ZEROS, 0, 16);
  packBc6h(13, ZEROS, 0, 0, out);
}

const ZEROS: usize = memory.data(16);
