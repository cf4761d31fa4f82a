// BC1's colour, always four of them: ends and codes by the block's hints where it has them, else fitted to the texels. Whole numbers
// throughout.

import { BC1_MATCH5, BC1_MATCH6 } from './tables';
import { ENDS, TEXELS, WEIGHTS, channelOf, readEnds, readWeights } from './texels';
import { SOLID, bitsFrom, hintsAt, mode, solidColor, weightBits } from './unpack';

const REFITS: i32 = 2;
/** Below this scatter (256 times the variance of all channels) ends of so few bits may be farther off than the mean. */
const FAINT: i32 = 256 * 48;

/** Thirds of the way from colour 0 to colour 1 by texel: now, and of the best pair. */
const THIRDS: usize = memory.data(16, 16);
const BEST_THIRDS: usize = memory.data(16, 16);
/** Red, green and blue of all texels. */
const SUMS: usize = memory.data(12, 4);
const FITTED: usize = memory.data(8);

let color0: i32 = 0;
let color1: i32 = 0;
let least: i32 = 0;

@inline function lanes(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

/** Of sixteen bytes each. */
@inline function dot(a: v128, b: v128): i32 {
  const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b));
  const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b));
  return lanes(i32x4.add(low, high));
}
@inline function sumOf(a: v128): i32 { return dot(a, i8x16.splat(1)); }

@inline function texel(i: i32, c: i32): i32 { return load<u8>(TEXELS + (i << 2) + c); }
@inline function widen5(v: i32): i32 { return (v << 3) | (v >> 2); }
@inline function widen6(v: i32): i32 { return (v << 2) | (v >> 4); }
@inline function to565(r: i32, g: i32, b: i32): i32 {
  return (((r * 31 + 127) / 255) << 11) | (((g * 63 + 127) / 255) << 5) | ((b * 31 + 127) / 255);
}

/** Thirds to codes: 0, 2, 3, 1. The larger number must come first; equal ones leave one code that all decoders agree on. */
function pack(first: i32, second: i32, thirds: usize): u64 {
  let bits: u64 = 0;
  const turned = first < second;
  for (let i = 15; i >= 0; i--) {
    const third: i32 = load<u8>(thirds + i);
    const t = turned ? 3 - third : third;
    bits = (bits << 2) | u64(t == 0 ? 0 : t == 3 ? 1 : t + 1);
  }
  if (first == second) bits = 0;
  return u64(max(first, second)) | (u64(min(first, second)) << 16) | (bits << 32);
}

/** The first (0) or second (1) of the colours between which another lies at one third. */
@inline function match(r: i32, g: i32, b: i32, end: i32): i32 {
  return (
    (i32(load<u8>(BC1_MATCH5 + (r << 1) + end)) << 11) |
    (i32(load<u8>(BC1_MATCH6 + (g << 1) + end)) << 5) |
    i32(load<u8>(BC1_MATCH5 + (b << 1) + end))
  );
}

/** One colour, as near as two thirds to one third come. */
export function flatBc1(color: u32): u64 {
  const r: i32 = color & 255;
  const g: i32 = (color >> 8) & 255;
  const b: i32 = (color >> 16) & 255;
  memory.fill(THIRDS, 1, 16);
  return pack(match(r, g, b, 0), match(r, g, b, 1), THIRDS);
}

/** TEXELS holds the block. */
export function toBc1(): u64 {
  if (mode == SOLID) return flatBc1(solidColor);
  const hints = i32(bitsFrom(hintsAt()));
  if (hints & 1) return hinted();
  return fitted();
}

/** Thirds by weights. */
function weightsToThirds(): void {
  readWeights();
  const bits = weightBits();
  for (let i = 0; i < 16; i++) {
    const w: i32 = load<u8>(WEIGHTS + i);
    let third: i32;
    if (bits == 1) third = w * 3;
    else if (bits == 2) third = w;
    else if (bits == 3) third = w >> 1;
    else if (bits == 4) third = w < 3 ? 0 : w < 8 ? 1 : w < 13 ? 2 : 3;
    else third = w < 6 ? 0 : w < 16 ? 1 : w < 26 ? 2 : 3;
    store<u8>(THIRDS + i, third);
  }
}

/** The block's own ends and weights do. */
function hinted(): u64 {
  readEnds();
  weightsToThirds();
  const first = to565(load<u8>(ENDS), load<u8>(ENDS, 1), load<u8>(ENDS, 2));
  const second = to565(load<u8>(ENDS, 4), load<u8>(ENDS, 5), load<u8>(ENDS, 6));
  return pack(first, second, THIRDS);
}

function fitted(): u64 {
  least = i32.MAX_VALUE;
  if (!spreadAlong()) return flatBc1(load<u32>(TEXELS));
  for (let i = 0; i < REFITS && least > 0; i++) if (!refit()) break;
  return pack(color0, color1, BEST_THIRDS);
}

/** Offers the two texels that lie farthest apart along the principal axis. False where all texels are one. */
function spreadAlong(): bool {
  const red = channelOf(0);
  const green = channelOf(1);
  const blue = channelOf(2);
  const sr = sumOf(red);
  const sg = sumOf(green);
  const sb = sumOf(blue);
  store<i32>(SUMS, sr);
  store<i32>(SUMS, sg, 4);
  store<i32>(SUMS, sb, 8);
  const rr = 16 * dot(red, red) - sr * sr;
  const rg = 16 * dot(red, green) - sr * sg;
  const rb = 16 * dot(red, blue) - sr * sb;
  const gg = 16 * dot(green, green) - sg * sg;
  const gb = 16 * dot(green, blue) - sg * sb;
  const bb = 16 * dot(blue, blue) - sb * sb;
  if (rr + gg + bb == 0) return false;
  // From the column of the greatest variance.
  let x = i64(rr), y = i64(rg), z = i64(rb);
  if (gg > rr && gg >= bb) { x = rg; y = gg; z = gb; }
  else if (bb > rr) { x = rb; y = gb; z = bb; }
  for (let i = 0; i < 4; i++) {
    const top = max(max(abs(x), abs(y)), abs(z));
    // Down to ten bits, so that products stay small.
    const scale = top / 1023 + 1;
    x /= scale; y /= scale; z /= scale;
    if (i == 3) break;
    const nx = x * rr + y * rg + z * rb;
    const ny = x * rg + y * gg + z * gb;
    const nz = x * rb + y * gb + z * bb;
    if (nx == 0 && ny == 0 && nz == 0) break;
    x = nx; y = ny; z = nz;
  }
  let from = 0, to = 0, farthest = i32.MIN_VALUE, nearest = i32.MAX_VALUE;
  for (let i = 0; i < 16; i++) {
    const along = texel(i, 0) * i32(x) + texel(i, 1) * i32(y) + texel(i, 2) * i32(z);
    if (along > farthest) { farthest = along; from = i; }
    if (along < nearest) { nearest = along; to = i; }
  }
  offer(
    to565(texel(from, 0), texel(from, 1), texel(from, 2)),
    to565(texel(to, 0), texel(to, 1), texel(to, 2)),
  );
  if (rr + gg + bb < FAINT) {
    const r = (sr + 8) >> 4;
    const g = (sg + 8) >> 4;
    const b = (sb + 8) >> 4;
    offer(match(r, g, b, 0), match(r, g, b, 1));
  }
  return true;
}

/** Takes the pair if it is better. */
function offer(first: i32, second: i32): bool {
  const error = measure(first, second);
  if (error >= least) return false;
  least = error;
  color0 = first;
  color1 = second;
  v128.store(BEST_THIRDS, v128.load(THIRDS));
  return true;
}

/** Nearest third of each texel on the line between two colours; returns the squared error in ninths. */
function measure(first: i32, second: i32): i32 {
  const r0 = widen5(first >> 11), g0 = widen6((first >> 5) & 63), b0 = widen5(first & 31);
  const dr = widen5(second >> 11) - r0, dg = widen6((second >> 5) & 63) - g0, db = widen5(second & 31) - b0;
  const length = dr * dr + dg * dg + db * db;
  // 6·along > n·length, n = 1, 3, 5
  const border1 = i32x4.splat(length / 6);
  const border3 = i32x4.splat(length / 2);
  const border5 = i32x4.splat((5 * length) / 6);
  const origin = i64x2.splat(i64(r0 | (g0 << 16)) | (i64(b0) << 32));
  const line = i64x2.splat(i64(dr & 0xffff) | (i64(dg & 0xffff) << 16) | (i64(db & 0xffff) << 32));
  const colors = i64x2.splat(0x0000_ffff_ffff_ffff);
  let error = i32x4.splat(0);
  for (let y = 0; y < 4; y++) {
    const row = v128.load(TEXELS + (y << 4));
    const left = i16x8.sub(v128.and(i16x8.extend_low_i8x16_u(row), colors), origin);
    const right = i16x8.sub(v128.and(i16x8.extend_high_i8x16_u(row), colors), origin);
    const a = i32x4.dot_i16x8_s(left, line);
    const b = i32x4.dot_i16x8_s(right, line);
    const along = i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
    const thirds = i32x4.neg(
      i32x4.add(i32x4.add(i32x4.gt_s(along, border1), i32x4.gt_s(along, border3)), i32x4.gt_s(along, border5)),
    );
    const words = i16x8.narrow_i32x4_s(thirds, thirds);
    v128.store32_lane(THIRDS + (y << 2), i8x16.narrow_i16x8_u(words, words), 0);
    const three = i16x8.splat(3);
    const offLeft = i16x8.sub(i16x8.mul(left, three), i16x8.mul(i16x8.shuffle(words, words, 0, 0, 0, 0, 1, 1, 1, 1), line));
    const offRight = i16x8.sub(i16x8.mul(right, three), i16x8.mul(i16x8.shuffle(words, words, 2, 2, 2, 2, 3, 3, 3, 3), line));
    error = i32x4.add(error, i32x4.add(i32x4.dot_i16x8_s(offLeft, offLeft), i32x4.dot_i16x8_s(offRight, offRight)));
  }
  return lanes(error);
}

@inline function clampDivide(n: i32, d: i32): i32 { return max(min(n >= 0 ? (2 * n + d) / (2 * d) : 0, 255), 0); }

/** The colours that fit the best thirds. */
function refit(): bool {
  const thirds = v128.load(BEST_THIRDS);
  const places = sumOf(thirds);
  const spread = 16 * dot(thirds, thirds) - places * places;
  if (spread == 0) return false;
  for (let c = 0; c < 3; c++) {
    const total = load<i32>(SUMS + (c << 2));
    const rise = 16 * dot(channelOf(c), thirds) - places * total;
    const from = total * spread - rise * places;
    store<u8>(FITTED + c, clampDivide(from, 16 * spread));
    store<u8>(FITTED + c, clampDivide(from + 48 * rise, 16 * spread), 3);
  }
  return offer(
    to565(load<u8>(FITTED), load<u8>(FITTED, 1), load<u8>(FITTED, 2)),
    to565(load<u8>(FITTED, 3), load<u8>(FITTED, 4), load<u8>(FITTED, 5)),
  );
}
