// The weight of a squared difference: by channel, and by the texel's alpha if alpha blends.

import { pairsBA, pairsRG } from '../block/channels';
import { ROWS } from '../block/texels';

/** By channel: R, G, B and A. */
export let metric: v128 = f32x4.splat(1);
/** The same as i16 pairs, R and G, B and A, in the current rotation. For choosing indices. */
export let metricRG: v128 = i16x8.splat(1);
export let metricBA: v128 = i16x8.splat(1);
/** By texel and channel, laid out like PAIRS, in units of 1 / 2^errorShift. For measuring errors. */
export const METRICS: usize = memory.data(128, 16);
export let errorShift: i32 = 0;
/** The weight of each texel's color in a fit, a byte each. */
export let colorWeights: v128 = i8x16.splat(1);
/** Whether colors of the loaded block are weighed by alpha. */
export let isAlphaWeighted: bool = false;

/** Whether all channels weigh the same. */
export let isPlain: bool = true;
/** The mean weight of a color channel. */
export let colorMetric: f32 = 1;
let perceptualMetric: bool = false;
/** Metrics of four rows in channel order, a byte each. */
const METRIC_ROWS: usize = memory.data(64, 16);
const WEIGHT_BYTES: usize = memory.data(16, 16);

export function setMetric(perceptual: bool): void {
  perceptualMetric = perceptual;
  isPlain = !perceptual;
  metric = perceptual ? f32x4(2, 4, 1, 3) : f32x4.splat(1);
  colorMetric = perceptual ? f32(7) / f32(3) : 1;
  weighEqually();
}

/** Bytes of R, G, B and A. */
/* @inline */ function channelBytes(): v128 {
  return i32x4.splat(perceptualMetric ? 0x03010402 : 0x01010101);
}

/** Gives all texels the same weight. */
export function weighEqually(): void {
  isAlphaWeighted = false;
  errorShift = 0;
  colorWeights = i8x16.splat(1);
  for (let i: usize = 0; i < 64; i += 16) v128.store(METRIC_ROWS + i, channelBytes());
  rotateMetric(0, true);
}

/** Weighs colors by alpha, in sixteenths; invisible ones have no weight. In a fit every texel has at least a small weight. */
export function weighByAlpha(): void {
  isAlphaWeighted = true;
  errorShift = 4;
  const base = i32x4.extract_lane(channelBytes(), 0);
  for (let i: usize = 0; i < 16; i++) {
    const alpha = i32(load<u8>(ROWS + (i << 2), 3));
    const part = max((alpha + 8) >> 4, 1);
    const visible = alpha === 0 ? 0 : part;
    store<u32>(METRIC_ROWS + (i << 2), ((base & 0xff000000) * 16) | ((base & 0x00ffffff) * visible));
    store<u8>(WEIGHT_BYTES + i, part);
  }
  colorWeights = v128.load(WEIGHT_BYTES);
  rotateMetric(0, true);
}

/** Swaps alpha's byte of four texels with R's, G's or B's. */
/* @inline */ export function rotateRow(row: v128, rotation: i32): v128 {
  if (rotation === 1) return i8x16.shuffle(row, row, 3, 1, 2, 0, 7, 5, 6, 4, 11, 9, 10, 8, 15, 13, 14, 12);
  if (rotation === 2) return i8x16.shuffle(row, row, 0, 3, 2, 1, 4, 7, 6, 5, 8, 11, 10, 9, 12, 15, 14, 13);
  if (rotation === 3) return i8x16.shuffle(row, row, 0, 1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 15, 14);
  return row;
}

/** Rotates the metrics with the channels: rotation 1 swaps alpha with R, 2 with G, 3 with B. Does nothing if all weights are equal. */
export function rotateMetric(rotation: i32, always: bool): void {
  if (!always && !perceptualMetric && !isAlphaWeighted) return;
  const channels = rotateRow(channelBytes(), rotation);
  metricRG = pairsRG(channels);
  metricBA = pairsBA(channels);
  for (let i: usize = 0; i < 64; i += 16) {
    const row = rotateRow(v128.load(METRIC_ROWS + i), rotation);
    v128.store(METRICS + i, pairsRG(row));
    v128.store(METRICS + i, pairsBA(row), 64);
  }
}
