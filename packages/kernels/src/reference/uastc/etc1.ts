// The ETC1 hints of a block: flip, color coding, two intensity tables and the bias of the bases, chosen by the error of the decoded
// texels with the shades that a transcoder will pick by luma. Twin of the kernel's etc1-hints and etc1-errors.

import { at, CHANNELS, clamp, type Lanes, square } from './lanes.js';
import { rangeOf } from './ranges.js';

export const SMALL = [2, 5, 9, 13, 18, 24, 33, 47];
export const LARGE = [8, 17, 29, 42, 60, 80, 106, 183];
const RGB_CHANNELS = CHANNELS.slice(0, 3);

interface Etc1Hints {
  readonly flip: number;
  readonly diff: number;
  readonly tables: readonly [number, number];
  readonly bias: number;
}

/** Biases, the most useful first. */
const BIASES = [
  13, 0, 26, 29, 27, 30, 31, 28, 22, 12, 9, 8, 10, 25, 2, 23, 5, 15, 7, 3, 11, 6, 17, 18, 1, 19, 20, 21, 24, 4, 14, 16,
];

/** Biases that move one channel of one half: half, channel, step. */
const SINGLE: ReadonlyMap<number, readonly [number, number, number]> = new Map([
  [2, [0, 0, -1]],
  [5, [0, 1, -1]],
  [6, [0, 2, -1]],
  [7, [0, 0, 1]],
  [11, [0, 1, 1]],
  [15, [0, 2, 1]],
  [18, [1, 0, -1]],
  [19, [1, 1, -1]],
  [20, [1, 2, -1]],
  [21, [1, 0, 1]],
  [24, [1, 1, 1]],
  [8, [1, 2, 1]],
]);
/** Biases that move all channels: steps of the first and the second half. */
const COMMON: ReadonlyMap<number, readonly [number, number]> = new Map([
  [10, [-2, -2]],
  [27, [-1, 0]],
  [28, [1, -1]],
  [29, [0, 1]],
  [30, [0, -1]],
  [31, [1, 0]],
]);

function biasStep(bias: number, half: number, channel: number): number {
  const single = SINGLE.get(bias);
  if (single !== undefined) return single[0] === half && single[1] === channel ? single[2] : 0;
  const common = COMMON.get(bias);
  if (common !== undefined) return at(common, half);
  return (Math.floor(bias / 3 ** channel) % 3) - 1;
}

/** A base of 0…limit after a bias step, by the transcoder's rule. */
function stepped(v: number, step: number, limit: number): number {
  if (v === 0) return step === -2 ? 3 : step + 1;
  if (v === limit) return limit + step - 1;
  return v + step < 0 || v + step > limit ? v - step : v + step;
}

const luma = (r: number, g: number, b: number): number => (54 * r + 183 * g + 19 * b) >> 1;

/** Error of a half with an 8-bit base and a table. */
function halfError(texels: readonly Lanes[], base: readonly number[], table: number): number {
  const [r = 0, g = 0, b = 0] = base;
  let error = 0;
  for (const texel of texels) {
    const brighter = luma(texel[0], texel[1], texel[2]) - luma(r, g, b);
    const far = Math.abs(brighter) > (at(SMALL, table) + at(LARGE, table)) * 64;
    const size = at(far ? LARGE : SMALL, table);
    const shade = brighter < 0 ? -size : size;
    for (const i of RGB_CHANNELS) error += square(texel[i] - at(base, i) - shade);
  }
  return error;
}

/** The same with every shade clamped, and picked as in a transcoder: by the luma of the decoded color. */
function clampedError(texels: readonly Lanes[], base: readonly number[], table: number): number {
  const [small, large] = [at(SMALL, table), at(LARGE, table)];
  const palette = [-large, -small, small, large].map((shade) => base.map((v) => clamp(v + shade, 0, 255)));
  const whole = ([r = 0, g = 0, b = 0]: readonly number[]): number => 54 * r + 183 * g + 19 * b;
  const border = (i: number): number => (whole(at(palette, i)) + whole(at(palette, i + 1)) + 1) >> 1;
  return texels.reduce((error, texel) => {
    const decoded = at(palette, [0, 1, 2].filter((i) => whole(texel) >= border(i)).length);
    return error + RGB_CHANNELS.reduce<number>((sum, i) => sum + square(at(decoded, i) - texel[i]), 0);
  }, 0);
}

function bestTable(
  texels: readonly Lanes[],
  base: readonly number[],
  clamps: boolean,
): { table: number; error: number } {
  const errors = SMALL.map((_, table) => (clamps ? clampedError : halfError)(texels, base, table));
  const error = Math.min(...errors);
  return { table: errors.indexOf(error), error };
}

interface Search {
  hints: Etc1Hints;
  error: number;
}

const fitsDifference = (first: number, second: number): boolean => second - first >= -4 && second - first <= 3;

/** Tries some biases for one flip and coding. `fits` is false if the unbiased bases are too far apart for differential coding; they are
 *  then tried only if `moves` is set, with the second base moved. */
function tryBiases(
  halves: readonly (readonly Lanes[])[],
  flip: number,
  diff: number,
  biases: readonly number[] | undefined,
  moves: boolean,
  clamps: boolean,
  best: Search,
): { fits: boolean; error: number } {
  const limit = diff ? 31 : 15;
  const { values } = rangeOf(diff ? 32 : 16);
  const means = halves.map((texels) =>
    RGB_CHANNELS.map((i) => Math.floor((texels.reduce((sum, t) => sum + t[i], 0) * limit + 1020) / 2040)),
  );
  const fits = !diff || RGB_CHANNELS.every((i) => fitsDifference(at(at(means, 0), i), at(at(means, 1), i)));
  let minimum = Number.POSITIVE_INFINITY;
  if (!fits && !moves) return { fits, error: minimum };
  for (const bias of biases ?? [undefined]) {
    const [first, second] = [0, 1].map((half) =>
      at(means, half).map((v, i) => (bias === undefined ? v : stepped(v, biasStep(bias, half, i), limit))),
    );
    if (first === undefined || second === undefined) continue;
    const near = diff ? second.map((v, i) => at(first, i) + clamp(v - at(first, i), -4, 3)) : second;
    const found = [first, near].map((base, half) =>
      bestTable(
        at(halves, half),
        base.map((v) => at(values, v)),
        clamps,
      ),
    );
    const [a, b] = [at(found, 0), at(found, 1)];
    minimum = Math.min(minimum, a.error + b.error);
    if (a.error + b.error >= best.error) continue;
    best.error = a.error + b.error;
    best.hints = { flip, diff, tables: [a.table, b.table], bias: bias ?? 0 };
  }
  return { fits, error: minimum };
}

/** The biases whose bases are nearest to the means of the halves, apart from an equal shift of all channels, which shades correct. */
function pickBiases(halves: readonly (readonly Lanes[])[], diff: number, count: number): readonly number[] {
  const limit = diff ? 31 : 15;
  const { values } = rangeOf(diff ? 32 : 16);
  const cost = (bias: number): number =>
    halves.reduce((sum, texels, half) => {
      const [r = 0, g = 0, b = 0] = RGB_CHANNELS.map((i) => {
        const total = texels.reduce((all, texel) => all + texel[i], 0);
        const mean = Math.floor((total * limit + 1020) / 2040);
        return 8 * at(values, stepped(mean, biasStep(bias, half, i), limit)) - total;
      });
      return sum + square(r - g) + square(g - b) + square(b - r) + (square(r + g + b) >> 3);
    }, 0);
  const costs = BIASES.map((_, bias) => ({ bias, cost: cost(bias) }));
  return costs
    .sort((a, b) => a.cost - b.cost || a.bias - b.bias)
    .slice(0, count)
    .map(({ bias }) => bias);
}

interface Etc1Effort {
  /** Number of suitable biases picked for a shape. If 0, `all` of the fixed order are tried. */
  readonly picked: number;
  /** Biases for both flips. */
  readonly first: number;
  /** Biases for the shapes that are searched further. */
  readonly all: number;
  /** Also tries differential coding with a moved base if the bases are too far apart for it. */
  readonly moves: boolean;
  /** Tries only the flip whose halves differ more. */
  readonly oneFlip: boolean;
  /** Also tries individual coding if differential coding fits. */
  readonly bothCodings: boolean;
  /** Clamps every shade. With both codings every shape with up to twice the best error is searched further, else only the best. */
  readonly exact: boolean;
  /** Up to this error grays are not searched further. */
  readonly grayGood: number;
}

/** Searches hints for the decoded texels. */
export function findEtc1Hints(decoded: readonly Lanes[], hasBias: boolean, effort: Etc1Effort): Etc1Hints {
  const { picked, first, all, moves, oneFlip, bothCodings, exact, grayGood } = effort;
  const best: Search = { hints: { flip: 0, diff: 0, tables: [0, 0], bias: 0 }, error: Number.POSITIVE_INFINITY };
  const halvesOf = (flip: number): Lanes[][] =>
    [0, 1].map((half) => decoded.filter((_, t) => (flip ? t >> 3 : (t >> 1) & 1) === half));
  const biases = hasBias ? BIASES.slice(0, first) : undefined;
  const shapes: { readonly flip: number; readonly diff: number; readonly error: number }[] = [];
  const explained = (flip: number): number =>
    halvesOf(flip).reduce(
      (all, texels) => all + RGB_CHANNELS.reduce((s: number, i) => s + square(texels.reduce((v, t) => v + t[i], 0)), 0),
      0,
    );
  for (const flip of oneFlip ? [explained(1) > explained(0) ? 1 : 0] : [0, 1]) {
    const differential = tryBiases(halvesOf(flip), flip, 1, biases, moves, exact, best);
    if (!differential.fits || bothCodings) {
      const { error } = tryBiases(halvesOf(flip), flip, 0, biases, moves, exact, best);
      shapes.push({ flip, diff: 0, error });
    }
    shapes.push({ flip, diff: 1, error: differential.error });
  }
  if (!hasBias || (picked === 0 && all <= first)) return best.hints;
  const { flip, diff } = best.hints;
  const every = exact && bothCodings;
  // For grays, bases that are not gray are no better, unless shades are clamped.
  const isGray = decoded.every(([r, g, b]) => r === g && r === b);
  if (every && picked === 0 && isGray && best.error <= grayGood) return best.hints;
  const limit = best.error * 2;
  for (const shape of shapes) {
    if (every ? shape.error > limit : shape.flip !== flip || shape.diff !== diff) continue;
    const halves = halvesOf(shape.flip);
    const further = picked > 0 ? pickBiases(halves, shape.diff, picked) : BIASES.slice(first, all);
    tryBiases(halves, shape.flip, shape.diff, further, true, exact, best);
  }
  return best.hints;
}
