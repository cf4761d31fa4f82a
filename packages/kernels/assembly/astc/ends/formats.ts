// Endpoint formats: how many values a pair of endpoints takes, and what they mean. Each subset has its own; all are packed into a number, four bits each.
// A block that does not use one mode for all subsets is mixed: bit 16.

export const FORMAT_GRAY: i32 = 0;
export const FORMAT_GRAY_ALPHA: i32 = 1;
export const FORMAT_SCALE: i32 = 2;
export const FORMAT_SCALE_ALPHA: i32 = 3;
export const FORMAT_RGB: i32 = 4;
export const FORMAT_RGBA: i32 = 5;
export const MIXED: i32 = 0x10000;

const VALUES: usize = memory.data<u8>([2, 4, 4, 6, 6, 8]);
/** The endpoint modes; those with a base and an offset are the next number. */
const MODES: usize = memory.data<u8>([0, 4, 6, 10, 8, 12]);

/* @inline */ export function valuesOf(format: i32): i32 {
  return load<u8>(VALUES + format);
}
/* @inline */ export function modeOf(format: i32): i32 {
  return load<u8>(MODES + format);
}
/** Odd formats have alpha. */
/* @inline */ export function hasAlpha(format: i32): bool {
  return (format & 1) !== 0;
}
/* @inline */ export function isScale(format: i32): bool {
  return format === FORMAT_SCALE || format === FORMAT_SCALE_ALPHA;
}
/* @inline */ export function formatOf(formats: i32, subset: i32): i32 {
  return (formats >> (subset << 2)) & 15;
}

/** Bits that mixed modes take beyond the six of one mode. */
/* @inline */ export function mixedBits(subsets: i32): i32 {
  return 3 * subsets - 4;
}
