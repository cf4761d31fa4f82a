// The modes and partitions that a level tries for a block: mode 6, then the most promising others by estimated error.

import { BEST, C_ERROR } from '../block/candidate';
import { hasConstantChannel, isOpaque, PLANAR } from '../block/texels';
import { hasFewColors, skipColorCount } from './colors';
import { fitDual } from './dual';
import { fit } from './fit';
import { colorMetric, isPlain } from './metric';
import { buildMoments, keepBlockMoments, wholeMoments } from './moments';
import { fitLines, leaveAll, recallLine, restEntry } from './opaque/batch';
import { fitTwoLines, fitWholeLine, tryTwoEnds } from './opaque/fit-lines';
import { searchBatch } from './opaque/search-batch';
import { THREE, TWO, WHOLE } from './partitions';
import {
  ALL,
  EXCLUDED,
  FAST_ENTRIES,
  MODE_0,
  MODE_1,
  MODE_2,
  MODE_3,
  rankDual,
  rankSixteen,
  rankThree,
  rankTwo,
  takeCheapest,
  takenCost,
} from './rank';

export const FAST: i32 = 0;
export const NORMAL: i32 = 1;

/** The slow levels begin with what `normal` tries, so that they are never worse. */
const NORMAL_TRIES: i32 = 2;

// By level: fast, normal, high, max.
/** Up to this error nothing better is searched, but for blocks of few colors: errors are visible in flat art. */
const GOOD_ENOUGH: usize = memory.data<i32>([96, 72, 8, 0]);
/** Candidates fitted after mode 6. */
const MAX_TRIES: usize = memory.data<i32>([1, 2, 8, 64]);
/** Rounds of least squares. */
const MAX_REFITS: usize = memory.data<i32>([1, 1, 2, 3]);
/** An estimate times this must be below the best error for a candidate to be fitted. */
const TRUST: usize = memory.data<f32>([0.625, 0.5, 1, 0.5]);
/** Partitions into two subsets that are ranked. */
const PARTITIONS: usize = memory.data<i32>([16, 64, 64, 64]);
/** Entries of the ranking that are used for opaque blocks. */
const ENTRIES: usize = memory.data<i32>([FAST_ENTRIES, 76, 220, 220]);

/* @inline */ function bestError(): i32 {
  return load<i32>(BEST, C_ERROR);
}

/** What an estimate is multiplied by before it is compared with the best error. */
/* @inline */ function trustAt(level: i32): f32 {
  return hasFewColors ? 0 : load<f32>(TRUST + (usize(level) << 2)) * colorMetric;
}

function tryEntry(entry: i32, refits: i32): void {
  if (entry < 4) fitDual(5, entry, refits);
  else if (entry < MODE_1) fitDual(4, entry - 4, refits);
  else if (entry < MODE_3) {
    if (isOpaque && isPlain && !hasFewColors) fitTwoLines(TWO + entry - MODE_1, refits);
    else fit(isOpaque ? 1 : 7, TWO + entry - MODE_1, refits);
  } else if (entry < MODE_2) fit(3, TWO + entry - MODE_3, refits);
  else if (entry < MODE_0) fit(2, THREE + entry - MODE_2, refits);
  else fit(0, THREE + entry - MODE_0, refits);
}

/** Above this error, `draft` tries separate indices for one channel. */
const DRAFT_POOR: i32 = 1000;

/** Leaves one line of all four channels in BEST, or mode 5 if that is better. */
export function chooseDraft(): void {
  store<i32>(BEST, i32.MAX_VALUE, C_ERROR);
  wholeMoments(0);
  fit(6, WHOLE, 0);
  if (bestError() <= DRAFT_POOR) return;
  rankDual(isOpaque);
  fitDual(5, takeCheapest(4), 0);
}

/** Leaves the chosen candidate in BEST. */
export function choose(level: i32): void {
  const refits = load<i32>(MAX_REFITS + (usize(level) << 2));
  store<i32>(BEST, i32.MAX_VALUE, C_ERROR);
  wholeMoments(0);
  if (isOpaque && isPlain && !hasFewColors) {
    fitWholeLine(refits);
    tryTwoEnds();
  } else fit(6, WHOLE, refits);
  search(level);
}

/** Fits and packs the batch at `fast` or `normal`. */
export function chooseBatch(level: i32): void {
  const at = usize(level) << 2;
  skipColorCount();
  fitLines(load<i32>(GOOD_ENOUGH + at));
  if (level === FAST) searchBatch(load<f32>(TRUST + at));
  else leaveAll();
}

/** Continues with a block that the batch left, which is loaded. */
export function chooseRest(level: i32, i: i32): void {
  recallLine(i);
  const entry = restEntry(i);
  if (entry >= 0) {
    tryEntry(entry, load<i32>(MAX_REFITS + (usize(level) << 2)));
    return;
  }
  wholeMoments(0);
  tryTwoEnds();
  search(level);
}

/** Searches for a better candidate than the line of mode 6 in BEST. MOMENTS must be those of the whole block. */
function search(level: i32): void {
  const at = usize(level) << 2;
  const refits = load<i32>(MAX_REFITS + at);
  const enough = hasFewColors ? 0 : load<i32>(GOOD_ENOUGH + at);
  if (bestError() <= enough) return;
  keepBlockMoments();
  const partitions = load<i32>(PARTITIONS + at);
  rankDual(isOpaque);
  if (level === FAST && isOpaque && isPlain) rankSixteen(PLANAR);
  else {
    buildMoments(!isOpaque);
    rankTwo(partitions, !isOpaque);
  }
  let entries = load<i32>(ENTRIES + at);
  if (!isOpaque) entries = MODE_1 + partitions;
  else if (entries === ALL) rankThree();
  else if (hasFewColors) entries = MODE_2;
  const tries = load<i32>(MAX_TRIES + at);
  const normalTries = level > NORMAL ? NORMAL_TRIES : 0;
  const trust = trustAt(level);
  const normalTrust = trustAt(NORMAL);
  // Modes 4 and 5 may be exact for two colors that no partition separates.
  if (hasFewColors) tryEntry(takeCheapest(MODE_1), refits);
  for (let i = 0; i < tries && bestError() > enough; i++) {
    const entry = takeCheapest(i < normalTries ? min(entries, MODE_3) : entries);
    const isPromising = takenCost * (i < normalTries ? normalTrust : trust) < f32(bestError());
    if (isPromising) tryEntry(entry, refits);
    else if (i >= normalTries) break;
  }
  if (level > NORMAL && isOpaque && hasConstantChannel()) tryMoreDual(enough, refits);
}

/** More trials of modes 4 and 5 for a block of two channels. Eight instead of four gained 0.01 dB. */
const DUAL_TRIES: i32 = 4;

/** Tries modes 4 and 5 further. Estimates do not rank them well if channels are independent, as in normal maps. */
function tryMoreDual(enough: i32, refits: i32): void {
  for (let i = 0; i < DUAL_TRIES && bestError() > enough; i++) {
    const entry = takeCheapest(MODE_1);
    if (takenCost === EXCLUDED) return;
    tryEntry(entry, refits);
  }
}
