// A BC6H block: from what was chosen to its bits.

import { beginBits, putBits, storeBits } from '../block/bit-writer';
import { cut, setCut } from './bc6h-ends';
import { deltaBitsOfMode, fieldsOfMode, headBitsOfMode, headOfMode, isDeltaMode } from './bc6h-modes';

/** Writes a block of `mode` with the endpoints of CUT and the places of texels (in bytes); the anchors lack their top bit, which is 0. */
export function packBc6h(mode: i32, places: usize, partition: i32, anchor: i32, out: usize): void {
  const isSplit = mode < 10;
  const values = isSplit ? 12 : 6;
  if (isDeltaMode(mode))
    for (let i = 3; i < values; i++) {
      const bits = deltaBitsOfMode(mode, i % 3);
      setCut(i, (cut(i) - cut(i % 3)) & ((1 << bits) - 1));
    }
  beginBits(headOfMode(mode), headBitsOfMode(mode));
  const fields = fieldsOfMode(mode);
  const count = i32(load<u8>(fields));
  for (let i = 0; i < count; i++) {
    const field = fields + 1 + usize(i * 3);
    const bits = i32(load<u8>(field, 2));
    putBits(u64((cut(load<u8>(field)) >> load<u8>(field, 1)) & ((1 << bits) - 1)), bits);
  }
  if (isSplit) putBits(u64(partition), 5);
  const indexBits = isSplit ? 3 : 4;
  for (let i = 0; i < 16; i++)
    putBits(load<u8>(places + i), i === 0 || (isSplit && i === anchor) ? indexBits - 1 : indexBits);
  storeBits(out);
}

/** A block of one color, exact: mode 14 with no difference. */
export function packBc6hSolid(halfs: u64, out: usize): void {
  for (let i = 0; i < 6; i++) {
    const half = i32(halfs >> (u64(i % 3) << 4)) & 0xffff;
    // The least that 31/64 of gives the half.
    setCut(i, (half * 64 + 30) / 31);
  }
  memory.fill(ZEROS, 0, 16);
  packBc6h(13, ZEROS, 0, 0, out);
}

const ZEROS: usize = memory.data(16);
