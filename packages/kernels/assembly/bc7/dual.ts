// Modes 4 and 5: one channel has its own indices. The rotation is that channel's number; the block is read with it swapped with alpha.

import { C_INDICES, C_INDICES2, ENDPOINTS, OTHER, TRIAL } from '../block/candidate';
import { PAIRS, PLANAR, PLANE, ROWS, setPlane } from '../block/texels';
import { C_HIGH, C_LOW } from './endpoints';
import { fitPlane, keepIfBetter } from './fit';
import { fitLine } from './line';
import { rotateMetric, rotateRow } from './metric';
import { modeAlphaWidth, modeWidth, NO_P } from './modes';
import { wholeMoments } from './moments';
import { subsetMask, WHOLE } from './partitions';
import { setGrid } from './quantize';

export const NOTHING: i32 = 0;
/** The second and third plane: color without alpha, and alpha only. */
export const COLOR: usize = PLANE;
export const ALPHA: usize = PLANE * 2;

export function splitPlanes(rotation: i32): void {
  const r0 = rotateRow(v128.load(ROWS), rotation);
  const r1 = rotateRow(v128.load(ROWS, 16), rotation);
  const r2 = rotateRow(v128.load(ROWS, 32), rotation);
  const r3 = rotateRow(v128.load(ROWS, 48), rotation);
  const color = i32x4.splat(0x00ffffff);
  const alpha = i32x4.splat(0xff000000);
  setPlane(COLOR, v128.and(r0, color), v128.and(r1, color), v128.and(r2, color), v128.and(r3, color));
  setPlane(ALPHA, v128.and(r0, alpha), v128.and(r1, alpha), v128.and(r2, alpha), v128.and(r3, alpha));
}

/** Sets ENDPOINTS to the smallest and largest alpha. */
function fitAlphaRange(): void {
  const a0 = v128.load(PLANAR + ALPHA, 96);
  const a1 = v128.load(PLANAR + ALPHA, 112);
  let minimum = i16x8.min_s(a0, a1);
  let maximum = i16x8.max_s(a0, a1);
  minimum = i16x8.min_s(minimum, i16x8.shuffle(minimum, minimum, 4, 5, 6, 7, 0, 1, 2, 3));
  maximum = i16x8.max_s(maximum, i16x8.shuffle(maximum, maximum, 4, 5, 6, 7, 0, 1, 2, 3));
  minimum = i16x8.min_s(minimum, i16x8.shuffle(minimum, minimum, 2, 3, 0, 1, 6, 7, 4, 5));
  maximum = i16x8.max_s(maximum, i16x8.shuffle(maximum, maximum, 2, 3, 0, 1, 6, 7, 4, 5));
  const low = min(i16x8.extract_lane_s(minimum, 0), i16x8.extract_lane_s(minimum, 1));
  const high = max(i16x8.extract_lane_s(maximum, 0), i16x8.extract_lane_s(maximum, 1));
  v128.store(ENDPOINTS, f32x4(0, 0, 0, f32(low)));
  v128.store(ENDPOINTS, f32x4(0, 0, 0, f32(high)), 16);
}

/** Fits mode 4 or 5. `rotation` + 4 gives color the three-bit indices of mode 4. */
export function fitDual(mode: i32, rotation: i32, refits: i32): void {
  const longColor = rotation >= 4;
  splitPlanes(rotation & 3);
  rotateMetric(rotation & 3, false);
  wholeMoments(COLOR);
  fitLine(0, PAIRS + COLOR, subsetMask(WHOLE, 0), 16, false);
  setGrid(modeWidth(mode), NO_P, NOTHING, -1);
  let error = fitPlane(TRIAL, COLOR, WHOLE, 1, longColor ? 3 : 2, refits);
  fitAlphaRange();
  setGrid(modeAlphaWidth(mode), NO_P, -1, -1);
  error += fitPlane(OTHER, ALPHA, WHOLE, 1, mode === 4 && !longColor ? 3 : 2, refits);
  rotateMetric(0, false);
  v128.store(TRIAL, v128.load(OTHER, C_INDICES), C_INDICES2);
  store<u8>(TRIAL + 3, load<u8>(OTHER + 3, C_LOW), C_LOW);
  store<u8>(TRIAL + 3, load<u8>(OTHER + 3, C_HIGH), C_HIGH);
  keepIfBetter(mode, WHOLE, rotation, error);
}
