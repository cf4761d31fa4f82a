// Trace and norm of scatter matrices, four at a time: one set of texels per lane. The norm is close to the largest eigenvalue, so trace − norm
// is about the error that the best line through a set leaves.

import { MOMENTS, TABLE } from './moments';

/** Vectors of a group of four sets: sums R G B A, squares, RG GB BR ·, RA GA BA ·, transposed from four MOMENTS. */
export const SETS: usize = memory.data(16 * 16, 16);
export const OTHERS: usize = memory.data(16 * 16, 16);
/** The whole block in every lane. */
const WHOLE_SETS: usize = memory.data(16 * 16, 16);

export let trace: v128 = f32x4.splat(0);
export let norm: v128 = f32x4.splat(0);

export function clearScatter(): void {
  trace = f32x4.splat(0);
  norm = f32x4.splat(0);
}

/* @inline */ export function setScatter(diagonal: v128, frobenius: v128): void {
  trace = diagonal;
  norm = frobenius;
}

/* @inline */ function entrySum(rows: usize, at: usize): v128 {
  return f32x4.add(
    f32x4.add(v128.load(TABLE + usize(load<u16>(rows)) + at), v128.load(TABLE + usize(load<u16>(rows, 2)) + at)),
    f32x4.add(v128.load(TABLE + usize(load<u16>(rows, 4)) + at), v128.load(TABLE + usize(load<u16>(rows, 6)) + at)),
  );
}

/** Gathers and transposes a vector of the moments of four sets. */
/* @inline */ function gather(to: usize, at: usize, rows: usize, alpha: bool): void {
  const p = entrySum(rows, at);
  const q = entrySum(rows + 24, at);
  const r = entrySum(rows + 48, at);
  const s = entrySum(rows + 72, at);
  const pq = f32x4.shuffle(p, q, 0, 4, 1, 5);
  const rs = f32x4.shuffle(r, s, 0, 4, 1, 5);
  const pq2 = f32x4.shuffle(p, q, 2, 6, 3, 7);
  const rs2 = f32x4.shuffle(r, s, 2, 6, 3, 7);
  v128.store(to, f32x4.shuffle(pq, rs, 0, 1, 4, 5));
  v128.store(to, f32x4.shuffle(pq, rs, 2, 3, 6, 7), 16);
  v128.store(to, f32x4.shuffle(pq2, rs2, 0, 1, 4, 5), 32);
  if (alpha) v128.store(to, f32x4.shuffle(pq2, rs2, 2, 3, 6, 7), 48);
}

/** Gathers four sets whose offsets of row sums start at `rows`, 24 bytes apart. */
/* @inline */ export function gatherSets(to: usize, rows: usize, alpha: bool): void {
  gather(to, 0, rows, alpha);
  gather(to + 64, 16, rows, alpha);
  gather(to + 128, 32, rows, false);
  if (alpha) gather(to + 192, 48, rows, false);
}

/** Adds trace and norm of four sets; `inverse` is 1 / their numbers of texels. */
/* @inline */ export function addScatter(sets: usize, inverse: v128, alpha: bool): void {
  const r = v128.load(sets);
  const g = v128.load(sets, 16);
  const b = v128.load(sets, 32);
  const mr = f32x4.mul(r, inverse);
  const mg = f32x4.mul(g, inverse);
  const mb = f32x4.mul(b, inverse);
  const rr = f32x4.sub(v128.load(sets, 64), f32x4.mul(mr, r));
  const gg = f32x4.sub(v128.load(sets, 80), f32x4.mul(mg, g));
  const bb = f32x4.sub(v128.load(sets, 96), f32x4.mul(mb, b));
  const rg = f32x4.sub(v128.load(sets, 128), f32x4.mul(mr, g));
  const gb = f32x4.sub(v128.load(sets, 144), f32x4.mul(mg, b));
  const br = f32x4.sub(v128.load(sets, 160), f32x4.mul(mb, r));
  let cross = f32x4.add(f32x4.mul(rg, rg), f32x4.add(f32x4.mul(gb, gb), f32x4.mul(br, br)));
  let square = f32x4.add(f32x4.mul(rr, rr), f32x4.add(f32x4.mul(gg, gg), f32x4.mul(bb, bb)));
  let diagonal = f32x4.add(rr, f32x4.add(gg, bb));
  if (alpha) {
    const a = v128.load(sets, 48);
    const ma = f32x4.mul(a, inverse);
    const aa = f32x4.sub(v128.load(sets, 112), f32x4.mul(ma, a));
    const ra = f32x4.sub(v128.load(sets, 192), f32x4.mul(ma, r));
    const ga = f32x4.sub(v128.load(sets, 208), f32x4.mul(ma, g));
    const ba = f32x4.sub(v128.load(sets, 224), f32x4.mul(ma, b));
    cross = f32x4.add(cross, f32x4.add(f32x4.mul(ra, ra), f32x4.add(f32x4.mul(ga, ga), f32x4.mul(ba, ba))));
    square = f32x4.add(square, f32x4.mul(aa, aa));
    diagonal = f32x4.add(diagonal, aa);
  }
  trace = f32x4.add(trace, diagonal);
  norm = f32x4.add(norm, f32x4.sqrt(f32x4.add(square, f32x4.add(cross, cross))));
}

/** Reads the moments of the whole block from MOMENTS. */
export function spreadWhole(): void {
  for (let i: usize = 0; i < 16; i++) v128.store(WHOLE_SETS + (i << 4), f32x4.splat(load<f32>(MOMENTS + (i << 2))));
}

/* @inline */ function subtractVector(to: usize, from: usize, sets: usize, at: usize): void {
  v128.store(to + at, f32x4.sub(v128.load(from + at), v128.load(sets + at)));
}

/** The moments of `from` minus those of `sets`. */
/* @inline */ function subtractGroup(to: usize, from: usize, sets: usize, alpha: bool): void {
  subtractVector(to, from, sets, 0);
  subtractVector(to, from, sets, 16);
  subtractVector(to, from, sets, 32);
  subtractVector(to, from, sets, 64);
  subtractVector(to, from, sets, 80);
  subtractVector(to, from, sets, 96);
  subtractVector(to, from, sets, 128);
  subtractVector(to, from, sets, 144);
  subtractVector(to, from, sets, 160);
  if (!alpha) return;
  subtractVector(to, from, sets, 48);
  subtractVector(to, from, sets, 112);
  subtractVector(to, from, sets, 192);
  subtractVector(to, from, sets, 208);
  subtractVector(to, from, sets, 224);
}

/** Replaces sets by their complements in the block. */
/* @inline */ export function complement(sets: usize, alpha: bool): void {
  subtractGroup(sets, WHOLE_SETS, sets, alpha);
}

/* @inline */ export function subtract(from: usize, sets: usize): void {
  subtractGroup(from, from, sets, false);
}
