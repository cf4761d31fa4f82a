// The partition patterns as masks for texel vectors.
// Per pattern and subset 1, 2: two vectors of i16 masks (texels 0–7, 8–15) and four of i32 masks (one per row).

import { PATTERNS_A } from '../../block/pattern-a-tables';
import { SET_A, SET_B } from './modes';
import { PATTERNS_B, PATTERNS_C } from './pattern-bc-tables';

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
    let masks: u32;
    if (i < SIZE_A) masks = load<u16>(PATTERNS_A + (i << 1));
    else if (i < SIZE_A + SIZE_B) masks = load<u32>(PATTERNS_B + ((i - SIZE_A) << 2));
    else masks = load<u16>(PATTERNS_C + ((i - SIZE_A - SIZE_B) << 1));
    store<u32>(BITS + (i << 2), masks);
    expand(MASKS + i * STRIDE, masks & 0xffff);
    expand(MASKS + i * STRIDE + 96, masks >> 16);
  }
}
