// Which modes are tried for a block, by what it is made of and by level.

import { isGrey, isOpaque, isTwoChannel, SUMS } from './load';
import { beginFits, bestCost, bestError, fitDual, fitLine, fitOddGrey, fitSubsets, polishBest } from './fit';
import { RANKED, buildRows, rankPatterns } from './rank';

export const FAST: i32 = 0;
export const NORMAL: i32 = 1;
export const HIGH: i32 = 2;
export const MAX: i32 = 3;

/** Share of the variance along a line that counts when patterns are ranked. Steps of 1/3 leave 1/9 of it, steps of 1/7 1/49;
 *  the ranking is best with less (0: 0.02 dB worse, 1/50: 0.01, 1/9: 0.08). */
const ALONG: f32 = 0.0125;
/** The share that two-bit weights leave. */
const ALONG_2: f32 = 1.0 / 9.0;

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
  // How much of the BC7 transcode's error counts, in quarters. Greys have more to lose there: mode 18 alone costs 0.8 dB.
  const grey = isOpaque && isGrey;
  const bc7 = level == NORMAL ? (grey ? 4 : 1) : level == HIGH ? (grey ? 2 : 1) : level == MAX && !grey ? 1 : 0;
  beginFits(level == FAST ? 3 : 4, level == MAX ? 6 : 0, bc7);
  if (isOpaque) {
    if (isGrey) chooseGrey(level);
    else chooseColor(level);
  } else if (isGrey) chooseGreyAlpha(level);
  else chooseColorAlpha(level);
  if (level == HIGH) polishBest(2);
}

/** Fits the best-ranked patterns. */
function fitRanked(mode: i32, count: i32, refits: i32): void {
  for (let i = 0; i < count; i++) fitSubsets(mode, load<i32>(RANKED + (i << 2)), refits, 4);
}

// Errors are sums of squares over the 48 or 64 samples of a block: about 60 is one level off everywhere.

function chooseColor(level: i32): void {
  fitLine(0, level == FAST ? 1 : 2);
  if (level == FAST) {
    if (bestError > 300) fitDual(6, bestPlane(3), 1, 3);
    return;
  }
  if (bestCost == 0) return;
  if (level == NORMAL) {
    fitLine(5, 1);
    if (bestError <= 60) fitLine(1, 1);
    else fitLine(18, 1);
    fitDual(6, bestPlane(3), 3, 3);
    // Smooth photos live here: polishing gives them 0.2 dB for a tenth of the time. From 16 on it would cost a third more
    // for 0.06 dB.
    if (bestError <= 400) {
      if (bestError > 45) polishBest(1);
      return;
    }
    // Two channels are well served by two planes: subsets would add 0.17 dB for 40 % of the time.
    if (isTwoChannel) {
      polishBest(1);
      return;
    }
    buildRows(false);
    rankPatterns(1, ALONG, 1);
    fitRanked(4, 1, 1);
    fitRanked(2, 1, 1);
    polishBest(1);
    return;
  }
  fitLine(5, 3);
  fitLine(18, 3);
  fitLine(1, 2);
  for (let channel = 0; channel < 3; channel++) fitDual(6, channel, 5, 4);
  if (bestError <= (level == HIGH ? 60 : 0)) return;
  const patterns = level == HIGH ? 2 : 8;
  buildRows(false);
  rankPatterns(1, ALONG, patterns);
  fitRanked(4, patterns, 3);
  fitRanked(2, patterns, 3);
  rankPatterns(3, ALONG, patterns);
  fitRanked(7, patterns, 3);
  rankPatterns(2, ALONG, patterns);
  fitRanked(3, patterns, 3);
}

function chooseGrey(level: i32): void {
  fitLine(15, 2);
  if (level == FAST || bestCost == 0) return;
  fitOddGrey(2);
  if (bestCost == 0) return;
  fitLine(0, 2);
  fitLine(1, 2);
  fitLine(5, 2);
  fitLine(18, 3);
  if (level == NORMAL) {
    polishBest(1);
    return;
  }
  if (level == HIGH && bestError <= 3) return;
  const patterns = level == HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(1, ALONG, patterns);
  fitRanked(16, patterns, 3);
  fitRanked(2, patterns, 3);
}

function chooseGreyAlpha(level: i32): void {
  fitLine(15, 2);
  fitDual(17, 3, level == FAST ? 1 : 4, 4);
  if (level == FAST || bestError <= (level == NORMAL ? 30 : 3)) return;
  const patterns = level == NORMAL ? 1 : level == HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(1, ALONG, patterns);
  fitRanked(16, patterns, 3);
}

function chooseColorAlpha(level: i32): void {
  fitLine(12, level == FAST ? 1 : 2);
  if (level == FAST) {
    if (bestError > 150) fitDual(11, 3, 1, 3);
    return;
  }
  fitDual(11, 3, 4, 4);
  fitLine(10, 2);
  if (bestError <= 8) return;
  fitLine(14, 3);
  if (level == NORMAL) {
    const plane = bestPlane(4);
    if (plane != 3) fitDual(11, plane, 4, 4);
    fitDual(13, plane, 3, 4);
    if (bestError <= 100) return;
  } else {
    for (let channel = 0; channel < 3; channel++) fitDual(11, channel, 4, 4);
    for (let channel = 0; channel < 4; channel++) fitDual(13, channel, 3, 4);
  }
  const patterns = level == NORMAL ? 1 : level == HIGH ? 2 : 8;
  buildRows(true);
  rankPatterns(1, ALONG, patterns);
  fitRanked(9, patterns, level == NORMAL ? 2 : 3);
  if (level == NORMAL) polishBest(1);
}
