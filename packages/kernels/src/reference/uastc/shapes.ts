// The operations of all shapes of modes (quantize, evaluate, refit), and the loop that improves a candidate. Twin of the kernel's line,
// planes, subsets and refine. Here all three are one case: a texel uses the endpoints of its subset and the weight of its plane.

import { type Line, toByte } from './axis.js';
import { ALL_TEXELS, type Block, type Candidate, type Ends, hasAlpha, modeOf } from './block.js';
import {
  add,
  at,
  type Channel,
  clamp,
  divide,
  f32,
  type Lanes,
  lanes,
  multiply,
  splat,
  square,
  subtract,
} from './lanes.js';
import { UASTC_PATTERNS } from './modes.js';
import { rangeOf, WEIGHT_VALUES } from './ranges.js';

export const subsetsOf = (c: Candidate): Uint8Array => at(UASTC_PATTERNS[modeOf(c.mode).patterns], c.pattern);

/** Rounds lines to the nearest ranks. */
function quantize(mode: number, lines: readonly Line[]): Ends[] {
  const { nearest } = rangeOf(modeOf(mode).levels);
  const ranks = (v: Lanes): Lanes => lanes((i) => at(nearest, toByte(v[i])));
  return lines.map(({ low, high }) => ({ low: ranks(low), high: ranks(high) }));
}

/** Rounds lines to odd grays of full range, opaque. */
export function quantizeOdd(lines: readonly Line[]): Ends[] {
  const odd = (v: number): number => Math.min(Math.trunc(Math.max(v, 0)) | 1, 255);
  const ranks = (v: Lanes): Lanes => [odd(v[0]), odd(v[0]), odd(v[0]), 255];
  return lines.map(({ low, high }) => ({ low: ranks(low), high: ranks(high) }));
}

/** 8-bit values of a candidate's endpoints. Alpha that is not coded is 0 with a span of 0, so that it does not affect weights. */
export function endValues(c: Candidate, subset: number): { low: Lanes; span: Lanes } {
  const { values } = rangeOf(modeOf(c.mode).levels);
  const ends = at(c.ends, subset);
  const coded = (i: Channel): boolean => i < 3 || hasAlpha(c.mode);
  const low = lanes((i) => (coded(i) ? at(values, ends.low[i]) : 0));
  return { low, span: lanes((i) => (coded(i) ? at(values, ends.high[i]) - low[i] : 0)) };
}

/** Whether a channel uses the second plane's weights. */
export const usesSecondPlane = (c: Candidate, channel: Channel): boolean =>
  modeOf(c.mode).planes === 2 && channel === c.channel;

/** The weight whose value is nearest to a position along the line. Weights of up to three bits are almost evenly spaced, and positions are
 *  in steps of one weight; those of four and more bits are in quarters of a value. */
function nearestWeight(place: number, bits: number): number {
  if (bits < 4) return Math.min(place, 2 ** bits - 1);
  const values = at(WEIGHT_VALUES, bits);
  let w = 0;
  while (w + 1 < values.length && 2 * place >= 4 * (at(values, w) + at(values, w + 1))) w++;
  return w;
}

const placesOf = (bits: number): number => (bits < 4 ? 2 ** bits - 1 : 256);

/** The weight of a texel on a line, by the given channels. */
function weigh(
  texel: Lanes,
  low: Lanes,
  span: Lanes,
  metric: Lanes,
  bits: number,
  counts: (i: Channel) => boolean,
): number {
  let along = 0;
  let length = 0;
  for (const i of [0, 1, 2, 3] as const) {
    if (!counts(i)) continue;
    along += span[i] * metric[i] * (texel[i] - low[i]);
    length += span[i] * metric[i] * span[i];
  }
  const scale = length > 0 ? f32(placesOf(bits) / f32(length)) : 0;
  const place = clamp(Math.trunc(f32(f32(along * scale) + 0.5)), 0, 255);
  return nearestWeight(place, bits);
}

/** Decodes one channel between its endpoints. */
export const interpolate = (low: number, span: number, weight: number): number =>
  ((low * 64 + span * weight) * 257 + 32) >> 14;

/** Chooses the weights for a candidate's ranks. Returns its decoded error. */
export function evaluate(block: Block, c: Candidate): number {
  const { weightBits: bits, planes } = modeOf(c.mode);
  const values = at(WEIGHT_VALUES, bits);
  const ends = c.ends.map((_, subset) => endValues(c, subset));
  const channels = ([0, 1, 2, 3] as const).filter((i) => i < 3 || hasAlpha(c.mode));
  const subset = subsetsOf(c);
  c.error = 0;
  for (const t of ALL_TEXELS) {
    const texel = at(block.texels, t);
    const { low, span } = at(ends, at(subset, t));
    const first = weigh(texel, low, span, block.metric, bits, (i) => !usesSecondPlane(c, i));
    const second = planes === 2 ? weigh(texel, low, span, [1, 1, 1, 1], bits, (i) => usesSecondPlane(c, i)) : 0;
    c.weights[0][t] = first;
    c.weights[1][t] = second;
    for (const i of channels) {
      const weight = at(values, usesSecondPlane(c, i) ? second : first);
      c.error += block.metric[i] * square(interpolate(low[i], span[i], weight) - texel[i]);
    }
  }
  return c.error;
}

/** The least-squares line of texels for given weights; undefined if these are all equal. */
function fitLeastSquares(texels: readonly Lanes[], weights: readonly number[], divides: boolean): Line | undefined {
  const sum = (of: (t: Lanes, w: number) => Lanes): Lanes =>
    texels.reduce((s, t, i) => add(s, of(t, at(weights, i))), splat(0));
  const count = texels.length;
  const weight = weights.reduce((s, w) => s + w, 0);
  const spread = count * weights.reduce((s, w) => s + w * w, 0) - weight * weight;
  if (spread === 0) return undefined;
  const sums = sum((t) => t);
  const weighted = sum((t, w) => multiply(t, splat(w)));
  const rise = subtract(multiply(weighted, splat(count)), multiply(sums, splat(weight)));
  const slope = divides ? divide(rise, splat(spread)) : multiply(rise, splat(f32(1 / spread)));
  const low = multiply(subtract(sums, multiply(slope, splat(weight))), splat(f32(1 / count)));
  return { low, high: add(low, multiply(slope, splat(64))) };
}

function flatLine(texels: readonly Lanes[]): Line {
  const sums = texels.reduce((s, t) => add(s, t), splat(0));
  const mean = multiply(sums, splat(f32(1 / texels.length)));
  return { low: mean, high: mean };
}

/** The least-squares lines for a candidate's weights; undefined if the weights of a line, or of both planes, are all equal. */
function refit(block: Block, c: Candidate): Line[] | undefined {
  const { weightBits, planes, subsets } = modeOf(c.mode);
  const values = at(WEIGHT_VALUES, weightBits);
  const fit = (texels: readonly number[], plane: 0 | 1, divides: boolean): Line | undefined =>
    fitLeastSquares(
      texels.map((t) => at(block.texels, t)),
      texels.map((t) => at(values, at(c.weights[plane], t))),
      divides,
    );
  if (planes === 2) {
    const first = fit(ALL_TEXELS, 0, false);
    const second = fit(ALL_TEXELS, 1, false);
    if (first === undefined && second === undefined) return undefined;
    const flat = flatLine(block.texels);
    const pick = (end: 'low' | 'high'): Lanes =>
      lanes((i) => ((usesSecondPlane(c, i) ? second : first) ?? flat)[end][i]);
    return [{ low: pick('low'), high: pick('high') }];
  }
  if (subsets === 1) {
    const line = fit(ALL_TEXELS, 0, true);
    return line === undefined ? undefined : [line];
  }
  const subset = subsetsOf(c);
  return c.ends.map((_, s) => {
    const texels = ALL_TEXELS.filter((t) => subset[t] === s);
    return fit(texels, 0, false) ?? flatLine(texels.map((t) => at(block.texels, t)));
  });
}

/** Starts from `lines` and refits up to `refits` times, while that helps. */
export function refine(
  block: Block,
  start: Pick<Candidate, 'mode' | 'pattern' | 'channel'>,
  lines: readonly Line[],
  refits: number,
  round: (mode: number, lines: readonly Line[]) => Ends[] = quantize,
): Candidate {
  const make = (from: readonly Line[]): Candidate => {
    const { mode, pattern, channel } = start;
    const c: Candidate = { mode, pattern, channel, ends: round(mode, from), weights: [[], []], error: 0 };
    evaluate(block, c);
    return c;
  };
  let best = make(lines);
  for (let i = 0; i < refits; i++) {
    const fitted = refit(block, best);
    if (fitted === undefined) break;
    const candidate = make(fitted);
    if (candidate.error >= best.error) break;
    best = candidate;
  }
  return best;
}
