// Chooses the modes to try for a block, by its content and by level.

import { isOpaque } from '../../block/texels';
import { beginFits, bestCost, polishBest } from '../fit/fit-mode';
import { isFlat, isGray } from '../load';
import { chooseColor, chooseColorAlpha } from './choose-color';
import { chooseGray, chooseGrayAlpha } from './choose-gray';
import { colorCount, listedCount } from './distinct-colors';
import { FAST, FEWER_ROUNDS, HIGH, MAX, NORMAL, POLISH_MUCH, POLISH_TWICE, ROUNDS } from './effort';
import { searchFewColors, skipsCommonFits } from './few-colors';
import { findLevels } from './level-range';
import { fitTwoNearColors } from './two-near-colors';

/** Quarters of the BC7 transcode's error that count in blocks of few colors. */
const BC7_OF_FEW: i32 = 2;

export function chooseCandidate(level: i32): void {
  if (level === NORMAL && isOpaque && listedCount === 2 && fitTwoNearColors()) return;
  // The share of the BC7 transcode's error, in quarters. Grays can lose more in BC7 (mode 18 alone costs 0.8 dB), but nearly flat grays lost
  // 0.6 dB to a full share.
  const gray = isOpaque && isGray;
  const few = colorCount !== 0;
  const bc7 = few
    ? BC7_OF_FEW
    : level === NORMAL
      ? gray
        ? isFlat(0)
          ? 2
          : 4
        : 1
      : level === HIGH
        ? gray
          ? 2
          : 1
        : level === MAX && !gray
          ? 1
          : 0;
  beginFits(level <= FAST ? FEWER_ROUNDS : ROUNDS, level === MAX ? POLISH_MUCH : 0, bc7, few, level === NORMAL);
  if (level > FAST) findLevels();
  if (!skipsCommonFits(level)) {
    if (isOpaque && isGray) chooseGray(level);
    else if (isOpaque) chooseColor(level);
    else if (isGray) chooseGrayAlpha(level);
    else chooseColorAlpha(level);
  }
  if (few && bestCost > 0) searchFewColors(level);
  if (level === HIGH) polishBest(POLISH_TWICE);
}
