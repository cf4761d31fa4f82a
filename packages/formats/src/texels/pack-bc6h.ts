// Texels on one or two lines → a block of unsigned BC6H. The same code is in assetc.h: both give the same bytes, so all arithmetic is in
// whole numbers.

import { BC6H_MODES, BC6H_WEIGHTS, type Bc6hMode, widenBc6h } from './bc6h-modes.js';
import { BC7_PARTITIONS } from './bc7-partitions.js';

const HALF_MAX = 0x7bff;
const SPLIT_PARTITIONS = 32;

/** Mode bits, the most precise mode first; the last one of each takes any endpoints. */
export const WHOLE_ORDER = [0b01111, 0b01011, 0b00111, 0b00011];
export const SPLIT_ORDER = [0b00010, 0b00110, 0b01010, 0b00, 0b01110, 0b10010, 0b10110, 0b11010, 0b01, 0b11110];

interface Candidate {
  readonly code: number;
  readonly mode: Bc6hMode;
  readonly partition: number;
  /** w, x, y, z of R, G and B, in the mode's bits. */
  readonly ends: readonly number[];
  readonly indices: Uint8Array;
  readonly error: number;
}

/** The smallest interpolated value that is shown as this half, or as 0 or the largest one for halfs that BC6H lacks. */
function widenHalf(half: number): number {
  const shown = half & 0x8000 ? 0 : Math.min(half, HALF_MAX);
  return Math.floor((shown * 64 + 30) / 31);
}

/** The two texels farthest apart in the channel with the greatest spread: all others are on the line between them. */
function endsOf(texels: Int32Array, mask: number): number[] {
  let [best, low, high] = [-1, 0, 0];
  for (let c = 0; c < 3; c++) {
    let [first, last] = [-1, -1];
    for (let i = 0; i < 16; i++) {
      if (((mask >> i) & 1) === 0) continue;
      const value = texels[i * 3 + c] ?? 0;
      if (first < 0 || value < (texels[first * 3 + c] ?? 0)) first = i;
      if (last < 0 || value > (texels[last * 3 + c] ?? 0)) last = i;
    }
    const spread = (texels[last * 3 + c] ?? 0) - (texels[first * 3 + c] ?? 0);
    if (spread > best) [best, low, high] = [spread, first, last];
  }
  return [...texels.subarray(low * 3, low * 3 + 3), ...texels.subarray(high * 3, high * 3 + 3)];
}

/** Swaps the endpoints if the anchor, whose index lacks its top bit, is in the upper half of the line. */
function orient(texels: Int32Array, ends: readonly number[], anchor: number): readonly number[] {
  let along = 0;
  for (let c = 0; c < 3; c++) {
    const [low = 0, high = 0] = [ends[c], ends[c + 3]];
    along += (2 * (texels[anchor * 3 + c] ?? 0) - low - high) * (high - low);
  }
  return along <= 0 ? ends : [...ends.slice(3), ...ends.slice(0, 3)];
}

/** Undefined if a difference does not fit into the mode. */
function cutTo({ bits, deltaBits, isDelta }: Bc6hMode, wide: readonly number[]): readonly number[] | undefined {
  const cut = wide.map((value) => value >> (16 - bits));
  const fits = cut.every((value, i) => {
    const half = 1 << ((deltaBits[i % 3] ?? 0) - 1);
    const difference = value - (cut[i % 3] ?? 0);
    return i < 3 || !isDelta || (difference >= -half && difference < half);
  });
  return fits ? cut : undefined;
}

/** Writes the best index of each texel of the mask and returns the sum of squared errors. */
function index(
  texels: Int32Array,
  mask: number,
  ends: readonly number[],
  weights: readonly number[],
  to: Uint8Array,
): number {
  let total = 0;
  for (let i = 0; i < 16; i++) {
    if (((mask >> i) & 1) === 0) continue;
    let best = Number.POSITIVE_INFINITY;
    for (const [k, weight] of weights.entries()) {
      let error = 0;
      for (let c = 0; c < 3; c++) {
        const shown = ((ends[c] ?? 0) * (64 - weight) + (ends[c + 3] ?? 0) * weight + 32) >> 6;
        const difference = shown - (texels[i * 3 + c] ?? 0);
        error += difference * difference;
      }
      if (error >= best) continue;
      best = error;
      to[i] = k;
    }
    total += best;
  }
  return total;
}

function fit(texels: Int32Array, masks: readonly number[], partition: number): Candidate {
  const anchors = BC7_PARTITIONS[masks.length - 1]?.[partition]?.anchors ?? 1;
  const wide = masks.flatMap((mask) => orient(texels, endsOf(texels, mask), 31 - Math.clz32(anchors & mask)));
  for (const code of masks.length === 1 ? WHOLE_ORDER : SPLIT_ORDER) {
    const mode = BC6H_MODES.get(code);
    const ends = mode === undefined ? undefined : cutTo(mode, wide);
    if (mode === undefined || ends === undefined) continue;
    const shown = ends.map((value) => widenBc6h(value, mode.bits));
    const indices = new Uint8Array(16);
    let error = 0;
    for (const [pair, mask] of masks.entries())
      error += index(texels, mask, shown.slice(pair * 6, pair * 6 + 6), BC6H_WEIGHTS[mode.isSplit ? 3 : 4], indices);
    return { code, mode, partition, ends, indices, error };
  }
  throw new Error('the last mode takes any endpoints');
}

/** Writes fields of bits, the lowest first. */
function pack({ code, mode, partition, ends, indices }: Candidate, out: Uint8Array, to: number): void {
  let position = to * 8;
  const put = (value: number, count: number): void => {
    for (let i = 0; i < count; i++, position++)
      out[position >> 3] = (out[position >> 3] ?? 0) | (((value >> i) & 1) << (position & 7));
  };
  out.fill(0, to, to + 16);
  put(code, mode.headBits);
  for (const place of mode.stored) {
    const end = place >> 4;
    const value = (ends[end] ?? 0) - (mode.isDelta && end > 2 ? (ends[end % 3] ?? 0) : 0);
    put(value >> (place & 15), 1);
  }
  if (mode.isSplit) put(partition, 5);
  const anchors = BC7_PARTITIONS[mode.isSplit ? 1 : 0]?.[partition]?.anchors ?? 1;
  const count = mode.isSplit ? 3 : 4;
  for (const [i, value] of indices.entries()) {
    const isAnchor = ((anchors >> i) & 1) === 1;
    put(isAnchor ? Math.min(value, (1 << (count - 1)) - 1) : value, isAnchor ? count - 1 : count);
  }
}

/** The partition whose second pair has these texels, or all others; -1 if there is none. */
const partitionOf = (mask: number): number =>
  (BC7_PARTITIONS[1] ?? []).slice(0, SPLIT_PARTITIONS).findIndex(({ subsets }) => {
    const second = subsets.reduce((all, pair, i) => all | (pair << i), 0);
    return second === mask || second === (mask ^ 0xffff);
  });

/**
 * Writes the sixteen bytes of a block at `to`. `halfs` are sixteen RGBA texels that lie on one line, or on two: then `second` has a bit for
 * each texel of the second one.
 */
export function packBc6h(halfs: Uint16Array, second: number, out: Uint8Array, to: number): void {
  const texels = Int32Array.from({ length: 48 }, (_, i) => widenHalf(halfs[Math.floor(i / 3) * 4 + (i % 3)] ?? 0));
  const whole = fit(texels, [0xffff], 0);
  const partition = second === 0 ? -1 : partitionOf(second);
  if (partition < 0) {
    pack(whole, out, to);
    return;
  }
  // In every partition texel 0 belongs to the first pair.
  const mask = second & 1 ? second ^ 0xffff : second;
  const split = fit(texels, [mask ^ 0xffff, mask], partition);
  pack(split.error < whole.error ? split : whole, out, to);
}
