// Which partitions are worth a fit: the error that their subsets' best lines leave, estimated for all sixty-four from moments alone.
// A subset's scatter has trace T and norm F, which is nearly its greatest eigenvalue: T − F is left off the line, and along it a part of
// F that depends on how many indices there are.

import { THREE, TWO, subsetBits } from './partitions';
import { MOMENTS, TABLE } from './moments';

/** Estimated squared error of each partition, and the summed norms of its subsets. */
export const COSTS: usize = memory.data(64 * 4, 16);
export const NORMS: usize = memory.data(64 * 4, 16);

let trace: v128 = f32x4.splat(0);
let norm: v128 = f32x4.splat(0);

/** Sums of R G B, squares and products of four sets of texels, one set a lane. */
const SETS: usize = memory.data(9 * 16, 16);
const OTHERS: usize = memory.data(9 * 16, 16);

@inline function entrySum(bits: i32, at: usize): v128 {
  return f32x4.add(
    f32x4.add(
      v128.load(TABLE + ((bits & 15) << 6) + at),
      v128.load(TABLE + 1024 + ((bits >> 4 & 15) << 6) + at),
    ),
    f32x4.add(
      v128.load(TABLE + 2048 + ((bits >> 8 & 15) << 6) + at),
      v128.load(TABLE + 3072 + ((bits >> 12) << 6) + at),
    ),
  );
}

/** Gathers three of the moments of four sets, turned so that each lane is a set. */
@inline function gatherThree(to: usize, at: usize, a: i32, b: i32, c: i32, d: i32): void {
  const p = entrySum(a, at);
  const q = entrySum(b, at);
  const r = entrySum(c, at);
  const s = entrySum(d, at);
  const pq = f32x4.shuffle(p, q, 0, 4, 1, 5);
  const rs = f32x4.shuffle(r, s, 0, 4, 1, 5);
  v128.store(to, f32x4.shuffle(pq, rs, 0, 1, 4, 5));
  v128.store(to, f32x4.shuffle(pq, rs, 2, 3, 6, 7), 16);
  v128.store(to, f32x4.shuffle(f32x4.shuffle(p, q, 2, 6, 2, 6), f32x4.shuffle(r, s, 2, 6, 2, 6), 0, 1, 4, 5), 32);
}

@inline function gatherSets(to: usize, slot: i32, subset: i32): void {
  const a = subsetBits(slot, subset);
  const b = subsetBits(slot + 1, subset);
  const c = subsetBits(slot + 2, subset);
  const d = subsetBits(slot + 3, subset);
  gatherThree(to, 0, a, b, c, d);
  gatherThree(to + 48, 16, a, b, c, d);
  gatherThree(to + 96, 32, a, b, c, d);
}

@inline function inverseCounts(slot: i32, subset: i32): v128 {
  return f32x4.div(
    f32x4.splat(1),
    f32x4(
      f32(popcnt(subsetBits(slot, subset))),
      f32(popcnt(subsetBits(slot + 1, subset))),
      f32(popcnt(subsetBits(slot + 2, subset))),
      f32(popcnt(subsetBits(slot + 3, subset))),
    ),
  );
}

/** Adds the trace and the norm of four scatter matrices. */
@inline function addScatter(
  inverse: v128, r: v128, g: v128, b: v128, rr: v128, gg: v128, bb: v128, rg: v128, gb: v128, br: v128,
): void {
  const mr = f32x4.mul(r, inverse);
  const mg = f32x4.mul(g, inverse);
  const mb = f32x4.mul(b, inverse);
  const drr = f32x4.sub(rr, f32x4.mul(mr, r));
  const dgg = f32x4.sub(gg, f32x4.mul(mg, g));
  const dbb = f32x4.sub(bb, f32x4.mul(mb, b));
  const drg = f32x4.sub(rg, f32x4.mul(mr, g));
  const dgb = f32x4.sub(gb, f32x4.mul(mg, b));
  const dbr = f32x4.sub(br, f32x4.mul(mb, r));
  const cross = f32x4.add(f32x4.mul(drg, drg), f32x4.add(f32x4.mul(dgb, dgb), f32x4.mul(dbr, dbr)));
  const square = f32x4.add(f32x4.mul(drr, drr), f32x4.add(f32x4.mul(dgg, dgg), f32x4.mul(dbb, dbb)));
  trace = f32x4.add(trace, f32x4.add(drr, f32x4.add(dgg, dbb)));
  norm = f32x4.add(norm, f32x4.sqrt(f32x4.add(square, f32x4.add(cross, cross))));
}

@inline function addSets(at: usize, inverse: v128): void {
  addScatter(
    inverse,
    v128.load(at), v128.load(at, 16), v128.load(at, 32), v128.load(at, 48), v128.load(at, 64), v128.load(at, 80),
    v128.load(at, 96), v128.load(at, 112), v128.load(at, 128),
  );
}

/** The moments of the whole block, lane for lane like SETS. */
const WHOLE_SETS: usize = memory.data(9 * 16, 16);

@inline function splatWhole(to: usize, at: usize): void {
  v128.store(WHOLE_SETS + to, f32x4.splat(load<f32>(MOMENTS + at)));
}

export function beginRank(): void {
  for (let i: usize = 0; i < 3; i++) {
    splatWhole(i << 4, i << 2);
    splatWhole(48 + (i << 4), 16 + (i << 2));
    splatWhole(96 + (i << 4), 32 + (i << 2));
  }
}

@inline function subtract(to: usize, from: usize): void {
  for (let i: usize = 0; i < 144; i += 16) v128.store(to + i, f32x4.sub(v128.load(from + i), v128.load(to + i)));
}

/** Ranks the partitions into two subsets. `keep` is the part of the norm that the indices do not leave as error. */
export function rankTwo(keep: f32): void {
  for (let i = 0; i < 64; i += 4) {
    trace = f32x4.splat(0);
    norm = f32x4.splat(0);
    gatherSets(SETS, TWO + i, 1);
    addSets(SETS, inverseCounts(TWO + i, 1));
    subtract(SETS, WHOLE_SETS);
    addSets(SETS, inverseCounts(TWO + i, 0));
    v128.store(COSTS + (<usize>i << 2), f32x4.sub(trace, f32x4.mul(norm, f32x4.splat(keep))));
    v128.store(NORMS + (<usize>i << 2), norm);
  }
}

/** Ranks `count` partitions into three subsets. */
export function rankThree(count: i32, keep: f32): void {
  for (let i = 0; i < count; i += 4) {
    trace = f32x4.splat(0);
    norm = f32x4.splat(0);
    gatherSets(SETS, THREE + i, 1);
    addSets(SETS, inverseCounts(THREE + i, 1));
    gatherSets(OTHERS, THREE + i, 2);
    addSets(OTHERS, inverseCounts(THREE + i, 2));
    subtract(SETS, WHOLE_SETS);
    for (let j: usize = 0; j < 144; j += 16) v128.store(SETS + j, f32x4.sub(v128.load(SETS + j), v128.load(OTHERS + j)));
    addSets(SETS, inverseCounts(THREE + i, 0));
    v128.store(COSTS + (<usize>i << 2), f32x4.sub(trace, f32x4.mul(norm, f32x4.splat(keep))));
    v128.store(NORMS + (<usize>i << 2), norm);
  }
}

/** The cheapest partition of `count`, which is then out of the running. */
export function takeCheapest(count: i32): i32 {
  let found = 0;
  let least = load<f32>(COSTS);
  for (let i = 1; i < count; i++) {
    const cost = load<f32>(COSTS + (<usize>i << 2));
    if (cost < least) {
      least = cost;
      found = i;
    }
  }
  store<f32>(COSTS + (<usize>found << 2), f32.MAX_VALUE);
  return found;
}
