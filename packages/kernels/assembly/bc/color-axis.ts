// The principal axis of a block's colors, and the order of its texels along it.

import { TEXEL_WEIGHTS, TEXELS } from './color-block';
import { setLine } from './color-endpoints';

/** Each texel's position along the axis, and the texels in that order. */
const PLACES: usize = memory.data(64, 16);
export const ORDER: usize = memory.data(16);

let mean: v128 = f32x4.splat(0);
let axis: v128 = f32x4.splat(0);

/* @inline */ function dot(a: v128, b: v128): f32 {
  const p = f32x4.mul(a, b);
  return f32x4.extract_lane(p, 0) + f32x4.extract_lane(p, 1) + f32x4.extract_lane(p, 2);
}

/** Finds the mean, and the principal axis by power iteration. Returns false if the texels that count are all equal; the axis is then 0. */
export function findAxis(): bool {
  axis = f32x4.splat(0);
  let total: f32 = 0;
  let sum = f32x4.splat(0);
  for (let i = 0; i < 16; i++) {
    const weight = load<f32>(TEXEL_WEIGHTS + (i << 2));
    total += weight;
    sum = f32x4.add(sum, f32x4.mul(v128.load(TEXELS + (i << 4)), f32x4.splat(weight)));
  }
  mean = f32x4.div(sum, f32x4.splat(total));
  let byR = f32x4.splat(0);
  let byG = f32x4.splat(0);
  let byB = f32x4.splat(0);
  for (let i = 0; i < 16; i++) {
    const d = f32x4.sub(v128.load(TEXELS + (i << 4)), mean);
    const weighted = f32x4.mul(d, f32x4.splat(load<f32>(TEXEL_WEIGHTS + (i << 2))));
    byR = f32x4.add(byR, f32x4.mul(weighted, f32x4.splat(f32x4.extract_lane(d, 0))));
    byG = f32x4.add(byG, f32x4.mul(weighted, f32x4.splat(f32x4.extract_lane(d, 1))));
    byB = f32x4.add(byB, f32x4.mul(weighted, f32x4.splat(f32x4.extract_lane(d, 2))));
  }
  const rr = f32x4.extract_lane(byR, 0);
  const gg = f32x4.extract_lane(byG, 1);
  const bb = f32x4.extract_lane(byB, 2);
  let v = rr >= gg && rr >= bb ? byR : gg >= bb ? byG : byB;
  for (let i = 0; i < 4; i++) {
    const largest = max(
      max(abs(f32x4.extract_lane(v, 0)), abs(f32x4.extract_lane(v, 1))),
      abs(f32x4.extract_lane(v, 2)),
    );
    if (largest < 1e-6) return false;
    v = f32x4.div(v, f32x4.splat(largest));
    v = f32x4.add(
      f32x4.add(
        f32x4.mul(byR, f32x4.splat(f32x4.extract_lane(v, 0))),
        f32x4.mul(byG, f32x4.splat(f32x4.extract_lane(v, 1))),
      ),
      f32x4.mul(byB, f32x4.splat(f32x4.extract_lane(v, 2))),
    );
  }
  const length: f32 = sqrt(dot(v, v));
  if (length < 1e-6) return false;
  axis = f32x4.div(v, f32x4.splat(length));
  return true;
}

/** Sets the line's endpoints to the outermost texels that count. */
export function setExtremes(): void {
  let minimum: f32 = f32.MAX_VALUE;
  let maximum: f32 = -f32.MAX_VALUE;
  for (let i = 0; i < 16; i++) {
    if (load<f32>(TEXEL_WEIGHTS + (i << 2)) === 0) continue;
    const place = dot(f32x4.sub(v128.load(TEXELS + (i << 4)), mean), axis);
    minimum = min(minimum, place);
    maximum = max(maximum, place);
  }
  setLine(
    f32x4.add(mean, f32x4.mul(axis, f32x4.splat(maximum))),
    f32x4.add(mean, f32x4.mul(axis, f32x4.splat(minimum))),
  );
}

/** Sorts the texels along the axis; equal ones keep their order. */
export function sortTexels(): void {
  for (let i = 0; i < 16; i++) {
    const place = dot(v128.load(TEXELS + (i << 4)), axis);
    let at = i;
    while (at > 0 && load<f32>(PLACES + (at << 2) - 4) < place) {
      store<f32>(PLACES + (at << 2), load<f32>(PLACES + (at << 2) - 4));
      store<u8>(ORDER + at, load<u8>(ORDER + at - 1));
      at--;
    }
    store<f32>(PLACES + (at << 2), place);
    store<u8>(ORDER + at, u8(i));
  }
}
