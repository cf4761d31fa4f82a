// The fields of one block. Weights come out as one string of bits in which every weight is whole: what anchors leave out is put
// back, so that targets can flip, reverse and copy them all at once.

import { MODE_OF_CODE, MODE_ROWS, MODE_VALUES, PATTERN_ANCHORS, PATTERN_MASKS, QUINTS, TRITS, VALUES } from './tables';

export const SOLID: i32 = 8;
export const NO_MODE: i32 = 255;
export const GRAY: i32 = 2;
export const RGB: i32 = 3;
const ALPHA: i32 = 3;

export let mode: i32 = 0;
export let row: usize = 0;
/** Index into the tables of patterns; meaningless where there is one subset. */
export let pattern: i32 = 0;
/** The channel of the second plane, −1 where there is one plane. */
export let channel: i32 = 0;
/** Color of a solid block, R lowest. */
export let solidColor: u32 = 0;
/** Weights from texel 0 upward, those of two planes side by side; above 64 bits only where a weight has five. */
export let weightsLow: u64 = 0;
export let weightsHigh: u64 = 0;
/** The sixteen bytes as they are. */
export let blockLow: u64 = 0;
export let blockHigh: u64 = 0;

/** Low bits of the ends, one after the other from bit 0 on, and their trits or quints. */
let endBits: u64 = 0;
let endDigits: u64 = 0;

/** Endpoints as stored, in the order of the block: per subset, per component, low and high. Zeros follow. */
export const STORED: usize = memory.data(24, 8);

/* @inline */ export function components(): i32 {
  return load<u8>(row);
}
/* @inline */ export function subsets(): i32 {
  return load<u8>(row, 1);
}
/* @inline */ export function planes(): i32 {
  return load<u8>(row, 2);
}
/* @inline */ export function weightBits(): i32 {
  return load<u8>(row, 3);
}
/* @inline */ export function digitBase(): i32 {
  return load<u8>(row, 4);
}
/* @inline */ export function lowBits(): i32 {
  return load<u8>(row, 5);
}
/* @inline */ export function hintsAt(): i32 {
  return load<u8>(row, 15);
}
/* @inline */ export function endpointValue(stored: i32): i32 {
  return load<u8>(VALUES + load<u16>(MODE_VALUES + (mode << 1)) + stored);
}
/* @inline */ export function patternMasks(): u32 {
  return load<u32>(PATTERN_MASKS + (pattern << 2));
}

/** Up to 64 bits from bit `at`, which is not 0; what lies above them is not cleared. */
/* @inline */ export function bitsFrom(at: i32): u64 {
  return at < 64 ? (blockLow >> at) | (blockHigh << (64 - at)) : blockHigh >> (at - 64);
}

/** Makes room for one bit, 0, at `at` (below 64). */
/* @inline */ function insert(at: i32): void {
  const below: u64 = (u64(1) << at) - 1;
  weightsHigh = (weightsHigh << 1) | (weightsLow >> 63);
  weightsLow = (weightsLow & below) | ((weightsLow & ~below) << 1);
}

/** False where the block is not valid. A solid one has nothing but its color. */
export function unpackBlock(at: usize): bool {
  const valid = unpackFields(at);
  if (valid && mode !== SOLID) storeEnds();
  return valid;
}

/** The same without STORED: single ends are found by `endAt`. */
export function unpackFields(at: usize): bool {
  blockLow = load<u64>(at);
  blockHigh = load<u64>(at, 8);
  mode = load<u8>(MODE_OF_CODE + usize(blockLow & 127));
  if (mode === NO_MODE) return false;
  row = MODE_ROWS + (mode << 4);
  if (mode === SOLID) {
    solidColor = u32(blockLow >> 5);
    return true;
  }
  const patterns = load<u8>(row, 8);
  if (patterns !== 0) {
    const number = i32(bitsFrom(load<u8>(row, 9))) & ((1 << load<u8>(row, 10)) - 1);
    if (number >= i32(patterns)) return false;
    pattern = i32(load<u8>(row, 7)) + number;
  }
  channel = -1;
  if (planes() === 2) {
    const channelAt = load<u8>(row, 11);
    channel = channelAt ? i32(bitsFrom(channelAt)) & 3 : ALPHA;
  }
  unpackEnds();
  unpackWeights();
  return true;
}

function unpackEnds(): void {
  const base = digitBase();
  let digits: u64 = 0;
  if (base > 1) {
    let groups = bitsFrom(load<u8>(row, 12));
    // The bits of the ends follow the last, short group: it is cut to size, and its surplus digits are not looked at.
    groups &= (u64(1) << (load<u8>(row, 13) - load<u8>(row, 12))) - 1;
    if (base === 3)
      for (let shift = 0; groups; shift += 10, groups >>= 8)
        digits |= u64(load<u16>(TRITS + (usize(groups & 255) << 1))) << shift;
    else
      for (let shift = 0; groups; shift += 9, groups >>= 7)
        digits |= u64(load<u16>(QUINTS + (usize(groups & 127) << 1))) << shift;
  }
  endDigits = digits;
  endBits = bitsFrom(load<u8>(row, 13));
}

/** An end as stored, by its number in the order of the block. */
/* @inline */ export function endAt(i: i32): i32 {
  const low = lowBits();
  const digitBits: i32 = load<u8>(row, 6);
  const digit = i32(endDigits >> (i * digitBits)) & ((1 << digitBits) - 1);
  return (i32(endBits >> (i * low)) & ((1 << low) - 1)) | (digit << low);
}

function storeEnds(): void {
  const count = components() * subsets() * 2;
  const low = lowBits();
  const digitBits: i32 = load<u8>(row, 6);
  const lowMask = (1 << low) - 1;
  const digitMask = (1 << digitBits) - 1;
  let ends = endBits;
  let digits = endDigits;
  store<u64>(STORED, 0);
  store<u64>(STORED, 0, 8);
  store<u64>(STORED, 0, 16);
  for (let i = 0; i < count; i++) {
    store<u8>(STORED + i, (i32(ends) & lowMask) | ((i32(digits) & digitMask) << low));
    ends >>= low;
    digits >>= digitBits;
  }
}

function unpackWeights(): void {
  const at = i32(load<u8>(row, 14));
  const bits = weightBits();
  if (at < 64) {
    weightsLow = (blockLow >> at) | (blockHigh << (64 - at));
    weightsHigh = blockHigh >> at;
  } else {
    weightsLow = blockHigh >> (at - 64);
    weightsHigh = 0;
  }
  insert(bits - 1);
  if (planes() === 2) insert(2 * bits - 1);
  const parts = subsets();
  if (parts > 1) {
    const anchors = PATTERN_ANCHORS + (pattern << 1);
    insert((i32(load<u8>(anchors)) + 1) * bits - 1);
    if (parts > 2) insert((i32(load<u8>(anchors, 1)) + 1) * bits - 1);
  }
  // Bits above the last weight are unused ones of the block.
  const total = (bits * planes()) << 4;
  if (total < 64) weightsLow &= (u64(1) << total) - 1;
  weightsHigh &= (u64(1) << (total > 64 ? total - 64 : 0)) - 1;
}

/** One bit a texel to `bits` equal bits a texel. */
export function spreadMask(texels: u32, bits: i32): u64 {
  let x = u64(texels & 0xffff);
  if (bits === 2) {
    x = (x | (x << 8)) & 0x00ff00ff;
    x = (x | (x << 4)) & 0x0f0f0f0f;
    x = (x | (x << 2)) & 0x33333333;
    x = (x | (x << 1)) & 0x55555555;
    return x * 3;
  }
  x = (x | (x << 16)) & 0xff0000ff;
  x = (x | (x << 8)) & 0xf00f00f00f;
  x = (x | (x << 4)) & 0xc30c30c30c3;
  x = (x | (x << 2)) & 0x249249249249;
  return x * 7;
}
