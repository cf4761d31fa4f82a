// Scores four patterns of two subsets at once, one per lane.

import { patternBits, patternCount } from '../pack/patterns';
import { hasAlpha, momentsOf } from './moments';
import { scoreOpaque, scoreWithAlpha } from './subset-scores';

// A vector of moments of four sets, transposed: one set per lane.
let lane0: v128 = f32x4.splat(0);
let lane1: v128 = f32x4.splat(0);
let lane2: v128 = f32x4.splat(0);
let lane3: v128 = f32x4.splat(0);

/** Sets the transposed moments of four sets; `part` is 0, 16, 32 or 48. */
/* @inline */ function transpose(p0: u32, p1: u32, p2: u32, p3: u32, part: usize): void {
  const m0 = momentsOf(p0, part);
  const m1 = momentsOf(p1, part);
  const m2 = momentsOf(p2, part);
  const m3 = momentsOf(p3, part);
  const low = f32x4.shuffle(m0, m1, 0, 4, 1, 5);
  const high = f32x4.shuffle(m2, m3, 0, 4, 1, 5);
  lane0 = f32x4.shuffle(low, high, 0, 1, 4, 5);
  lane1 = f32x4.shuffle(low, high, 2, 3, 6, 7);
  const low2 = f32x4.shuffle(m0, m1, 2, 6, 3, 7);
  const high2 = f32x4.shuffle(m2, m3, 2, 6, 3, 7);
  lane2 = f32x4.shuffle(low2, high2, 0, 1, 4, 5);
  lane3 = f32x4.shuffle(low2, high2, 2, 3, 6, 7);
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
  transpose(p0, p1, p2, p3, 0);
  const r = lane0;
  const g = lane1;
  const b = lane2;
  transpose(p0, p1, p2, p3, 16);
  const rr = lane0;
  const gg = lane1;
  const bb = lane2;
  transpose(p0, p1, p2, p3, 32);
  const rg = lane0;
  const gb = lane1;
  const br = lane2;
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
  transpose(p0, p1, p2, p3, 0);
  const r = lane0;
  const g = lane1;
  const b = lane2;
  const a = lane3;
  transpose(p0, p1, p2, p3, 16);
  const rr = lane0;
  const gg = lane1;
  const bb = lane2;
  const aa = lane3;
  transpose(p0, p1, p2, p3, 32);
  const rg = lane0;
  const gb = lane1;
  const ba = lane2;
  const ar = lane3;
  transpose(p0, p1, p2, p3, 48);
  const rb = lane0;
  const ga = lane1;
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
