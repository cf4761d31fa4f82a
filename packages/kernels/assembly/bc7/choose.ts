// Which modes and partitions a level tries for a block: mode 6, then the most promising of all others by their estimates.

import { BEST, C_ERROR } from '../block/candidate';
import { isOpaque } from '../block/texels';
import { isFew } from './colors';
import { fitDual } from './dual';
import { fit } from './fit';
import { colorMetric } from './metric';
import { buildMoments, wholeMoments } from './moments';
import { THREE, TWO, WHOLE } from './partitions';
import { ALL, MODE_0, MODE_1, MODE_2, MODE_3, rankDual, rankThree, rankTwo, takeCheapest, taken } from './rank';

const FAST: i32 = 0;
export const NORMAL: i32 = 1;

/** The first tries of the slow levels go to what the quick ones try, so that none does worse. */
const SURE: i32 = 2;

// By level: fast, normal, high, max.
/** A block whose error is no more than this needs nothing better. */
const ENOUGH: usize = memory.data<i32>([96, 72, 8, 0]);
/** The same for blocks of few colors, where art is seen to be exact. */
const FEW_ENOUGH: usize = memory.data<i32>([32, 0, 0, 0]);
/** Candidates fitted after mode 6, at most. */
const TRIES: usize = memory.data<i32>([1, 2, 8, 64]);
/** Rounds of least squares. */
const REFITS: usize = memory.data<i32>([1, 1, 2, 3]);
/** Estimates are multiplied by this before they rule a candidate out. */
const TRUST: usize = memory.data<f32>([1, 1, 1, 0.5]);
/** Partitions into two subsets that are looked at. */
const PARTITIONS: usize = memory.data<i32>([16, 64, 64, 64]);
/** Entries of the ranking that are looked at for opaque blocks. */
const ENTRIES: usize = memory.data<i32>([28, 76, 220, 220]);

/* @inline */ function bestError(): i32 {
  return load<i32>(BEST, C_ERROR);
}

function tryEntry(entry: i32, refits: i32): void {
  if (entry < 4) fitDual(5, entry, refits);
  else if (entry < MODE_1) fitDual(4, entry - 4, refits);
  else if (entry < MODE_3) fit(isOpaque ? 1 : 7, TWO + entry - MODE_1, refits);
  else if (entry < MODE_2) fit(3, TWO + entry - MODE_3, refits);
  else if (entry < MODE_0) fit(2, THREE + entry - MODE_2, refits);
  else fit(0, THREE + entry - MODE_0, refits);
}

/** Leaves the chosen candidate in BEST. */
export function choose(level: i32): void {
  const at = usize(level) << 2;
  const refits = load<i32>(REFITS + at);
  store<i32>(BEST, i32.MAX_VALUE, C_ERROR);
  wholeMoments(0);
  fit(6, WHOLE, refits);
  const enough = load<i32>((isFew ? FEW_ENOUGH : ENOUGH) + at);
  if (bestError() <= enough) return;
  buildMoments(!isOpaque);
  rankDual(isOpaque);
  const partitions = load<i32>(PARTITIONS + at);
  rankTwo(partitions, !isOpaque);
  let entries = load<i32>(ENTRIES + at);
  if (!isOpaque) entries = MODE_1 + partitions;
  else if (entries === ALL) rankThree();
  else if (isFew && level > FAST) entries = MODE_2;
  const tries = load<i32>(TRIES + at);
  const sure = level > NORMAL ? SURE : 0;
  const trust: f32 = isFew ? 0 : load<f32>(TRUST + at) * colorMetric;
  // Two colors that no partition parts may be met exactly by modes 4 and 5.
  if (isFew) tryEntry(takeCheapest(MODE_1), refits);
  for (let i = 0; i < tries && bestError() > enough; i++) {
    const entry = takeCheapest(i < sure ? min(entries, MODE_3) : entries);
    if (taken * trust >= f32(bestError())) {
      if (i < sure) continue;
      return;
    }
    tryEntry(entry, refits);
  }
}
