// Assigns the nearest indices of a line to texels, then moves the line to the least weighted squared distance.

import { ERROR_WEIGHTS, end, INDICES, STORED, setEnd, TEXELS, total } from './state';

let dx: v128 = i64x2.splat(0);
let dy: v128 = i64x2.splat(0);
let dz: v128 = i64x2.splat(0);
let lastIndex: v128 = i64x2.splat(0);

/* @inline */ function setLine(x: f64, y: f64, z: f64, levels: i32): void {
  dx = f32x4.splat(f32(x));
  dy = f32x4.splat(f32(y));
  dz = f32x4.splat(f32(z));
  lastIndex = f32x4.splat(f32(levels - 1));
}

/** The nearest indices of texels, given their offsets from the line's lower endpoint and the weight of each channel. */
/* @inline */ function nearestIndices(r: v128, g: v128, b: v128, wr: v128, wg: v128, wb: v128): v128 {
  const cr = f32x4.mul(wr, dx);
  const cg = f32x4.mul(wg, dy);
  const cb = f32x4.mul(wb, dz);
  const along = f32x4.add(f32x4.add(f32x4.mul(r, cr), f32x4.mul(g, cg)), f32x4.mul(b, cb));
  const whole = f32x4.add(f32x4.add(f32x4.mul(dx, cr), f32x4.mul(dy, cg)), f32x4.mul(dz, cb));
  const t = f32x4.mul(f32x4.div(along, whole), lastIndex);
  const inside = f32x4.pmin(f32x4.pmax(t, f32x4.splat(0)), lastIndex);
  return i32x4.trunc_sat_f32x4_u(f32x4.add(inside, f32x4.splat(0.5)));
}

/** Moves ENDS once. `weights`: the weight of each index, 0 to 64, in bytes. ENDS stay between 0 and `maximum`. */
export function refine(masks: usize, levels: i32, weights: v128, maximum: f64): void {
  const lr = end(0);
  const lg = end(1);
  const lb = end(2);
  if (end(3) === lr && end(4) === lg && end(5) === lb) return;
  setLine(end(3) - lr, end(4) - lg, end(5) - lb, levels);
  const er = f32x4.splat(f32(lr));
  const eg = f32x4.splat(f32(lg));
  const eb = f32x4.splat(f32(lb));
  let nr = f32x4.splat(0);
  let ng = nr;
  let nb = nr;
  let wr = nr;
  let wg = nr;
  let wb = nr;
  let wwr = nr;
  let wwg = nr;
  let wwb = nr;
  let sr = nr;
  let sg = nr;
  let sb = nr;
  let swr = nr;
  let swg = nr;
  let swb = nr;
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(masks + i);
    const r = f32x4.sub(v128.load(TEXELS + i), er);
    const g = f32x4.sub(v128.load(TEXELS + i, 64), eg);
    const b = f32x4.sub(v128.load(TEXELS + i, 128), eb);
    const cr = v128.load(ERROR_WEIGHTS + i);
    const cg = v128.load(ERROR_WEIGHTS + i, 64);
    const cb = v128.load(ERROR_WEIGHTS + i, 128);
    const w = f32x4.convert_i32x4_u(i8x16.swizzle(weights, nearestIndices(r, g, b, cr, cg, cb)));
    const mr = v128.and(m, cr);
    const mg = v128.and(m, cg);
    const mb = v128.and(m, cb);
    const vr = f32x4.mul(mr, w);
    const vg = f32x4.mul(mg, w);
    const vb = f32x4.mul(mb, w);
    nr = f32x4.add(nr, mr);
    ng = f32x4.add(ng, mg);
    nb = f32x4.add(nb, mb);
    wr = f32x4.add(wr, vr);
    wg = f32x4.add(wg, vg);
    wb = f32x4.add(wb, vb);
    wwr = f32x4.add(wwr, f32x4.mul(vr, w));
    wwg = f32x4.add(wwg, f32x4.mul(vg, w));
    wwb = f32x4.add(wwb, f32x4.mul(vb, w));
    sr = f32x4.add(sr, f32x4.mul(mr, r));
    sg = f32x4.add(sg, f32x4.mul(mg, g));
    sb = f32x4.add(sb, f32x4.mul(mb, b));
    swr = f32x4.add(swr, f32x4.mul(vr, r));
    swg = f32x4.add(swg, f32x4.mul(vg, g));
    swb = f32x4.add(swb, f32x4.mul(vb, b));
  }
  solve(0, lr, total(nr), total(wr), total(wwr), total(sr), total(swr), maximum);
  solve(1, lg, total(ng), total(wg), total(wwg), total(sg), total(swg), maximum);
  solve(2, lb, total(nb), total(wb), total(wwb), total(sb), total(swb), maximum);
}

/** Solves both endpoints of a channel from sums of error weights, weights, their squares, offsets and their products with weights. */
/* @inline */ function solve(
  channel: i32,
  base: f64,
  n: f64,
  w: f64,
  ww: f64,
  sum: f64,
  product: f64,
  maximum: f64,
): void {
  const determinant = n * ww - w * w;
  if (determinant <= n * n * 1e-4) return;
  const slope = (n * product - w * sum) / determinant;
  const low = base + (sum - slope * w) / n;
  setEnd(channel, max(0, min(low, maximum)));
  setEnd(channel + 3, max(0, min(low + 64 * slope, maximum)));
}

/** Assigns the texels of `masks` to the line of STORED. Returns the sum of their weighted squared distances. */
export function evaluate(masks: usize, levels: i32, weights: v128): f64 {
  const lr = load<f32>(STORED);
  const lg = load<f32>(STORED, 4);
  const lb = load<f32>(STORED, 8);
  const x = f64(load<f32>(STORED, 12)) - f64(lr);
  const y = f64(load<f32>(STORED, 16)) - f64(lg);
  const z = f64(load<f32>(STORED, 20)) - f64(lb);
  setLine(x, y, z, levels);
  const er = f32x4.splat(lr);
  const eg = f32x4.splat(lg);
  const eb = f32x4.splat(lb);
  const share = f32x4.splat(1.0 / 64);
  let sum = f32x4.splat(0);
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(masks + i);
    const r = f32x4.sub(v128.load(TEXELS + i), er);
    const g = f32x4.sub(v128.load(TEXELS + i, 64), eg);
    const b = f32x4.sub(v128.load(TEXELS + i, 128), eb);
    const cr = v128.load(ERROR_WEIGHTS + i);
    const cg = v128.load(ERROR_WEIGHTS + i, 64);
    const cb = v128.load(ERROR_WEIGHTS + i, 128);
    const indices = nearestIndices(r, g, b, cr, cg, cb);
    const w = f32x4.mul(f32x4.convert_i32x4_u(i8x16.swizzle(weights, indices)), share);
    const fr = f32x4.sub(r, f32x4.mul(w, dx));
    const fg = f32x4.sub(g, f32x4.mul(w, dy));
    const fb = f32x4.sub(b, f32x4.mul(w, dz));
    const rg = f32x4.add(f32x4.mul(cr, f32x4.mul(fr, fr)), f32x4.mul(cg, f32x4.mul(fg, fg)));
    sum = f32x4.add(sum, v128.and(m, f32x4.add(rg, f32x4.mul(cb, f32x4.mul(fb, fb)))));
    v128.store(INDICES + i, v128.bitselect(indices, v128.load(INDICES + i), m));
  }
  return total(sum);
}
