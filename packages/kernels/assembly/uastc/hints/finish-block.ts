// The last step of a block: searches its hints for transcoders, as thoroughly as the level allows, and packs it.

import { BEST, C_MODE } from '../../block/candidate';
import { isOpaque } from '../../block/texels';
import { isGray } from '../load';
import { modeHasBias, modeHasEac } from '../pack/modes';
import { HINTS, packCandidate } from '../pack/pack';
import { reconstruct } from '../pack/reconstruct';
import { colorCount, hasEqualNeighbors } from '../search/distinct-colors';
import { DRAFT, FAST, HIGH, MAX, NORMAL } from '../search/effort';
import { EVERY_TABLE, findEacHints } from './eac-hints';
import { findEtc1Hints, isNearBlackOrWhite } from './etc1-hints';
import { EVERY_BIAS } from './etc1-steps';

/** Biases tried for each flip and color coding: none, and those that need three distinct bases per half. */
const PLAIN_BIAS: i32 = 1;
const SOME_BIASES: i32 = 8;
const MANY_BIASES: i32 = 20;
/** Suitable biases picked for a block that is not gray. */
const PICKED_BIASES: i32 = 4;
/** The same if neighbors are equal, as on slopes: ETC +0.05 to +0.2 dB for 3 % of the time; eight: 0.04 to 0.1 more for another 3 %. */
const DRAWN_BIASES: i32 = 6;
/** EAC tables tried. */
const FAST_TABLES: i32 = 4;
const SOME_TABLES: i32 = 8;

/** Writes the sixteen bytes of BEST, with hints if they are wanted. */
export function finishBlock(level: i32, hints: bool, out: usize): void {
  v128.store(HINTS, i8x16.splat(0));
  if (hints) findHints(level);
  packCandidate(BEST, out);
}

function findHints(level: i32): void {
  const mode = load<i32>(BEST, C_MODE);
  reconstruct(BEST);
  // Errors of hints are visible in flat art, cut-outs and icons: they are searched with clamped shades in both codings (leaves: +1.7 dB). Grays
  // gain up to 1.9 dB by both codings. Grays and blocks of two colors (text and masks) gain by the fixed order of biases; for more colors a
  // few suitable biases are as good in half the time.
  const few = colorCount !== 0;
  const clamps = few || (level === NORMAL && isNearBlackOrWhite());
  const thorough = few || (clamps && !isOpaque);
  const gray = level === NORMAL && isGray;
  const picks = level === NORMAL && !isGray && (!thorough || colorCount !== 2);
  const first = level === MAX ? EVERY_BIAS : thorough || gray || level === HIGH ? SOME_BIASES : PLAIN_BIAS;
  const all = level >= HIGH ? EVERY_BIAS : thorough && !picks ? MANY_BIASES : 0;
  findEtc1Hints(
    modeHasBias(mode),
    picks ? (hasEqualNeighbors ? DRAWN_BIASES : PICKED_BIASES) : 0,
    first,
    all,
    thorough || level > FAST,
    thorough || gray || level >= HIGH,
    clamps,
    level === DRAFT,
  );
  if (modeHasEac(mode)) {
    const tables = level >= HIGH || few ? EVERY_TABLE : level === NORMAL ? SOME_TABLES : FAST_TABLES;
    findEacHints(tables, few || level === MAX ? 2 : level <= FAST ? 0 : 1);
  }
}
