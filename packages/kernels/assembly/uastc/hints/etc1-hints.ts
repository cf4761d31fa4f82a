// The shape of the ETC1 block that a transcoder will write: flip, color coding, two intensity tables and the bias of the bases. Chosen by the
// RGB error of the decoded texels with the shades that the transcoder will pick by luma.

import { H_BIAS, H_DIFF, H_FLIP, H_TABLE0, H_TABLE1, HINTS } from '../pack/pack';
import { RANGE_16, RANGE_32, rankValue } from '../pack/ranges';
import { colorCount } from '../search/distinct-colors';
import { DECODED } from '../state';
import { PICKED, pickBiases } from './etc1-bias';
import { baseError, foundTable } from './etc1-errors';
import { HALF_RED, HALF_SQUARES, halfAt, isDecodedGray, splitHalves } from './etc1-halves';
import { KEY_0, KEY_1, KEYS, ORDER, PLAIN_BASES, STEPS, stepBases } from './etc1-steps';

// A shape is a flip and a color coding (flip × 2 + differential). Per shape: the stepped bases of both halves, the errors of bases tried before,
// by half and key, and their tables (255: not tried).
const BASES: usize = memory.data(4 * 32, 16);
const ERRORS: usize = memory.data(4 * 2 * 28 * 4, 16);
const ERROR_BYTES: i32 = 2 * 28 * 4;
const TABLES: usize = memory.data(4 * 64, 16);

/** The least error of each shape. With clamped shades, shapes with up to twice the best error are searched further. Searching only the best
 *  leaves a few blocks with three times the error they could have. */
const SHAPES: usize = memory.data(16);

/** Up to these errors grays (of flat art, and others) are not searched further: bases that are not gray are no better, unless shades are clamped. */
const GRAY_GOOD: i32 = 16;
const GRAY_FAIR: i32 = 500;

/** Whether shades are clamped to 0…255, as in a transcoder. For flat art: on photographs near white it gave ETC1 +0.01 dB for 9 % of the time,
 *  near black or white for a quarter. */
let clamps: bool = false;
let hasBias: bool = false;

/** The least error so far, without the sum of squared texels, which is the same for both flips. */
let best: i32 = 0;
/** Errors above this need not be exact, and whether it is twice the best. */
let errorLimit: i32 = 0;
let wide: bool = false;
let allSquares: i32 = 0;

/* @inline */ function setErrorLimit(): void {
  errorLimit = wide ? best + best + allSquares : best - 1;
}

/** Finds the bases of a shape. Returns whether the unbiased ones are close enough for its color coding. */
function beginShape(shape: i32): bool {
  const half0 = shape & 2;
  const diff = shape & 1;
  const limit = diff ? 31 : 15;
  const bases = BASES + (shape << 5);
  stepBases(halfAt(half0) + HALF_RED, 0, limit, hasBias, bases);
  stepBases(halfAt(half0 + 1) + HALF_RED, 1, limit, hasBias, bases);
  // A call of memory.fill takes longer than these.
  const none = i8x16.splat(-1);
  const tables = TABLES + (shape << 6);
  v128.store(tables, none);
  v128.store(tables, none, 16);
  v128.store(tables, none, 32);
  v128.store(tables, none, 48);
  return !diff || (fits(bases) && fits(bases + 1) && fits(bases + 2));
}

/* @inline */ function fits(bases: usize): bool {
  return u32(i32(load<u8>(bases, PLAIN_BASES + 3)) - i32(load<u8>(bases, PLAIN_BASES)) + 4) < 8;
}

/* @inline */ function clampDifference(first: i32, second: i32): i32 {
  return first + min(max(second - first, -4), 3);
}

/** The error of a base that was not tried before. Sets foundTable. */
/* @inline */ function errorOf(half: i32, range: i32, r: i32, g: i32, b: i32): i32 {
  return baseError(half, rankValue(range, r), rankValue(range, g), rankValue(range, b), clamps);
}

/* @inline */ function storeHints(shape: i32, table0: i32, table1: i32, bias: i32): void {
  store<u8>(HINTS, shape >> 1, H_FLIP);
  store<u8>(HINTS, shape & 1, H_DIFF);
  store<u8>(HINTS, table0, H_TABLE0);
  store<u8>(HINTS, table1, H_TABLE1);
  store<u8>(HINTS, hasBias ? bias : 0, H_BIAS);
}

/** Tries biases `from` … `to` − 1 of a list for one shape. Returns the least error found. */
function tryBiases(shape: i32, list: usize, from: i32, to: i32): i32 {
  const half0 = shape & 2;
  const diff = shape & 1;
  const range = diff ? RANGE_32 : RANGE_16;
  const bases = BASES + (shape << 5);
  const errors = ERRORS + shape * ERROR_BYTES;
  const tables = TABLES + (shape << 6);
  const squares1 = load<i32>(halfAt(half0 + 1), HALF_SQUARES);
  let minimum = i32.MAX_VALUE;
  for (let i = from; i < to; i++) {
    const bias = load<u8>(list + i);
    const steps = STEPS + (bias << 3);
    const r0 = i32(load<u8>(bases + load<u8>(steps)));
    const g0 = i32(load<u8>(bases + load<u8>(steps, 1)));
    const b0 = i32(load<u8>(bases + load<u8>(steps, 2)));
    const key0 = load<u8>(steps, KEY_0);
    if (load<u8>(tables + key0) === 255) {
      store<i32>(errors + (key0 << 2), errorOf(half0, range, r0, g0, b0));
      store<u8>(tables + key0, foundTable);
    }
    const error0 = load<i32>(errors + (key0 << 2));
    // The second half has at least this error.
    if (error0 - squares1 > errorLimit) continue;
    let r1 = i32(load<u8>(bases + load<u8>(steps, 3)));
    let g1 = i32(load<u8>(bases + load<u8>(steps, 4)));
    let b1 = i32(load<u8>(bases + load<u8>(steps, 5)));
    const key1 = KEYS + load<u8>(steps, KEY_1);
    let moved = false;
    if (diff) {
      const r = clampDifference(r0, r1);
      const g = clampDifference(g0, g1);
      const b = clampDifference(b0, b1);
      moved = r !== r1 || g !== g1 || b !== b1;
      r1 = r;
      g1 = g;
      b1 = b;
    }
    let error1: i32;
    let table1: i32;
    // A base moved toward the first half does not match its key.
    if (!moved && load<u8>(tables + key1) !== 255) {
      error1 = load<i32>(errors + (key1 << 2));
      table1 = load<u8>(tables + key1);
    } else {
      error1 = errorOf(half0 + 1, range, r1, g1, b1);
      table1 = foundTable;
      if (!moved) {
        store<i32>(errors + (key1 << 2), error1);
        store<u8>(tables + key1, table1);
      }
    }
    minimum = min(minimum, error0 + error1);
    if (error0 + error1 < best) {
      best = error0 + error1;
      setErrorLimit();
      storeHints(shape, load<u8>(tables + key0), table1, bias);
    }
  }
  return minimum;
}

/** Tries `picked` suitable biases for a shape or, if that is 0, those of the fixed order from `first` to `all`. */
function searchFurther(shape: i32, picked: i32, first: i32, all: i32): void {
  if (picked === 0) {
    tryBiases(shape, ORDER, first, all);
    return;
  }
  pickBiases(halfAt(shape & 2) + HALF_RED, halfAt((shape & 2) + 1) + HALF_RED, shape & 1, picked);
  tryBiases(shape, PICKED, 0, picked);
}

/** How much of the squares of all texels the means of two halves explain. */
/* @inline */ function explained(half: i32): i32 {
  const a = v128.load(halfAt(half), HALF_RED);
  const b = v128.load(halfAt(half + 1), HALF_RED);
  const squares = i32x4.add(i32x4.mul(a, a), i32x4.mul(b, b));
  return i32x4.extract_lane(squares, 0) + i32x4.extract_lane(squares, 1) + i32x4.extract_lane(squares, 2);
}

/** Searches the hints: `first` biases for both flips, then `picked` suitable ones for the best flip and color coding or, if that is 0, up to `all`
 *  of the fixed order. A mode without a bias field (`biased` is false) has unbiased bases. `moves` also tries differential coding with a moved
 *  base if the bases are too far apart for it; `bothCodings` also tries individual coding if they are not. `exact` clamps every shade; with both
 *  codings it also searches every shape with up to twice the best error further, which gave normal maps drawn in few colors 0.1 dB. `oneFlip`
 *  tries only the flip whose halves differ more. */
export function findEtc1Hints(
  biased: bool,
  picked: i32,
  first: i32,
  all: i32,
  moves: bool,
  bothCodings: bool,
  exact: bool,
  oneFlip: bool,
): void {
  clamps = exact;
  hasBias = biased;
  splitHalves(exact);
  allSquares = load<i32>(halfAt(0), HALF_SQUARES) + load<i32>(halfAt(1), HALF_SQUARES);
  best = i32.MAX_VALUE;
  errorLimit = i32.MAX_VALUE;
  const searchesFurther = biased && (picked > 0 || all > first);
  wide = searchesFurther && exact && bothCodings;
  const biases = biased ? first : 1;
  const firstFlip = oneFlip && explained(2) > explained(0) ? 1 : 0;
  const endFlip = oneFlip ? firstFlip + 1 : 2;
  for (let flip = firstFlip; flip < endFlip; flip++) {
    const near = beginShape(flip * 2 + 1);
    const errors = SHAPES + (flip << 3);
    store<i32>(errors, near || moves ? tryBiases(flip * 2 + 1, ORDER, 0, biases) : i32.MAX_VALUE, 4);
    if (near && !bothCodings) continue;
    beginShape(flip * 2);
    store<i32>(errors, tryBiases(flip * 2, ORDER, 0, biases));
  }
  if (!searchesFurther) return;
  if (!wide) {
    searchFurther(load<u8>(HINTS, H_FLIP) * 2 + load<u8>(HINTS, H_DIFF), picked, first, all);
    return;
  }
  if (picked === 0 && isDecodedGray && best + allSquares <= (colorCount !== 0 ? GRAY_GOOD : GRAY_FAIR)) return;
  const within = best + best + allSquares;
  wide = false;
  setErrorLimit();
  for (let shape = 0; shape < 4; shape++)
    if (load<i32>(SHAPES + (shape << 2)) <= within) searchFurther(shape, picked, first, all);
}

/** Whether shades around some texels would leave 0…255 in green, which dominates the choice of shades, or only green varies. Checking red or blue
 *  too gained nothing (normal maps: blue) and took a third of the time. */
export function isNearBlackOrWhite(): bool {
  const g0 = v128.load(DECODED, 32);
  const g1 = v128.load(DECODED, 48);
  const dark = i16x8.lt_s(i16x8.min_s(g0, g1), i16x8.splat(NEAR_BLACK));
  const bright = i16x8.gt_s(i16x8.max_s(g0, g1), i16x8.splat(NEAR_WHITE));
  return v128.any_true(v128.or(dark, bright)) || (isBlack(DECODED) && isBlack(DECODED + 64));
}

const NEAR_BLACK: i16 = 6;
const NEAR_WHITE: i16 = 249;

/** Whether a channel is nearly black everywhere. */
/* @inline */ function isBlack(at: usize): bool {
  return !v128.any_true(i16x8.ge_s(i16x8.max_s(v128.load(at), v128.load(at, 16)), i16x8.splat(NEAR_BLACK)));
}
