// The partition patterns: which subset each texel belongs to, as masks ready for texel vectors.
// Per pattern and subset 1, 2: two vectors of i16 masks (texels 0–7, 8–15) and four of i32 masks (one a row).

import { SET_A, SET_B } from './modes';

const TEXELS_A: usize = memory.data<u16>([
  0xcccc, 0x8888, 0x1111, 0xecc8, 0x377f, 0xfeec, 0x0137, 0x137f, 0xc800, 0x0013, 0xfe80, 0x17ff, 0x0017, 0x00ff,
  0xfff0, 0x0fff, 0xff71, 0x8eff, 0x08ce, 0x008c, 0x7310, 0xceff, 0x7331, 0x088c, 0xceef, 0x6666, 0xf00f, 0x5555,
  0x0f0f, 0x36c9,
]);
/** Subsets 1 and 2 of each pattern of set B. */
const TEXELS_B: usize = memory.data<u16>([
  0x3300, 0xcc00, 0x00ff, 0xf000, 0x000f, 0xf000, 0x000f, 0x00f0, 0x3333, 0x4444, 0x6666, 0x8888, 0xcccc, 0x2222,
  0xee00, 0x1111, 0x4444, 0x9999, 0xf00f, 0x0f00, 0x0cc0, 0xc00c,
]);
const TEXELS_C: usize = memory.data<u16>([
  0x00f0, 0x4444, 0x0133, 0xcc80, 0xf0ff, 0x2222, 0xffc8, 0xccce, 0x3c03, 0x00ee, 0x7700, 0x3003, 0x00ce, 0xff80,
  0x6fff, 0x1333, 0x11ff, 0x136c, 0x00ef,
]);

export const SIZE_A: i32 = 30;
export const SIZE_B: i32 = 11;
export const SIZE_C: i32 = 19;

const STRIDE: i32 = 192;
const MASKS: usize = memory.data(192 * 60, 16);
const BITS: usize = memory.data(4 * 60);

/* @inline */ export function patternCount(set: i32): i32 {
  return set === SET_A ? SIZE_A : set === SET_B ? SIZE_B : SIZE_C;
}
/* @inline */ function indexOf(set: i32, pattern: i32): i32 {
  return pattern + (set === SET_A ? 0 : set === SET_B ? SIZE_A : SIZE_A + SIZE_B);
}
/** 16-bit masks of subset 1 (low half) and subset 2 (high half), bit i = texel i. */
/* @inline */ export function patternBits(set: i32, pattern: i32): u32 {
  return load<u32>(BITS + (indexOf(set, pattern) << 2));
}
/** Address of subset 1's masks; subset 2's follow 96 bytes later. The four row masks begin at +32. */
/* @inline */ export function patternMasks(set: i32, pattern: i32): usize {
  return MASKS + indexOf(set, pattern) * STRIDE;
}

function expand(at: usize, bits: i32): void {
  for (let i = 0; i < 16; i++) {
    const on = (bits >> i) & 1 ? -1 : 0;
    store<i16>(at + (i << 1), on);
    store<i32>(at + 32 + (i << 2), on);
  }
}

export function buildPatterns(): void {
  for (let i = 0; i < 60; i++) {
    let one: u32;
    let two: u32 = 0;
    if (i < SIZE_A) one = load<u16>(TEXELS_A + (i << 1));
    else if (i < SIZE_A + SIZE_B) {
      one = load<u16>(TEXELS_B + ((i - SIZE_A) << 2));
      two = load<u16>(TEXELS_B + ((i - SIZE_A) << 2), 2);
    } else one = load<u16>(TEXELS_C + ((i - SIZE_A - SIZE_B) << 1));
    store<u32>(BITS + (i << 2), one | (two << 16));
    expand(MASKS + i * STRIDE, one);
    expand(MASKS + i * STRIDE + 96, two);
  }
}
