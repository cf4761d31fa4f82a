// BC7: eight modes, identified by the number of zero bits before the first one. A block without a mode is transparent black.

import { BC7_PARTITIONS } from './bc7-partitions.js';
import { BlockBits } from './block-bits.js';

interface Bc7Mode {
  readonly subsets: 1 | 2 | 3;
  readonly partitionBits: number;
  readonly rotationBits: number;
  readonly selectorBits: number;
  readonly colorBits: number;
  readonly alphaBits: number;
  /** Which endpoints share a low bit: none, one endpoint's channels, or both of a pair. */
  readonly endsPerLowBit: 0 | 1 | 2;
  readonly indexBits: number;
  /** Bits of the second set of indices; 0 if there is none. */
  readonly secondBits: number;
}

const mode = (
  subsets: Bc7Mode['subsets'],
  partitionBits: number,
  rotationBits: number,
  selectorBits: number,
  colorBits: number,
  alphaBits: number,
  endsPerLowBit: Bc7Mode['endsPerLowBit'],
  indexBits: number,
  secondBits: number,
): Bc7Mode => ({
  subsets,
  partitionBits,
  rotationBits,
  selectorBits,
  colorBits,
  alphaBits,
  endsPerLowBit,
  indexBits,
  secondBits,
});

const MODES: readonly Bc7Mode[] = [
  mode(3, 4, 0, 0, 4, 0, 1, 3, 0),
  mode(2, 6, 0, 0, 6, 0, 2, 3, 0),
  mode(3, 6, 0, 0, 5, 0, 0, 2, 0),
  mode(2, 6, 0, 0, 7, 0, 1, 2, 0),
  mode(1, 0, 2, 1, 5, 6, 0, 2, 3),
  mode(1, 0, 2, 0, 7, 8, 0, 2, 2),
  mode(1, 0, 0, 0, 7, 7, 1, 4, 0),
  mode(2, 6, 0, 0, 5, 5, 1, 2, 0),
];

/** By bits of an index. */
const WEIGHTS: readonly (readonly number[])[] = [
  [],
  [],
  [0, 21, 43, 64],
  [0, 9, 18, 27, 37, 46, 55, 64],
  [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
];

const bits = new BlockBits();
/** Endpoint, then channel. */
const ends = new Uint8Array(6 * 4);
const first = new Uint8Array(16);
const second = new Uint8Array(16);

/** 0 to 7; −1 if a block has none. */
export const bc7ModeOf = (data: Uint8Array, at: number): number => {
  const lead = data[at] ?? 0;
  return lead === 0 ? -1 : 31 - Math.clz32(lead & -lead);
};

/** Writes sixteen RGBA texels, row by row, of the block at `at`. */
export function decodeBc7Block(data: Uint8Array, at: number, out: Uint8Array): void {
  const number = bc7ModeOf(data, at);
  const mode = MODES[number];
  if (mode === undefined) {
    out.fill(0, 0, 64);
    return;
  }
  bits.load(data, at);
  bits.take(number + 1);
  const partition = BC7_PARTITIONS[mode.subsets - 1]?.[bits.take(mode.partitionBits)];
  if (partition === undefined) throw new Error('BC7 has a partition for every number');
  const rotation = bits.take(mode.rotationBits);
  const selector = bits.take(mode.selectorBits);
  readEnds(mode);
  readIndices(first, mode.indexBits, partition.anchors);
  if (mode.secondBits > 0) readIndices(second, mode.secondBits, partition.anchors);
  const alphaIsSecond = mode.secondBits > 0 && selector === 0;
  const colorIsSecond = mode.secondBits > 0 && selector === 1;
  for (let i = 0; i < 16; i++) {
    const low = (partition.subsets[i] ?? 0) * 8;
    const colorWeight = (colorIsSecond ? second[i] : first[i]) ?? 0;
    const alphaWeight = (alphaIsSecond ? second[i] : first[i]) ?? 0;
    for (let c = 0; c < 4; c++) {
      const weight = c === 3 ? alphaWeight : colorWeight;
      out[i * 4 + c] = ((64 - weight) * (ends[low + c] ?? 0) + weight * (ends[low + 4 + c] ?? 0) + 32) >> 6;
    }
    if (rotation > 0) {
      const alpha = out[i * 4 + 3] ?? 0;
      out[i * 4 + 3] = out[i * 4 + rotation - 1] ?? 0;
      out[i * 4 + rotation - 1] = alpha;
    }
  }
}

/** Endpoints with their low bits, as 8-bit values; alpha is 255 if a mode has none. */
function readEnds(mode: Bc7Mode): void {
  const count = mode.subsets * 2;
  for (let c = 0; c < 4; c++) {
    const width = c === 3 ? mode.alphaBits : mode.colorBits;
    for (let e = 0; e < count; e++) ends[e * 4 + c] = bits.take(width);
  }
  let lowBit = 0;
  const extra = mode.endsPerLowBit > 0 ? 1 : 0;
  for (let e = 0; e < count; e++) {
    if (mode.endsPerLowBit === 1 || (mode.endsPerLowBit === 2 && e % 2 === 0)) lowBit = bits.take(1);
    for (let c = 0; c < 4; c++) {
      const width = (c === 3 ? mode.alphaBits : mode.colorBits) + extra;
      const value = (((ends[e * 4 + c] ?? 0) << extra) | lowBit) << (8 - width);
      ends[e * 4 + c] = c === 3 && mode.alphaBits === 0 ? 255 : value | (value >> width);
    }
  }
}

/** Indices as weights. */
function readIndices(to: Uint8Array, width: number, anchors: number): void {
  const table = WEIGHTS[width] ?? [];
  for (let i = 0; i < 16; i++) to[i] = table[bits.take(width - ((anchors >> i) & 1))] ?? 0;
}
