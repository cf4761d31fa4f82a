// The last step of a block: the hints that its transcoders will need, searched as long as the level allows, then its bytes.

import { BEST, C_MODE } from '../../block/candidate';
import { isOpaque } from '../../block/texels';
import { isGray } from '../load';
import { modeHasBias, modeHasEac } from '../pack/modes';
import { HINTS, packCandidate } from '../pack/pack';
import { reconstruct } from '../pack/reconstruct';
import { FAST, HIGH, MAX, NORMAL } from '../search/choose-modes';
import { colorCount, isDrawn } from '../search/distinct-colors';
import { EVERY_TABLE, findEacHints } from './eac-hints';
import { findEtc1Hints, nearLimits } from './etc1-hints';
import { EVERY_BIAS } from './etc1-steps';

/** Biases tried for each flip and color coding: the plain one, and those that need three distinct bases a half. */
const PLAIN_BIAS: i32 = 1;
const SOME_BIASES: i32 = 8;
const MOST_BIASES: i32 = 20;
/** Biases that suit the block, where it has colors that one could pick by. */
const PICKED_BIASES: i32 = 4;
/** The same where neighbors are equal, as on slopes: 0.05 to 0.2 dB of ETC for 3 % of the time; eight: 0.04 to 0.1 more for as much again. */
const DRAWN_BIASES: i32 = 6;
/** EAC tables tried, and how far multipliers lie from the one that spans the alpha. */
const FAST_TABLES: i32 = 4;
const SOME_TABLES: i32 = 8;

/** Searches the hints for BEST and writes its sixteen bytes. */
export function finishBlock(level: i32, out: usize): void {
  const mode = load<i32>(BEST, C_MODE);
  reconstruct(BEST);
  v128.store(HINTS, i8x16.splat(0));
  // Flat art, cut-outs and icons show every fault of their hints: they are searched with clamped shades in both codings, which gives leaves 1.7 dB. Grays gain up to
  // 1.9 dB by both codings, and they and blocks of two colors, which are text and masks, by the fixed order of biases; where there are more colors a few that
  // suit them do as well in half the time.
  const few = colorCount !== 0;
  const clamps = few || (level === NORMAL && nearLimits());
  const thorough = few || (clamps && !isOpaque);
  const gray = level === NORMAL && isGray;
  const picks = level === NORMAL && !isGray && (!thorough || colorCount !== 2);
  const first = level === MAX ? EVERY_BIAS : thorough || gray || level === HIGH ? SOME_BIASES : PLAIN_BIAS;
  const all = level >= HIGH ? EVERY_BIAS : thorough && !picks ? MOST_BIASES : 0;
  findEtc1Hints(
    modeHasBias(mode),
    picks ? (isDrawn ? DRAWN_BIASES : PICKED_BIASES) : 0,
    first,
    all,
    thorough || level !== FAST,
    thorough || gray || level >= HIGH,
    clamps,
  );
  if (modeHasEac(mode)) {
    const tables = level >= HIGH || few ? EVERY_TABLE : level === NORMAL ? SOME_TABLES : FAST_TABLES;
    findEacHints(tables, few || level === MAX ? 2 : level === FAST ? 0 : 1);
  }
  packCandidate(BEST, out);
}
