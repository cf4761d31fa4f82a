// The readable twin of the BC6H encoder: equal bytes, block by block.

import type { SearchLevel } from '../../blocks/block-options.js';
import { at, clamp } from '../uastc/lanes.js';
import { bytesOfBits } from './astc.js';
import { BC6H_SHAPES } from './bc6h-modes.js';
import { ALL, type HdrBlock, type LineEnds, loadHdrBlock, type Mask, solidHalfs } from './block.js';
import { evaluate, fitLine, refine } from './line.js';
import { BC6H_PARTITIONS, masksOf, nearestPartitions } from './partitions.js';

const MAX_ENDPOINT = 65535;
const CALM = 48 * 10 * 10;
const THREE = [0, 9, 18, 27, 37, 46, 55, 64];
const FOUR = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];
const ANCHORS = [...Array.from({ length: 17 }, () => 15), 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2];
/** The most precise first. */
const WHOLE_MODES = [13, 12, 11, 10];
const SPLIT_MODES = [2, 3, 4, 0, 5, 6, 7, 8, 1, 9];
const EFFORT: Readonly<Record<SearchLevel, readonly [steps: number, partitions: number]>> = {
  fast: [1, 0],
  normal: [2, 2],
  high: [4, 8],
  max: [4, 32],
};

interface Candidate {
  readonly error: number;
  readonly mode: number;
  readonly partition: number;
  /** w, x, y, z of R, G and B, truncated to the mode's bits. */
  readonly cut: readonly number[];
  readonly places: readonly number[];
}

/** Swaps the endpoints if the anchor is in the upper half of the line. */
function orient({ texels }: HdrBlock, ends: LineEnds, anchor: number): LineEnds {
  const along = [0, 1, 2].reduce((total, c) => {
    const texel = at(at(texels, c), anchor);
    return total + (2 * texel - at(ends, c) - at(ends, c + 3)) * (at(ends, c + 3) - at(ends, c));
  }, 0);
  return along <= 0 ? ends : [...ends.slice(3), ...ends.slice(0, 3)];
}

const cutTo = (value: number, bits: number): number =>
  bits === 16 ? Math.floor(value + 0.5) : Math.floor(value) >> (16 - bits);

function widen(value: number, bits: number): number {
  if (bits === 16 || value === 0) return value;
  return value === (1 << bits) - 1 ? 0xffff : ((value << 16) + 0x8000) >>> bits;
}

/** The first mode that the endpoints fit into, and the endpoints truncated to it. */
function cutEnds(ends: LineEnds, modes: readonly number[]): { readonly mode: number; readonly cut: readonly number[] } {
  for (const mode of modes) {
    const { bits, deltas, isDelta } = at(BC6H_SHAPES, mode);
    const cut = ends.map((v) => cutTo(clamp(v, 0, MAX_ENDPOINT), bits));
    const fits = cut.every((v, i) => {
      const half = 1 << (at(deltas, i % 3) - 1);
      const difference = v - at(cut, i % 3);
      return i < 3 || !isDelta || (difference >= -half && difference < half);
    });
    if (fits) return { mode, cut };
  }
  throw new Error('the last mode takes any ends');
}

const storedPair = (mode: number, cut: readonly number[], pair: number): LineEnds =>
  cut.slice(pair * 6, pair * 6 + 6).map((v) => widen(v, at(BC6H_SHAPES, mode).bits));

function tryPartition(block: HdrBlock, partition: number): Candidate {
  const masks = masksOf(at(BC6H_PARTITIONS, partition));
  const fit = (mask: Mask, anchor: number): LineEnds =>
    orient(block, refine(block, mask, fitLine(block, mask), THREE, MAX_ENDPOINT), anchor);
  const { mode, cut } = cutEnds([...fit(masks[0], 0), ...fit(masks[1], at(ANCHORS, partition))], SPLIT_MODES);
  const places: number[] = [];
  const error =
    evaluate(block, masks[0], storedPair(mode, cut, 0), THREE, places) +
    evaluate(block, masks[1], storedPair(mode, cut, 1), THREE, places);
  return { error, mode, partition, cut, places };
}

function choose(block: HdrBlock, level: SearchLevel): Candidate {
  const [steps, partitions] = EFFORT[level];
  let line = fitLine(block, ALL);
  for (let i = 0; i < steps; i++) line = refine(block, ALL, line, FOUR, MAX_ENDPOINT);
  const { mode, cut } = cutEnds(orient(block, line, 0), WHOLE_MODES);
  const places: number[] = [];
  const error = evaluate(block, ALL, storedPair(mode, cut, 0), FOUR, places);
  let best: Candidate = { error, mode, partition: 0, cut, places };
  if (partitions > 0 && error > CALM)
    for (const partition of nearestPartitions(block, line, BC6H_PARTITIONS, partitions)) {
      const next = tryPartition(block, partition);
      if (next.error < best.error) best = next;
    }
  return best;
}

const field = (value: number, count: number): string =>
  [...value.toString(2).padStart(count, '0')].reverse().slice(0, count).join('');

function pack({ mode, partition, cut, places }: Candidate): Uint8Array {
  const { head, headBits, isDelta, deltas, stored } = at(BC6H_SHAPES, mode);
  const isSplit = mode < 10;
  const kept = cut.map((v, i) => (isDelta && i > 2 ? (v - at(cut, i % 3)) & ((1 << at(deltas, i % 3)) - 1) : v));
  const ends = stored.map((place) => (at(kept, place >> 4) >> (place & 15)) & 1).join('');
  const anchors = isSplit ? [0, at(ANCHORS, partition)] : [0];
  const indexBits = isSplit ? 3 : 4;
  const indices = places.map((place, i) =>
    anchors.includes(i) ? field(Math.min(place, (1 << (indexBits - 1)) - 1), indexBits - 1) : field(place, indexBits),
  );
  return bytesOfBits(field(head, headBits) + ends + (isSplit ? field(partition, 5) : '') + indices.join(''));
}

/** Sixteen RGBA texels of half floats → sixteen bytes. */
export function encodeBc6hBlock(halfs: Uint16Array, level: SearchLevel): Uint8Array {
  const solid = solidHalfs(halfs)?.map((half) => Math.floor((half * 64 + 30) / 31));
  if (solid === undefined) return pack(choose(loadHdrBlock(halfs, false), level));
  return pack({
    error: 0,
    mode: 13,
    partition: 0,
    cut: [...solid, ...solid],
    places: Array.from({ length: 16 }, () => 0),
  });
}
