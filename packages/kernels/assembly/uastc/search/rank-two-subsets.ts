// Scores four patterns of two subsets at once, one per lane.

import { patternBits, patternCount } from '../pack/patterns';
import { weighA, weighB, weighG, weighR, weighted } from '../state';
import { hasAlpha, momentsOf } from './moments';

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

/** Scores by trace and squared Frobenius norm of the scatter: the norm is the largest eigenvalue if texels are near a line, and `along` the share of
 *  it that counts. */
/* @inline */ function scoreBy(trace: v128, squaredNorm: v128, along: f32): v128 {
  const norm = f32x4.sqrt(squaredNorm);
  return f32x4.add(f32x4.max(f32x4.sub(trace, norm), f32x4.splat(0)), f32x4.mul(norm, f32x4.splat(along)));
}

/* @inline */ function scoreOpaque(
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

/* @inline */ function scoreWithAlpha(
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

/** Transposes moments of four sets: halves of the first two lanes, and of the last two. */
/* @inline */ function early(p0: v128, p1: v128): v128 {
  return f32x4.shuffle(p0, p1, 0, 4, 1, 5);
}
/* @inline */ function late(p0: v128, p1: v128): v128 {
  return f32x4.shuffle(p0, p1, 2, 6, 3, 7);
}
/* @inline */ function even(low: v128, high: v128): v128 {
  return f32x4.shuffle(low, high, 0, 1, 4, 5);
}
/* @inline */ function odd(low: v128, high: v128): v128 {
  return f32x4.shuffle(low, high, 2, 3, 6, 7);
}
/** The rest of a total (one lane of `all`) without a part. */
/* @inline */ function rest0(all: v128, part: v128): v128 {
  return f32x4.sub(f32x4.shuffle(all, all, 0, 0, 0, 0), part);
}
/* @inline */ function rest1(all: v128, part: v128): v128 {
  return f32x4.sub(f32x4.shuffle(all, all, 1, 1, 1, 1), part);
}
/* @inline */ function rest2(all: v128, part: v128): v128 {
  return f32x4.sub(f32x4.shuffle(all, all, 2, 2, 2, 2), part);
}
/* @inline */ function rest3(all: v128, part: v128): v128 {
  return f32x4.sub(f32x4.shuffle(all, all, 3, 3, 3, 3), part);
}

/** Scores of the patterns `first` to `first` + 3 of a set; beyond the end the last one is repeated. */
export function scoreFour(set: i32, first: i32, along: f32): v128 {
  const last = patternCount(set) - 1;
  const p0 = patternBits(set, first) & 0xffff;
  const p1 = patternBits(set, min(first + 1, last)) & 0xffff;
  const p2 = patternBits(set, min(first + 2, last)) & 0xffff;
  const p3 = patternBits(set, min(first + 3, last)) & 0xffff;
  const counts = f32x4(f32(popcnt(p0)), f32(popcnt(p1)), f32(popcnt(p2)), f32(popcnt(p3)));
  const inverse = f32x4.div(f32x4.splat(1), counts);
  const others = f32x4.div(f32x4.splat(1), f32x4.sub(f32x4.splat(16), counts));
  return hasAlpha()
    ? fourWithAlpha(p0, p1, p2, p3, inverse, others, along)
    : fourOpaque(p0, p1, p2, p3, inverse, others, along);
}

function fourOpaque(p0: u32, p1: u32, p2: u32, p3: u32, inverse: v128, others: v128, along: f32): v128 {
  let m0 = momentsOf(p0, 0);
  let m1 = momentsOf(p1, 0);
  let m2 = momentsOf(p2, 0);
  let m3 = momentsOf(p3, 0);
  let low = early(m0, m1);
  let high = early(m2, m3);
  const r = even(low, high);
  const g = odd(low, high);
  const b = even(late(m0, m1), late(m2, m3));
  m0 = momentsOf(p0, 16);
  m1 = momentsOf(p1, 16);
  m2 = momentsOf(p2, 16);
  m3 = momentsOf(p3, 16);
  low = early(m0, m1);
  high = early(m2, m3);
  const rr = even(low, high);
  const gg = odd(low, high);
  const bb = even(late(m0, m1), late(m2, m3));
  m0 = momentsOf(p0, 32);
  m1 = momentsOf(p1, 32);
  m2 = momentsOf(p2, 32);
  m3 = momentsOf(p3, 32);
  low = early(m0, m1);
  high = early(m2, m3);
  const rg = even(low, high);
  const gb = odd(low, high);
  const br = even(late(m0, m1), late(m2, m3));
  const sums = momentsOf(0xffff, 0);
  const squares = momentsOf(0xffff, 16);
  const products = momentsOf(0xffff, 32);
  const score = scoreOpaque(r, g, b, rr, gg, bb, rg, gb, br, inverse, along);
  return f32x4.add(
    score,
    scoreOpaque(
      rest0(sums, r),
      rest1(sums, g),
      rest2(sums, b),
      rest0(squares, rr),
      rest1(squares, gg),
      rest2(squares, bb),
      rest0(products, rg),
      rest1(products, gb),
      rest2(products, br),
      others,
      along,
    ),
  );
}

function fourWithAlpha(p0: u32, p1: u32, p2: u32, p3: u32, inverse: v128, others: v128, along: f32): v128 {
  let m0 = momentsOf(p0, 0);
  let m1 = momentsOf(p1, 0);
  let m2 = momentsOf(p2, 0);
  let m3 = momentsOf(p3, 0);
  let low = early(m0, m1);
  let high = early(m2, m3);
  let low2 = late(m0, m1);
  let high2 = late(m2, m3);
  const r = even(low, high);
  const g = odd(low, high);
  const b = even(low2, high2);
  const a = odd(low2, high2);
  m0 = momentsOf(p0, 16);
  m1 = momentsOf(p1, 16);
  m2 = momentsOf(p2, 16);
  m3 = momentsOf(p3, 16);
  low = early(m0, m1);
  high = early(m2, m3);
  low2 = late(m0, m1);
  high2 = late(m2, m3);
  const rr = even(low, high);
  const gg = odd(low, high);
  const bb = even(low2, high2);
  const aa = odd(low2, high2);
  m0 = momentsOf(p0, 32);
  m1 = momentsOf(p1, 32);
  m2 = momentsOf(p2, 32);
  m3 = momentsOf(p3, 32);
  low = early(m0, m1);
  high = early(m2, m3);
  low2 = late(m0, m1);
  high2 = late(m2, m3);
  const rg = even(low, high);
  const gb = odd(low, high);
  const ba = even(low2, high2);
  const ar = odd(low2, high2);
  low = early(momentsOf(p0, 48), momentsOf(p1, 48));
  high = early(momentsOf(p2, 48), momentsOf(p3, 48));
  const rb = even(low, high);
  const ga = odd(low, high);
  const sums = momentsOf(0xffff, 0);
  const squares = momentsOf(0xffff, 16);
  const ring = momentsOf(0xffff, 32);
  const cross = momentsOf(0xffff, 48);
  const score = scoreWithAlpha(r, g, b, a, rr, gg, bb, aa, rg, gb, ba, ar, rb, ga, inverse, along);
  return f32x4.add(
    score,
    scoreWithAlpha(
      rest0(sums, r),
      rest1(sums, g),
      rest2(sums, b),
      rest3(sums, a),
      rest0(squares, rr),
      rest1(squares, gg),
      rest2(squares, bb),
      rest3(squares, aa),
      rest0(ring, rg),
      rest1(ring, gb),
      rest2(ring, ba),
      rest3(ring, ar),
      rest0(cross, rb),
      rest1(cross, ga),
      others,
      along,
    ),
  );
}
