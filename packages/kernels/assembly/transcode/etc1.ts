// UASTC to ETC1, which is ETC2's color. The block's hints give everything except the base colors and the shade of each texel.

import { ETC1_LARGE, ETC1_SMALL, ETC1_STEPS } from './tables';
import { TEXELS } from './texels';
import { bitsFrom, blockLow, hintsAt, mode, SOLID } from './unpack';

const RGBA_LINE_4: i32 = 10;
const RGBA_LINE_3: i32 = 12;
/** Red, green and blue of two halves: sums of eight texels; and bases as 8-bit values. */
const SUMS: usize = memory.data(24, 8);
const BASES: usize = memory.data(8);
/** Three brightness borders per half. */
const BORDERS: usize = memory.data(12, 4);

/** ETC1's numbers of shades from dark to bright: −large, −small, small, large. */
/* @inline */ function rawShade(shade: i32): i32 {
  return shade === 0 ? 3 : shade === 1 ? 2 : shade - 2;
}

/** Modes 10 to 12 have neither a second bit for BC1 nor a bias. */
/* @inline */ function hasBias(): bool {
  return mode < RGBA_LINE_4 || mode > RGBA_LINE_3;
}

/** The first bit of the hints for EAC, after those for ETC1. */
/* @inline */ export function eacHintsAt(): i32 {
  return hintsAt() + (hasBias() ? 15 : 9);
}

/** A constant block: five-bit magenta with the darkest shade that keeps green at 0. */
export function magentaEtc1(): u64 {
  return 0x0000ffff_02f800f8;
}

export function solidEtc1(): u64 {
  const diff = u32(blockLow >> 37) & 1;
  const table = u32(blockLow >> 38) & 7;
  const raw = rawShade(i32(blockLow >> 41) & 3);
  let block = u64((table << 5) | (table << 2) | (diff << 1)) << 24;
  for (let i = 0; i < 3; i++) {
    const base = u32(blockLow >> (43 + 5 * i)) & 31;
    block |= u64(diff ? base << 3 : (base & 15) * 17) << (i << 3);
  }
  if (raw & 2) block |= 0x0000ffff_00000000;
  if (raw & 1) block |= 0xffff0000_00000000;
  return block;
}

/** TEXELS must have the block. */
export function toEtc1(): u64 {
  if (mode === SOLID) return solidEtc1();
  const biased = hasBias();
  const hints = u32(bitsFrom(hintsAt() + (biased ? 2 : 1)));
  const flip = hints & 1;
  const diff = (hints >> 1) & 1;
  const table0 = (hints >> 2) & 7;
  const table1 = (hints >> 5) & 7;
  sumHalves(flip);
  const limit = diff ? 31 : 15;
  const steps = biased ? ETC1_STEPS + ((hints >> 8) & 31) * 6 : 0;
  let block = u64((table0 << 5) | (table1 << 2) | (diff << 1) | flip) << 24;
  for (let i = 0; i < 3; i++) {
    const first = baseOf(load<u32>(SUMS + (i << 2)), limit, steps, i);
    let second = baseOf(load<u32>(SUMS + (i << 2), 12), limit, steps, i + 3);
    let stored: i32;
    if (diff) {
      second = first + max(min(second - first, 3), -4);
      stored = (first << 3) | ((second - first) & 7);
      store<u8>(BASES + i, (first << 3) | (first >> 2));
      store<u8>(BASES + i, (second << 3) | (second >> 2), 3);
    } else {
      stored = (first << 4) | second;
      store<u8>(BASES + i, first * 17);
      store<u8>(BASES + i, second * 17, 3);
    }
    block |= u64(stored) << (i << 3);
  }
  setBorders(0, table0);
  setBorders(1, table1);
  return block | chooseShades(flip);
}

function baseOf(sum: i32, limit: i32, steps: usize, at: i32): i32 {
  const v = (sum * limit + 1020) / 2040;
  if (!steps) return v;
  const step = i32(load<u8>(steps + at)) - 2;
  if (v === 0) return step === -2 ? 3 : step + 1;
  if (v === limit) return limit + step - 1;
  const moved = v + step;
  return moved < 0 || moved > limit ? v - step : moved;
}

/* @inline */ function brightness(base: i32, shade: i32): i32 {
  const r = max(min(i32(load<u8>(BASES + base)) + shade, 255), 0);
  const g = max(min(i32(load<u8>(BASES + base, 1)) + shade, 255), 0);
  const b = max(min(i32(load<u8>(BASES + base, 2)) + shade, 255), 0);
  return 54 * r + 183 * g + 19 * b;
}

/** A texel below a border gets the darker shade. */
function setBorders(half: i32, table: i32): void {
  const base = half * 3;
  const small: i32 = load<u8>(ETC1_SMALL + table);
  const large: i32 = load<u8>(ETC1_LARGE + table);
  const darkest = brightness(base, -large);
  const dark = brightness(base, -small);
  const bright = brightness(base, small);
  const brightest = brightness(base, large);
  const to = BORDERS + half * 6;
  store<u16>(to, (darkest + dark + 1) >> 1);
  store<u16>(to, (dark + bright + 1) >> 1, 2);
  store<u16>(to, (bright + brightest + 1) >> 1, 4);
}

/** Adds red, green, blue and alpha of two adjacent texels. */
/* @inline */ function addPair(a: v128, b: v128): v128 {
  return i16x8.add(a, b);
}

function sumHalves(flip: u32): void {
  const row0 = v128.load(TEXELS);
  const row1 = v128.load(TEXELS, 16);
  const row2 = v128.load(TEXELS, 32);
  const row3 = v128.load(TEXELS, 48);
  const topLeft = addPair(i16x8.extend_low_i8x16_u(row0), i16x8.extend_low_i8x16_u(row1));
  const topRight = addPair(i16x8.extend_high_i8x16_u(row0), i16x8.extend_high_i8x16_u(row1));
  const bottomLeft = addPair(i16x8.extend_low_i8x16_u(row2), i16x8.extend_low_i8x16_u(row3));
  const bottomRight = addPair(i16x8.extend_high_i8x16_u(row2), i16x8.extend_high_i8x16_u(row3));
  let first = addPair(topLeft, flip ? topRight : bottomLeft);
  let second = addPair(bottomRight, flip ? bottomLeft : topRight);
  first = i32x4.add(i32x4.extend_low_i16x8_u(first), i32x4.extend_high_i16x8_u(first));
  second = i32x4.add(i32x4.extend_low_i16x8_u(second), i32x4.extend_high_i16x8_u(second));
  v128.store(SUMS, first);
  // Overwrites the alpha of the first.
  v128.store64_lane(SUMS + 12, second, 0);
  v128.store32_lane(SUMS + 20, second, 2);
}

/** Brightness of the eight texels of two rows, as 16-bit numbers. */
/* @inline */ function rowBrightness(at: usize): v128 {
  const factors = i16x8(54, 183, 19, 0, 54, 183, 19, 0);
  const row0 = v128.load(at);
  const row1 = v128.load(at, 16);
  const a = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(row0), factors);
  const b = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(row0), factors);
  const c = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(row1), factors);
  const d = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(row1), factors);
  const top = i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
  const bottom = i32x4.add(i32x4.shuffle(c, d, 0, 2, 4, 6), i32x4.shuffle(c, d, 1, 3, 5, 7));
  return i16x8.narrow_i32x4_u(top, bottom);
}

/* @inline */ function below(y: v128, second: v128, border: i32): v128 {
  const at = BORDERS + (border << 1);
  return i16x8.lt_u(y, v128.bitselect(v128.load16_splat(at + 6), v128.load16_splat(at), second));
}

function chooseShades(flip: u32): u64 {
  const upper = rowBrightness(TEXELS);
  const lower = rowBrightness(TEXELS + 32);
  const right = i64x2.splat(0xffffffff00000000);
  const secondUpper = flip ? i64x2.splat(0) : right;
  const secondLower = flip ? i64x2.splat(-1) : right;
  const dark = i8x16.narrow_i16x8_s(below(upper, secondUpper, 1), below(lower, secondLower, 1));
  const darkest = i8x16.narrow_i16x8_s(below(upper, secondUpper, 0), below(lower, secondLower, 0));
  const bright = i8x16.narrow_i16x8_s(below(upper, secondUpper, 2), below(lower, secondLower, 2));
  // Below the first border, or above the last: a large shade.
  const large = v128.or(darkest, v128.not(bright));
  return (columnBits(dark) << 32) | (columnBits(large) << 48);
}

/** One bit per texel in column order, as two bytes, the last texels first. */
/* @inline */ function columnBits(mask: v128): u64 {
  const columns = i8x16.shuffle(mask, mask, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return u64(bswap<u16>(u16(i8x16.bitmask(columns))));
}
