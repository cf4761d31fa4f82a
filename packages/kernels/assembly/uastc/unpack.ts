// The sixteen bytes of a block to a candidate. False where the block is not valid.

import {
  modeCodeBits, modeComponents, modeHasBias, modeHasEac, modeOfCode, modePatternSet, modePlanes, modeRange, modeSubsets,
  modeWeightBits, rangeDigits, rangeLowBits, rankOfStored,
} from './tables';
import { patternBits, patternCount } from './patterns';
import { C_CHANNEL, C_MODE, C_PATTERN, C_RANKS, C_WEIGHTS, C_WEIGHTS2 } from './state';

let low: u64 = 0;
let high: u64 = 0;
let position: i32 = 0;

function take(bits: i32): i32 {
  let value: u64;
  if (position >= 64) value = high >> (position - 64);
  else {
    value = low >> position;
    if (position + bits > 64) value |= high << (64 - position);
  }
  position += bits;
  return i32(value & ((u64(1) << bits) - 1));
}

const STORED: usize = memory.data(20);

export function unpackBlock(at: usize, c: usize): bool {
  low = load<u64>(at);
  high = load<u64>(at, 8);
  const mode = modeOfCode(i32(low & 127));
  if (mode == 255) return false;
  store<i32>(c, mode, C_MODE);
  position = modeCodeBits(mode);
  if (mode == 8) {
    store<u32>(c, take(32), C_RANKS);
    return true;
  }
  position += 9 + (modeHasBias(mode) ? 6 : 0) + (modeHasEac(mode) ? 8 : 0);
  const set = modePatternSet(mode);
  let pattern = 0;
  if (set != 0) {
    pattern = take(mode == 3 ? 4 : 5);
    if (pattern >= patternCount(set)) return false;
    store<i32>(c, pattern, C_PATTERN);
  }
  const dual = modePlanes(mode) == 2;
  if (dual) store<i32>(c, mode == 17 ? 3 : take(2), C_CHANNEL);
  const range = modeRange(mode);
  const components = modeComponents(mode);
  const subsets = modeSubsets(mode);
  const count = components * subsets * 2;
  const k = rangeDigits(range);
  const n = rangeLowBits(range);
  memory.fill(STORED, 0, 20);
  if (k > 1) {
    const group = k == 3 ? 5 : 3;
    for (let i = 0; i < count; i += group) {
      const size = min(group, count - i);
      let code = take(k == 5 ? 7 : size == 5 ? 8 : size == 4 ? 7 : size == 3 ? 5 : size * 2);
      for (let j = 0; j < size; j++) {
        store<u8>(STORED + i + j, (code % k) << n);
        code /= k;
      }
    }
  }
  let index = 0;
  for (let s = 0; s < subsets; s++)
    for (let i = 0; i < components; i++) {
      const to = c + C_RANKS + (s << 3) + (components == 2 ? i * 3 : i);
      for (let end = 0; end < 2; end++) {
        const rank = rankOfStored(range, load<u8>(STORED + index) | take(n));
        index++;
        store<u8>(to + (end << 2), rank);
        if (components == 2 && i == 0) {
          store<u8>(to + (end << 2), rank, 1);
          store<u8>(to + (end << 2), rank, 2);
        }
      }
    }
  let anchors: u32 = 1;
  if (subsets > 1) {
    const bits = patternBits(set, pattern);
    anchors = (1 << ctz(bits & 0xffff)) | (1 << ctz(~(bits | (bits >> 16))));
    if (subsets == 3) anchors |= 1 << ctz(bits >> 16);
  }
  const bits = modeWeightBits(mode);
  for (let i = 0; i < 16; i++) {
    const width = bits - ((anchors >> i) & 1);
    store<u8>(c + i, take(width), C_WEIGHTS);
    if (dual) store<u8>(c + i, take(width), C_WEIGHTS2);
  }
  return true;
}
