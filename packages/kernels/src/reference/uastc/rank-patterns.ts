// Ranks partition patterns and second planes by moments only. Twin of the kernel's rank-patterns and plane-channel.

import { fitLine, type Line, type Moments, momentsOf, scatterOf } from './axis.js';
import { ALL_TEXELS, type Block, type Metric } from './block.js';
import { add, at, CHANNELS, type Channel, f32, type Lanes, multiply, total } from './lanes.js';
import { UASTC_PATTERNS, type UastcMode } from './modes.js';

/** Share of the variance along a line that counts when patterns are ranked. */
const ALONG = f32(0.0125);
/** The share that two-bit weights leave. */
const ALONG_2 = f32(1 / 9);

/** Texels, without alpha if it is not coded. */
const coded = (texels: readonly Lanes[], alpha: boolean): Lanes[] =>
  texels.map(([r, g, b, a]) => [r, g, b, alpha ? a : 0]);

/** The trace of the scatter minus its Frobenius norm, which is the largest eigenvalue if texels are near a line. */
function scoreOf(moments: Moments, metric: Metric): number {
  const { squares: d, ring: o, cross: x } = scatterOf(moments, metric);
  const oo = multiply(o, o);
  const all = add(add(multiply(d, d), multiply(x, x)), add(oo, oo));
  const norm = f32(Math.sqrt(total(all)));
  return f32(Math.max(f32(total(d) - norm), 0) + f32(norm * ALONG));
}

const membersOf = (pattern: Uint8Array, subset: number): number[] => ALL_TEXELS.filter((t) => pattern[t] === subset);

/** The `keep` patterns of a set with the smallest error off the lines of their subsets. */
export function rankPatterns(block: Block, set: UastcMode['patterns'], alpha: boolean, keep: number): number[] {
  const texels = coded(block.texels, alpha);
  const scores = UASTC_PATTERNS[set].map((pattern) => {
    const score = (subset: number): number =>
      scoreOf(momentsOf(membersOf(pattern, subset).map((t) => at(texels, t))), block.metric);
    const others = set === 'B' ? f32(score(1) + score(2)) : score(1);
    return f32(others + score(0));
  });
  return scores
    .map((_, pattern) => pattern)
    .sort((a, b) => at(scores, a) - at(scores, b) || a - b)
    .slice(0, keep);
}

/** The lines of a pattern's subsets. */
export function subsetLines(
  block: Block,
  pattern: Uint8Array,
  subsets: number,
  alpha: boolean,
  rounds: number,
): Line[] {
  const texels = coded(block.texels, alpha);
  return Array.from({ length: subsets }, (_, subset) => {
    const members = membersOf(pattern, subset);
    const moments = momentsOf(members.map((t) => at(texels, t)));
    return fitLine(
      moments,
      members.map((t) => at(block.texels, t)),
      block.metric,
      rounds,
    );
  });
}

/** The estimated error with a separate plane for `channel`: off the others' line, and along both. */
function planeError({ first, squares, ring, cross }: Moments, channel: Channel): number {
  const product = (i: Channel, j: Channel): number =>
    i === j ? squares[i] : j === i + 1 ? ring[i] : j === i + 2 ? cross[i] : ring[3];
  const scatter = (i: Channel, j: Channel): number => f32(product(i, j) - f32(f32(first[i] * first[j]) * 0.0625));
  let trace = 0;
  let norm = 0;
  for (const i of CHANNELS) {
    if (i === channel) continue;
    const variance = scatter(i, i);
    trace = f32(trace + variance);
    norm = f32(norm + f32(variance * variance));
    for (const j of CHANNELS) {
      if (j <= i || j === channel) continue;
      const c = scatter(i, j);
      norm = f32(norm + f32(f32(c * c) * 2));
    }
  }
  norm = f32(Math.sqrt(norm));
  return f32(Math.max(f32(trace - norm), 0) + f32(f32(norm + scatter(channel, channel)) * ALONG_2));
}

/** The one of the first `channels` channels that gains most from a separate plane. */
export function bestPlane(block: Block, channels: 3 | 4): Channel {
  const moments = momentsOf(block.texels);
  const errors = CHANNELS.slice(0, channels).map((channel) => planeError(moments, channel));
  return at(CHANNELS, errors.indexOf(Math.min(...errors)));
}
