// Packs a candidate and hints into the sixteen bytes of a block.

import { beginBits, putBits, storeBits } from '../../block/bit-writer';
import { C_ENDPOINTS, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../../block/candidate';
import { byteMask } from '../../block/lanes';
import { rankSlot, TO_HIGH } from './endpoints';
import {
  modeCode,
  modeCodeBits,
  modeComponents,
  modeHasBias,
  modeHasEac,
  modePatternBits,
  modePatternSet,
  modePlanes,
  modeRange,
  modeStoresChannel,
  modeSubsets,
  modeWeightBits,
} from './modes';
import { patternBits } from './patterns';
import { rangeDigits, rangeLowBits, storedOfRank } from './ranges';

// Hints for transcoders, one byte each.
export const HINTS: usize = memory.data(16, 16);
export const H_BC1_0: usize = 0;
export const H_BC1_1: usize = 1;
export const H_FLIP: usize = 2;
export const H_DIFF: usize = 3;
export const H_TABLE0: usize = 4;
export const H_TABLE1: usize = 5;
export const H_BIAS: usize = 6;
export const H_EAC_TABLE: usize = 7;
export const H_EAC_SCALE: usize = 8;

const STORED: usize = memory.data(20);

/** Reverses the line of a subset or plane. `mask` has a byte per texel. */
function orientLine(c: usize, weights: usize, mask: v128, bits: i32, subset: i32, channels: i32): void {
  const w = v128.load(c + weights);
  const top: i32 = (1 << bits) - 1;
  const reversed = i8x16.sub(i8x16.splat(i8(top)), w);
  v128.store(c + weights, v128.bitselect(reversed, w, mask));
  const ranks = c + C_ENDPOINTS + (subset << 3);
  for (let i = 0; i < 4; i++) {
    if (!((channels >> i) & 1)) continue;
    const lo = load<u8>(ranks + i);
    store<u8>(ranks + i, load<u8>(ranks + i, 4));
    store<u8>(ranks + i, lo, 4);
  }
}

/** Reverses lines so that the top bit of every anchor's weight is 0. Returns the anchor texels, a bit each. */
function orientAnchors(c: usize, mode: i32, bits: i32): u32 {
  const topBit = 1 << (bits - 1);
  const subsets = modeSubsets(mode);
  if (modePlanes(mode) === 2) {
    const own = 1 << load<i32>(c, C_PLANE);
    const everywhere = i8x16.splat(-1);
    if (load<u8>(c, C_INDICES) & topBit) orientLine(c, C_INDICES, everywhere, bits, 0, 15 & ~own);
    if (load<u8>(c, C_INDICES2) & topBit) orientLine(c, C_INDICES2, everywhere, bits, 0, own);
    return 1;
  }
  if (subsets === 1) {
    if (load<u8>(c, C_INDICES) & topBit) orientLine(c, C_INDICES, i8x16.splat(-1), bits, 0, 15);
    return 1;
  }
  const pattern = patternBits(modePatternSet(mode), load<i32>(c, C_PARTITION));
  let anchors: u32 = 0;
  for (let s = 0; s < subsets; s++) {
    const texels = s === 0 ? ~(pattern | (pattern >> 16)) & 0xffff : s === 1 ? pattern & 0xffff : pattern >> 16;
    const anchor = ctz(texels);
    anchors |= 1 << anchor;
    if (load<u8>(c + anchor, C_INDICES) & topBit) orientLine(c, C_INDICES, byteMask(texels), bits, s, 15);
  }
  return anchors;
}

function putEndpoints(c: usize, mode: i32): void {
  const range = modeRange(mode);
  const components = modeComponents(mode);
  const subsets = modeSubsets(mode);
  let count = 0;
  for (let s = 0; s < subsets; s++)
    for (let i = 0; i < components; i++) {
      const ranks = rankSlot(c, s, i, components);
      store<u8>(STORED + count++, storedOfRank(range, load<u8>(ranks)));
      store<u8>(STORED + count++, storedOfRank(range, load<u8>(ranks, TO_HIGH)));
    }
  const k = rangeDigits(range);
  const n = rangeLowBits(range);
  if (k > 1) {
    const group = k === 3 ? 5 : 3;
    for (let i = 0; i < count; i += group) {
      const size = min(group, count - i);
      let code = 0;
      for (let j = size - 1; j >= 0; j--) code = code * k + (load<u8>(STORED + i + j) >> n);
      putBits(code, k === 5 ? 7 : size === 5 ? 8 : size === 4 ? 7 : size === 3 ? 5 : size * 2);
    }
  }
  for (let i = 0; i < count; i++) putBits(load<u8>(STORED + i) & ((1 << n) - 1), n);
}

/** Packs a candidate. May reverse its lines. */
export function packCandidate(c: usize, out: usize): void {
  const mode = load<i32>(c, C_MODE);
  const bits = modeWeightBits(mode);
  const anchors = orientAnchors(c, mode, bits);
  beginBits(modeCode(mode), modeCodeBits(mode));
  putBits(load<u8>(HINTS, H_BC1_0), 1);
  if (modeHasBias(mode)) putBits(load<u8>(HINTS, H_BC1_1), 1);
  putBits(load<u8>(HINTS, H_FLIP), 1);
  putBits(load<u8>(HINTS, H_DIFF), 1);
  putBits(load<u8>(HINTS, H_TABLE0), 3);
  putBits(load<u8>(HINTS, H_TABLE1), 3);
  if (modeHasBias(mode)) putBits(load<u8>(HINTS, H_BIAS), 5);
  if (modeHasEac(mode)) {
    putBits(load<u8>(HINTS, H_EAC_TABLE), 4);
    putBits(load<u8>(HINTS, H_EAC_SCALE), 4);
  }
  if (modeSubsets(mode) > 1) putBits(load<i32>(c, C_PARTITION), modePatternBits(mode));
  const dual = modePlanes(mode) === 2;
  if (modeStoresChannel(mode)) putBits(load<i32>(c, C_PLANE), 2);
  putEndpoints(c, mode);
  for (let i = 0; i < 16; i++) {
    const width = bits - ((anchors >> i) & 1);
    putBits(load<u8>(c + i, C_INDICES), width);
    if (dual) putBits(load<u8>(c + i, C_INDICES2), width);
  }
  storeBits(out);
}
