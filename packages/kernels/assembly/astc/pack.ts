// Packs the best block: mode, partition and endpoints from the lowest bit up, weights from the highest bit down.

import { beginBits, high, low, putBits, seekBits } from '../block/bit-writer';
import { formatOf, MIXED, mixedBits, valuesOf } from './ends/formats';
import {
  BEST_RANKS,
  BEST_STORED,
  bestEndModes,
  bestFormats,
  bestMode,
  bestRange,
  bestSecond,
  bestSeed,
  bestSubsets,
} from './fit';
import { G_COUNT, gridRecord, M_BITS, M_CODE, M_GRID, M_RANGE } from './footprint';
import { codeOfByte, digitOf, lowBitsOf, weightCode } from './ranges';

/** The eight bits of five trits, and the seven of three quints, by digits in base 3 and 5, the first the least. */
const TRITS: usize = memory.data(243);
const QUINTS: usize = memory.data(125);

/* @inline */ function pair(top: i32, bottom: i32): i32 {
  return (top << 1) | (bottom & ~top & 1);
}

/** The five trits of a code, as a number in base 3. */
function tritsOf(t: i32): i32 {
  const isTwoTwo = ((t >> 2) & 7) === 7;
  const c = isTwoTwo ? ((t >> 3) & 28) | (t & 3) : t & 31;
  const isTwo = ((t >> 5) & 3) === 3;
  const t3 = isTwoTwo ? 2 : isTwo ? t >> 7 : (t >> 5) & 3;
  const t4 = isTwoTwo || isTwo ? 2 : t >> 7;
  const tops = 9 * 3 * t3 + 81 * t4;
  if ((c & 3) === 3) return pair((c >> 3) & 1, c >> 2) + 3 * (c >> 4) + 18 + tops;
  if (((c >> 2) & 3) === 3) return (c & 3) + 6 + 18 + tops;
  return pair((c >> 1) & 1, c) + 3 * ((c >> 2) & 3) + 9 * (c >> 4) + tops;
}

function quintsOf(q: i32): i32 {
  const isHigh = ((q >> 1) & 3) === 3;
  const bottom = q & 1;
  if (isHigh && q >> 5 === 0) return 24 + 25 * ((bottom << 2) | (bottom === 1 ? 0 : (q >> 3) & 3));
  const c = isHigh ? (q & 24) | ((~(q >> 5) & 3) << 1) | bottom : q & 31;
  const isFour = (c & 7) === 5;
  return (isFour ? c >> 3 : c & 7) + 5 * (isFour ? 4 : c >> 3) + 25 * (isHigh ? 4 : q >> 5);
}

/** Of codes for the same digits the smallest is written. */
export function buildDigits(): void {
  for (let t = 255; t >= 0; t--) store<u8>(TRITS + tritsOf(t), t);
  for (let q = 127; q >= 0; q--) store<u8>(QUINTS + quintsOf(q), q);
}

/** Codes to write, a byte each. */
const CODES: usize = memory.data(64, 16);

/** Writes `count` codes of a range. A short last group has fewer bits. */
function putRun(range: i32, count: i32): void {
  const digit = digitOf(range);
  const bits = lowBitsOf(range);
  if (digit === 1) {
    for (let i = 0; i < count; i++) putBits(load<u8>(CODES + i), bits);
    return;
  }
  const size = digit === 3 ? 5 : 3;
  const mask = (1 << bits) - 1;
  for (let first = 0; first < count; first += size) {
    const groupSize = min(size, count - first);
    let number = 0;
    for (let i = groupSize - 1; i >= 0; i--) number = number * digit + (i32(load<u8>(CODES + first + i)) >> bits);
    let code = i32(load<u8>((digit === 3 ? TRITS : QUINTS) + number));
    for (let i = 0; i < groupSize; i++) {
      const step = digit === 3 ? (i === 2 || i === 4 ? 1 : 2) : i === 0 ? 3 : 2;
      putBits(u64(i32(load<u8>(CODES + first + i)) & mask), bits);
      putBits(u64(code & ((1 << step) - 1)), step);
      code >>= step;
    }
  }
}

function reversed(v: u64): u64 {
  let r = bswap<u64>(v);
  r = ((r >> 4) & 0x0f0f0f0f0f0f0f0f) | ((r & 0x0f0f0f0f0f0f0f0f) << 4);
  r = ((r >> 2) & 0x3333333333333333) | ((r & 0x3333333333333333) << 2);
  return ((r >> 1) & 0x5555555555555555) | ((r & 0x5555555555555555) << 1);
}

/** The endpoint modes as they are written: one for all, or which classes, which of both each subset has, and which mode in it. */
function codeOfModes(): u64 {
  if (bestSubsets === 1) return bestEndModes & 15;
  if ((bestFormats & MIXED) === 0) return (bestEndModes & 15) << 2;
  let first: u32 = 2;
  for (let i = 0; i < bestSubsets; i++) first = min(first, (bestEndModes >> u32(i * 8 + 2)) & 3);
  let code = first + 1;
  for (let i = 0; i < bestSubsets; i++) {
    const mode = (bestEndModes >> u32(i * 8)) & 15;
    code |= ((mode >> 2) - first) << u32(2 + i);
    code |= (mode & 3) << u32(2 + bestSubsets + i * 2);
  }
  return code;
}

export function packBest(out: usize): void {
  const count = load<i32>(gridRecord(load<i32>(bestMode, M_GRID)), G_COUNT);
  const weightRange = load<i32>(bestMode, M_RANGE);
  const planes = bestSecond < 0 ? 1 : 2;
  for (let i = 0; i < count; i++)
    for (let plane = 0; plane < planes; plane++)
      store<u8>(CODES + i * planes + plane, weightCode(weightRange, load<u8>(BEST_RANKS + plane * 64 + i)));
  beginBits(0, 0);
  putRun(weightRange, count * planes);
  const weightsLow = reversed(high);
  const weightsHigh = reversed(low);
  beginBits(load<i32>(bestMode, M_CODE), 11);
  putBits(bestSubsets - 1, 2);
  const endModes = codeOfModes();
  if (bestSubsets === 1) putBits(endModes, 4);
  else {
    putBits(bestSeed, 10);
    putBits(endModes & 63, 6);
  }
  let values = 0;
  for (let subset = 0; subset < bestSubsets; subset++)
    for (let i = 0; i < valuesOf(formatOf(bestFormats, subset)); i++)
      store<u8>(CODES + values++, codeOfByte(bestRange, load<u8>(BEST_STORED + subset * 8 + i)));
  putRun(bestRange, values);
  if (endModes >> 6 !== 0) {
    // What does not fit into six bits is next to the weights.
    seekBits(128 - load<i32>(bestMode, M_BITS) - mixedBits(bestSubsets));
    putBits(endModes >> 6, mixedBits(bestSubsets));
  }
  if (planes === 2) {
    seekBits(126 - load<i32>(bestMode, M_BITS));
    putBits(bestSecond, 2);
  }
  store<u64>(out, low | weightsLow);
  store<u64>(out, high | weightsHigh, 8);
}

/** The same for half floats. */
export function packHdrSolid(halfs: u64, out: usize): void {
  store<u64>(out, 0xfffffffffffffffc);
  store<u64>(out, halfs, 8);
}

/** An exact block of one color: a void extent without bounds. */
export function packSolid(texel: u32, out: usize): void {
  let wide: u64 = 0;
  for (let c: u64 = 0; c < 4; c++) wide |= (u64((texel >> u32(c * 8)) & 255) * 257) << (c * 16);
  store<u64>(out, 0xfffffffffffffdfc);
  store<u64>(out, wide, 8);
}
