// Walks a candidate to neighboring ranks, one endpoint channel at a time, for as long as a round of all of them helps.

import { C_ERROR, C_MODE, copyCandidate } from '../../block/candidate';
import { isOpaque } from '../../block/texels';
import { rankSlot, setRank, TO_HIGH } from '../pack/endpoints';
import { GRAY, modeComponents, modeRange, modeSubsets } from '../pack/modes';
import { rangeLevels } from '../pack/ranges';
import { costOf } from './cost';
import { evaluate } from './refine';

/** From this many rounds on both ends of a channel are also moved together. */
const THOROUGH: i32 = 3;

const WALK: usize = memory.data(80, 16);
let walkCost: i32 = 0;

/** Polishes a candidate in place; returns what it then counts for. */
export function polish(c: usize, rounds: i32): i32 {
  const mode = load<i32>(c, C_MODE);
  const components = modeComponents(mode);
  // Opaque alpha is exact already.
  const moving = components === GRAY && isOpaque ? 1 : components;
  const subsets = modeSubsets(mode);
  copyCandidate(WALK, c);
  walkCost = costOf(c, mode, load<i32>(c, C_ERROR), i32.MAX_VALUE);
  for (let round = 0; round < rounds && walkCost > 0; round++) {
    const before = walkCost;
    for (let s = 0; s < subsets; s++)
      for (let i = 0; i < moving; i++) {
        const at = rankSlot(WALK, s, i, components);
        const gray = components === GRAY && i === 0;
        step(c, mode, at, -1, 0, gray);
        step(c, mode, at, 1, 0, gray);
        step(c, mode, at, 0, -1, gray);
        step(c, mode, at, 0, 1, gray);
        if (rounds < THOROUGH) continue;
        step(c, mode, at, -1, -1, gray);
        step(c, mode, at, 1, 1, gray);
        step(c, mode, at, -1, 1, gray);
        step(c, mode, at, 1, -1, gray);
      }
    if (walkCost === before) break;
  }
  return walkCost;
}

/** Moves the low and the high rank at `at`, keeps the move in `c` where it pays, else takes it back. */
function step(c: usize, mode: i32, at: usize, low: i32, high: i32, gray: bool): void {
  const top = rangeLevels(modeRange(mode)) - 1;
  const lo = i32(load<u8>(at));
  const hi = i32(load<u8>(at, TO_HIGH));
  if (lo + low < 0 || lo + low > top || hi + high < 0 || hi + high > top) return;
  setRank(at, lo + low, gray);
  setRank(at + TO_HIGH, hi + high, gray);
  const cost = costOf(WALK, mode, evaluate(WALK, mode), walkCost);
  if (cost < walkCost) {
    walkCost = cost;
    copyCandidate(c, WALK);
    return;
  }
  setRank(at, lo, gray);
  setRank(at + TO_HIGH, hi, gray);
}
