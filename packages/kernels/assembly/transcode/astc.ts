// UASTC to ASTC 4×4 without loss: the same endpoints and weights in ASTC's packing.

import { beginBits, high, low, putBits, seekBits } from '../block/bit-writer';
import { ASTC_QUINTS, ASTC_TRITS, MODE_ASTC, PATTERN_SEED } from './tables';
import { MAGENTA } from './texels';
import {
  channel,
  components,
  digitBase,
  endpointValue,
  GRAY,
  lowBits,
  mode,
  pattern,
  patternMasks,
  planes,
  SOLID,
  STORED,
  solidColor,
  spreadMask,
  subsets,
  unpackBlock,
  weightBits,
  weightsHigh,
  weightsLow,
} from './unpack';

const VOID_EXTENT: u64 = 0xffff_ffff_ffff_fdfc;
/** The first bit of the endpoints. */
const ONE_SUBSET_ENDS: i32 = 17;
const SUBSETS_ENDS: i32 = 29;

export function toAstc(at: usize, out: usize): void {
  if (!unpackBlock(at)) {
    putSolid(MAGENTA, out);
    return;
  }
  if (mode === SOLID) {
    putSolid(solidColor, out);
    return;
  }
  const parts = subsets();
  const flipped = orderEndpoints();
  const astc = load<u32>(MODE_ASTC + (mode << 2));
  const ends = astc >> 16;
  if (parts === 1) {
    beginBits(u64((astc & 0xffff) | (ends << 13)), ONE_SUBSET_ENDS);
  } else {
    const seed = u32(load<u16>(PATTERN_SEED + (pattern << 1)));
    beginBits(u64((astc & 0xffff) | ((parts - 1) << 11) | (seed << 13) | (ends << 25)), SUBSETS_ENDS);
  }
  putEndpoints();
  if (channel >= 0) {
    seekBits(126 - (weightBits() << 5));
    putBits(channel, 2);
  }
  const weights = reverse(i64x2(weightsLow ^ flipped, weightsBits5(flipped)));
  v128.store(out, v128.or(weights, i64x2(low, high)));
}

/** The upper bits of five-bit weights. A flip inverts them all. */
/* @inline */ function weightsBits5(flipped: u64): u64 {
  return weightBits() === 5 ? weightsHigh ^ (flipped & 0xffff) : 0;
}

function putSolid(color: u32, out: usize): void {
  store<u64>(out, VOID_EXTENT);
  const bytes = i32x4.splat(color);
  v128.store64_lane(out + 8, i8x16.shuffle(bytes, bytes, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0), 0);
}

/** Swaps the endpoints of subsets whose first is brighter, which ASTC would read as contracted blue. Returns the bits of the weights to
 *  invert. */
function orderEndpoints(): u64 {
  const size = components();
  if (size === GRAY) return 0;
  const parts = subsets();
  let flipped: u64 = 0;
  for (let s = 0; s < parts; s++) {
    const at = STORED + s * size * 2;
    const below = endpointValue(load<u8>(at)) + endpointValue(load<u8>(at, 2)) + endpointValue(load<u8>(at, 4));
    const above = endpointValue(load<u8>(at, 1)) + endpointValue(load<u8>(at, 3)) + endpointValue(load<u8>(at, 5));
    if (below <= above) continue;
    for (let i = 0; i < size; i++) {
      const pair = load<u16>(at + (i << 1));
      store<u16>(at + (i << 1), (pair << 8) | (pair >> 8));
    }
    flipped |= flipOf(s, parts);
  }
  return flipped;
}

function flipOf(subset: i32, parts: i32): u64 {
  const bits = weightBits();
  if (parts === 1) {
    const total = (bits * planes()) << 4;
    return total >= 64 ? ~u64(0) : (u64(1) << total) - 1;
  }
  const masks = patternMasks();
  const texels = subset === 0 ? ~(masks | (masks >> 16)) : subset === 1 ? masks : masks >> 16;
  return spreadMask(texels, bits);
}

function putEndpoints(): void {
  const count = components() * subsets() * 2;
  const bits = lowBits();
  const base = digitBase();
  if (base === 1) {
    let all: u64 = 0;
    for (let i = 0; i < count; i++) all |= u64(load<u8>(STORED + i)) << (i * bits);
    putBits(all, count * bits);
  } else if (base === 3) for (let i = 0; i < count; i += 5) putTrits(STORED + i, bits);
  else for (let i = 0; i < count; i += 3) putQuints(STORED + i, bits);
}

/** Writes five values. Values past the last are 0, and so are their bits. */
function putTrits(at: usize, bits: i32): void {
  const mask = (1 << bits) - 1;
  const a: i32 = load<u8>(at);
  const b: i32 = load<u8>(at, 1);
  const c: i32 = load<u8>(at, 2);
  const d: i32 = load<u8>(at, 3);
  const e: i32 = load<u8>(at, 4);
  const digits = (a >> bits) + 3 * (b >> bits) + 9 * (c >> bits) + 27 * (d >> bits) + 81 * (e >> bits);
  const code = u64(load<u8>(ASTC_TRITS + digits));
  let group = u64(a & mask) | ((code & 3) << bits);
  group |= (u64(b & mask) | (((code >> 2) & 3) << bits)) << (bits + 2);
  group |= (u64(c & mask) | (((code >> 4) & 1) << bits)) << (2 * bits + 4);
  group |= (u64(d & mask) | (((code >> 5) & 3) << bits)) << (3 * bits + 5);
  group |= (u64(e & mask) | ((code >> 7) << bits)) << (4 * bits + 7);
  putBits(group, 5 * bits + 8);
}

function putQuints(at: usize, bits: i32): void {
  const mask = (1 << bits) - 1;
  const a: i32 = load<u8>(at);
  const b: i32 = load<u8>(at, 1);
  const c: i32 = load<u8>(at, 2);
  const code = u64(load<u8>(ASTC_QUINTS + (a >> bits) + 5 * (b >> bits) + 25 * (c >> bits)));
  let group = u64(a & mask) | ((code & 7) << bits);
  group |= (u64(b & mask) | (((code >> 3) & 3) << bits)) << (bits + 3);
  group |= (u64(c & mask) | ((code >> 5) << bits)) << (2 * bits + 5);
  putBits(group, 3 * bits + 7);
}

/** Reverses all 128 bits. */
/* @inline */ function reverse(x: v128): v128 {
  const nibbles = i8x16(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
  const below = i8x16.swizzle(nibbles, v128.and(x, i8x16.splat(15)));
  const above = i8x16.swizzle(nibbles, i8x16.shr_u(x, 4));
  const turned = v128.or(i8x16.shl(below, 4), above);
  return i8x16.shuffle(turned, turned, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}
