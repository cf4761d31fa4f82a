// Moments of any set of texels, from tables of the sixteen subsets of each row. Integers below 2²⁴: exact as f32 in any order.

import { PLANAR } from '../../block/texels';

/** Row × 16 subsets × (sums, squares, products). With alpha the products are RG GB BA AR, then RB GA RB GA; without it RG GB BR 0. */
const ROWS: usize = memory.data(4 * 16 * 64, 16);
let withAlpha: bool = false;

/** The current set: sums, squares, RG GB BA AR, RB GA RB GA. */
export let setSums: v128 = f32x4.splat(0);
export let setSquares: v128 = f32x4.splat(0);
export let setRing: v128 = f32x4.splat(0);
export let setCross: v128 = f32x4.splat(0);

/* @inline */ export function hasAlpha(): bool {
  return withAlpha;
}

/** Sums the moments of every row's subsets. Without `alpha` it counts as 0. */
export function buildTables(alpha: bool): void {
  withAlpha = alpha;
  const zero = f32x4.splat(0);
  for (let row = 0; row < 4; row++) {
    const at = ROWS + (row << 10);
    v128.store(at, zero);
    v128.store(at, zero, 16);
    v128.store(at, zero, 32);
    v128.store(at, zero, 48);
    for (let x = 0; x < 4; x++) {
      const texel = PLANAR + (row << 3) + (x << 1);
      const v = f32x4.convert_i32x4_s(
        i32x4(load<i16>(texel), load<i16>(texel, 32), load<i16>(texel, 64), alpha ? load<i16>(texel, 96) : 0),
      );
      const v1 = f32x4.mul(v, v);
      const bit = 1 << x;
      if (alpha)
        addTexel(
          at,
          bit,
          v,
          v1,
          f32x4.mul(v, f32x4.shuffle(v, v, 1, 2, 3, 0)),
          f32x4.mul(v, f32x4.shuffle(v, v, 2, 3, 0, 1)),
        );
      else addOpaqueTexel(at, bit, v, v1, f32x4.mul(v, f32x4.shuffle(v, v, 1, 2, 0, 3)));
    }
  }
}

/* @inline */ function addTexel(at: usize, bit: i32, v: v128, v1: v128, v2: v128, v3: v128): void {
  for (let from = at; from < at + (bit << 6); from += 64) {
    const to = from + (bit << 6);
    v128.store(to, f32x4.add(v128.load(from), v));
    v128.store(to, f32x4.add(v128.load(from, 16), v1), 16);
    v128.store(to, f32x4.add(v128.load(from, 32), v2), 32);
    v128.store(to, f32x4.add(v128.load(from, 48), v3), 48);
  }
}

/* @inline */ function addOpaqueTexel(at: usize, bit: i32, v: v128, v1: v128, v2: v128): void {
  for (let from = at; from < at + (bit << 6); from += 64) {
    const to = from + (bit << 6);
    v128.store(to, f32x4.add(v128.load(from), v));
    v128.store(to, f32x4.add(v128.load(from, 16), v1), 16);
    v128.store(to, f32x4.add(v128.load(from, 32), v2), 32);
  }
}

/** A vector of a set's moments; `part` is 0, 16, 32 or 48. */
/* @inline */ export function momentsOf(bits: u32, part: usize): v128 {
  const at = ROWS + part;
  return f32x4.add(
    f32x4.add(v128.load(at + ((bits & 15) << 6)), v128.load(at + (((bits >> 4) & 15) << 6), 1024)),
    f32x4.add(v128.load(at + (((bits >> 8) & 15) << 6), 2048), v128.load(at + (((bits >> 12) & 15) << 6), 3072)),
  );
}

/** Sums the texels of a set, a bit each. */
export function sumSet(bits: u32): void {
  setSums = momentsOf(bits, 0);
  setSquares = momentsOf(bits, 16);
  const products = momentsOf(bits, 32);
  if (withAlpha) {
    setRing = products;
    setCross = momentsOf(bits, 48);
    return;
  }
  const zero = f32x4.splat(0);
  setRing = f32x4.shuffle(products, zero, 0, 1, 4, 4);
  setCross = f32x4.shuffle(products, zero, 2, 4, 2, 4);
}
