// Unpacks the sixteen bytes of a block into a candidate. Returns false if the block is not valid.

import { openBits, skipBits, takeBits } from '../../block/bit-reader';
import { C_ENDPOINTS, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../../block/candidate';
import { rankSlot, setRank, TO_HIGH } from './endpoints';
import {
  ALPHA_CHANNEL,
  GRAY,
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

const STORED: usize = memory.data(20);

export function unpackBlock(at: usize, c: usize): bool {
  const mode = modeOfCode(i32(load<u8>(at)) & 127);
  if (mode === NO_MODE) return false;
  store<i32>(c, mode, C_MODE);
  openBits(at);
  skipBits(modeCodeBits(mode));
  if (mode === SOLID) {
    store<u32>(c, takeBits(32), C_ENDPOINTS);
    return true;
  }
  skipBits(9 + (modeHasBias(mode) ? 6 : 0) + (modeHasEac(mode) ? 8 : 0));
  const set = modePatternSet(mode);
  let pattern = 0;
  if (set !== NO_SET) {
    pattern = takeBits(modePatternBits(mode));
    if (pattern >= patternCount(set)) return false;
    store<i32>(c, pattern, C_PARTITION);
  }
  const dual = modePlanes(mode) === 2;
  if (dual) store<i32>(c, modeStoresChannel(mode) ? takeBits(2) : ALPHA_CHANNEL, C_PLANE);
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
      let code = takeBits(k === 5 ? 7 : size === 5 ? 8 : size === 4 ? 7 : size === 3 ? 5 : size * 2);
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
      const gray = components === GRAY && i === 0;
      setRank(to, rankOfStored(range, load<u8>(STORED + index++) | takeBits(n)), gray);
      setRank(to + TO_HIGH, rankOfStored(range, load<u8>(STORED + index++) | takeBits(n)), gray);
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
    store<u8>(c + i, takeBits(width), C_INDICES);
    if (dual) store<u8>(c + i, takeBits(width), C_INDICES2);
  }
  return true;
}
