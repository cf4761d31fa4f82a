// The nineteen modes of UASTC LDR 4×4 by name: components, shape and bits of a weight. A line is one pair of endpoints for all
// texels, halves and thirds are subsets with a pair each, planes give one channel weights of its own.

import { RANGE_12, RANGE_16, RANGE_32, RANGE_40, RANGE_48, RANGE_160, RANGE_192, RANGE_256 } from './ranges';

export const RGB_LINE_4: i32 = 0;
export const RGB_LINE_2: i32 = 1;
export const RGB_HALVES_3: i32 = 2;
export const RGB_THIRDS_2: i32 = 3;
export const RGB_HALVES_2: i32 = 4;
export const RGB_LINE_3: i32 = 5;
export const RGB_PLANES_2: i32 = 6;
/** Halves cut by the patterns of set C, which BC7 shows as thirds. */
export const RGB_CUTS_2: i32 = 7;
export const SOLID: i32 = 8;
export const RGBA_HALVES_2: i32 = 9;
export const RGBA_LINE_4: i32 = 10;
export const RGBA_PLANES_2: i32 = 11;
export const RGBA_LINE_3: i32 = 12;
export const RGBA_PLANES_1: i32 = 13;
export const RGBA_LINE_2: i32 = 14;
export const GRAY_LINE_4: i32 = 15;
export const GRAY_HALVES_2: i32 = 16;
export const GRAY_PLANES_2: i32 = 17;
export const RGB_LINE_5: i32 = 18;
const MODE_COUNT: i32 = 19;
/** What `modeOfCode` says of the reserved code. */
export const NO_MODE: i32 = 255;

/** Components of a mode: color, gray with alpha, color with alpha. */
export const RGB: u8 = 3;
export const GRAY: u8 = 2;
export const RGBA: u8 = 4;

/** Pattern sets. */
export const NO_SET: u8 = 0;
export const SET_A: u8 = 1;
export const SET_B: u8 = 2;
export const SET_C: u8 = 3;

export const ALPHA_CHANNEL: i32 = 3;

// Per mode: code, code length, components, subsets, planes, weight bits, range, pattern set.
const MODES: usize = memory.data<u8>([
  0x01,
  4,
  RGB,
  1,
  1,
  4,
  RANGE_192,
  NO_SET, //
  0x35,
  6,
  RGB,
  1,
  1,
  2,
  RANGE_256,
  NO_SET, //
  0x1d,
  5,
  RGB,
  2,
  1,
  3,
  RANGE_16,
  SET_A, //
  0x03,
  5,
  RGB,
  3,
  1,
  2,
  RANGE_12,
  SET_B, //
  0x13,
  5,
  RGB,
  2,
  1,
  2,
  RANGE_40,
  SET_A, //
  0x0b,
  5,
  RGB,
  1,
  1,
  3,
  RANGE_256,
  NO_SET, //
  0x1b,
  5,
  RGB,
  1,
  2,
  2,
  RANGE_160,
  NO_SET, //
  0x07,
  5,
  RGB,
  2,
  1,
  2,
  RANGE_40,
  SET_C, //
  0x17,
  5,
  RGBA,
  1,
  1,
  0,
  RANGE_256,
  NO_SET, //
  0x0f,
  5,
  RGBA,
  2,
  1,
  2,
  RANGE_16,
  SET_A, //
  0x02,
  3,
  RGBA,
  1,
  1,
  4,
  RANGE_48,
  NO_SET, //
  0x00,
  2,
  RGBA,
  1,
  2,
  2,
  RANGE_48,
  NO_SET, //
  0x06,
  3,
  RGBA,
  1,
  1,
  3,
  RANGE_192,
  NO_SET, //
  0x1f,
  5,
  RGBA,
  1,
  2,
  1,
  RANGE_256,
  NO_SET, //
  0x0d,
  5,
  RGBA,
  1,
  1,
  2,
  RANGE_256,
  NO_SET, //
  0x05,
  7,
  GRAY,
  1,
  1,
  4,
  RANGE_256,
  NO_SET, //
  0x15,
  6,
  GRAY,
  2,
  1,
  2,
  RANGE_256,
  SET_A, //
  0x25,
  6,
  GRAY,
  1,
  2,
  2,
  RANGE_256,
  NO_SET, //
  0x09,
  4,
  RGB,
  1,
  1,
  5,
  RANGE_32,
  NO_SET, //
]);

/** Mode by the low seven bits of a block. */
const MODE_OF_CODE: usize = memory.data(128);

/* @inline */ export function modeCode(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3));
}
/* @inline */ export function modeCodeBits(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3), 1);
}
/* @inline */ export function modeComponents(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3), 2);
}
/* @inline */ export function modeSubsets(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3), 3);
}
/* @inline */ export function modePlanes(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3), 4);
}
/* @inline */ export function modeWeightBits(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3), 5);
}
/* @inline */ export function modeRange(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3), 6);
}
/* @inline */ export function modePatternSet(mode: i32): i32 {
  return load<u8>(MODES + (mode << 3), 7);
}
/* @inline */ export function modeOfCode(low7: i32): i32 {
  return load<u8>(MODE_OF_CODE + low7);
}
/** Whether alpha is coded; otherwise it is 255. */
/* @inline */ export function modeHasAlpha(mode: i32): bool {
  return modeComponents(mode) !== RGB;
}
/** The one-line RGBA modes with many endpoint bits and mode 11 have no room for the second BC1 bit and the ETC1 bias. */
/* @inline */ export function modeHasBias(mode: i32): bool {
  return mode < RGBA_LINE_4 || mode > RGBA_LINE_3;
}
/* @inline */ export function modeHasEac(mode: i32): bool {
  return mode >= RGBA_HALVES_2 && mode <= GRAY_PLANES_2;
}
/** Bits of the pattern field. */
/* @inline */ export function modePatternBits(mode: i32): i32 {
  return mode === RGB_THIRDS_2 ? 4 : 5;
}
/** Gray's second plane is always alpha, and is not stored. */
/* @inline */ export function modeStoresChannel(mode: i32): bool {
  return modePlanes(mode) === 2 && mode !== GRAY_PLANES_2;
}

export function buildModes(): void {
  memory.fill(MODE_OF_CODE, u8(NO_MODE), 128);
  for (let mode = 0; mode < MODE_COUNT; mode++)
    for (let high = 0; high < 128; high += 1 << modeCodeBits(mode))
      store<u8>(MODE_OF_CODE + (high | modeCode(mode)), mode);
}
