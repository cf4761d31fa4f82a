// The draft level: one channel between its extremes, and colors along a diagonal of their bounding box. Nothing is searched.

import { pairsRG } from '../block/channels';
import { maxByte, minByte, pack3Bits, sums4 } from '../block/lanes';
import { nearestShades } from '../block/shades';
import { shadesOf } from './channel-trials';

/** The eight bytes of sixteen values. */
export function draftChannel(values: v128): u64 {
  const low = minByte(values);
  const high = maxByte(values);
  if (low === high) return u64(low) | (u64(low) << 8);
  const ranks = nearestShades(values, shadesOf(low, high, false));
  const codes = i8x16.swizzle(i8x16(1, 7, 6, 5, 4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0), ranks);
  return u64(high) | (u64(low) << 8) | (pack3Bits(codes) << 16);
}

/** Texels as i16 pairs: RG of rows 0–3, then B0 of rows 0–3. */
const PAIRS: usize = memory.data(128, 16);

/* @inline */ function storeRow(row: v128, at: usize): void {
  v128.store(PAIRS + at, pairsRG(row));
  v128.store(PAIRS + at, v128.and(i32x4.shr_u(row, 16), i32x4.splat(255)), 64);
}

/** The smallest value of each channel in four texels. */
/* @inline */ function minTexel(row: v128): u32 {
  const half = i8x16.min_u(row, i64x2.shuffle(row, row, 1, 0));
  return i32x4.extract_lane(i8x16.min_u(half, i32x4.shuffle(half, half, 1, 0, 3, 2)), 0);
}

/** Products of a row's channels, as differences from a color: R·G, B·G or R·B. */
/* @inline */ function products(row: usize, rg: v128, b: v128, which: i32): v128 {
  const difference = i16x8.sub(v128.load(PAIRS + row), rg);
  const red = i32x4.shr_s(i32x4.shl(difference, 16), 16);
  const green = i32x4.shr_s(difference, 16);
  const blue = i32x4.sub(v128.load(PAIRS + row, 64), b);
  return which === 0 ? i32x4.mul(red, green) : which === 1 ? i32x4.mul(blue, green) : i32x4.mul(red, blue);
}

/* @inline */ function productSum(rg: v128, b: v128, which: i32): v128 {
  return i32x4.add(
    i32x4.add(products(0, rg, b, which), products(16, rg, b, which)),
    i32x4.add(products(32, rg, b, which), products(48, rg, b, which)),
  );
}

/* @inline */ function byteOf(color: u32, channel: u32): i32 {
  return (color >> (channel << 3)) & 255;
}

const RED: u32 = 0xff;
const GREEN: u32 = 0xff00;
const BLUE: u32 = 0xff0000;

/** The channels that fall along the line while the one with the largest range rises, as bytes of ones: the signs of covariances. */
/* @inline */ function fallingChannels(low: u32, high: u32): u32 {
  const r = byteOf(high, 0) - byteOf(low, 0);
  const g = byteOf(high, 1) - byteOf(low, 1);
  const b = byteOf(high, 2) - byteOf(low, 2);
  const middle = i32x4.splat((byteOf(low, 0) + (r >> 1)) | ((byteOf(low, 1) + (g >> 1)) << 16));
  const middleB = i32x4.splat(byteOf(low, 2) + (b >> 1));
  const reds = productSum(middle, middleB, 0);
  const sums = sums4(reds, productSum(middle, middleB, 1), productSum(middle, middleB, 2), reds);
  const rg = i32x4.extract_lane(sums, 0) < 0;
  const bg = i32x4.extract_lane(sums, 1) < 0;
  const rb = i32x4.extract_lane(sums, 2) < 0;
  if (g >= r && g >= b) return (rg ? RED : 0) | (bg ? BLUE : 0);
  if (r >= b) return (rg ? GREEN : 0) | (rb ? BLUE : 0);
  return (bg ? GREEN : 0) | (rb ? RED : 0);
}

/** Exchanges bytes of two colors. */
/* @inline */ function exchanged(a: u32, b: u32, bytes: u32): u32 {
  return (a & ~bytes) | (b & bytes);
}

/** A channel of a color, moved `sixteenths` of the way to the other color, and rounded to `limit` steps. */
/* @inline */ function rounded(color: u32, other: u32, channel: u32, limit: i32, sixteenths: i32): u32 {
  return ((byteOf(color, channel) * (16 - sixteenths) + byteOf(other, channel) * sixteenths) * limit + 2040) / 4080;
}

/* @inline */ function endpointOf(color: u32, other: u32, sixteenths: i32): u32 {
  const r = rounded(color, other, 0, 31, sixteenths);
  const g = rounded(color, other, 1, 63, sixteenths);
  return (r << 11) | (g << 5) | rounded(color, other, 2, 31, sixteenths);
}

/** R and G of an endpoint as they are decoded, in a pair; blue. */
/* @inline */ function decodedRG(end: u32): u32 {
  const r = end >> 11;
  const g = (end >> 5) & 63;
  return (r << 3) | (r >> 2) | (((g << 2) | (g >> 4)) << 16);
}
/* @inline */ function decodedB(end: u32): u32 {
  return ((end & 31) << 3) | ((end & 31) >> 2);
}

/** How many of the borders at 1/6, 3/6 and 5/6 of the line each texel of a row is past. */
/* @inline */ function rowRanks(row: usize, fromRg: v128, fromB: v128, spanRg: v128, spanB: v128, length: i32): v128 {
  const places = i32x4.add(
    i32x4.dot_i16x8_s(i16x8.sub(v128.load(PAIRS + row), fromRg), spanRg),
    i32x4.dot_i16x8_s(i16x8.sub(v128.load(PAIRS + row, 64), fromB), spanB),
  );
  const sixths = i32x4.mul(places, i32x4.splat(6));
  const past = i32x4.add(
    i32x4.gt_s(sixths, i32x4.splat(length)),
    i32x4.add(i32x4.gt_s(sixths, i32x4.splat(3 * length)), i32x4.gt_s(sixths, i32x4.splat(5 * length))),
  );
  return i32x4.neg(past);
}

/** Two bits of each byte, next to each other, the first lowest. */
/* @inline */ function pack2Bits(codes: v128): u32 {
  const pairs = v128.or(v128.and(codes, i16x8.splat(3)), i16x8.shr_u(codes, 6));
  const fours = v128.or(v128.and(pairs, i32x4.splat(15)), i32x4.shr_u(pairs, 12));
  const eights = v128.or(v128.and(fours, i64x2.splat(255)), i64x2.shr_u(fours, 24));
  return (i32x4.extract_lane(eights, 0) & 0xffff) | (i32x4.extract_lane(eights, 2) << 16);
}

/** The codes of all texels between two endpoints: 0 at the first, 1 at the second. */
/* @inline */ function codesBetween(first: u32, second: u32): u32 {
  const fromRg = i32x4.splat(decodedRG(second));
  const fromB = i32x4.splat(decodedB(second));
  const spanRg = i16x8.sub(i32x4.splat(decodedRG(first)), fromRg);
  const spanB = i16x8.sub(i32x4.splat(decodedB(first)), fromB);
  const length = i32x4.extract_lane(i32x4.add(i32x4.dot_i16x8_s(spanRg, spanRg), i32x4.dot_i16x8_s(spanB, spanB)), 0);
  const p0 = rowRanks(0, fromRg, fromB, spanRg, spanB, length);
  const p1 = rowRanks(16, fromRg, fromB, spanRg, spanB, length);
  const p2 = rowRanks(32, fromRg, fromB, spanRg, spanB, length);
  const p3 = rowRanks(48, fromRg, fromB, spanRg, spanB, length);
  const ranks = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(p0, p1), i16x8.narrow_i32x4_s(p2, p3));
  return pack2Bits(i8x16.swizzle(i8x16(1, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), ranks));
}

/** The eight bytes of four rows of RGBA8. */
export function draftColors(r0: v128, r1: v128, r2: v128, r3: v128): u64 {
  storeRow(r0, 0);
  storeRow(r1, 16);
  storeRow(r2, 32);
  storeRow(r3, 48);
  const low = minTexel(i8x16.min_u(i8x16.min_u(r0, r1), i8x16.min_u(r2, r3)));
  const high = ~minTexel(v128.not(i8x16.max_u(i8x16.max_u(r0, r1), i8x16.max_u(r2, r3))));
  const falling = fallingChannels(low, high);
  const from = exchanged(high, low, falling);
  const to = exchanged(low, high, falling);
  let first = endpointOf(from, to, 1);
  let second = endpointOf(to, from, 1);
  if (first === second) return u64(first | (second << 16));
  const codes = codesBetween(first, second);
  if ((codes & 0xaaaaaaaa) === 0) {
    // Two groups of texels: nothing is gained by endpoints inside of them.
    first = endpointOf(from, to, 0);
    second = endpointOf(to, from, 0);
  }
  return first > second
    ? u64(first | (second << 16)) | (u64(codes) << 32)
    : u64(second | (first << 16)) | (u64(codes ^ 0x55555555) << 32);
}
