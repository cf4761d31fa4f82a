// Quantizes endpoints to a mode's grid with the nearest p-bits, and decodes them.

import { ENDPOINTS } from '../block/candidate';
import { floatSum } from '../block/lanes';
import { C_HIGH, C_LOW } from './endpoints';
import { metric } from './metric';
import { NO_P, OWN_P, SHARED_P } from './modes';

/** Decoded endpoints: RGBA bytes of up to three subsets. */
export const LOW: usize = memory.data(16, 16);
export const HIGH: usize = memory.data(16, 16);

/** The grid: bits of an endpoint with its p-bit, how p-bits are shared, and the fixed alpha (−1 if the grid has alpha). */
let width: i32 = 8;
let kind: i32 = OWN_P;
let fixedAlpha: i32 = -1;
/** −1 chooses the p-bit. */
let forcedP: i32 = -1;
let scale: v128 = f32x4.splat(1);
let weigh: v128 = f32x4.splat(1);

export function setGrid(bits: i32, pBits: i32, alpha: i32, p: i32): void {
  width = bits;
  kind = pBits;
  fixedAlpha = alpha;
  forcedP = p;
  scale = f32x4.splat(f32((1 << bits) - 1) / f32(255));
  weigh = alpha >= 0 || p >= 0 ? f32x4.replace_lane(metric, 3, 0) : metric;
}

/* @inline */ function nearestPlain(v: v128): v128 {
  const x = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(v, scale), f32x4.splat(0.5)));
  return i32x4.min_s(i32x4.max_s(x, i32x4.splat(0)), i32x4.splat((1 << width) - 1));
}

/** The nearest values whose last bit is p. */
/* @inline */ function nearestWith(v: v128, p: i32): v128 {
  const half = f32x4.mul(f32x4.sub(f32x4.mul(v, scale), f32x4.splat(f32(p))), f32x4.splat(0.5));
  const x = i32x4.trunc_sat_f32x4_s(f32x4.add(half, f32x4.splat(0.5)));
  const q = i32x4.min_s(i32x4.max_s(x, i32x4.splat(0)), i32x4.splat((1 << (width - 1)) - 1));
  return i32x4.add(i32x4.add(q, q), i32x4.splat(p));
}

/* @inline */ export function expandBits(y: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(y, 8 - bits), i32x4.shr_u(y, 2 * bits - 8));
}

/* @inline */ function distance(v: v128, y: v128): f32 {
  const d = f32x4.sub(f32x4.convert_i32x4_s(expandBits(y, width)), v);
  return floatSum(f32x4.mul(f32x4.mul(d, d), weigh));
}

/* @inline */ function bytesOf(v: v128): i32 {
  const words = i16x8.narrow_i32x4_u(v, v);
  return i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0);
}

/* @inline */ function storeEndpoints(c: usize, at: usize, low: v128, high: v128): void {
  store<i32>(c + at, bytesOf(low), C_LOW);
  store<i32>(c + at, bytesOf(high), C_HIGH);
  let decodedLow = expandBits(low, width);
  let decodedHigh = expandBits(high, width);
  if (fixedAlpha >= 0) {
    decodedLow = i32x4.replace_lane(decodedLow, 3, fixedAlpha);
    decodedHigh = i32x4.replace_lane(decodedHigh, 3, fixedAlpha);
  }
  store<i32>(LOW + at, bytesOf(decodedLow));
  store<i32>(HIGH + at, bytesOf(decodedHigh));
}

/** Quantizes ENDPOINTS of a subset into a candidate, LOW and HIGH. */
export function quantize(c: usize, subset: i32): void {
  const at = usize(subset) << 2;
  const from = ENDPOINTS + (at << 3);
  const low = v128.load(from);
  const high = v128.load(from, 16);
  if (kind === NO_P) {
    storeEndpoints(c, at, nearestPlain(low), nearestPlain(high));
    return;
  }
  if (forcedP >= 0) {
    storeEndpoints(c, at, nearestWith(low, forcedP), nearestWith(high, forcedP));
    return;
  }
  const low0 = nearestWith(low, 0);
  const low1 = nearestWith(low, 1);
  const high0 = nearestWith(high, 0);
  const high1 = nearestWith(high, 1);
  let lowOff = distance(low, low1) - distance(low, low0);
  let highOff = distance(high, high1) - distance(high, high0);
  if (kind === SHARED_P) {
    lowOff += highOff;
    highOff = lowOff;
  }
  storeEndpoints(c, at, lowOff < 0 ? low1 : low0, highOff < 0 ? high1 : high0);
}

/** Quantizes the only color of a subset, which is in ENDPOINTS, so that it is met at a weight between the ends. */
export function quantizePoint(c: usize, subset: i32, weight: i32): void {
  const at = usize(subset) << 2;
  const v = v128.load(ENDPOINTS + (at << 3));
  const near = i32x4.splat(weight);
  const far = i32x4.splat(64 - weight);
  const scaled = f32x4.mul(v, f32x4.splat(64));
  const first = kind === NO_P ? 0 : max(forcedP, 0);
  const last = kind === NO_P ? 0 : forcedP >= 0 ? forcedP : 1;
  let minimum: f32 = f32.MAX_VALUE;
  for (let p = first; p <= last; p++) {
    const low = kind === NO_P ? nearestPlain(v) : nearestWith(v, p);
    const decodedLow = expandBits(low, width);
    const reach = f32x4.sub(scaled, f32x4.convert_i32x4_s(i32x4.mul(decodedLow, far)));
    const wanted = f32x4.div(reach, f32x4.splat(f32(weight)));
    for (let q = first; q <= last; q++) {
      if (kind === SHARED_P && p !== q) continue;
      const high = kind === NO_P ? nearestPlain(wanted) : nearestWith(wanted, q);
      const blend = i32x4.add(i32x4.mul(decodedLow, far), i32x4.mul(expandBits(high, width), near));
      const decoded = i32x4.shr_u(i32x4.add(blend, i32x4.splat(32)), 6);
      const d = f32x4.sub(f32x4.convert_i32x4_s(decoded), v);
      const off = floatSum(f32x4.mul(f32x4.mul(d, d), weigh));
      if (off >= minimum) continue;
      minimum = off;
      storeEndpoints(c, at, low, high);
    }
  }
}

/** Decodes the endpoints of all subsets of a candidate into LOW and HIGH. */
export function decodeEndpoints(c: usize): void {
  v128.store(LOW, decodedBytes(v128.load(c, C_LOW)));
  v128.store(HIGH, decodedBytes(v128.load(c, C_HIGH)));
}

/* @inline */ function decodedBytes(y: v128): v128 {
  const decoded = v128.or(i8x16.shl(y, 8 - width), i8x16.shr_u(y, 2 * width - 8));
  return fixedAlpha < 0 ? decoded : v128.bitselect(i8x16.splat(i8(fixedAlpha)), decoded, i32x4.splat(0xff000000));
}
