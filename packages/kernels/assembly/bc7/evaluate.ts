// Assigns to every texel the nearest index on its subset's line, and measures the decoded error.

import { sum } from '../block/lanes';
import { errorShift, METRICS, metricBA, metricRG } from './metric';
import { weightTable } from './modes';
import { floatPicks, picks } from './partitions';
import { HIGH, LOW } from './quantize';

/** Indices and their weights (0…64) of the last evaluation, a byte per texel. */
export const INDICES: usize = memory.data(16, 16);
export const WEIGHTS: usize = memory.data(16, 16);

/** The last index over the squared length of each subset's line, three floats. */
/* @inline */ function lineScales(low: v128, high: v128, top: i32): v128 {
  const d0 = i16x8.sub(i16x8.extend_low_i8x16_u(high), i16x8.extend_low_i8x16_u(low));
  const d1 = i16x8.sub(i16x8.extend_high_i8x16_u(high), i16x8.extend_high_i8x16_u(low));
  const m = i32x4.shuffle(metricRG, metricBA, 0, 4, 1, 5);
  const s0 = i32x4.dot_i16x8_s(d0, i16x8.mul(d0, m));
  const s1 = i32x4.dot_i16x8_s(d1, i16x8.mul(d1, m));
  const length = i32x4.add(i32x4.shuffle(s0, s1, 0, 2, 4, 6), i32x4.shuffle(s0, s1, 1, 3, 5, 7));
  return f32x4.div(f32x4.splat(f32(top)), f32x4.convert_i32x4_s(i32x4.max_s(length, i32x4.splat(1))));
}

/* @inline */ function indexRow(
  texels: usize,
  pick: usize,
  floatPick: usize,
  low: v128,
  high: v128,
  scales: v128,
): v128 {
  const rg = v128.load(pick);
  const ba = i16x8.add(rg, i16x8.splat(2));
  const lowRG = i8x16.swizzle(low, rg);
  const lowBA = i8x16.swizzle(low, ba);
  const spanRG = i16x8.mul(i16x8.sub(i8x16.swizzle(high, rg), lowRG), metricRG);
  const spanBA = i16x8.mul(i16x8.sub(i8x16.swizzle(high, ba), lowBA), metricBA);
  const along = i32x4.add(
    i32x4.dot_i16x8_s(i16x8.sub(v128.load(texels), lowRG), spanRG),
    i32x4.dot_i16x8_s(i16x8.sub(v128.load(texels, 64), lowBA), spanBA),
  );
  const scaled = f32x4.mul(f32x4.convert_i32x4_s(along), i8x16.swizzle(scales, v128.load(floatPick)));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(scaled, f32x4.splat(0.5)));
}

/* @inline */ export function interpolate(low: v128, high: v128, weight: v128): v128 {
  const x = i16x8.add(i16x8.shl(low, 6), i16x8.mul(i16x8.sub(high, low), weight));
  return i16x8.shr_u(i16x8.add(x, i16x8.splat(32)), 6);
}

/* @inline */ function errorRow(texels: usize, pick: usize, metrics: usize, low: v128, high: v128, weight: v128): v128 {
  const rg = v128.load(pick);
  const ba = i16x8.add(rg, i16x8.splat(2));
  const dRG = i16x8.sub(v128.load(texels), interpolate(i8x16.swizzle(low, rg), i8x16.swizzle(high, rg), weight));
  const dBA = i16x8.sub(v128.load(texels, 64), interpolate(i8x16.swizzle(low, ba), i8x16.swizzle(high, ba), weight));
  return i32x4.add(
    i32x4.dot_i16x8_s(dRG, i16x8.mul(dRG, v128.load(metrics))),
    i32x4.dot_i16x8_s(dBA, i16x8.mul(dBA, v128.load(metrics, 64))),
  );
}

/** Squared error of the texels at the given indices between LOW and HIGH. */
export function measure(texels: usize, slot: i32, indices: v128, bits: i32): i32 {
  const low = v128.load(LOW);
  const high = v128.load(HIGH);
  const pick = picks(slot);
  const w = i8x16.swizzle(weightTable(bits), indices);
  v128.store(INDICES, indices);
  v128.store(WEIGHTS, w);
  const zero = i8x16.splat(0);
  const w0 = i8x16.shuffle(w, zero, 0, 16, 0, 16, 1, 16, 1, 16, 2, 16, 2, 16, 3, 16, 3, 16);
  const w1 = i8x16.shuffle(w, zero, 4, 16, 4, 16, 5, 16, 5, 16, 6, 16, 6, 16, 7, 16, 7, 16);
  const w2 = i8x16.shuffle(w, zero, 8, 16, 8, 16, 9, 16, 9, 16, 10, 16, 10, 16, 11, 16, 11, 16);
  const w3 = i8x16.shuffle(w, zero, 12, 16, 12, 16, 13, 16, 13, 16, 14, 16, 14, 16, 15, 16, 15, 16);
  const e0 = errorRow(texels, pick, METRICS, low, high, w0);
  const e1 = errorRow(texels + 16, pick + 16, METRICS + 16, low, high, w1);
  const e2 = errorRow(texels + 32, pick + 32, METRICS + 32, low, high, w2);
  const e3 = errorRow(texels + 48, pick + 48, METRICS + 48, low, high, w3);
  return sum(i32x4.add(i32x4.add(e0, e1), i32x4.add(e2, e3))) >> errorShift;
}

/** Finds the indices between LOW and HIGH and returns the squared error. */
export function evaluate(texels: usize, slot: i32, bits: i32): i32 {
  const low = v128.load(LOW);
  const high = v128.load(HIGH);
  const pick = picks(slot);
  const floats = floatPicks(slot);
  const top = (1 << bits) - 1;
  const scales = lineScales(low, high, top);
  const i0 = indexRow(texels, pick, floats, low, high, scales);
  const i1 = indexRow(texels + 16, pick + 16, floats + 16, low, high, scales);
  const i2 = indexRow(texels + 32, pick + 32, floats + 32, low, high, scales);
  const i3 = indexRow(texels + 48, pick + 48, floats + 48, low, high, scales);
  const found = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(i0, i1), i16x8.narrow_i32x4_s(i2, i3));
  return measure(texels, slot, i8x16.min_u(found, i8x16.splat(i8(top))), bits);
}
