// BC6H: three channels of half floats, unsigned or signed. Reserved modes are black. Alpha is not written.

import { BC6H_MODES, BC6H_WEIGHTS, type Bc6hMode, widenBc6h } from './bc6h-modes.js';
import { BC7_PARTITIONS } from './bc7-partitions.js';
import { BlockBits } from './block-bits.js';

const PARTITION_BITS = 5;

const bits = new BlockBits();
/** Four endpoints of three channels. */
const ends = new Int32Array(12);

const extend = (value: number, width: number): number => (value << (32 - width)) >> (32 - width);

/** Reads the endpoints and adds differences, before they are widened. */
function readEnds(mode: Bc6hMode, isSigned: boolean): void {
  ends.fill(0);
  for (const place of mode.stored) ends[place >> 4] = (ends[place >> 4] ?? 0) | (bits.take(1) << (place & 15));
  for (let i = 0; i < (mode.isSplit ? 12 : 6); i++) {
    const [first, value] = [ends[i % 3] ?? 0, ends[i] ?? 0];
    const isFirst = i < 3;
    const width = isFirst ? mode.bits : (mode.deltaBits[i % 3] ?? 0);
    const read = isSigned || (mode.isDelta && !isFirst) ? extend(value, width) : value;
    if (isFirst || !mode.isDelta) ends[i] = read;
    else {
      const sum = (first + read) & ((1 << mode.bits) - 1);
      ends[i] = isSigned ? extend(sum, mode.bits) : sum;
    }
  }
}

/** Like `widenBc6h`, with a sign and fifteen bits. */
function widenSigned(value: number, width: number): number {
  const size = Math.abs(value);
  if (width >= 16 || size === 0) return value;
  const wide = size >= (1 << (width - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (width - 1);
  return value < 0 ? -wide : wide;
}

/** The half float of an interpolated value, as bits. */
function toHalf(value: number, isSigned: boolean): number {
  if (!isSigned) return (value * 31) >> 6;
  return value < 0 ? 0x8000 | ((-value * 31) >> 5) : (value * 31) >> 5;
}

/** Writes R, G and B of sixteen texels as the bits of half floats, row by row, of the block at `at`. */
export function decodeBc6hBlock(data: Uint8Array, at: number, out: Uint16Array, isSigned: boolean): void {
  bits.load(data, at);
  const head = bits.at(0, 2) < 2 ? 2 : 5;
  const mode = BC6H_MODES.get(bits.take(head));
  if (mode === undefined) {
    for (let i = 0; i < 64; i++) if ((i & 3) !== 3) out[i] = 0;
    return;
  }
  readEnds(mode, isSigned);
  const end = (i: number): number => (isSigned ? widenSigned : widenBc6h)(ends[i] ?? 0, mode.bits);
  const partition = BC7_PARTITIONS[mode.isSplit ? 1 : 0]?.[mode.isSplit ? bits.take(PARTITION_BITS) : 0];
  const indexBits = mode.isSplit ? 3 : 4;
  for (let i = 0; i < 16; i++) {
    const isAnchor = (((partition?.anchors ?? 0) >> i) & 1) === 1;
    const weight = BC6H_WEIGHTS[indexBits][bits.take(isAnchor ? indexBits - 1 : indexBits)] ?? 0;
    const pair = (partition?.subsets[i] ?? 0) * 6;
    for (let c = 0; c < 3; c++) {
      const value = (end(pair + c) * (64 - weight) + end(pair + 3 + c) * weight + 32) >> 6;
      out[i * 4 + c] = toHalf(value, isSigned);
    }
  }
}
