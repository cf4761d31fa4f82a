// The sixteen partitions into two subsets that `fast` ranks for an opaque block, with modes 4 and 5. It finds what rankTwo and takeCheapest
// would, in a third of the time: in each row of these partitions subset 1 has the last zero to four texels, so that sums of a row from
// its end are all that is needed. Four partitions are ranked at a time, one per lane.

import { MOMENTS } from '../moments';
import { inverses, TWO } from '../partitions';

/** By row: sums R G B RR GG BB RG GB BR of its last four, three, two and one texels, a lane each. */
const SUMS: usize = memory.data(4 * 9 * 16, 16);
const ROW_BYTES: usize = 144;

let trace: v128 = f32x4.splat(0);
let norm: v128 = f32x4.splat(0);

/** Sums of lanes from each to the last. */
/* @inline */ function fromEnd(v: v128): v128 {
  const zero = i32x4.splat(0);
  const pairs = f32x4.add(v, i32x4.shuffle(v, zero, 1, 2, 3, 4));
  return f32x4.add(pairs, i32x4.shuffle(pairs, zero, 2, 3, 4, 4));
}

function sumRow(to: usize, r: v128, g: v128, b: v128): void {
  v128.store(to, fromEnd(r));
  v128.store(to, fromEnd(g), 16);
  v128.store(to, fromEnd(b), 32);
  v128.store(to, fromEnd(f32x4.mul(r, r)), 48);
  v128.store(to, fromEnd(f32x4.mul(g, g)), 64);
  v128.store(to, fromEnd(f32x4.mul(b, b)), 80);
  v128.store(to, fromEnd(f32x4.mul(r, g)), 96);
  v128.store(to, fromEnd(f32x4.mul(g, b)), 112);
  v128.store(to, fromEnd(f32x4.mul(b, r)), 128);
}

/* @inline */ function floatsLow(v: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(v));
}
/* @inline */ function floatsHigh(v: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(v));
}

/** Sums the rows of a block that is stored by channel. */
function sumRows(planar: usize): void {
  const r0 = v128.load(planar);
  const r1 = v128.load(planar, 16);
  const g0 = v128.load(planar, 32);
  const g1 = v128.load(planar, 48);
  const b0 = v128.load(planar, 64);
  const b1 = v128.load(planar, 80);
  sumRow(SUMS, floatsLow(r0), floatsLow(g0), floatsLow(b0));
  sumRow(SUMS + ROW_BYTES, floatsHigh(r0), floatsHigh(g0), floatsHigh(b0));
  sumRow(SUMS + ROW_BYTES * 2, floatsLow(r1), floatsLow(g1), floatsLow(b1));
  sumRow(SUMS + ROW_BYTES * 3, floatsHigh(r1), floatsHigh(g1), floatsHigh(b1));
}

/** A sum over subset 1 of four partitions. A row's lanes: its last four, three, two, one texels, or (4) none. */
/* @inline */ function gather(group: i32, at: usize): v128 {
  const zero = f32x4.splat(0);
  const a = v128.load(SUMS + at);
  const b = v128.load(SUMS + at, 144);
  const c = v128.load(SUMS + at, 288);
  const d = v128.load(SUMS + at, 432);
  if (group === 0)
    return f32x4.add(
      f32x4.add(f32x4.shuffle(a, a, 2, 3, 1, 3), f32x4.shuffle(b, b, 2, 3, 1, 2)),
      f32x4.add(f32x4.shuffle(c, c, 2, 3, 1, 2), f32x4.shuffle(d, d, 2, 3, 1, 1)),
    );
  if (group === 1)
    return f32x4.add(
      f32x4.add(f32x4.shuffle(a, zero, 4, 2, 3, 4), f32x4.shuffle(b, b, 3, 1, 2, 3)),
      f32x4.add(f32x4.shuffle(c, c, 3, 1, 1, 2), f32x4.shuffle(d, d, 2, 0, 0, 1)),
    );
  if (group === 2)
    return f32x4.add(
      f32x4.add(f32x4.shuffle(a, zero, 4, 2, 4, 4), f32x4.shuffle(b, zero, 4, 1, 3, 4)),
      f32x4.add(f32x4.shuffle(c, c, 3, 0, 1, 3), f32x4.shuffle(d, d, 2, 0, 0, 1)),
    );
  return f32x4.add(
    f32x4.add(f32x4.shuffle(a, zero, 3, 4, 4, 4), f32x4.shuffle(b, zero, 1, 4, 0, 4)),
    f32x4.add(f32x4.shuffle(c, zero, 0, 0, 0, 4), f32x4.shuffle(d, d, 0, 0, 0, 0)),
  );
}

/* @inline */ function addScatter(
  inverse: v128,
  r: v128,
  g: v128,
  b: v128,
  r2: v128,
  g2: v128,
  b2: v128,
  crossRG: v128,
  crossGB: v128,
  crossBR: v128,
): void {
  const mr = f32x4.mul(r, inverse);
  const mg = f32x4.mul(g, inverse);
  const mb = f32x4.mul(b, inverse);
  const rr = f32x4.sub(r2, f32x4.mul(mr, r));
  const gg = f32x4.sub(g2, f32x4.mul(mg, g));
  const bb = f32x4.sub(b2, f32x4.mul(mb, b));
  const rg = f32x4.sub(crossRG, f32x4.mul(mr, g));
  const gb = f32x4.sub(crossGB, f32x4.mul(mg, b));
  const br = f32x4.sub(crossBR, f32x4.mul(mb, r));
  const cross = f32x4.add(f32x4.mul(rg, rg), f32x4.add(f32x4.mul(gb, gb), f32x4.mul(br, br)));
  const square = f32x4.add(f32x4.mul(rr, rr), f32x4.add(f32x4.mul(gg, gg), f32x4.mul(bb, bb)));
  trace = f32x4.add(trace, f32x4.add(rr, f32x4.add(gg, bb)));
  norm = f32x4.add(norm, f32x4.sqrt(f32x4.add(square, f32x4.add(cross, cross))));
}

/* @inline */ function whole(at: usize): v128 {
  return v128.load32_splat(MOMENTS + at);
}

/** Estimated errors of four partitions in mode 1. */
/* @inline */ function rankGroup(group: i32, share: f32, noise: f32): v128 {
  const r = gather(group, 0);
  const g = gather(group, 16);
  const b = gather(group, 32);
  const rr = gather(group, 48);
  const gg = gather(group, 64);
  const bb = gather(group, 80);
  const rg = gather(group, 96);
  const gb = gather(group, 112);
  const br = gather(group, 128);
  const slot = TWO + group * 4;
  trace = f32x4.splat(0);
  norm = f32x4.splat(0);
  addScatter(v128.load(inverses(slot, 1)), r, g, b, rr, gg, bb, rg, gb, br);
  addScatter(
    v128.load(inverses(slot, 0)),
    f32x4.sub(whole(0), r),
    f32x4.sub(whole(4), g),
    f32x4.sub(whole(8), b),
    f32x4.sub(whole(16), rr),
    f32x4.sub(whole(20), gg),
    f32x4.sub(whole(24), bb),
    f32x4.sub(whole(32), rg),
    f32x4.sub(whole(36), gb),
    f32x4.sub(whole(40), br),
  );
  return f32x4.add(f32x4.sub(trace, f32x4.mul(norm, f32x4.splat(f32(1) - share))), f32x4.splat(noise));
}

/** Stores the estimated errors of mode 1 with the first sixteen partitions, for `share` of the variance along a line. MOMENTS must be
 *  those of the whole block. */
export function rankCorners(planar: usize, costs: usize, share: f32, noise: f32): void {
  sumRows(planar);
  v128.store(costs, rankGroup(0, share, noise));
  v128.store(costs, rankGroup(1, share, noise), 16);
  v128.store(costs, rankGroup(2, share, noise), 32);
  v128.store(costs, rankGroup(3, share, noise), 48);
}
