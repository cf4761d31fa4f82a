// Rounds pairs of endpoints to what a format can store, and decodes them. The upper endpoint is the lighter one: the order of stored values
// says whether red and green are contracted toward blue.

import { type StoredEnds, storeDirect, storeStraight } from '../hdr/astc-direct.js';
import { at, square } from '../uastc/lanes.js';
import { type AstcBlock, HDR_MIDDLE } from './block.js';
import { type Choice, END_MODES, type Format } from './choices.js';
import { byteOf, LEVELS, nearestByte, roundEnd } from './ranges.js';

/** R to A of the lower endpoint, then of the upper. */
export type Pair = readonly number[];

export interface Stored {
  readonly values: readonly number[];
  readonly ends: Pair;
  readonly mode: number;
  /** Weighted squared distance from what was wanted. */
  readonly distance: number;
}

/** One subset's endpoints to round. */
interface Wish {
  readonly block: AstcBlock;
  readonly wanted: Pair;
  readonly range: number;
  readonly format: Format;
}

const hasAlpha = (format: Format): boolean => format.endsWith('a');

function stored({ block, wanted, format }: Wish, values: readonly number[], ends: Pair, step = 0): Stored {
  let distance = 0;
  for (let i = 0; i < 8; i++) {
    if ((i & 3) >= block.channels) continue;
    const d = at(wanted, i) - at(ends, i);
    distance += d * d * at(block.metric, i & 3);
  }
  return { values, ends, mode: END_MODES[format] + step, distance };
}

const alphasOf = ({ wanted, range, format }: Wish): readonly [number, number] =>
  hasAlpha(format) ? [roundEnd(range, at(wanted, 3)), roundEnd(range, at(wanted, 7))] : [255, 255];

const sumOf = (values: readonly number[], first: number): number =>
  at(values, first) + at(values, first + 2) + at(values, first + 4);

/** Two direct colors. Colors of nearly equal sums are moved until their order is right. */
function storePlain(wish: Wish): Stored {
  const { wanted, range, format } = wish;
  const values = [0, 4, 1, 5, 2, 6].map((i) => roundEnd(range, at(wanted, i)));
  for (let c = 0; c < 3 && sumOf(values, 1) < sumOf(values, 0); c++) {
    // The channel that falls takes the mean.
    if (at(values, c * 2 + 1) >= at(values, c * 2)) continue;
    values.fill(roundEnd(range, (at(values, c * 2 + 1) + at(values, c * 2)) * 0.5), c * 2, c * 2 + 2);
  }
  const [low, high] = alphasOf(wish);
  const [r0 = 0, r1 = 0, g0 = 0, g1 = 0, b0 = 0, b1 = 0] = values;
  return stored(wish, hasAlpha(format) ? [...values, low, high] : values, [r0, g0, b0, low, r1, g1, b1, high]);
}

/** Red and green as twice their distance from blue, in swapped order. Undefined if that order needs other sums. */
function storeContracted(wish: Wish): Stored | undefined {
  const { wanted, range, format } = wish;
  const values = [0, 0, 0, 0, 0, 0];
  const [low, high] = alphasOf(wish);
  const ends = [0, 0, 0, low, 0, 0, 0, high];
  for (const i of [0, 1]) {
    const blue = roundEnd(range, at(wanted, i * 4 + 2));
    values[5 - i] = blue;
    ends[i * 4 + 2] = blue;
    for (const c of [0, 1]) {
      const value = roundEnd(range, at(wanted, i * 4 + c) * 2 - blue + 0.5);
      values[c * 2 + 1 - i] = value;
      ends[i * 4 + c] = (value + blue) >> 1;
    }
  }
  if (sumOf(values, 1) >= sumOf(values, 0)) return undefined;
  return stored(wish, hasAlpha(format) ? [...values, high, low] : values, ends);
}

/** A channel with one bit more than the range has, and its distance from the other endpoint, at most 31. */
function storeOffset(range: number, low: number, high: number) {
  const bottom = byteOf(low);
  const base = nearestByte(range, (bottom << 1) & 255);
  const kept = (bottom & 128) | (base >> 1);
  const away = byteOf(high) - kept;
  if (away < -32 || away > 31) return undefined;
  const packed = nearestByte(range, (bottom & 128) | ((away & 63) << 1), 2);
  const offset = (((packed >> 1) & 63) ^ 32) - 32;
  return { values: [base, packed], low: kept, high: Math.min(Math.max(kept + offset, 0), 255), offset };
}

/** Two colors as bases and offsets. Undefined if a distance is too large, or if the order of their sums says something else. */
function storeOffsets(wish: Wish): Stored | undefined {
  const ends = [0, 0, 0, 255, 0, 0, 0, 255];
  const values: number[] = [];
  let sum = 0;
  for (let c = 0; c < (hasAlpha(wish.format) ? 4 : 3); c++) {
    const channel = storeOffset(wish.range, at(wish.wanted, c), at(wish.wanted, c + 4));
    if (channel === undefined) return undefined;
    values.push(...channel.values);
    [ends[c], ends[c + 4]] = [channel.low, channel.high];
    if (c < 3) sum += channel.offset;
  }
  return sum >= 0 ? stored(wish, values, ends, 1) : undefined;
}

/** A color and the part of it that the lower endpoint is. */
function storeScale(wish: Wish): Stored {
  const { block, wanted, range, format } = wish;
  const color = [4, 5, 6].map((i) => roundEnd(range, at(wanted, i)));
  let along = 0;
  let length = 0;
  for (const [c, value] of color.entries()) {
    along += at(block.metric, c) * value * (at(wanted, c) + 0.5);
    length += at(block.metric, c) * (value * value);
  }
  const scale = roundEnd(range, length > 0 ? (along * 256) / length : 0);
  const alphas = alphasOf(wish);
  const ends = [...color.map((value) => (value * scale) >> 8), alphas[0], ...color, alphas[1]];
  return stored(wish, hasAlpha(format) ? [...color, scale, ...alphas] : [...color, scale], ends);
}

/** The gray that an endpoint wants. */
function wantedGray({ block, wanted }: Wish, end: number): number {
  if (block.channels === 1) return at(wanted, end * 4);
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += at(block.metric, c) * at(wanted, end * 4 + c);
  return sum / (at(block.metric, 0) + at(block.metric, 1) + at(block.metric, 2));
}

const grayEnds = (low: number, high: number, alphas: readonly [number, number]): Pair => [
  ...[low, low, low, alphas[0]],
  ...[high, high, high, alphas[1]],
];

/** One value for R, G and B of each endpoint. */
function storeGray(wish: Wish): Stored {
  const low = roundEnd(wish.range, wantedGray(wish, 0));
  const high = roundEnd(wish.range, wantedGray(wish, 1));
  const alphas = alphasOf(wish);
  return stored(wish, hasAlpha(wish.format) ? [low, high, ...alphas] : [low, high], grayEnds(low, high, alphas));
}

/** Gray as a base of two bits more than the range has, and a distance of at most 63. */
function storeGrayRise(wish: Wish): Stored | undefined {
  const bottom = byteOf(wantedGray(wish, 0));
  const first = nearestByte(wish.range, (bottom & 63) << 2);
  const kept = (bottom & 192) | (first >> 2);
  const away = byteOf(wantedGray(wish, 1)) - kept;
  if (away < 0 || away > 63) return undefined;
  const second = nearestByte(wish.range, (bottom & 192) | away, 2);
  return stored(wish, [first, second], grayEnds(kept, Math.min(kept + (second & 63), 255), [255, 255]), 1);
}

/** Gray and alpha as bases and offsets. */
function storeGrayOffsets(wish: Wish): Stored | undefined {
  const gray = storeOffset(wish.range, wantedGray(wish, 0), wantedGray(wish, 1));
  if (gray === undefined) return undefined;
  const alpha = storeOffset(wish.range, at(wish.wanted, 3), at(wish.wanted, 7));
  if (alpha === undefined) return undefined;
  return stored(wish, [...gray.values, ...alpha.values], grayEnds(gray.low, gray.high, [alpha.low, alpha.high]), 1);
}

function storeFormat(wish: Wish): Stored {
  if (wish.format.startsWith('gray')) return storeGray(wish);
  if (wish.format.startsWith('scale')) return storeScale(wish);
  const plain = storePlain(wish);
  const contracted = storeContracted(wish);
  return contracted !== undefined && contracted.distance < plain.distance ? contracted : plain;
}

function tryOffsets(wish: Wish): Stored | undefined {
  if (wish.format.startsWith('scale')) return undefined;
  if (wish.format === 'gray') return storeGrayRise(wish);
  return wish.format === 'gray-alpha' ? storeGrayOffsets(wish) : storeOffsets(wish);
}

/** Mode 11: the nearest of plain values and of all layouts of differences. */
function storeHdr(wanted: Pair, range: number): Stored {
  const cut = [0, 1, 2, 4, 5, 6].map((i) => Math.max(at(wanted, i) + HDR_MIDDLE, 0) * 16);
  const upper = [at(wanted, 4), at(wanted, 5), at(wanted, 6)];
  const levels = at(LEVELS, range);
  const layouts = Array.from({ length: 8 }, (_, i) =>
    storeDirect(cut, 7 - i, upper.indexOf(Math.max(...upper)), false, levels),
  );
  const candidates = [storeStraight(cut, levels), ...layouts.filter((one): one is StoredEnds => one !== undefined)];
  const all = candidates.map(({ bytes, ends }): Stored => {
    const [r0 = 0, g0 = 0, b0 = 0, r1 = 0, g1 = 0, b1 = 0] = ends.map((v) => (v >> 4) - HDR_MIDDLE);
    const decoded = [r0, g0, b0, 0, r1, g1, b1, 0];
    let distance = 0;
    for (const i of [0, 1, 2, 4, 5, 6]) distance += square(at(wanted, i) - at(decoded, i));
    return { values: bytes, ends: decoded, mode: 11, distance };
  });
  return all.reduce((best, one) => (one.distance < best.distance ? one : best));
}

/** Rounds the endpoints of all subsets: each for itself if modes are mixed, else all with bases and offsets or none. */
export function storeEnds(block: AstcBlock, { formats, isMixed }: Choice, range: number, wanted: readonly Pair[]) {
  if (block.isHdr) return wanted.map((pair) => storeHdr(pair, range));
  const wishes = wanted.map((pair, i): Wish => ({ block, wanted: pair, range, format: at(formats, i) }));
  const plain = wishes.map(storeFormat);
  const offsets = wishes.map(tryOffsets);
  if (isMixed)
    return plain.map((one, i) => {
      const other = offsets[i];
      return other !== undefined && other.distance < one.distance ? other : one;
    });
  const possible = offsets.filter((one): one is Stored => one !== undefined);
  const sum = (all: readonly Stored[]): number => all.reduce((total, { distance }) => total + distance, 0);
  return possible.length === plain.length && sum(possible) < sum(plain) ? possible : plain;
}
