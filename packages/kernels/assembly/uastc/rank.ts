// Ranks partition patterns without fitting them: what would remain off the best line of each subset, plus what the
// coarse weights leave along it. Sums of any subset come from tables of the sixteen part sums of each row.

import { PLANAR, floatSums4, weighted, weighR, weighG, weighB, weighA } from './state';
import { patternBits, patternCount, patternMasks } from './patterns';
import { gather, lineEnds } from './axis';

/** Row × 16 combinations × (sums, squares, RG GB BA AR, RB GA RB GA). */
const ROWS: usize = memory.data(4 * 16 * 64, 16);
const ALL: usize = memory.data(64, 16);
const ONE: usize = memory.data(64, 16);
const TWO: usize = memory.data(64, 16);

/** The best patterns found, least score first. */
export const RANKED: usize = memory.data(4 * 8);
export const SCORES: usize = memory.data(4 * 8);

/** Sums the moments of every row's part sets. Blue-less or alpha-less blocks cost the same; opaque alpha counts as 0. */
export function buildRows(alpha: bool): void {
  const keep = alpha ? f32x4.splat(1) : f32x4(1, 1, 1, 0);
  for (let row = 0; row < 4; row++) {
    const at = ROWS + (row << 10);
    const zero = f32x4.splat(0);
    v128.store(at, zero);
    v128.store(at, zero, 16);
    v128.store(at, zero, 32);
    v128.store(at, zero, 48);
    for (let x = 0; x < 4; x++) {
      const texel = PLANAR + (row << 3) + (x << 1);
      let v = f32x4.convert_i32x4_s(i32x4(load<i16>(texel), load<i16>(texel, 32), load<i16>(texel, 64), load<i16>(texel, 96)));
      v = f32x4.mul(v, keep);
      const v1 = f32x4.mul(v, v);
      const v2 = f32x4.mul(v, f32x4.shuffle(v, v, 1, 2, 3, 0));
      const v3 = f32x4.mul(v, f32x4.shuffle(v, v, 2, 3, 0, 1));
      const bit = 1 << x;
      for (let k = 0; k < bit; k++) {
        const from = at + (k << 6);
        const to = from + (bit << 6);
        v128.store(to, f32x4.add(v128.load(from), v));
        v128.store(to, f32x4.add(v128.load(from, 16), v1), 16);
        v128.store(to, f32x4.add(v128.load(from, 32), v2), 32);
        v128.store(to, f32x4.add(v128.load(from, 48), v3), 48);
      }
    }
  }
  subsetSums(0xffff, ALL);
}

@inline function subsetSums(bits: u32, to: usize): void {
  const a = ROWS + ((bits & 15) << 6);
  const b = ROWS + 1024 + (((bits >> 4) & 15) << 6);
  const c = ROWS + 2048 + (((bits >> 8) & 15) << 6);
  const d = ROWS + 3072 + (((bits >> 12) & 15) << 6);
  v128.store(to, f32x4.add(f32x4.add(v128.load(a), v128.load(b)), f32x4.add(v128.load(c), v128.load(d))));
  v128.store(to, f32x4.add(f32x4.add(v128.load(a, 16), v128.load(b, 16)), f32x4.add(v128.load(c, 16), v128.load(d, 16))), 16);
  v128.store(to, f32x4.add(f32x4.add(v128.load(a, 32), v128.load(b, 32)), f32x4.add(v128.load(c, 32), v128.load(d, 32))), 32);
  v128.store(to, f32x4.add(f32x4.add(v128.load(a, 48), v128.load(b, 48)), f32x4.add(v128.load(c, 48), v128.load(d, 48))), 48);
}


/** Score of a subset by its moments: the trace of its scatter less most of its Frobenius norm, which is the greatest eigenvalue
 *  where the texels lie near a line. `along` is the share of it that counts. */
@inline function scoreOf(first: v128, squares: v128, ring: v128, cross: v128, count: i32, along: f32): f32 {
  const mean = f32x4.mul(first, f32x4.splat(f32(1) / f32(count)));
  let d = f32x4.sub(squares, f32x4.mul(mean, first));
  let o = f32x4.sub(ring, f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 3, 0)));
  let x = f32x4.sub(cross, f32x4.mul(mean, f32x4.shuffle(first, first, 2, 3, 0, 1)));
  if (weighted) {
    const w = f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA));
    d = f32x4.mul(d, w);
    o = f32x4.mul(o, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 1, 2, 3, 0))));
    x = f32x4.mul(x, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 2, 3, 0, 1))));
  }
  const oo = f32x4.mul(o, o);
  const all = f32x4.add(f32x4.add(f32x4.mul(d, d), f32x4.mul(x, x)), f32x4.add(oo, oo));
  const s = floatSums4(d, all, d, all);
  const trace = f32x4.extract_lane(s, 0);
  const norm = sqrt<f32>(f32x4.extract_lane(s, 1));
  return max(trace - norm, 0) + norm * along;
}

/** Ranks the patterns of a set by expected squared error; keeps the best `keep` in RANKED. */
export function rankPatterns(set: i32, along: f32, keep: i32): void {
  let kept = 0;
  const count = patternCount(set);
  for (let pattern = 0; pattern < count; pattern++) {
    const bits = patternBits(set, pattern);
    const oneBits = bits & 0xffff;
    const twoBits = bits >> 16;
    const inOne = popcnt(oneBits);
    const inTwo = popcnt(twoBits);
    subsetSums(oneBits, ONE);
    let score = scoreOf(v128.load(ONE), v128.load(ONE, 16), v128.load(ONE, 32), v128.load(ONE, 48), inOne, along);
    let r0 = f32x4.sub(v128.load(ALL), v128.load(ONE));
    let r1 = f32x4.sub(v128.load(ALL, 16), v128.load(ONE, 16));
    let r2 = f32x4.sub(v128.load(ALL, 32), v128.load(ONE, 32));
    let r3 = f32x4.sub(v128.load(ALL, 48), v128.load(ONE, 48));
    if (twoBits != 0) {
      subsetSums(twoBits, TWO);
      score += scoreOf(v128.load(TWO), v128.load(TWO, 16), v128.load(TWO, 32), v128.load(TWO, 48), inTwo, along);
      r0 = f32x4.sub(r0, v128.load(TWO));
      r1 = f32x4.sub(r1, v128.load(TWO, 16));
      r2 = f32x4.sub(r2, v128.load(TWO, 32));
      r3 = f32x4.sub(r3, v128.load(TWO, 48));
    }
    score += scoreOf(r0, r1, r2, r3, 16 - inOne - inTwo, along);
    let at = kept;
    while (at > 0 && load<f32>(SCORES + ((at - 1) << 2)) > score) {
      if (at < keep) {
        store<f32>(SCORES + (at << 2), load<f32>(SCORES + ((at - 1) << 2)));
        store<i32>(RANKED + (at << 2), load<i32>(RANKED + ((at - 1) << 2)));
      }
      at--;
    }
    if (at < keep) {
      store<f32>(SCORES + (at << 2), score);
      store<i32>(RANKED + (at << 2), pattern);
      if (kept < keep) kept++;
    }
  }
}

/** Unquantised endpoints of every subset of a pattern, into ENDS. */
export function subsetEnds(set: i32, pattern: i32, rounds: i32): void {
  const bits = patternBits(set, pattern);
  const oneBits = bits & 0xffff;
  const twoBits = bits >> 16;
  const masks = patternMasks(set, pattern);
  subsetSums(oneBits, ONE);
  gather(f32(popcnt(oneBits)), v128.load(ONE), v128.load(ONE, 16), v128.load(ONE, 32), v128.load(ONE, 48));
  lineEnds(1, masks + 32, false, rounds);
  if (twoBits != 0) {
    subsetSums(twoBits, ONE);
    gather(f32(popcnt(twoBits)), v128.load(ONE), v128.load(ONE, 16), v128.load(ONE, 32), v128.load(ONE, 48));
    lineEnds(2, masks + 128, false, rounds);
  }
  const rest = ~(oneBits | twoBits) & 0xffff;
  subsetSums(rest, TWO);
  gather(f32(popcnt(rest)), v128.load(TWO), v128.load(TWO, 16), v128.load(TWO, 32), v128.load(TWO, 48));
  if (twoBits == 0) lineEnds(0, masks + 32, true, rounds);
  else lineEndsOfRest(masks, rounds);
}

const REST: usize = memory.data(64, 16);

function lineEndsOfRest(masks: usize, rounds: i32): void {
  for (let row: usize = 0; row < 64; row += 16)
    v128.store(REST + row, v128.not(v128.or(v128.load(masks + row, 32), v128.load(masks + row, 128))));
  lineEnds(0, REST, false, rounds);
}
