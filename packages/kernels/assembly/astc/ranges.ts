// ASTC's bounded integers: 21 ranges of 2 to 256 values. Endpoints use ranges 4 to 20, weights 0 to 11. Built once.

/** Digit base (1: bits only, 3: trits, 5: quints) and low bits by range. */
const DIGITS: usize = memory.data<u8>([1, 3, 1, 5, 3, 1, 5, 3, 1, 5, 3, 1, 5, 3, 1, 5, 3, 1, 5, 3, 1]);
const LOW_BITS: usize = memory.data<u8>([1, 0, 2, 0, 1, 3, 1, 2, 4, 2, 3, 5, 3, 4, 6, 4, 5, 7, 5, 6, 8]);
export const RANGES: i32 = 21;
export const MIN_COLOR_RANGE: i32 = 4;
export const WEIGHT_RANGES: i32 = 12;
/** Endpoint values of a block. */
const MAX_VALUES: i32 = 18;

/* @inline */ export function digitOf(range: i32): i32 {
  return load<u8>(DIGITS + range);
}
/* @inline */ export function lowBitsOf(range: i32): i32 {
  return load<u8>(LOW_BITS + range);
}
/* @inline */ export function levelsOf(range: i32): i32 {
  return digitOf(range) << lowBitsOf(range);
}

/** Bits that `count` values take. */
export function runBits(range: i32, count: i32): i32 {
  const digit = digitOf(range);
  const digits = digit === 3 ? (8 * count + 4) / 5 : digit === 5 ? (7 * count + 2) / 3 : 0;
  return digits + lowBitsOf(range) * count;
}

/** Per range and byte: the nearest byte that can be stored, the nearest with the same one, two and three top bits, and the code that stores a byte. */
const NEAREST: usize = memory.data(21 * 256);
const NEAREST_TOP: usize = memory.data(3 * 21 * 256);
const CODES: usize = memory.data(21 * 256);
/** Per range of weights and rank: the weight, 0 to 64, and its code; per weight in quarters (0 to 256): the nearest rank. */
const WEIGHTS: usize = memory.data(12 * 32);
const WEIGHT_CODES: usize = memory.data(12 * 32);
const RANKS: usize = memory.data(12 * 260);
/** Per number of endpoint values (2, 4 … 18) and bits up to 127: the finest range that fits, or 0. */
const FITTING: usize = memory.data(10 * 128);

/* @inline */ export function nearestByte(range: i32, byte: i32): i32 {
  return load<u8>(NEAREST + (range << 8) + byte);
}
/** `fixed`: number of top bits that must agree, 1 to 3. */
/* @inline */ export function nearestWithTop(range: i32, byte: i32, fixed: i32): i32 {
  return load<u8>(NEAREST_TOP + (((fixed - 1) * RANGES + range) << 8) + byte);
}
/* @inline */ export function codeOfByte(range: i32, byte: i32): i32 {
  return load<u8>(CODES + (range << 8) + byte);
}
/* @inline */ export function weightOf(range: i32, rank: i32): i32 {
  return load<u8>(WEIGHTS + (range << 5) + rank);
}
/* @inline */ export function weightCode(range: i32, rank: i32): i32 {
  return load<u8>(WEIGHT_CODES + (range << 5) + rank);
}
/** `quarters`: a weight times four, 0 to 256. */
/* @inline */ export function rankOf(range: i32, quarters: i32): i32 {
  return load<u8>(RANKS + range * 260 + quarters);
}
/** The finest range in which `values` endpoint values take at most `bits`; 0 if there is none. */
/* @inline */ export function fittingRange(values: i32, bits: i32): i32 {
  return bits < 0 || values > MAX_VALUES ? 0 : load<u8>(FITTING + ((values >> 1) << 7) + bits);
}

/** Repeats the bits of a value down to `width` bits. */
function repeatBits(value: i32, bits: i32, width: i32): i32 {
  let filled = 0;
  for (let i = 0; i < width; i++) filled = (filled << 1) | ((value >> (bits - 1 - (i % bits))) & 1);
  return filled;
}

/** What a trit or quint is multiplied by, for endpoints of 8 bits by low bits. */
const TRIT_FACTORS: usize = memory.data<u8>([0, 204, 93, 44, 22, 11, 5]);
const QUINT_FACTORS: usize = memory.data<u8>([0, 113, 54, 26, 13, 6]);

/** Bits of a stored value above the lowest, placed as the specification's table B does for endpoints. */
function placedColorBits(digit: i32, bits: i32, x: i32): i32 {
  if (digit === 3) {
    if (bits === 2) return (x << 8) | (x << 4) | (x << 2) | (x << 1);
    if (bits === 3) return (x << 7) | (x << 2) | x;
    if (bits === 4) return (x << 6) | x;
    if (bits === 5) return (x << 5) | (x >> 2);
    return bits === 6 ? (x << 4) | (x >> 4) : 0;
  }
  if (bits === 2) return (x << 8) | (x << 3) | (x << 2);
  if (bits === 3) return (x << 7) | (x << 1) | (x >> 1);
  if (bits === 4) return (x << 6) | (x >> 1);
  return bits === 5 ? (x << 5) | (x >> 3) : 0;
}

function colorOfCode(range: i32, code: i32): i32 {
  const digit = digitOf(range);
  const bits = lowBitsOf(range);
  if (digit === 1) return repeatBits(code, bits, 8);
  const x = (code & ((1 << bits) - 1)) >> 1;
  const factor: i32 = load<u8>((digit === 3 ? TRIT_FACTORS : QUINT_FACTORS) + bits);
  const mirror = code & 1 ? 511 : 0;
  return (mirror & 128) | ((((code >> bits) * factor + placedColorBits(digit, bits, x)) ^ mirror) >> 2);
}

function weightOfCode(range: i32, code: i32): i32 {
  const digit = digitOf(range);
  const bits = lowBitsOf(range);
  let six = 0;
  if (digit === 1) six = repeatBits(code, bits, 6);
  else if (bits === 0) six = digit === 3 ? (code === 1 ? 32 : code === 2 ? 63 : 0) : (code * 63 + 2) >> 2;
  else {
    const x = (code & ((1 << bits) - 1)) >> 1;
    let factor = digit === 3 ? 50 : 28;
    let placed = 0;
    if (bits === 2) {
      factor = digit === 3 ? 23 : 13;
      placed = digit === 3 ? (x << 6) | (x << 2) | x : (x << 6) | (x << 1);
    } else if (bits === 3) {
      factor = 11;
      placed = (x << 5) | x;
    }
    const mirror = code & 1 ? 127 : 0;
    six = (mirror & 32) | ((((code >> bits) * factor + placed) ^ mirror) >> 2);
  }
  return six > 32 ? six + 1 : six;
}

/** The stored byte nearest to `byte`, the lower of two, among those that agree with it in the `fixed` top bits. */
function findNearest(isStored: usize, byte: i32, fixed: i32): i32 {
  const top = byte >> (8 - fixed);
  for (let away = 0; away < 256; away++) {
    const below = byte - away;
    const above = byte + away;
    if (below >= 0 && below >> (8 - fixed) === top && load<u8>(isStored + below) === 1) return below;
    if (above < 256 && above >> (8 - fixed) === top && load<u8>(isStored + above) === 1) return above;
  }
  return 0;
}

const IS_STORED: usize = memory.data(256);

function buildColors(range: i32): void {
  const base = range << 8;
  memory.fill(IS_STORED, 0, 256);
  for (let code = levelsOf(range) - 1; code >= 0; code--) {
    const byte = colorOfCode(range, code);
    store<u8>(IS_STORED + byte, 1);
    store<u8>(CODES + base + byte, code);
  }
  for (let byte = 0; byte < 256; byte++) {
    store<u8>(NEAREST + base + byte, findNearest(IS_STORED, byte, 0));
    for (let fixed = 1; fixed <= 3; fixed++)
      store<u8>(NEAREST_TOP + (((fixed - 1) * RANGES + range) << 8) + byte, findNearest(IS_STORED, byte, fixed));
  }
}

function buildWeights(range: i32): void {
  const levels = levelsOf(range);
  const base = range << 5;
  for (let code = 0; code < levels; code++) {
    const weight = weightOfCode(range, code);
    let rank = 0;
    for (let other = 0; other < levels; other++) if (weightOfCode(range, other) < weight) rank++;
    store<u8>(WEIGHTS + base + rank, weight);
    store<u8>(WEIGHT_CODES + base + rank, code);
  }
  let rank = 0;
  for (let quarters = 0; quarters <= 256; quarters++) {
    while (
      rank + 1 < levels &&
      abs(weightOf(range, rank + 1) * 4 - quarters) < abs(weightOf(range, rank) * 4 - quarters)
    )
      rank++;
    store<u8>(RANKS + range * 260 + quarters, rank);
  }
}

export function buildRanges(): void {
  for (let range = MIN_COLOR_RANGE; range < RANGES; range++) buildColors(range);
  for (let range = 0; range < WEIGHT_RANGES; range++) buildWeights(range);
  for (let values = 2; values <= 18; values += 2)
    for (let bits = 0; bits < 128; bits++) {
      let finest = RANGES - 1;
      while (finest >= MIN_COLOR_RANGE && runBits(finest, values) > bits) finest--;
      store<u8>(FITTING + ((values >> 1) << 7) + bits, finest >= MIN_COLOR_RANGE ? finest : 0);
    }
}
