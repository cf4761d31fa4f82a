// Fits two colors of BC1 to the texels of a block, with thirds between them. Integers only.

import { sum, sums4 } from '../block/lanes';
import { match, to565 } from './bc1-pack';
import { channelOf, TEXELS } from './texels';

const REFITS: i32 = 2;
/** Below this scatter (256 times the variance of all channels) rounded endpoints may be worse than the mean. */
const LOW_SCATTER: i32 = 256 * 48;

/** Each texel's position from color 0 to color 1, in thirds: of the current pair, and of the best. */
const THIRDS: usize = memory.data(16, 16);
export const BEST_THIRDS: usize = memory.data(16, 16);
/** Sums of red, green and blue of all texels, and of their squares. */
const SUMS: usize = memory.data(16, 4);
const FITTED: usize = memory.data(8);
/** Texels as 16-bit numbers, alpha 0. */
const WORDS: usize = memory.data(128, 16);
/** Negated thirds of texels, and products of the channels with thirds. */
const NEGATIVE_THIRDS: usize = memory.data(64, 16);
const ALONG: usize = memory.data(16, 16);

/** The best pair, and its error. */
export let color0: i32 = 0;
export let color1: i32 = 0;
let bestError: i32 = 0;

/** Products of sixteen bytes each, as four partial sums. */
/* @inline */ function dots(a: v128, b: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b)),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b)),
  );
}
/* @inline */ function sums(a: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(a));
}

/* @inline */ function texel(i: i32, c: i32): i32 {
  return load<u8>(TEXELS + (i << 2) + c);
}
/* @inline */ function widen5(v: i32): i32 {
  return (v << 3) | (v >> 2);
}
/* @inline */ function widen6(v: i32): i32 {
  return (v << 2) | (v >> 4);
}
/** Finds the best pair and its BEST_THIRDS. Returns false if all texels are equal. */
export function fitBc1(): bool {
  bestError = i32.MAX_VALUE;
  if (!fitAxis()) return false;
  for (let i = 0; i < REFITS && bestError > 0; i++) if (!refit()) break;
  return true;
}

/** Tries the two texels farthest apart along the principal axis. Returns false if all texels are equal. */
function fitAxis(): bool {
  const red = channelOf(0);
  const green = channelOf(1);
  const blue = channelOf(2);
  const first = sums4(sums(red), sums(green), sums(blue), dots(red, red));
  const mixed = sums4(dots(red, green), dots(red, blue), dots(green, green), dots(green, blue));
  const blues = sum(dots(blue, blue));
  v128.store(SUMS, first);
  const sr = i32x4.extract_lane(first, 0);
  const sg = i32x4.extract_lane(first, 1);
  const sb = i32x4.extract_lane(first, 2);
  store<i32>(SUMS, i32x4.extract_lane(first, 3) + i32x4.extract_lane(mixed, 2) + blues, 12);
  const rr = 16 * i32x4.extract_lane(first, 3) - sr * sr;
  const rg = 16 * i32x4.extract_lane(mixed, 0) - sr * sg;
  const rb = 16 * i32x4.extract_lane(mixed, 1) - sr * sb;
  const gg = 16 * i32x4.extract_lane(mixed, 2) - sg * sg;
  const gb = 16 * i32x4.extract_lane(mixed, 3) - sg * sb;
  const bb = 16 * blues - sb * sb;
  if (rr + gg + bb === 0) return false;
  // Start from the column of the largest variance.
  let x = i64(rr);
  let y = i64(rg);
  let z = i64(rb);
  if (gg > rr && gg >= bb) {
    x = rg;
    y = gg;
    z = gb;
  } else if (bb > rr) {
    x = rb;
    y = gb;
    z = bb;
  }
  for (let i = 0; i < 4; i++) {
    // Reduce to ten bits, so that products do not overflow.
    const shift = max(54 - clz(abs(x) | abs(y) | abs(z)), 0);
    x >>= shift;
    y >>= shift;
    z >>= shift;
    if (i === 3) break;
    const nx = x * rr + y * rg + z * rb;
    const ny = x * rg + y * gg + z * gb;
    const nz = x * rb + y * gb + z * bb;
    if (nx === 0 && ny === 0 && nz === 0) break;
    x = nx;
    y = ny;
    z = nz;
  }
  setWords();
  tryOutermost(i64x2.splat((x & 0xffff) | ((y & 0xffff) << 16) | ((z & 0xffff) << 32)));
  if (rr + gg + bb < LOW_SCATTER) {
    const r = (sr + 8) >> 4;
    const g = (sg + 8) >> 4;
    const b = (sb + 8) >> 4;
    tryPair(match(r, g, b, 0), match(r, g, b, 1));
  }
  return true;
}

function setWords(): void {
  const colors = i64x2.splat(0x0000_ffff_ffff_ffff);
  for (let y: usize = 0; y < 4; y++) {
    const row = v128.load(TEXELS + (y << 4));
    v128.store(WORDS + (y << 5), v128.and(i16x8.extend_low_i8x16_u(row), colors));
    v128.store(WORDS + (y << 5), v128.and(i16x8.extend_high_i8x16_u(row), colors), 16);
  }
}

/** Products of four texels with a line. */
/* @inline */ function alongOf(y: usize, line: v128): v128 {
  const a = i32x4.dot_i16x8_s(v128.load(WORDS + (y << 5)), line);
  const b = i32x4.dot_i16x8_s(v128.load(WORDS + (y << 5), 16), line);
  return i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
}

/** Tries the first texels at both extremes of a line. */
/* @inline */ function tryOutermost(line: v128): void {
  let farthest = i32x4.splat(i32.MIN_VALUE);
  let nearest = i32x4.splat(i32.MAX_VALUE);
  let numbers = i32x4(0, 1, 2, 3);
  for (let y: usize = 0; y < 4; y++) {
    const along = i32x4.shl(alongOf(y, line), 4);
    farthest = i32x4.max_s(farthest, i32x4.sub(i32x4.add(along, i32x4.splat(15)), numbers));
    nearest = i32x4.min_s(nearest, i32x4.add(along, numbers));
    numbers = i32x4.add(numbers, i32x4.splat(4));
  }
  farthest = i32x4.max_s(farthest, i32x4.shuffle(farthest, farthest, 2, 3, 0, 1));
  nearest = i32x4.min_s(nearest, i32x4.shuffle(nearest, nearest, 2, 3, 0, 1));
  const from = 15 - (max(i32x4.extract_lane(farthest, 0), i32x4.extract_lane(farthest, 1)) & 15);
  const to = min(i32x4.extract_lane(nearest, 0), i32x4.extract_lane(nearest, 1)) & 15;
  tryPair(to565(texel(from, 0), texel(from, 1), texel(from, 2)), to565(texel(to, 0), texel(to, 1), texel(to, 2)));
}

/** Keeps the pair if it is better. Returns whether it is. */
function tryPair(first: i32, second: i32): bool {
  const error = measure(first, second);
  if (error >= bestError) return false;
  bestError = error;
  color0 = first;
  color1 = second;
  v128.store(BEST_THIRDS, v128.load(THIRDS));
  return true;
}

/** Sets THIRDS to the nearest third of each texel on the line between two colors. Returns the squared error in ninths: that of the first
 *  color, minus the gain of the thirds. */
function measure(first: i32, second: i32): i32 {
  const r0 = widen5(first >> 11);
  const g0 = widen6((first >> 5) & 63);
  const b0 = widen5(first & 31);
  const dr = widen5(second >> 11) - r0;
  const dg = widen6((second >> 5) & 63) - g0;
  const db = widen5(second & 31) - b0;
  const length = dr * dr + dg * dg + db * db;
  const origin = r0 * dr + g0 * dg + b0 * db;
  // 6·along > n·length, n = 1, 3, 5
  const border1 = i32x4.splat(length / 6 + origin);
  const border3 = i32x4.splat(length / 2 + origin);
  const border5 = i32x4.splat((5 * length) / 6 + origin);
  const line = i64x2.splat(i64(dr & 0xffff) | (i64(dg & 0xffff) << 16) | (i64(db & 0xffff) << 32));
  let gained = i32x4.splat(0);
  for (let y: usize = 0; y < 4; y++) {
    const along = alongOf(y, line);
    const less = i32x4.add(
      i32x4.add(i32x4.gt_s(along, border1), i32x4.gt_s(along, border3)),
      i32x4.gt_s(along, border5),
    );
    v128.store(NEGATIVE_THIRDS + (y << 4), less);
    gained = i32x4.sub(gained, i32x4.mul(less, along));
  }
  const thirds = i8x16.neg(
    i8x16.narrow_i16x8_s(
      i16x8.narrow_i32x4_s(v128.load(NEGATIVE_THIRDS), v128.load(NEGATIVE_THIRDS, 16)),
      i16x8.narrow_i32x4_s(v128.load(NEGATIVE_THIRDS, 32), v128.load(NEGATIVE_THIRDS, 48)),
    ),
  );
  v128.store(THIRDS, thirds);
  const totals = sums4(gained, sums(thirds), dots(thirds, thirds), i32x4.splat(0));
  const onLine = i32x4.extract_lane(totals, 0) - origin * i32x4.extract_lane(totals, 1);
  const off =
    load<i32>(SUMS, 12) -
    2 * (r0 * load<i32>(SUMS) + g0 * load<i32>(SUMS, 4) + b0 * load<i32>(SUMS, 8)) +
    16 * (r0 * r0 + g0 * g0 + b0 * b0);
  return 9 * off - 6 * onLine + length * i32x4.extract_lane(totals, 2);
}

/* @inline */ function clampDivide(n: i32, d: i32): i32 {
  return max(min(n >= 0 ? (2 * n + d) / (2 * d) : 0, 255), 0);
}

/** Tries the colors that fit the best thirds. */
function refit(): bool {
  const thirds = v128.load(BEST_THIRDS);
  const along = sums4(dots(channelOf(0), thirds), dots(channelOf(1), thirds), dots(channelOf(2), thirds), sums(thirds));
  const places = i32x4.extract_lane(along, 3);
  const spread = 16 * sum(dots(thirds, thirds)) - places * places;
  if (spread === 0) return false;
  v128.store(ALONG, along);
  for (let c = 0; c < 3; c++) {
    const total = load<i32>(SUMS + (c << 2));
    const rise = 16 * load<i32>(ALONG + (c << 2)) - places * total;
    const from = total * spread - rise * places;
    store<u8>(FITTED + c, clampDivide(from, 16 * spread));
    store<u8>(FITTED + c, clampDivide(from + 48 * rise, 16 * spread), 3);
  }
  return tryPair(
    to565(load<u8>(FITTED), load<u8>(FITTED, 1), load<u8>(FITTED, 2)),
    to565(load<u8>(FITTED, 3), load<u8>(FITTED, 4), load<u8>(FITTED, 5)),
  );
}
