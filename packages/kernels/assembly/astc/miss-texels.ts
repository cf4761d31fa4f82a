// What texels want beyond the weights that they have, for endpoints that are stored.

import { ENDS } from './ends/ends';
import { countsOf, floatsOf, secondChannel } from './scheme';
import { channelCount, halfBytes, isWeighted, metricOf, PLANE, TEXELS, wideBytes } from './state';
import { MISSING, TEXEL_WEIGHTS, WORTHS } from './weights';

/** Per channel: direction of a line over its squared length, in weights, and its square. */
const DIRECTION: usize = memory.data(32, 16);

/** What the texels of a subset want beyond their weights, for the stored endpoints. Color and alpha that count alike need no sums per texel. */
export function missTexels(subset: i32, plane: i32): void {
  const channels = channelCount;
  let length: f64 = 0;
  let offset: f64 = 0;
  for (let c = 0; c < 4; c++) {
    const ends = ENDS + usize(subset * 32 + c * 4);
    const isPart = c < channels && i32(c === secondChannel) === plane;
    const rise = isPart ? f64(load<i32>(ends, 16) - load<i32>(ends)) : 0;
    store<f64>(DIRECTION + (usize(c) << 3), rise * metricOf(c));
    length += rise * rise * metricOf(c);
    offset += rise * metricOf(c) * f64(load<i32>(ends));
  }
  const scale: f64 = length > 0 ? 64 / length : 0;
  if (isWeighted && plane === 0 && secondChannel !== 3) missWeighted(subset);
  else missAlike(subset, plane, scale, offset * scale, length);
}

function missAlike(subset: i32, plane: i32, scale: f64, offset: f64, length: f64): void {
  const counts = countsOf(subset) + (isWeighted && plane === 1 && secondChannel === 3 ? PLANE : 0);
  const weights = TEXEL_WEIGHTS + usize(plane) * PLANE;
  const d0 = f32x4.splat(f32(load<f64>(DIRECTION) * scale));
  const d1 = f32x4.splat(f32(load<f64>(DIRECTION, 8) * scale));
  const d2 = f32x4.splat(f32(load<f64>(DIRECTION, 16) * scale));
  const d3 = f32x4.splat(f32(load<f64>(DIRECTION, 24) * scale));
  const start = f32x4.splat(f32(offset));
  const worth = f32x4.splat(f32(length));
  for (let i: usize = 0; i < halfBytes; i += 8) {
    const wanted = f32x4.sub(
      f32x4.add(
        f32x4.add(f32x4.mul(d0, floatsOf(0, i)), f32x4.mul(d1, floatsOf(1, i))),
        f32x4.add(f32x4.mul(d2, floatsOf(2, i)), f32x4.mul(d3, floatsOf(3, i))),
      ),
      start,
    );
    const missing = f32x4.sub(wanted, f32x4.convert_i32x4_s(v128.load16x4_s(weights + i)));
    const count = v128.load16x4_s(counts + i);
    const isIn = i32x4.ne(count, i32x4.splat(0));
    const at = i << 1;
    v128.store(MISSING + at, v128.bitselect(missing, v128.load(MISSING + at), isIn));
    const worths = f32x4.mul(worth, f32x4.convert_i32x4_s(count));
    v128.store(WORTHS + at, v128.bitselect(worths, v128.load(WORTHS + at), isIn));
  }
}

/** Each texel has its own worth, because its color counts by its alpha. */
function missWeighted(subset: i32): void {
  const counts = countsOf(subset);
  for (let i: usize = 0; i < wideBytes; i += 2) {
    const color = f64(load<i16>(counts + i));
    if (color === 0) continue;
    const alpha = f64(load<i16>(counts + PLANE + i));
    let along: f64 = 0;
    let length: f64 = 0;
    for (let c = 0; c < 4; c++) {
      const ends = ENDS + usize(subset * 32 + c * 4);
      const low = f64(load<i32>(ends));
      const rise = f64(load<i32>(ends, 16)) - low;
      const part = (c === 3 ? alpha : color) * load<f64>(DIRECTION + (usize(c) << 3));
      along += part * (f64(load<i16>(TEXELS + usize(c) * PLANE + i)) - low);
      length += part * rise;
    }
    const wanted = length > 0 ? (64 * along) / length : 0;
    store<f32>(MISSING + (i << 1), f32(wanted - f64(load<i16>(TEXEL_WEIGHTS + i))));
    store<f32>(WORTHS + (i << 1), f32(length));
  }
}
