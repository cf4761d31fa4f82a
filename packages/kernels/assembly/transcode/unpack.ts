// Unpacks the fields of one block. Weights become one string of bits in which every weight is complete: the bits that anchors omit are
// inserted, so that targets can flip, reverse and copy all weights at once.

import { MODE_OF_CODE, MODE_ROWS, MODE_VALUES, PATTERN_ANCHORS, PATTERN_MASKS, QUINTS, TRITS, VALUES } from './tables';

export const SOLID: i32 = 8;
export const NO_MODE: i32 = 255;
export const GRAY: i32 = 2;
export const RGB: i32 = 3;
const ALPHA: i32 = 3;

export let mode: i32 = 0;
export let row: usize = 0;
/** Index into the tables of patterns. Not set if there is one subset. */
export let pattern: i32 = 0;
/** The channel of the second plane, −1 if there is one plane. */
export let channel: i32 = 0;
/** Color of a solid block, R lowest. */
export let solidColor: u32 = 0;
/** Weights from texel 0 upward, those of two planes adjacent. More than 64 bits only if a weight has five. */
export let weightsLow: u64 = 0;
export let weightsHigh: u64 = 0;
/** The sixteen bytes of the block. */
export let blockLow: u64 = 0;
export let blockHigh: u64 = 0;

/** Low bits of the endpoints, one after another from bit 0, and their trits or quints. */
let endpointBits: u64 = 0;
let endpointDigits: u64 = 0;

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

/** Up to 64 bits from bit `at`, which is not 0. Bits above them are not cleared. */
/* @inline */ export function bitsFrom(at: i32): u64 {
  return at < 64 ? (blockLow >> at) | (blockHigh << (64 - at)) : blockHigh >> (at - 64);
}

/** Inserts a 0 bit at `at` (below 64). */
/* @inline */ function insert(at: i32): void {
  const below: u64 = (u64(1) << at) - 1;
  weightsHigh = (weightsHigh << 1) | (weightsLow >> 63);
  weightsLow = (weightsLow & below) | ((weightsLow & ~below) << 1);
}

/** Returns false if the block is not valid. A solid block has only its color. */
export function unpackBlock(at: usize): bool {
  const valid = unpackFields(at);
  if (valid && mode !== SOLID) storeEndpoints();
  return valid;
}

/** The same without STORED: `storedEndpoint` returns single endpoints. */
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
  unpackEndpoints();
  unpackWeights();
  return true;
}

function unpackEndpoints(): void {
  const base = digitBase();
  let digits: u64 = 0;
  if (base > 1) {
    let groups = bitsFrom(load<u8>(row, 12));
    // The bits of the endpoints follow the last, short group: mask them. Its surplus digits are ignored.
    groups &= (u64(1) << (load<u8>(row, 13) - load<u8>(row, 12))) - 1;
    if (base === 3)
      for (let shift = 0; groups; shift += 10, groups >>= 8)
        digits |= u64(load<u16>(TRITS + (usize(groups & 255) << 1))) << shift;
    else
      for (let shift = 0; groups; shift += 9, groups >>= 7)
        digits |= u64(load<u16>(QUINTS + (usize(groups & 127) << 1))) << shift;
  }
  endpointDigits = digits;
  endpointBits = bitsFrom(load<u8>(row, 13));
}

/** A stored endpoint by its index in the block. */
/* @inline */ export function storedEndpoint(i: i32): i32 {
  const low = lowBits();
  const digitBits: i32 = load<u8>(row, 6);
  const digit = i32(endpointDigits >> (i * digitBits)) & ((1 << digitBits) - 1);
  return (i32(endpointBits >> (i * low)) & ((1 << low) - 1)) | (digit << low);
}

function storeEndpoints(): void {
  const count = components() * subsets() * 2;
  const low = lowBits();
  const digitBits: i32 = load<u8>(row, 6);
  const lowMask = (1 << low) - 1;
  const digitMask = (1 << digitBits) - 1;
  let ends = endpointBits;
  let digits = endpointDigits;
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
  // Bits above the last weight are unused.
  const total = (bits * planes()) << 4;
  if (total < 64) weightsLow &= (u64(1) << total) - 1;
  weightsHigh &= (u64(1) << (total > 64 ? total - 64 : 0)) - 1;
}

/** Repeats each texel's bit `bits` times. */
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
