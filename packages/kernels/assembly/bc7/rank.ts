// Estimates the error of every mode with every partition and rotation from moments only. Of its texels' scatter, a line leaves trace − norm
// off the line, and a share of the norm along it that depends on the number of indices. Coarse endpoints add noise.

import { floatSum } from '../block/lanes';
import { hasFewColors } from './colors';
import { MOMENTS } from './moments';
import { rankCorners } from './opaque/rank-corners';
import { inverses, rowSums, THREE, TWO } from './partitions';
import {
  addScatter,
  clearScatter,
  complement,
  gatherSets,
  norm,
  OTHERS,
  SETS,
  setScatter,
  spreadWhole,
  subtract,
  trace,
} from './scatter';

/** The share of the variance along a line that indices of two and of three bits leave: 1 / 3² and 1 / 7². */
const LEFT_2: f32 = 0.11111111;
const LEFT_3: f32 = 0.02040816;

/** The approximate error that coarse endpoints add to a block, by mode. */
const NOISE_0: f32 = 100;
const NOISE_1: f32 = 12;
const NOISE_2: f32 = 100;
const NOISE_3: f32 = 4;
const NOISE_4: f32 = 80;
const NOISE_5: f32 = 10;
const NOISE_7: f32 = 40;

/** Estimated errors, in sections. The first has, per rotation, mode 5, then mode 4 with the longer indices for alpha, then for color. Blocks
 *  with alpha have mode 7 instead of mode 1. */
const COSTS: usize = memory.data(220 * 4, 16);
export const DUAL: i32 = 0;
export const MODE_1: i32 = 12;
export const MODE_3: i32 = 76;
export const MODE_2: i32 = 140;
export const MODE_0: i32 = 204;
export const ALL: i32 = 220;
/** Modes 4 and 5, and mode 1 with the first sixteen partitions. */
export const FAST_ENTRIES: i32 = 28;
export const EXCLUDED: f32 = f32.MAX_VALUE;

/** How much of that share counts: texels along an edge are often close to a line's indices, and few colors can be exact. */
const EDGES: f32 = 0.5;
const ALPHA_EDGES: f32 = 0.125;
const FEW_EDGES: f32 = 0.0009765625;

/* @inline */ function countedShare(left: f32, opaque: bool): f32 {
  return left * (hasFewColors ? FEW_EDGES : opaque ? EDGES : ALPHA_EDGES);
}

/* @inline */ function estimate(part: f32, noise: f32, opaque: bool): v128 {
  const left = countedShare(part, opaque);
  return f32x4.add(f32x4.sub(trace, f32x4.mul(norm, f32x4.splat(f32(1) - left))), f32x4.splat(noise));
}

/* @inline */ function put(entry: i32, costs: v128): void {
  v128.store(COSTS + (usize(entry) << 2), costs);
}

/** Ranks the rotations of modes 4 and 5. MOMENTS must be those of the whole block, here and below. */
export function rankDual(opaque: bool): void {
  const inverse = f32x4.splat(0.0625);
  const first = v128.load(MOMENTS);
  const mean = f32x4.mul(first, inverse);
  const d = f32x4.sub(v128.load(MOMENTS, 16), f32x4.mul(mean, first)); // rr gg bb aa
  const o = f32x4.sub(v128.load(MOMENTS, 32), f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 0, 3))); // rg gb br
  const x = f32x4.sub(v128.load(MOMENTS, 48), f32x4.mul(mean, f32x4.shuffle(first, first, 3, 3, 3, 3))); // ra ga ba
  const o2 = f32x4.replace_lane(f32x4.mul(o, o), 3, 0);
  const x2 = f32x4.replace_lane(f32x4.mul(x, x), 3, 0);
  const separate = f32x4.shuffle(d, d, 3, 0, 1, 2);
  const separate2 = f32x4.mul(separate, separate);
  // Squared covariances of the separate channel with the others.
  const shared = f32x4.add(
    f32x4.add(f32x4.shuffle(x2, o2, 0, 4, 4, 5), f32x4.shuffle(x2, o2, 1, 6, 5, 6)),
    f32x4.shuffle(x2, x2, 2, 0, 1, 2),
  );
  const squares = floatSum(separate2) + 2 * (floatSum(o2) + floatSum(x2));
  const rest = f32x4.sub(f32x4.splat(squares), f32x4.add(separate2, f32x4.add(shared, shared)));
  setScatter(f32x4.sub(f32x4.splat(floatSum(d)), separate), f32x4.sqrt(f32x4.pmax(rest, f32x4.splat(0))));
  const short = f32x4.mul(separate, f32x4.splat(countedShare(LEFT_2, opaque)));
  put(DUAL, withoutAlphaRotation(opaque, f32x4.add(estimate(LEFT_2, NOISE_5, opaque), short)));
  put(
    DUAL + 4,
    withoutAlphaRotation(
      opaque,
      f32x4.add(estimate(LEFT_2, NOISE_4, opaque), f32x4.mul(separate, f32x4.splat(countedShare(LEFT_3, opaque)))),
    ),
  );
  put(DUAL + 8, withoutAlphaRotation(opaque, f32x4.add(estimate(LEFT_3, NOISE_4, opaque), short)));
}

/** Opaque blocks do not need separate indices for alpha. */
/* @inline */ function withoutAlphaRotation(opaque: bool, costs: v128): v128 {
  return opaque ? f32x4.replace_lane(costs, 0, EXCLUDED) : costs;
}

/** Ranks the first `count` partitions into two subsets for modes 1 and 3, or for mode 7. */
export function rankTwo(count: i32, alpha: bool): void {
  spreadWhole();
  for (let i = 0; i < count; i += 4) {
    const slot = TWO + i;
    clearScatter();
    if (alpha) {
      gatherSets(SETS, rowSums(slot, 1), true);
      addScatter(SETS, v128.load(inverses(slot, 1)), true);
      complement(SETS, true);
      addScatter(SETS, v128.load(inverses(slot, 0)), true);
      put(MODE_1 + i, estimate(LEFT_2, NOISE_7, false));
    } else {
      gatherSets(SETS, rowSums(slot, 1), false);
      addScatter(SETS, v128.load(inverses(slot, 1)), false);
      complement(SETS, false);
      addScatter(SETS, v128.load(inverses(slot, 0)), false);
      put(MODE_1 + i, estimate(LEFT_3, NOISE_1, true));
      put(MODE_3 + i, estimate(LEFT_2, NOISE_3, true));
    }
  }
}

/** Ranks the first sixteen partitions of an opaque block, which is stored by channel at `planar`, for mode 1. */
export function rankSixteen(planar: usize): void {
  rankCorners(planar, COSTS + (usize(MODE_1) << 2), countedShare(LEFT_3, true), NOISE_1);
}

/** Ranks the partitions into three subsets for modes 2 and 0. Call rankTwo first. */
export function rankThree(): void {
  for (let i = 0; i < 64; i += 4) {
    const slot = THREE + i;
    clearScatter();
    gatherSets(SETS, rowSums(slot, 1), false);
    addScatter(SETS, v128.load(inverses(slot, 1)), false);
    gatherSets(OTHERS, rowSums(slot, 2), false);
    addScatter(OTHERS, v128.load(inverses(slot, 2)), false);
    complement(SETS, false);
    subtract(SETS, OTHERS);
    addScatter(SETS, v128.load(inverses(slot, 0)), false);
    put(MODE_2 + i, estimate(LEFT_2, NOISE_2, true));
    if (i < 16) put(MODE_0 + i, estimate(LEFT_3, NOISE_0, true));
  }
}

/** The estimate of the last entry taken. */
export let takenCost: f32 = 0;

/** Returns the entry with the least cost among the first `entries`, a multiple of four, and excludes it from now on. Of equals the first.
 *  Without branches that would be mispredicted. */
export function takeCheapest(entries: i32): i32 {
  let minimum = v128.load(COSTS);
  let places = i32x4(0, 1, 2, 3);
  let place = places;
  for (let i = 4; i < entries; i += 4) {
    const costs = v128.load(COSTS + (usize(i) << 2));
    places = i32x4.add(places, i32x4.splat(4));
    place = v128.bitselect(places, place, f32x4.lt(costs, minimum));
    minimum = f32x4.pmin(minimum, costs);
  }
  const half = f32x4.pmin(minimum, f32x4.shuffle(minimum, minimum, 2, 3, 0, 1));
  const all = f32x4.pmin(half, f32x4.shuffle(half, half, 1, 0, 3, 2));
  takenCost = f32x4.extract_lane(all, 0);
  const found = v128.bitselect(place, i32x4.splat(0x7fffffff), f32x4.eq(minimum, all));
  const first = i32x4.min_s(found, i32x4.shuffle(found, found, 2, 3, 0, 1));
  const entry = min(i32x4.extract_lane(first, 0), i32x4.extract_lane(first, 1));
  store<f32>(COSTS + (usize(entry) << 2), EXCLUDED);
  return entry;
}
