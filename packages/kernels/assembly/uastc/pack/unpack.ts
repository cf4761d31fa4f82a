// The sixteen bytes of a block to a candidate. False where the block is not valid.

import { C_CHANNEL, C_MODE, C_PATTERN, C_RANKS, C_WEIGHTS, C_WEIGHTS2 } from '../state';
import { rankSlot, setRank, TO_HIGH } from './endpoints';
import {
  ALPHA_CHANNEL,
  GREY,
  modeCodeBits,
  modeComponents,
  modeHasBias,
  modeHasEac,
  modeOfCode,
  modePatternBits,
  modePatternSet,
  modePlanes,
  modeRange,
  modeStoresChannel,
  modeSubsets,
  modeWeightBits,
  NO_MODE,
  NO_SET,
  SOLID,
} from './modes';
import { patternBits, patternCount } from './patterns';
import { rangeDigits, rangeLowBits, rankOfStored } from './ranges';

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
  if (mode === NO_MODE) return false;
  store<i32>(c, mode, C_MODE);
  position = modeCodeBits(mode);
  if (mode === SOLID) {
    store<u32>(c, take(32), C_RANKS);
    return true;
  }
  position += 9 + (modeHasBias(mode) ? 6 : 0) + (modeHasEac(mode) ? 8 : 0);
  const set = modePatternSet(mode);
  let pattern = 0;
  if (set !== NO_SET) {
    pattern = take(modePatternBits(mode));
    if (pattern >= patternCount(set)) return false;
    store<i32>(c, pattern, C_PATTERN);
  }
  const dual = modePlanes(mode) === 2;
  if (dual) store<i32>(c, modeStoresChannel(mode) ? take(2) : ALPHA_CHANNEL, C_CHANNEL);
  const range = modeRange(mode);
  const components = modeComponents(mode);
  const subsets = modeSubsets(mode);
  const count = components * subsets * 2;
  const k = rangeDigits(range);
  const n = rangeLowBits(range);
  memory.fill(STORED, 0, 20);
  if (k > 1) {
    const group = k === 3 ? 5 : 3;
    for (let i = 0; i < count; i += group) {
      const size = min(group, count - i);
      let code = take(k === 5 ? 7 : size === 5 ? 8 : size === 4 ? 7 : size === 3 ? 5 : size * 2);
      for (let j = 0; j < size; j++) {
        store<u8>(STORED + i + j, (code % k) << n);
        code /= k;
      }
    }
  }
  let index = 0;
  for (let s = 0; s < subsets; s++)
    for (let i = 0; i < components; i++) {
      const to = rankSlot(c, s, i, components);
      const grey = components === GREY && i === 0;
      setRank(to, rankOfStored(range, load<u8>(STORED + index++) | take(n)), grey);
      setRank(to + TO_HIGH, rankOfStored(range, load<u8>(STORED + index++) | take(n)), grey);
    }
  let anchors: u32 = 1;
  if (subsets > 1) {
    const bits = patternBits(set, pattern);
    anchors = (1 << ctz(bits & 0xffff)) | (1 << ctz(~(bits | (bits >> 16))));
    if (subsets === 3) anchors |= 1 << ctz(bits >> 16);
  }
  const bits = modeWeightBits(mode);
  for (let i = 0; i < 16; i++) {
    const width = bits - ((anchors >> i) & 1);
    store<u8>(c + i, take(width), C_WEIGHTS);
    if (dual) store<u8>(c + i, take(width), C_WEIGHTS2);
  }
  return true;
}
