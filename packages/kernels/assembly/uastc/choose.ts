// Which modes are tried for a block, by what it is made of and by level.

import { isGrey, isOpaque, SUMS } from './load';
import { beginFits, bestError, fitDual, fitLine, fitSubsets, polish } from './fit';
import { RANKED, buildRows, rankPatterns } from './rank';

export const FAST: i32 = 0;
export const NORMAL: i32 = 1;
export const HIGH: i32 = 2;
export const MAX: i32 = 3;

// What coarse weights leave of the variance along a line: steps of 1/3 and of 1/7 of its length.
const ALONG_2: f32 = 1.0 / 9.0;
const ALONG_3: f32 = 1.0 / 49.0;

/** The channel that gains most from a plane of its own: its variance and that along the others' line shrink by the same
 *  share, so the one whose removal leaves least off that line. Looks at `channels` channels. */
function bestPlane(channels: i32): i32 {
  let best = channels - 1;
  let least = f32.MAX_VALUE;
  for (let channel = 0; channel < channels; channel++) {
    const error = planeError(channel);
    if (error < least) {
      least = error;
      best = channel;
    }
  }
  return best;
}

function planeError(channel: i32): f32 {
  let trace: f32 = 0;
  let norm: f32 = 0;
  for (let i = 0; i < 4; i++) {
    if (i == channel) continue;
    const v = scatter(i, i);
    trace += v;
    norm += v * v;
    for (let j = i + 1; j < 4; j++) {
      if (j == channel) continue;
      const c = scatter(i, j);
      norm += c * c * 2;
    }
  }
  norm = sqrt<f32>(norm);
  return max(trace - norm, 0) + (norm + scatter(channel, channel)) * ALONG_2;
}

@inline function scatter(i: i32, j: i32): f32 {
  const product =
    i == j
      ? load<i32>(SUMS + (i << 2), 16)
      : j == i + 1
        ? load<i32>(SUMS + (i << 2), 32)
        : j == i + 2
          ? load<i32>(SUMS + (i << 2), 48)
          : load<i32>(SUMS, 44);
  return f32(product) - f32(load<i32>(SUMS + (i << 2))) * f32(load<i32>(SUMS + (j << 2))) * f32(0.0625);
}

export function chooseCandidate(level: i32): void {
  beginFits(level == FAST ? 3 : 4);
  if (isOpaque) {
    if (isGrey) chooseGrey(level);
    else chooseColor(level);
  } else if (isGrey) chooseGreyAlpha(level);
  else chooseColorAlpha(level);
  if (level == HIGH) polish(1);
  else if (level == MAX) polish(4);
}

function chooseColor(level: i32): void {
  fitLine(0, level == FAST ? 1 : 2);
  if (level == FAST) return;
  if (bestError <= (level == NORMAL ? 60 : 16)) {
    if (level != NORMAL) {
      fitLine(5, 2);
      fitLine(18, 2);
    }
    return;
  }
  fitLine(18, 1);
  fitLine(5, 1);
  const refits = level == NORMAL ? 1 : 3;
  fitDual(6, bestPlane(3), refits, 4);
  if (level > NORMAL) {
    fitDual(6, 0, refits, 4);
    fitDual(6, 1, refits, 4);
    fitDual(6, 2, refits, 4);
    fitLine(1, refits);
  }
  const patterns = level == NORMAL ? 1 : level == HIGH ? 2 : 8;
  buildRows(false);
  rankPatterns(1, ALONG_2, patterns);
  for (let i = 0; i < patterns; i++) fitSubsets(4, load<i32>(RANKED + (i << 2)), refits, 4);
  if (level > NORMAL) rankPatterns(1, ALONG_3, patterns);
  for (let i = 0; i < patterns; i++) fitSubsets(2, load<i32>(RANKED + (i << 2)), refits, 4);
  if (level > NORMAL) {
    rankPatterns(3, ALONG_2, patterns);
    for (let i = 0; i < patterns; i++) fitSubsets(7, load<i32>(RANKED + (i << 2)), refits, 4);
    rankPatterns(2, ALONG_2, patterns);
    for (let i = 0; i < patterns; i++) fitSubsets(3, load<i32>(RANKED + (i << 2)), refits, 4);
  }
}

function chooseGrey(level: i32): void {
  fitLine(15, 1);
  if (level == FAST) return;
  fitLine(18, 2);
  if (bestError <= 30) return;
  fitLine(0, 1);
  const refits = level == NORMAL ? 1 : 3;
  const patterns = level == NORMAL ? 1 : level == HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(1, ALONG_2, patterns);
  for (let i = 0; i < patterns; i++) fitSubsets(16, load<i32>(RANKED + (i << 2)), refits, 4);
  if (level > NORMAL) {
    rankPatterns(1, ALONG_3, patterns);
    for (let i = 0; i < patterns; i++) fitSubsets(2, load<i32>(RANKED + (i << 2)), refits, 4);
  }
}

function chooseGreyAlpha(level: i32): void {
  fitLine(15, 1);
  fitDual(17, 3, 1, 4);
  if (level == FAST || bestError <= 30) return;
  const refits = level == NORMAL ? 1 : 3;
  const patterns = level == NORMAL ? 1 : level == HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(1, ALONG_2, patterns);
  for (let i = 0; i < patterns; i++) fitSubsets(16, load<i32>(RANKED + (i << 2)), refits, 4);
}

function chooseColorAlpha(level: i32): void {
  fitLine(12, 1);
  fitDual(11, 3, 1, 4);
  if (level == FAST) return;
  fitLine(10, 2);
  if (bestError <= 60) return;
  const refits = level == NORMAL ? 1 : 3;
  const plane = bestPlane(4);
  if (plane != 3) fitDual(11, plane, refits, 4);
  const patterns = level == NORMAL ? 1 : level == HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(1, ALONG_2, patterns);
  for (let i = 0; i < patterns; i++) fitSubsets(9, load<i32>(RANKED + (i << 2)), refits, 4);
  if (level > NORMAL) {
    fitLine(14, refits);
    for (let channel = 0; channel < 4; channel++) {
      fitDual(11, channel, refits, 4);
      fitDual(13, channel, refits, 4);
    }
  }
}
