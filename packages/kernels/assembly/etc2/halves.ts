// ETC1: each half has a base of 4 bits per channel, or of 5 with the second as a difference, and one of eight tables of shades. The best few
// bases of every half are found first; then the best pair.

import { sum } from '../block/lanes';
import { HALF_BYTES, HALVES, measureHalf, setColor, weighAll, weighB, weighG, weighR } from './block';

export const SMALL: usize = memory.data<u8>([2, 5, 9, 13, 18, 24, 33, 47]);
export const LARGE: usize = memory.data<u8>([8, 17, 29, 42, 60, 80, 106, 183]);

/** A candidate is a base with its table: stored R, G, B, table, error. */
const CANDIDATE_BYTES: usize = 20;
/** Candidates kept per half; more were not worth the time. */
const KEPT: i32 = 3;
const FIRST: usize = memory.data(60, 16);
const SECOND: usize = memory.data(60, 16);

/** The best block: flip, differential, then both bases with their tables. */
export let bestError: i32 = 0;
export let bestFlip: i32 = 0;
export let bestDiff: i32 = 0;
export const BEST_FIRST: usize = memory.data(20, 16);
export const BEST_SECOND: usize = memory.data(20, 16);

/* @inline */ function candidate(list: usize, i: i32): usize {
  return list + usize(i) * CANDIDATE_BYTES;
}
/* @inline */ function errorAt(c: usize): i32 {
  return load<i32>(c, 16);
}
/* @inline */ export function expand(v: i32, diff: i32): i32 {
  return diff ? (v << 3) | (v >> 2) : v * 17;
}

/** Sets the palette of a base and a table: brighter by small and large, then darker. */
export function setShades(r: i32, g: i32, b: i32, table: i32): void {
  const small = i32(load<u8>(SMALL + table));
  const large = i32(load<u8>(LARGE + table));
  setColor(0, r + small, g + small, b + small);
  setColor(1, r + large, g + large, b + large);
  setColor(2, r - small, g - small, b - small);
  setColor(3, r - large, g - large, b - large);
}

/** Per texel, the weighted sum of its differences from a base: it decides the shade. */
/* @inline */ function weightedDifferences(half: i32, r: i32, g: i32, b: i32): v128 {
  const at = HALVES + usize(half) * HALF_BYTES;
  const dr = i16x8.mul(i16x8.sub(v128.load(at), i16x8.splat(i16(r))), i16x8.splat(i16(weighR)));
  const dg = i16x8.mul(i16x8.sub(v128.load(at, 16), i16x8.splat(i16(g))), i16x8.splat(i16(weighG)));
  const db = i16x8.mul(i16x8.sub(v128.load(at, 32), i16x8.splat(i16(b))), i16x8.splat(i16(weighB)));
  return i16x8.add(i16x8.add(dr, dg), db);
}

/* @inline */ function shadesFor(differences: v128, table: i32): v128 {
  const small = i32(load<u8>(SMALL + table));
  const large = i32(load<u8>(LARGE + table));
  const border: i32 = (weighAll * (small + large)) >> 1;
  const far = i16x8.gt_s(i16x8.abs(differences), i16x8.splat(i16(border)));
  const size = v128.bitselect(i16x8.splat(i16(large)), i16x8.splat(i16(small)), far);
  const negative = i16x8.shr_s(differences, 15);
  return i16x8.sub(v128.xor(size, negative), negative);
}

/** The change in error by the shades of a table, if none is clamped; less is better. */
/* @inline */ function gain(differences: v128, shades: v128): i32 {
  const inner = i16x8.sub(i16x8.mul(shades, i16x8.splat(i16(weighAll))), i16x8.add(differences, differences));
  return sum(i32x4.dot_i16x8_s(shades, inner));
}

/* @inline */ function quantize(v: i32, diff: i32): i32 {
  const limit = diff ? 31 : 15;
  return min(max((v * limit + 127 * 8) / (255 * 8), 0), limit);
}

/** Enters a base with a table into a list of the best. Returns false if it is already there or not good enough. */
function enter(list: usize, half: i32, diff: i32, r: i32, g: i32, b: i32, table: i32): bool {
  for (let i = 0; i < KEPT; i++) {
    const c = candidate(list, i);
    if (errorAt(c) === i32.MAX_VALUE) break;
    if (load<i32>(c) === r && load<i32>(c, 4) === g && load<i32>(c, 8) === b && load<i32>(c, 12) === table)
      return false;
  }
  setShades(expand(r, diff), expand(g, diff), expand(b, diff), table);
  const error = measureHalf(half);
  if (error >= errorAt(candidate(list, KEPT - 1))) return false;
  let i = KEPT - 1;
  while (i > 0 && errorAt(candidate(list, i - 1)) > error) {
    memory.copy(candidate(list, i), candidate(list, i - 1), CANDIDATE_BYTES);
    i--;
  }
  const c = candidate(list, i);
  store<i32>(c, r);
  store<i32>(c, g, 4);
  store<i32>(c, b, 8);
  store<i32>(c, table, 12);
  store<i32>(c, error, 16);
  return true;
}

const GAINS: usize = memory.data(32, 16);
const MEAN_SHADES: usize = memory.data(32, 16);

/** Fills a list with the tables that suit the mean color best, each with the base that compensates for its shades. */
function fillList(list: usize, half: i32, diff: i32, tables: i32): void {
  const at = HALVES + usize(half) * HALF_BYTES;
  for (let i = 0; i < KEPT; i++) store<i32>(candidate(list, i), i32.MAX_VALUE, 16);
  const r = load<i32>(at, 48);
  const g = load<i32>(at, 52);
  const b = load<i32>(at, 56);
  const differences = weightedDifferences(half, (r + 4) >> 3, (g + 4) >> 3, (b + 4) >> 3);
  const one = i16x8.splat(1);
  for (let table = 0; table < 8; table++) {
    const shades = shadesFor(differences, table);
    store<i32>(GAINS + (table << 2), gain(differences, shades));
    store<i32>(MEAN_SHADES + (table << 2), sum(i32x4.dot_i16x8_s(shades, one)));
  }
  for (let n = 0; n < tables; n++) {
    let table = 0;
    for (let i = 1; i < 8; i++) if (load<i32>(GAINS + (i << 2)) < load<i32>(GAINS + (table << 2))) table = i;
    store<i32>(GAINS + (table << 2), i32.MAX_VALUE);
    const meanShade = load<i32>(MEAN_SHADES + (table << 2));
    enterRefined(list, half, diff, r - meanShade, g - meanShade, b - meanShade, table);
    enter(list, half, diff, quantize(r, diff), quantize(g, diff), quantize(b, diff), table);
  }
}

/** Enters a base, given as eight times its values, with its table; then the base that compensates for its shades. */
function enterRefined(list: usize, half: i32, diff: i32, r: i32, g: i32, b: i32, table: i32): void {
  const at = HALVES + usize(half) * HALF_BYTES;
  const qr = quantize(r, diff);
  const qg = quantize(g, diff);
  const qb = quantize(b, diff);
  if (!enter(list, half, diff, qr, qg, qb, table)) return;
  const differences = weightedDifferences(half, expand(qr, diff), expand(qg, diff), expand(qb, diff));
  const meanShade = sum(i32x4.dot_i16x8_s(shadesFor(differences, table), i16x8.splat(1)));
  enter(
    list,
    half,
    diff,
    quantize(load<i32>(at, 48) - meanShade, diff),
    quantize(load<i32>(at, 52) - meanShade, diff),
    quantize(load<i32>(at, 56) - meanShade, diff),
    table,
  );
}

/** Moves the best of a list by single steps while that helps. */
function climb(list: usize, half: i32, diff: i32): void {
  const limit = diff ? 31 : 15;
  let before = i32.MAX_VALUE;
  while (errorAt(list) < before && errorAt(list) > 0) {
    before = errorAt(list);
    const r = load<i32>(list);
    const g = load<i32>(list, 4);
    const b = load<i32>(list, 8);
    const table = load<i32>(list, 12);
    for (let i = 0; i < 6; i++) {
      const step = i & 1 ? 1 : -1;
      const nr = i < 2 ? r + step : r;
      const ng = i >> 1 === 1 ? g + step : g;
      const nb = i > 3 ? b + step : b;
      if (u32(nr) > u32(limit) || u32(ng) > u32(limit) || u32(nb) > u32(limit)) continue;
      enter(list, half, diff, nr, ng, nb, table);
    }
    if (table > 0) enter(list, half, diff, r, g, b, table - 1);
    if (table < 7) enter(list, half, diff, r, g, b, table + 1);
  }
}

/* @inline */ function near(a: i32, b: i32): bool {
  return u32(b - a + 4) < 8;
}

function keep(a: usize, b: usize, flip: i32, diff: i32): void {
  const error = errorAt(a) + errorAt(b);
  if (errorAt(a) === i32.MAX_VALUE || errorAt(b) === i32.MAX_VALUE || error >= bestError) return;
  bestError = error;
  bestFlip = flip;
  bestDiff = diff;
  memory.copy(BEST_FIRST, a, CANDIDATE_BYTES);
  memory.copy(BEST_SECOND, b, CANDIDATE_BYTES);
}

const MOVED: usize = memory.data(60, 16);

/** Moves a base so close to another that their difference can be stored, and finds its table again. */
function keepMoved(fixed: usize, far: usize, half: i32, flip: i32, second: bool): void {
  for (let i = 0; i < KEPT; i++) store<i32>(candidate(MOVED, i), i32.MAX_VALUE, 16);
  const low = second ? -4 : -3;
  const r = load<i32>(fixed) + min(max(load<i32>(far) - load<i32>(fixed), low), low + 7);
  const g = load<i32>(fixed, 4) + min(max(load<i32>(far, 4) - load<i32>(fixed, 4), low), low + 7);
  const b = load<i32>(fixed, 8) + min(max(load<i32>(far, 8) - load<i32>(fixed, 8), low), low + 7);
  const table = load<i32>(far, 12);
  for (let t = max(table - 1, 0); t <= min(table + 2, 7); t++) enter(MOVED, half, 1, r, g, b, t);
  if (second) keep(fixed, MOVED, flip, 1);
  else keep(MOVED, fixed, flip, 1);
}

/** Searches both flips and both codings. */
export function searchHalves(level: i32): void {
  bestError = i32.MAX_VALUE;
  const tables = level === 0 ? 1 : level === 1 ? 2 : level === 2 ? 3 : 8;
  for (let flip = 0; flip < 2; flip++) {
    const half = flip << 1;
    fillList(FIRST, half, 1, tables);
    fillList(SECOND, half + 1, 1, tables);
    if (level > 1) {
      climb(FIRST, half, 1);
      climb(SECOND, half + 1, 1);
    }
    let fits = false;
    for (let i = 0; i < KEPT; i++)
      for (let j = 0; j < KEPT; j++) {
        const a = candidate(FIRST, i);
        const b = candidate(SECOND, j);
        if (
          !near(load<i32>(a), load<i32>(b)) ||
          !near(load<i32>(a, 4), load<i32>(b, 4)) ||
          !near(load<i32>(a, 8), load<i32>(b, 8))
        )
          continue;
        keep(a, b, flip, 1);
        if (i === 0 && j === 0) fits = true;
      }
    if (fits && level < 2) continue;
    if (!fits) {
      keepMoved(FIRST, SECOND, half + 1, flip, true);
      keepMoved(SECOND, FIRST, half, flip, false);
    }
    fillList(FIRST, half, 0, tables);
    fillList(SECOND, half + 1, 0, tables);
    if (level > 1) {
      climb(FIRST, half, 0);
      climb(SECOND, half + 1, 0);
    }
    keep(FIRST, SECOND, flip, 0);
  }
}
