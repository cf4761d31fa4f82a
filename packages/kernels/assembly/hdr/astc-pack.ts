// Packs an ASTC block of 4×4 texels with one weight each, in one plane.

import { beginBits, high, low, putBits } from '../block/bit-writer';
import { bitsOf, codeOf, codesOf, digitOf, tableOf } from './astc-ranges';
import { storeReversed } from './reversed-bits';

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
  let t3 = 2;
  let t4 = 2;
  if (!isTwoTwo) {
    const isTwo = ((t >> 5) & 3) === 3;
    t3 = isTwo ? t >> 7 : (t >> 5) & 3;
    t4 = isTwo ? 2 : t >> 7;
  }
  let t0 = pair((c >> 1) & 1, c);
  let t1 = (c >> 2) & 3;
  let t2 = c >> 4;
  if ((c & 3) === 3) {
    t0 = pair((c >> 3) & 1, c >> 2);
    t1 = c >> 4;
    t2 = 2;
  } else if (((c >> 2) & 3) === 3) {
    t0 = c & 3;
    t1 = 2;
    t2 = 2;
  }
  return t0 + 3 * (t1 + 3 * (t2 + 3 * (t3 + 3 * t4)));
}

function quintsOf(q: i32): i32 {
  const isHigh = ((q >> 1) & 3) === 3;
  const bottom = q & 1;
  if (isHigh && q >> 5 === 0) return 4 + 5 * (4 + 5 * ((bottom << 2) | (bottom === 1 ? 0 : (q >> 3) & 3)));
  const c = isHigh ? (q & 24) | ((~(q >> 5) & 3) << 1) | bottom : q & 31;
  const q2 = isHigh ? 4 : q >> 5;
  const isFour = (c & 7) === 5;
  return (isFour ? c >> 3 : c & 7) + 5 * ((isFour ? 4 : c >> 3) + 5 * q2);
}

/** Of codes for the same digits the smallest is written. */
export function buildDigits(): void {
  for (let t = 255; t >= 0; t--) store<u8>(TRITS + tritsOf(t), t);
  for (let q = 127; q >= 0; q--) store<u8>(QUINTS + quintsOf(q), q);
}

/** Writes `count` codes of a range of `values`, bytes at `codes`. A short last group has fewer bits. */
function putRun(values: i32, codes: usize, count: i32): void {
  const digit = digitOf(values);
  const bits = bitsOf(values);
  if (digit === 1) {
    for (let i = 0; i < count; i++) putBits(load<u8>(codes + i), bits);
    return;
  }
  const size = digit === 3 ? 5 : 3;
  const mask = (1 << bits) - 1;
  for (let first = 0; first < count; first += size) {
    const groupSize = min(size, count - first);
    let number = 0;
    for (let i = groupSize - 1; i >= 0; i--) number = number * digit + (i32(load<u8>(codes + first + i)) >> bits);
    let code = i32(load<u8>((digit === 3 ? TRITS : QUINTS) + number));
    for (let i = 0; i < groupSize; i++) {
      const step = digit === 3 ? (i === 2 || i === 4 ? 1 : 2) : i === 0 ? 3 : 2;
      putBits(u64(i32(load<u8>(codes + first + i)) & mask), bits);
      putBits(u64(code & ((1 << step) - 1)), step);
      code >>= step;
    }
  }
}

/** The block mode of a 4×4 grid of weights of `levels`. */
function modeOf(levels: i32): u64 {
  const number = levels < 8 ? levels : levels === 8 ? 7 : levels === 12 ? 3 : 4;
  return u64((number >> 1) | ((number & 1) << 4) | 0x40 | (levels > 8 ? 0x200 : 0));
}

const CODES: usize = memory.data(16);

/**
 * Writes a block: the indices of texels (in bytes) on `levels`, one endpoint mode for all subsets, endpoint bytes in a range of `values`.
 * One subset if `seed` is negative, else two.
 */
export function packAstc(
  indices: usize,
  levels: i32,
  mode: i32,
  bytes: usize,
  byteCount: i32,
  values: i32,
  seed: i32,
  out: usize,
): void {
  const codes = codesOf(levels);
  beginBits(0, 0);
  for (let i = 0; i < 16; i++) store<u8>(CODES + i, load<u8>(codes + load<u8>(indices + i)));
  putRun(levels, CODES, 16);
  storeReversed(out);
  beginBits(modeOf(levels), 11);
  if (seed < 0) {
    putBits(0, 2);
    putBits(u64(mode), 4);
  } else {
    putBits(1, 2);
    putBits(u64(seed), 10);
    putBits(u64(mode << 2), 6);
  }
  const table = tableOf(values);
  for (let i = 0; i < byteCount; i++) store<u8>(CODES + i, codeOf(table, load<u8>(bytes + i)));
  putRun(values, CODES, byteCount);
  store<u64>(out, load<u64>(out) | low);
  store<u64>(out, load<u64>(out, 8) | high, 8);
}

/** An exact block of one color: a void extent of half floats without bounds. */
export function packAstcSolid(halfs: u64, out: usize): void {
  store<u64>(out, 0xfffffffffffffffc);
  store<u64>(out, halfs | 0x3c00000000000000, 8);
}
