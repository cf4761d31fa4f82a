// Packs a candidate into sixteen bytes, fields from the lowest bit up. Twin of the kernel's pack.

import { at, CHANNELS, lanes } from '../uastc/lanes.js';
import type { Candidate, Ends } from './block.js';
import { BC7_MODES } from './modes.js';

class BitWriter {
  readonly #out: Uint8Array;
  #position: number;

  constructor(out: Uint8Array, at: number) {
    out.fill(0, at, at + 16);
    this.#out = out;
    this.#position = at * 8;
  }

  put(value: number, bits: number): void {
    for (let i = 0; i < bits; i++, this.#position++) {
      const byte = this.#position >> 3;
      this.#out[byte] = (this.#out[byte] ?? 0) | (((value >> i) & 1) << (this.#position & 7));
    }
  }
}

/** Reverses lines whose anchor's index is in the upper half. */
function reverseLines(
  ends: readonly Ends[],
  indices: readonly number[],
  bits: number,
  c: Candidate,
  channels: readonly boolean[],
): { ends: readonly Ends[]; indices: readonly number[] } {
  const top = 2 ** bits - 1;
  const reversed = c.partition.anchors.map((anchor) => at(indices, anchor) > top >> 1);
  return {
    indices: indices.map((index, t) => (reversed[at(c.partition.subsets, t)] === true ? top - index : index)),
    ends: ends.map((end, s) => {
      const swap = (i: number): boolean => reversed[s] === true && channels[i] === true;
      return {
        low: lanes((i) => (swap(i) ? end.high[i] : end.low[i])),
        high: lanes((i) => (swap(i) ? end.low[i] : end.high[i])),
      };
    }),
  };
}

export function packBc7Block(c: Candidate, out: Uint8Array, to: number): void {
  const { subsets, partitionBits, width, alphaWidth, pBits, indexBits } = BC7_MODES[c.mode];
  const isDual = c.mode === 4 || c.mode === 5;
  const longColor = c.mode === 4 && c.rotation >= 4;
  const colorBits = longColor ? 3 : indexBits;
  const alphaBits = c.mode === 4 && !longColor ? 3 : 2;
  const color = reverseLines(c.ends, c.indices, colorBits, c, [true, true, true, !isDual]);
  const alpha = isDual
    ? reverseLines(color.ends, c.alphaIndices, alphaBits, c, [false, false, false, true])
    : { ends: color.ends, indices: [] };
  const writer = new BitWriter(out, to);
  writer.put(1 << c.mode, c.mode + 1);
  if (subsets > 1) writer.put(c.partition.number, partitionBits);
  if (isDual) writer.put(c.rotation & 3, 2);
  if (c.mode === 4) writer.put(c.rotation >> 2, 1);
  const shift = pBits === 'none' ? 0 : 1;
  for (const i of CHANNELS.slice(0, alphaWidth > 0 ? 4 : 3))
    for (const end of alpha.ends)
      for (const value of [end.low[i], end.high[i]]) writer.put(value >> shift, (i === 3 ? alphaWidth : width) - shift);
  if (pBits !== 'none')
    for (const end of alpha.ends) {
      writer.put(end.low[0] & 1, 1);
      if (pBits === 'own') writer.put(end.high[0] & 1, 1);
    }
  const putIndices = (indices: readonly number[], bits: number): void => {
    indices.forEach((index, t) => {
      writer.put(index, c.partition.anchors.includes(t) ? bits - 1 : bits);
    });
  };
  if (longColor) putIndices(alpha.indices, alphaBits);
  putIndices(color.indices, colorBits);
  if (isDual && !longColor) putIndices(alpha.indices, alphaBits);
}
