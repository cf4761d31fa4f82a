// The nineteen modes of UASTC LDR 4×4. A name is components, shape and bits of a weight. A line is one pair of endpoints for all texels; halves
// and thirds are two and three subsets with a pair each; planes have separate weights for one channel.

export const RGB_LINE_4: i32 = 0;
export const RGB_LINE_2: i32 = 1;
export const RGB_HALVES_3: i32 = 2;
export const RGB_THIRDS_2: i32 = 3;
export const RGB_HALVES_2: i32 = 4;
export const RGB_LINE_3: i32 = 5;
export const RGB_PLANES_2: i32 = 6;
/** Two subsets with the patterns of set C, which are three subsets in BC7. */
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
/** Returned by `modeOfCode` for the reserved code. */
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

// By mode. RANGES has the numbers of ./ranges.
const CODES: usize = memory.data<u8>([
  0x01, 0x35, 0x1d, 0x03, 0x13, 0x0b, 0x1b, 0x07, 0x17, 0x0f, 0x02, 0x00, 0x06, 0x1f, 0x0d, 0x05, 0x15, 0x25, 0x09,
]);
const CODE_BITS: usize = memory.data<u8>([4, 6, 5, 5, 5, 5, 5, 5, 5, 5, 3, 2, 3, 5, 5, 7, 6, 6, 4]);
const COMPONENTS: usize = memory.data<u8>([3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 2, 2, 2, 3]);
const SUBSETS: usize = memory.data<u8>([1, 1, 2, 3, 2, 1, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1]);
const PLANES: usize = memory.data<u8>([1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 2, 1, 1, 1, 2, 1]);
const WEIGHT_BITS: usize = memory.data<u8>([4, 2, 3, 2, 2, 3, 2, 2, 0, 2, 4, 2, 3, 1, 2, 4, 2, 2, 5]);
const RANGES: usize = memory.data<u8>([6, 7, 1, 0, 3, 7, 5, 3, 7, 1, 4, 4, 6, 7, 7, 7, 7, 7, 2]);
const PATTERN_SETS: usize = memory.data<u8>([0, 0, 1, 2, 1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0]);

/** Mode by the low seven bits of a block. */
const MODE_OF_CODE: usize = memory.data(128);

/* @inline */ export function modeCode(mode: i32): i32 {
  return load<u8>(CODES + mode);
}
/* @inline */ export function modeCodeBits(mode: i32): i32 {
  return load<u8>(CODE_BITS + mode);
}
/* @inline */ export function modeComponents(mode: i32): i32 {
  return load<u8>(COMPONENTS + mode);
}
/* @inline */ export function modeSubsets(mode: i32): i32 {
  return load<u8>(SUBSETS + mode);
}
/* @inline */ export function modePlanes(mode: i32): i32 {
  return load<u8>(PLANES + mode);
}
/* @inline */ export function modeWeightBits(mode: i32): i32 {
  return load<u8>(WEIGHT_BITS + mode);
}
/* @inline */ export function modeRange(mode: i32): i32 {
  return load<u8>(RANGES + mode);
}
/* @inline */ export function modePatternSet(mode: i32): i32 {
  return load<u8>(PATTERN_SETS + mode);
}
/* @inline */ export function modeOfCode(low7: i32): i32 {
  return load<u8>(MODE_OF_CODE + low7);
}
/** Whether alpha is coded. If not, it is 255. */
/* @inline */ export function modeHasAlpha(mode: i32): bool {
  return modeComponents(mode) !== RGB;
}
/** Modes 10 to 12 have no second BC1 bit and no ETC1 bias. */
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
