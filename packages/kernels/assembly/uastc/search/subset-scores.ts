// Scores a subset by the scatter of its texels, four patterns at once: one per lane.

import { weighA, weighB, weighG, weighR, weighted } from '../state';

/** Scatter of two channels, from the sum of their products. */
/* @inline */ function scatter(product: v128, mean: v128, sum: v128, weigh: i32, other: i32): v128 {
  const s = f32x4.sub(product, f32x4.mul(mean, sum));
  return weighted ? f32x4.mul(s, f32x4.splat(weigh === other ? f32(weigh) : sqrt<f32>(f32(weigh) * f32(other)))) : s;
}

/* @inline */ function square(x: v128): v128 {
  return f32x4.mul(x, x);
}
/* @inline */ function twice(x: v128): v128 {
  return f32x4.add(f32x4.mul(x, x), f32x4.mul(x, x));
}

/** Scores by trace and squared Frobenius norm of the scatter: the norm is the largest eigenvalue if texels are near a line, and `along` the
 *  share of it that counts. */
/* @inline */ function scoreBy(trace: v128, squaredNorm: v128, along: f32): v128 {
  const norm = f32x4.sqrt(squaredNorm);
  return f32x4.add(f32x4.pmax(f32x4.sub(trace, norm), f32x4.splat(0)), f32x4.mul(norm, f32x4.splat(along)));
}

/* @inline */ export function scoreOpaque(
  r: v128,
  g: v128,
  b: v128,
  rr: v128,
  gg: v128,
  bb: v128,
  rg: v128,
  gb: v128,
  br: v128,
  inverse: v128,
  along: f32,
): v128 {
  const meanR = f32x4.mul(r, inverse);
  const meanG = f32x4.mul(g, inverse);
  const meanB = f32x4.mul(b, inverse);
  const dr = scatter(rr, meanR, r, weighR, weighR);
  const dg = scatter(gg, meanG, g, weighG, weighG);
  const db = scatter(bb, meanB, b, weighB, weighB);
  const ofR = f32x4.add(
    f32x4.add(square(dr), square(scatter(br, meanR, b, weighR, weighB))),
    twice(scatter(rg, meanR, g, weighR, weighG)),
  );
  const ofG = f32x4.add(square(dg), twice(scatter(gb, meanG, b, weighG, weighB)));
  const ofB = f32x4.add(square(db), square(scatter(br, meanB, r, weighB, weighR)));
  return scoreBy(f32x4.add(f32x4.add(dr, db), dg), f32x4.add(f32x4.add(ofR, ofB), ofG), along);
}

/* @inline */ export function scoreWithAlpha(
  r: v128,
  g: v128,
  b: v128,
  a: v128,
  rr: v128,
  gg: v128,
  bb: v128,
  aa: v128,
  rg: v128,
  gb: v128,
  ba: v128,
  ar: v128,
  rb: v128,
  ga: v128,
  inverse: v128,
  along: f32,
): v128 {
  const meanR = f32x4.mul(r, inverse);
  const meanG = f32x4.mul(g, inverse);
  const meanB = f32x4.mul(b, inverse);
  const meanA = f32x4.mul(a, inverse);
  const dr = scatter(rr, meanR, r, weighR, weighR);
  const dg = scatter(gg, meanG, g, weighG, weighG);
  const db = scatter(bb, meanB, b, weighB, weighB);
  const da = scatter(aa, meanA, a, weighA, weighA);
  const ofR = f32x4.add(
    f32x4.add(square(dr), square(scatter(rb, meanR, b, weighR, weighB))),
    twice(scatter(rg, meanR, g, weighR, weighG)),
  );
  const ofG = f32x4.add(
    f32x4.add(square(dg), square(scatter(ga, meanG, a, weighG, weighA))),
    twice(scatter(gb, meanG, b, weighG, weighB)),
  );
  const ofB = f32x4.add(
    f32x4.add(square(db), square(scatter(rb, meanB, r, weighB, weighR))),
    twice(scatter(ba, meanB, a, weighB, weighA)),
  );
  const ofA = f32x4.add(
    f32x4.add(square(da), square(scatter(ga, meanA, g, weighA, weighG))),
    twice(scatter(ar, meanA, r, weighA, weighR)),
  );
  return scoreBy(
    f32x4.add(f32x4.add(dr, db), f32x4.add(dg, da)),
    f32x4.add(f32x4.add(ofR, ofB), f32x4.add(ofG, ofA)),
    along,
  );
}
