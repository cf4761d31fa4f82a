// The error of a candidate after transcoding to BC7. Twin of the kernel's bc7-error.

import { ALL_TEXELS, type Block, type Candidate, hasAlpha, modeOf } from './block.js';
import { at, CHANNELS, type Channel, clamp, f32, type Lanes, lanes, square } from './lanes.js';
import { rangeOf, WEIGHT_VALUES } from './ranges.js';
import { subsetsOf, usesSecondPlane } from './shapes.js';

/** How endpoints are stored: their bits, and a low bit that all channels of an endpoint or of a pair share. */
interface Kept {
  readonly bits: 5 | 6 | 7;
  readonly low: 'none' | 'own' | 'shared';
}

const OWN_7: Kept = { bits: 7, low: 'own' };
const PLAIN_7: Kept = { bits: 7, low: 'none' };
const PLAIN_5: Kept = { bits: 5, low: 'none' };
const OWN_5: Kept = { bits: 5, low: 'own' };
const SHARED_6: Kept = { bits: 6, low: 'shared' };

function keptBy(mode: number): Kept {
  if (mode === 2) return SHARED_6;
  if (mode === 3 || mode === 7) return PLAIN_5;
  if (mode === 9 || mode === 16) return OWN_5;
  return modeOf(mode).planes === 2 ? PLAIN_7 : OWN_7;
}

const widen = (value: number, bits: number): number => ((value << (8 - bits)) | ((value << (8 - bits)) >> bits)) & 255;

const plain = (v: number, bits: number): number => widen(Math.floor((v * (2 ** bits - 1) + 127) / 255), bits);

function withLowBit(v: number, bits: number, p: number): number {
  const top = 2 ** (bits + 1) - 1;
  const half = f32(f32(f32(f32(f32(v / 255) * top) - p) / 2) + 0.5);
  return widen(clamp(Math.trunc(half) * 2 + p, p, top - 1 + p), bits + 1);
}

const movedBy = (end: Lanes, to: Lanes, channels: readonly Channel[]): number =>
  channels.reduce<number>((sum, i) => sum + square(to[i] - end[i]), 0);

/** A pair of endpoints as decoded from BC7. */
function keepPair(c: Candidate, pair: readonly [Lanes, Lanes]): [Lanes, Lanes] {
  const { bits, low } = keptBy(c.mode);
  const { planes, subsets } = modeOf(c.mode);
  const channels = CHANNELS.filter((i) => i < 3 || hasAlpha(c.mode));
  if (low === 'none') {
    const keep = (end: Lanes): Lanes => lanes((i) => (usesSecondPlane(c, i) ? end[i] : plain(end[i], bits)));
    return [keep(pair[0]), keep(pair[1])];
  }
  // One-line color becomes RGBA with an alpha of seven set bits and the low bit, except in the mode that becomes two halves.
  const gainsAlpha = !hasAlpha(c.mode) && planes === 1 && subsets === 1 && c.mode !== 1;
  const at01 = (end: Lanes, p: number): Lanes =>
    lanes((i) => (channels.includes(i) ? withLowBit(end[i], bits, p) : gainsAlpha ? 254 | p : end[i]));
  const moved = (p: number, ends: readonly Lanes[]): number =>
    ends.reduce((sum, end) => sum + movedBy(end, at01(end, p), channels), 0);
  const keep = (end: Lanes, ends: readonly Lanes[]): Lanes => at01(end, moved(1, ends) < moved(0, ends) ? 1 : 0);
  const own = (end: Lanes): Lanes => keep(end, low === 'own' ? [end] : pair);
  return [own(pair[0]), own(pair[1])];
}

/** Three and five bits become four if BC7 has one line. */
const THREE_TO_FOUR = [0, 2, 4, 6, 9, 11, 13, 15];
const FIVE_TO_FOUR = [
  0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 8, 9, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15,
];
const FOUR_BITS = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];

function weightInBc7(mode: number, weight: number): number {
  const { weightBits: bits, planes, subsets } = modeOf(mode);
  if (bits === 4) return at(FOUR_BITS, weight);
  if (bits === 5) return at(FOUR_BITS, at(FIVE_TO_FOUR, weight));
  if (bits === 3 && planes === 1 && subsets === 1) return at(FOUR_BITS, at(THREE_TO_FOUR, weight));
  return at(at(WEIGHT_VALUES, bits), weight);
}

/** Squared error of the block after transcoding to BC7. */
export function bc7Error(block: Block, c: Candidate): number {
  const { values } = rangeOf(modeOf(c.mode).levels);
  const alpha = hasAlpha(c.mode);
  const value = (ranks: Lanes): Lanes => lanes((i) => (i === 3 && !alpha ? 255 : at(values, ranks[i])));
  const pairs = c.ends.map(({ low, high }) => keepPair(c, [value(low), value(high)]));
  const subset = subsetsOf(c);
  let error = 0;
  for (const t of ALL_TEXELS) {
    const [low, high] = at(pairs, at(subset, t));
    for (const i of CHANNELS) {
      const w = weightInBc7(c.mode, at(c.weights[usesSecondPlane(c, i) ? 1 : 0], t));
      const shown = (low[i] * (64 - w) + high[i] * w + 32) >> 6;
      error += block.metric[i] * square(shown - at(block.texels, t)[i]);
    }
  }
  return error;
}
