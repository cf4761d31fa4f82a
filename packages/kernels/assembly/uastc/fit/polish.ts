// Moves the ranks of a candidate, one endpoint channel at a time, while a round of all of them helps.

import { C_ERROR, C_MODE, copyCandidate } from '../../block/candidate';
import { isOpaque } from '../../block/texels';
import { rankSlot, setRank, TO_HIGH } from '../pack/endpoints';
import { GRAY, modeComponents, modeRange, modeSubsets } from '../pack/modes';
import { rangeLevels } from '../pack/ranges';
import { costOf } from './cost';
import { evaluate } from './refine';

/** From this many rounds on, both endpoints of a channel are also moved together. */
const THOROUGH: i32 = 3;

const MOVED: usize = memory.data(80, 16);
let movedCost: i32 = 0;

/** Polishes a candidate in place. Returns its cost. */
export function polish(c: usize, rounds: i32): i32 {
  const mode = load<i32>(c, C_MODE);
  const components = modeComponents(mode);
  // Opaque alpha is exact already.
  const moving = components === GRAY && isOpaque ? 1 : components;
  const subsets = modeSubsets(mode);
  copyCandidate(MOVED, c);
  movedCost = costOf(c, mode, load<i32>(c, C_ERROR), i32.MAX_VALUE);
  for (let round = 0; round < rounds && movedCost > 0; round++) {
    const before = movedCost;
    for (let s = 0; s < subsets; s++)
      for (let i = 0; i < moving; i++) {
        const at = rankSlot(MOVED, s, i, components);
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
    if (movedCost === before) break;
  }
  return movedCost;
}

/** Moves the low and the high rank at `at`. Copies the move to `c` if it costs less, else undoes it. */
function step(c: usize, mode: i32, at: usize, low: i32, high: i32, gray: bool): void {
  const top = rangeLevels(modeRange(mode)) - 1;
  const lo = i32(load<u8>(at));
  const hi = i32(load<u8>(at, TO_HIGH));
  if (lo + low < 0 || lo + low > top || hi + high < 0 || hi + high > top) return;
  setRank(at, lo + low, gray);
  setRank(at + TO_HIGH, hi + high, gray);
  const cost = costOf(MOVED, mode, evaluate(MOVED, mode), movedCost);
  if (cost < movedCost) {
    movedCost = cost;
    copyCandidate(c, MOVED);
    return;
  }
  setRank(at, lo, gray);
  setRank(at + TO_HIGH, hi, gray);
}
