// Blocks of two colors at `fast`: mode 6, with the colors at each pair of indices near the ends of the line. The line is known, so only the
// rounding of its endpoints is measured, on two colors instead of sixteen texels.

import { BEST, C_ERROR, C_INDICES, C_MODE, C_PARTITION, C_PLANE, ENDPOINTS, TRIAL } from '../block/candidate';
import { byteMask, sum } from '../block/lanes';
import { ROWS } from '../block/texels';
import { firstTexels } from './colors';
import { C_HIGH, C_LOW } from './endpoints';
import { setModeGrid } from './fit';
import { metric } from './metric';
import { WHOLE } from './partitions';
import { HIGH, LOW, quantize } from './quantize';

/** Weights of four-bit indices. */
const WEIGHTS: usize = memory.data<u8>([0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64]);
/** How many indices from the ends of the line the colors may be. */
const REACH: i32 = 4;
const LAST: i32 = 15;

/* @inline */ function colorAt(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

/* @inline */ function clampEndpoint(v: v128): v128 {
  return f32x4.min(f32x4.max(v, f32x4.splat(0)), f32x4.splat(255));
}

/** The squared error of a color that is decoded at a weight between LOW and HIGH. */
/* @inline */ function errorAt(color: v128, weight: i32, weights: v128): i32 {
  const low = i32x4.mul(colorAt(LOW), i32x4.splat(64 - weight));
  const mixed = i32x4.add(low, i32x4.mul(colorAt(HIGH), i32x4.splat(weight)));
  const d = i32x4.sub(i32x4.shr_u(i32x4.add(mixed, i32x4.splat(32)), 6), color);
  return sum(i32x4.mul(i32x4.mul(d, d), weights));
}

/** Leaves the best such block in BEST. */
export function fitTwoColors(): void {
  const a = colorAt(ROWS);
  const b = colorAt(ROWS + (usize(ctz(~firstTexels)) << 2));
  const from = f32x4.convert_i32x4_s(a);
  const to = f32x4.convert_i32x4_s(b);
  const span = f32x4.sub(to, from);
  const weights = i32x4.trunc_sat_f32x4_s(metric);
  const count = popcnt(firstTexels);
  setModeGrid(6);
  let minimum = i32.MAX_VALUE;
  let indices = i8x16.splat(0);
  const mask = byteMask(firstTexels);
  for (let low = 0; low < REACH; low++)
    for (let high = LAST + 1 - REACH; high <= LAST; high++) {
      const near = i32(load<u8>(WEIGHTS + low));
      const far = i32(load<u8>(WEIGHTS + high));
      const step = f32x4.div(span, f32x4.splat(f32(far) - f32(near)));
      v128.store(ENDPOINTS, clampEndpoint(f32x4.sub(from, f32x4.mul(step, f32x4.splat(f32(near))))));
      v128.store(ENDPOINTS, clampEndpoint(f32x4.add(to, f32x4.mul(step, f32x4.splat(f32(64) - f32(far))))), 16);
      quantize(TRIAL, 0);
      const error = errorAt(a, near, weights) * count + errorAt(b, far, weights) * (16 - count);
      if (error >= minimum) continue;
      minimum = error;
      indices = v128.bitselect(i8x16.splat(i8(low)), i8x16.splat(i8(high)), mask);
      v128.store(BEST, v128.load(TRIAL, C_LOW), C_LOW);
      v128.store(BEST, v128.load(TRIAL, C_HIGH), C_HIGH);
      if (error === 0) {
        low = REACH;
        break;
      }
    }
  store<i32>(BEST, minimum, C_ERROR);
  store<i32>(BEST, 6, C_MODE);
  store<i32>(BEST, WHOLE, C_PARTITION);
  store<i32>(BEST, 0, C_PLANE);
  v128.store(BEST, indices, C_INDICES);
}
