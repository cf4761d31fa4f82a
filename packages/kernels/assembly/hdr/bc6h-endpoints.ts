// The endpoints of a BC6H mode: sixteen bits truncated to the mode's precision, all except the first as differences from it.

import { bitsOfMode, deltaBitsOfMode, isDeltaMode } from './bc6h-modes';
import { STORED } from './state';

export const MAX_ENDPOINT: f64 = 65535;
/** The truncated endpoints w, x, y, z of R, G and B. */
export const TRUNCATED: usize = memory.data(48, 16);

/* @inline */ export function truncatedAt(i: i32): i32 {
  return load<i32>(TRUNCATED + (usize(i) << 2));
}
/* @inline */ export function setTruncated(i: i32, value: i32): void {
  store<i32>(TRUNCATED + (usize(i) << 2), value);
}

/** Truncates sixteen bits to `bits`. */
export function truncateTo(value: f64, bits: i32): i32 {
  if (bits === 16) return i32(value + 0.5);
  return i32(value) >> (16 - bits);
}

/** The value that a decoder interpolates. */
export function widen(value: i32, bits: i32): i32 {
  if (bits === 16 || value === 0) return value;
  return value === (1 << bits) - 1 ? 0xffff : ((value << 16) + 0x8000) >> bits;
}

/** Whether the differences of `count` values of TRUNCATED from w fit into a mode. */
export function fitsMode(mode: i32, count: i32): bool {
  if (!isDeltaMode(mode)) return true;
  for (let i = 3; i < count; i++) {
    const half = 1 << (deltaBitsOfMode(mode, i % 3) - 1);
    const difference = truncatedAt(i) - truncatedAt(i % 3);
    if (difference < -half || difference >= half) return false;
  }
  return true;
}

/** Sets STORED to a pair of TRUNCATED. */
export function storePair(mode: i32, pair: i32): void {
  const bits = bitsOfMode(mode);
  for (let i = 0; i < 6; i++) store<f32>(STORED + (usize(i) << 2), f32(widen(truncatedAt(pair * 6 + i), bits)));
}
