// The line through the texels of a subset: their mean, principal axis, and extent along it.

import { setEnd, TEXELS, total } from './state';

const STEPS: i32 = 4;

/** Fits ENDS to the texels of `masks`, which has at least one. */
export function fitLine(masks: usize): void {
  let n = f32x4.splat(0);
  let sr = n;
  let sg = n;
  let sb = n;
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(masks + i);
    n = f32x4.add(n, v128.and(m, f32x4.splat(1)));
    sr = f32x4.add(sr, v128.and(m, v128.load(TEXELS + i)));
    sg = f32x4.add(sg, v128.and(m, v128.load(TEXELS + i, 64)));
    sb = f32x4.add(sb, v128.and(m, v128.load(TEXELS + i, 128)));
  }
  const share = 1.0 / total(n);
  const mr = total(sr) * share;
  const mg = total(sg) * share;
  const mb = total(sb) * share;
  const cr = f32x4.splat(f32(mr));
  const cg = f32x4.splat(f32(mg));
  const cb = f32x4.splat(f32(mb));

  let vrr = f32x4.splat(0);
  let vrg = vrr;
  let vrb = vrr;
  let vgg = vrr;
  let vgb = vrr;
  let vbb = vrr;
  for (let i: usize = 0; i < 64; i += 16) {
    const m = v128.load(masks + i);
    const r = v128.and(m, f32x4.sub(v128.load(TEXELS + i), cr));
    const g = v128.and(m, f32x4.sub(v128.load(TEXELS + i, 64), cg));
    const b = v128.and(m, f32x4.sub(v128.load(TEXELS + i, 128), cb));
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
    const maximum = max(max(abs(nx), abs(ny)), abs(nz));
    if (maximum === 0) break;
    x = nx / maximum;
    y = ny / maximum;
    z = nz / maximum;
  }
  const length = x * x + y * y + z * z;
  const scale = length > 0 ? 1.0 / length : 0.0;
  const ax = f32x4.splat(f32(x * scale));
  const ay = f32x4.splat(f32(y * scale));
  const az = f32x4.splat(f32(z * scale));

  // The mean is at 0, so texels of other subsets can be there.
  let low = f32x4.splat(0);
  let high = low;
  for (let i: usize = 0; i < 64; i += 16) {
    const r = f32x4.mul(f32x4.sub(v128.load(TEXELS + i), cr), ax);
    const g = f32x4.mul(f32x4.sub(v128.load(TEXELS + i, 64), cg), ay);
    const b = f32x4.mul(f32x4.sub(v128.load(TEXELS + i, 128), cb), az);
    const t = v128.and(v128.load(masks + i), f32x4.add(f32x4.add(r, g), b));
    low = f32x4.min(low, t);
    high = f32x4.max(high, t);
  }
  const minimum = f64(
    min(
      min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)),
      min(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)),
    ),
  );
  const maximum = f64(
    max(
      max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)),
      max(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)),
    ),
  );
  setEnd(0, mr + x * minimum);
  setEnd(1, mg + y * minimum);
  setEnd(2, mb + z * minimum);
  setEnd(3, mr + x * maximum);
  setEnd(4, mg + y * maximum);
  setEnd(5, mb + z * maximum);
}
