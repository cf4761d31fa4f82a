// BC7's eight modes. Widths include the p-bit: an endpoint of mode 1 has 6 + 1 bits.

export const NO_P: i32 = 0;
/** One p-bit for both endpoints of a subset. */
export const SHARED_P: i32 = 1;
export const OWN_P: i32 = 2;

const SUBSETS: usize = memory.data<u8>([3, 2, 3, 2, 1, 1, 1, 2]);
const WIDTH: usize = memory.data<u8>([5, 7, 5, 8, 5, 7, 8, 6]);
const ALPHA_WIDTH: usize = memory.data<u8>([0, 0, 0, 0, 6, 8, 8, 6]);
const P_BITS: usize = memory.data<u8>([2, 1, 0, 2, 0, 0, 2, 2]);
const INDEX_BITS: usize = memory.data<u8>([3, 3, 2, 2, 2, 2, 4, 2]);
const PARTITION_BITS: usize = memory.data<u8>([4, 6, 6, 6, 0, 0, 0, 6]);

/* @inline */ export function modeSubsets(mode: i32): i32 {
  return load<u8>(SUBSETS + mode);
}
/* @inline */ export function modeWidth(mode: i32): i32 {
  return load<u8>(WIDTH + mode);
}
/* @inline */ export function modeAlphaWidth(mode: i32): i32 {
  return load<u8>(ALPHA_WIDTH + mode);
}
/* @inline */ export function modePBits(mode: i32): i32 {
  return load<u8>(P_BITS + mode);
}
/* @inline */ export function modeIndexBits(mode: i32): i32 {
  return load<u8>(INDEX_BITS + mode);
}
/* @inline */ export function modePartitionBits(mode: i32): i32 {
  return load<u8>(PARTITION_BITS + mode);
}
/** Modes 4 and 5 have separate indices for one channel. */
/* @inline */ export function isDual(mode: i32): bool {
  return mode === 4 || mode === 5;
}

const WEIGHTS: usize = memory.data<u8>(
  [
    0, 21, 43, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 9,
    13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64,
  ],
  16,
);

/** The weights of two-, three- or four-bit indices, a byte each. */
/* @inline */ export function weightTable(bits: i32): v128 {
  return v128.load(WEIGHTS + ((bits - 2) << 4));
}
