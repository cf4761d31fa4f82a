// The weights of a grid, by rank in their range: chosen for what texels want, interpolated exactly, and improved one after another.

import { G_COUNT, G_INVERSE, G_LISTS, G_PLACES, G_WEIGHTS } from './footprint';
import { laneSum } from './moments';
import { rankOf, weightOf } from './ranges';
import { PLANE, paddedCount, texelCount, wideBytes } from './state';

/** Ranks and weights (0 to 64) of both planes, 64 bytes each. */
export const GRID_RANKS: usize = memory.data(128, 16);
const GRID_WEIGHTS: usize = memory.data(128, 16);
/** Weights of texels, 0 to 64, i16, of both planes. */
export const TEXEL_WEIGHTS: usize = memory.data(2 * 288, 16);
/** What texels want beyond what they have, in weights; what it is worth. f32, of one plane. */
export const MISSING: usize = memory.data(144 * 4, 16);
export const WORTHS: usize = memory.data(144 * 4, 16);

/* @inline */ export function setWeight(plane: usize, point: i32, range: i32, rank: i32): void {
  store<u8>(GRID_RANKS + plane + point, rank);
  store<u8>(GRID_WEIGHTS + plane + point, weightOf(range, rank));
}

/** Rounds the best weights of a grid for `wanted` (−512 to 512). */
export function roundWanted(record: usize, range: i32, wanted: usize, plane: usize): void {
  const count = load<i32>(record, G_COUNT);
  const rowBytes = usize(paddedCount) << 1;
  if (count === texelCount) {
    for (let i = 0; i < count; i++) {
      const quarters = (i32(load<i16>(wanted + (usize(i) << 1))) + 514) >> 2;
      setWeight(plane, i, range, rankOf(range, min(max(quarters, 0), 256)));
    }
    return;
  }
  let row: usize = load<u32>(record, G_INVERSE);
  for (let point = 0; point < count; point++) {
    let sum = i32x4.splat(0);
    for (let i: usize = 0; i < wideBytes; i += 16)
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(row + i), v128.load(wanted + i)));
    const quarters = (laneSum(sum) + (514 << 12)) >> 14;
    setWeight(plane, point, range, rankOf(range, min(max(quarters, 0), 256)));
    row += rowBytes;
  }
}

/** Bytes of `table` (16 × `registers`) at the places `places`. */
/* @inline */ function lookUp(table: usize, places: v128, registers: i32): v128 {
  let found = i8x16.swizzle(v128.load(table), places);
  if (registers > 1) found = v128.or(found, i8x16.swizzle(v128.load(table, 16), i8x16.sub(places, i8x16.splat(16))));
  if (registers > 2) found = v128.or(found, i8x16.swizzle(v128.load(table, 32), i8x16.sub(places, i8x16.splat(32))));
  if (registers > 3) found = v128.or(found, i8x16.swizzle(v128.load(table, 48), i8x16.sub(places, i8x16.splat(48))));
  return found;
}

/** Interpolates a plane's grid for all texels, as decoders do. */
export function infill(record: usize, plane: usize): void {
  const count = load<i32>(record, G_COUNT);
  const to = TEXEL_WEIGHTS + (plane >> 6) * PLANE;
  const table = GRID_WEIGHTS + plane;
  if (count === texelCount) {
    for (let i = 0; i < paddedCount; i += 16) {
      const w = v128.load(table + i);
      v128.store(to + (usize(i) << 1), i16x8.extend_low_i8x16_u(w));
      v128.store(to + (usize(i) << 1), i16x8.extend_high_i8x16_u(w), 16);
    }
    return;
  }
  const places: usize = load<u32>(record, G_PLACES);
  const registers = (count + 15) >> 4;
  const step = usize(paddedCount);
  for (let i: usize = 0; i < step; i += 16) {
    let low = i16x8.splat(8);
    let high = i16x8.splat(8);
    for (let corner: usize = 0; corner < 4; corner++) {
      const w = lookUp(table, v128.load(places + corner * step + i), registers);
      const shares = v128.load(places + (corner + 4) * step + i);
      low = i16x8.add(low, i16x8.extmul_low_i8x16_u(w, shares));
      high = i16x8.add(high, i16x8.extmul_high_i8x16_u(w, shares));
    }
    v128.store(to + (i << 1), i16x8.shr_u(low, 4));
    v128.store(to + (i << 1), i16x8.shr_u(high, 4), 16);
  }
}

/**
 * Moves each weight of a plane to where it serves its texels best, given the others. MISSING is relative to the plane's present weights. Returns
 * whether any moved.
 */
export function improveWeights(record: usize, range: i32, plane: usize, isUniform: bool): bool {
  const count = load<i32>(record, G_COUNT);
  const lists: usize = load<u32>(record, G_LISTS);
  const pairs = lists + (usize(count + 1) << 1);
  const weights: usize = load<u32>(record, G_WEIGHTS);
  let hasMoved = false;
  for (let point = 0; point < count; point++) {
    const first = pairs + (usize(load<u16>(lists + (usize(point) << 1))) << 1);
    const last = pairs + (usize(load<u16>(lists + (usize(point) << 1), 2)) << 1);
    let wanted: f64 = 0;
    let weight: f64 = 0;
    if (isUniform) {
      weight = load<f64>(weights + (usize(point) << 3));
      for (let at = first; at < last; at += 2)
        wanted += f64(load<u8>(at, 1)) * f64(load<f32>(MISSING + (usize(load<u8>(at)) << 2)));
    } else
      for (let at = first; at < last; at += 2) {
        const texel = usize(load<u8>(at)) << 2;
        const share = f64(load<u8>(at, 1));
        const worth = share * f64(load<f32>(WORTHS + texel));
        wanted += worth * f64(load<f32>(MISSING + texel));
        weight += worth * share;
      }
    if (!(weight > 0)) continue;
    const old: i32 = load<u8>(GRID_WEIGHTS + plane + point);
    const target = f64(old) + (16 * wanted) / weight;
    const quarters = i32(min<f64>(max<f64>(target, 0), 64) * 4 + 0.5);
    const rank = rankOf(range, quarters);
    if (rank === i32(load<u8>(GRID_RANKS + plane + point))) continue;
    setWeight(plane, point, range, rank);
    hasMoved = true;
    const step = f64(i32(load<u8>(GRID_WEIGHTS + plane + point)) - old) * 0.0625;
    for (let at = first; at < last; at += 2) {
      const texel = MISSING + (usize(load<u8>(at)) << 2);
      store<f32>(texel, f32(f64(load<f32>(texel)) - step * f64(load<u8>(at, 1))));
    }
  }
  return hasMoved;
}
