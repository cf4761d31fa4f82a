// Fits a plan: weights for what texels want, then, in turns, endpoints by least squares and better weights for the rounded endpoints.

import { at, f32 } from '../uastc/lanes.js';
import { countsOf } from './block.js';
import { type Pair, type Stored, storeEnds } from './ends.js';
import { countOf } from './lines.js';
import type { Plan } from './plan.js';
import type { Scheme, Subset } from './scheme.js';
import { improveWeights, type Missing, type PlaneWeights, roundWanted } from './weights.js';

export interface Fitted {
  readonly error: number;
  readonly scheme: Scheme;
  readonly plan: Plan;
  readonly ends: readonly Stored[];
  /** By plane. */
  readonly ranks: readonly (readonly number[])[];
}

/** Sums over a subset: of counted weights, of their squares, and of their products with a channel. */
interface WeightSums {
  readonly linear: number;
  readonly square: number;
  readonly upper: number;
}

const planeOf = ({ second }: Scheme, channel: number): number => (channel === second ? 1 : 0);

function sumWeights(scheme: Scheme, planes: readonly PlaneWeights[], subset: number, channel: number): WeightSums {
  const { block, membership } = scheme;
  const weights = at(planes, planeOf(scheme, channel)).texels;
  const counts = countsOf(block, channel);
  const texels = at(block.texels, channel);
  let [linear, square, upper] = [0, 0, 0];
  for (const [i, own] of membership.entries()) {
    if (own !== subset) continue;
    const product = at(weights, i) * at(counts, i);
    linear += product;
    square += product * at(weights, i);
    upper += product * at(texels, i);
  }
  return { linear, square, upper };
}

/** The best endpoints of a channel for the weights. */
function solveChannel(scheme: Scheme, { sums }: Subset, channel: number, { linear, square, upper }: WeightSums) {
  const count = countOf(sums, channel);
  const total = at(sums.sums, channel);
  const a = 4096 * count - 128 * linear + square;
  const b = 64 * linear - square;
  const determinant = a * square - b * b;
  if (determinant <= count * count * 0.5) return [total / count, total / count] as const;
  const lower = 64 * total - upper;
  const [min, max] = scheme.block.isHdr ? [-2048, 1919] : [0, 255];
  const inside = (value: number): number => Math.min(Math.max(value, min), max);
  return [
    inside((64 * (square * lower - b * upper)) / determinant),
    inside((64 * (a * upper - b * lower)) / determinant),
  ] as const;
}

/** Squared error of a channel with its stored endpoints. */
function channelError({ block }: Scheme, { sums }: Subset, channel: number, own: WeightSums, ends: Pair): number {
  const low = at(ends, channel);
  const rise = at(ends, channel + 4) - low;
  const squares =
    at(sums.squares, channel) -
    2 * low * at(sums.sums, channel) +
    low * low * countOf(sums, channel) +
    (rise * (2 * low * own.linear - 2 * own.upper)) / 64 +
    (rise * rise * own.square) / 4096;
  return squares * at(block.metric, channel);
}

/** Endpoints for the present weights, rounded, and the block's error. */
function fitEnds(scheme: Scheme, plan: Plan, planes: readonly PlaneWeights[]) {
  const { block, subsets } = scheme;
  const channels = Array.from({ length: block.channels }, (_, c) => c);
  const sums = subsets.map((_, subset) => channels.map((c) => sumWeights(scheme, planes, subset, c)));
  const wanted = subsets.map((subset, s) => {
    const pair = [0, 0, 0, 255, 0, 0, 0, 255];
    for (const c of channels) [pair[c], pair[c + 4]] = solveChannel(scheme, subset, c, at(at(sums, s), c));
    return pair;
  });
  const ends = storeEnds(block, plan.choice, plan.range, wanted);
  let error = 0;
  for (const [s, subset] of subsets.entries())
    for (const c of channels) error += channelError(scheme, subset, c, at(at(sums, s), c), at(ends, s).ends);
  return { ends, error };
}

/** What the texels of a subset want beyond their weights, for the stored endpoints. */
function missTexels(
  scheme: Scheme,
  plane: number,
  subset: number,
  ends: Pair,
  weights: PlaneWeights,
  to: Missing,
): void {
  const { block, membership, second } = scheme;
  const direction = [0, 0, 0, 0];
  let length = 0;
  let offset = 0;
  for (let c = 0; c < 4; c++) {
    const isPart = c < block.channels && planeOf(scheme, c) === plane;
    const rise = isPart ? at(ends, c + 4) - at(ends, c) : 0;
    direction[c] = rise * at(block.metric, c);
    length += rise * rise * at(block.metric, c);
    offset += rise * at(block.metric, c) * at(ends, c);
  }
  const members = membership.flatMap((own, i) => (own === subset ? [i] : []));
  if (block.isWeighted && plane === 0 && second !== 3) {
    missWeighted(scheme, members, ends, direction, weights, to);
    return;
  }
  const scale = length > 0 ? 64 / length : 0;
  const d = direction.map((v) => f32(v * scale));
  const start = f32(offset * scale);
  const counts = plane === 1 && second === 3 ? block.alphaCounts : block.colorCounts;
  const part = (c: number, i: number): number => f32(at(d, c) * at(at(block.texels, c), i));
  for (const i of members) {
    const along = f32(f32(part(0, i) + part(1, i)) + f32(part(2, i) + part(3, i)));
    to.missing[i] = f32(along - start) - at(weights.texels, i);
    to.worths[i] = f32(length) * at(counts, i);
  }
}

/** Each texel has its own worth, because its color counts by its alpha. */
function missWeighted(
  { block }: Scheme,
  members: readonly number[],
  ends: Pair,
  direction: readonly number[],
  weights: PlaneWeights,
  to: Missing,
): void {
  for (const i of members) {
    let along = 0;
    let length = 0;
    for (let c = 0; c < 4; c++) {
      const part = at(countsOf(block, c), i) * at(direction, c);
      along += part * (at(at(block.texels, c), i) - at(ends, c));
      length += part * (at(ends, c + 4) - at(ends, c));
    }
    to.missing[i] = (length > 0 ? (64 * along) / length : 0) - at(weights.texels, i);
    to.worths[i] = length;
  }
}

function improvePlanes(scheme: Scheme, plan: Plan, ends: readonly Stored[], planes: readonly PlaneWeights[]): boolean {
  const isUniform = scheme.count === 1 && !scheme.block.isWeighted;
  let hasMoved = false;
  for (const [plane, weights] of planes.entries()) {
    const { texels } = scheme.block.tables;
    const missing = { missing: new Float32Array(texels), worths: new Float32Array(texels) };
    for (const [subset, { ends: pair }] of ends.entries()) missTexels(scheme, plane, subset, pair, weights, missing);
    if (improveWeights(plan.mode.grid, plan.mode.range, weights, missing, isUniform)) hasMoved = true;
  }
  return hasMoved;
}

/** Gives a plan up if after the first endpoints its error exceeds that of the best by this factor. */
const HOPELESS = 1.6;

/** Fits a plan with up to `rounds` turns; returns the better of it and `best`. */
export function fitPlan(scheme: Scheme, plan: Plan, rounds: number, best: Fitted | undefined): Fitted | undefined {
  let found = best;
  const planes = scheme.wanted.map((wanted) => roundWanted(plan.mode.grid, plan.mode.range, wanted));
  let previous = 1e30;
  for (let round = 0; ; round++) {
    const { ends, error } = fitEnds(scheme, plan, planes);
    if (error < (found?.error ?? 1e30))
      found = { error, scheme, plan, ends, ranks: planes.map(({ ranks }) => [...ranks]) };
    const limit = (found?.error ?? 1e30) * HOPELESS;
    if (round >= rounds || error > limit || error > previous || error === 0) return found;
    previous = error;
    if (!improvePlanes(scheme, plan, ends, planes)) return found;
  }
}
