// The last step of a block: the hints that its transcoders will need, searched as long as the level allows, then its bytes.

import { modeHasBias, modeHasEac } from './modes';
import { BEST, C_MODE } from './state';
import { FAST, HIGH, MAX, NORMAL } from './choose';
import { reconstruct } from './reconstruct';
import { EVERY_BIAS, findEtc1Hints } from './etc1-hints';
import { EVERY_TABLE, findEacHints } from './eac-hints';
import { HINTS, packCandidate } from './pack';

/** Biases tried for each flip and colour coding: the plain one, and those that need three distinct bases a half. */
const FAST_BIASES: i32 = 1;
const SOME_BIASES: i32 = 8;
/** EAC tables tried, and how far multipliers lie from the one that spans the alpha. */
const FAST_TABLES: i32 = 4;
const SOME_TABLES: i32 = 8;

/** Searches the hints for BEST and writes its sixteen bytes. */
export function finishBlock(level: i32, out: usize): void {
  const mode = load<i32>(BEST, C_MODE);
  reconstruct(BEST);
  v128.store(HINTS, i8x16.splat(0));
  const first = level == FAST ? FAST_BIASES : level == MAX ? EVERY_BIAS : SOME_BIASES;
  findEtc1Hints(modeHasBias(mode), first, level >= HIGH ? EVERY_BIAS : 0, level >= HIGH);
  if (modeHasEac(mode)) {
    const tables = level == FAST ? FAST_TABLES : level == NORMAL ? SOME_TABLES : EVERY_TABLE;
    findEacHints(tables, level == FAST ? 0 : level == MAX ? 2 : 1);
  }
  packCandidate(BEST, out);
}
