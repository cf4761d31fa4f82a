// The line through the texels of a subset: their mean, principal axis, and extent along it.

import { setEnd, TEXELS, total } from './state';

const STEPS: i32 = 4;

// The mean of the texels.
let meanR: f64 = 0;
let meanG: f64 = 0;
let meanB: f64 = 0;

// The axis.
let axisX: f64 = 0;
let axisY: f64 = 0;
let axisZ: f64 = 0;

/* @inline */ function findMean(masks: usize): void {
  let n = f32x4.splat(0);
  let r = n;
  let g = n;
  let b = n;
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(masks + i);
    n = f32x4.add(n, v128.and(m, f32x4.splat(1)));
    r = f32x4.add(r, v128.and(m, v128.load(TEXELS + i)));
    g = f32x4.add(g, v128.and(m, v128.load(TEXELS + i, 64)));
    b = f32x4.add(b, v128.and(m, v128.load(TEXELS + i, 128)));
  }
  const share = 1.0 / total(n);
  meanR = total(r) * share;
  meanG = total(g) * share;
  meanB = total(b) * share;
}

/** Power iteration on the scatter matrix, from the column of the largest variance. */
/* @inline */ function findAxis(masks: usize): void {
  const centerR = f32x4.splat(f32(meanR));
  const centerG = f32x4.splat(f32(meanG));
  const centerB = f32x4.splat(f32(meanB));
  let vrr = f32x4.splat(0);
  let vrg = vrr;
  let vrb = vrr;
  let vgg = vrr;
  let vgb = vrr;
  let vbb = vrr;
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(masks + i);
    const r = v128.and(m, f32x4.sub(v128.load(TEXELS + i), centerR));
    const g = v128.and(m, f32x4.sub(v128.load(TEXELS + i, 64), centerG));
    const b = v128.and(m, f32x4.sub(v128.load(TEXELS + i, 128), centerB));
    vrr = f32x4.add(vrr, f32x4.mul(r, r));
    vrg = f32x4.add(vrg, f32x4.mul(r, g));
    vrb = f32x4.add(vrb, f32x4.mul(r, b));
    vgg = f32x4.add(vgg, f32x4.mul(g, g));
    vgb = f32x4.add(vgb, f32x4.mul(g, b));
    vbb = f32x4.add(vbb, f32x4.mul(b, b));
  }
  const rr = total(vrr);
  const rg = total(vrg);
  const rb = total(vrb);
  const gg = total(vgg);
  const gb = total(vgb);
  const bb = total(vbb);

  let x = rr;
  let y = rg;
  let z = rb;
  if (gg > rr && gg >= bb) {
    x = rg;
    y = gg;
    z = gb;
  } else if (bb > rr && bb > gg) {
    x = rb;
    y = gb;
    z = bb;
  }
  for (let step = 0; step < STEPS; step++) {
    const nx = rr * x + rg * y + rb * z;
    const ny = rg * x + gg * y + gb * z;
    const nz = rb * x + gb * y + bb * z;
    const largest = max(max(abs(nx), abs(ny)), abs(nz));
    if (largest === 0) break;
    x = nx / largest;
    y = ny / largest;
    z = nz / largest;
  }
  axisX = x;
  axisY = y;
  axisZ = z;
}

/* @inline */ function minLane(v: v128): f64 {
  return f64(
    min(
      min(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
      min(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
    ),
  );
}

/* @inline */ function maxLane(v: v128): f64 {
  return f64(
    max(
      max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
      max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
    ),
  );
}

/* @inline */ function setEndAlong(from: i32, along: f64): void {
  setEnd(from, meanR + axisX * along);
  setEnd(from + 1, meanG + axisY * along);
  setEnd(from + 2, meanB + axisZ * along);
}

/** Fits ENDS to the texels of `masks`, which has at least one. */
export function fitLine(masks: usize): void {
  findMean(masks);
  findAxis(masks);
  const length = axisX * axisX + axisY * axisY + axisZ * axisZ;
  const scale = length > 0 ? 1.0 / length : 0.0;
  const ax = f32x4.splat(f32(axisX * scale));
  const ay = f32x4.splat(f32(axisY * scale));
  const az = f32x4.splat(f32(axisZ * scale));
  const centerR = f32x4.splat(f32(meanR));
  const centerG = f32x4.splat(f32(meanG));
  const centerB = f32x4.splat(f32(meanB));
  // The mean is at 0, so texels of other subsets can be there.
  let low = f32x4.splat(0);
  let high = low;
  for (let i: usize = 0; i < 64; i += 16) {
    const r = f32x4.mul(f32x4.sub(v128.load(TEXELS + i), centerR), ax);
    const g = f32x4.mul(f32x4.sub(v128.load(TEXELS + i, 64), centerG), ay);
    const b = f32x4.mul(f32x4.sub(v128.load(TEXELS + i, 128), centerB), az);
    const t = v128.and(v128.load(masks + i), f32x4.add(f32x4.add(r, g), b));
    low = f32x4.pmin(low, t);
    high = f32x4.pmax(high, t);
  }
  setEndAlong(0, minLane(low));
  setEndAlong(3, maxLane(high));
}
