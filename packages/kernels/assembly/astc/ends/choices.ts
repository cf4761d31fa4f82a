// The endpoint formats that a scheme may use: per number of endpoint values, those that leave the least error. Subsets may differ by one class, which
// is a format of two values more.

import { S_COUNTS, S_GRAY_ERROR, S_LINE_ERROR, S_SCALE_ERROR, S_SUMS } from '../moments';
import { secondChannel, statisticsOf, subsetCount } from '../scheme';
import { channelCount, isHdr, isOpaque } from '../state';
import {
  FORMAT_GRAY,
  FORMAT_GRAY_ALPHA,
  FORMAT_RGB,
  FORMAT_RGBA,
  FORMAT_SCALE,
  FORMAT_SCALE_ALPHA,
  MIXED,
  mixedBits,
} from './formats';

/** Per subset and class (formats of 2, 4, 6 and 8 values): the error that it leaves, and the format. */
const COSTS: usize = memory.data(4 * 4 * 8, 16);
const FORMATS: usize = memory.data(4 * 4);
/** The error of what cannot be. */
export const IMPOSSIBLE: f64 = 1e30;

/** The choices: error, packed formats, values, and bits that they take beyond their values. */
const CHOICES: usize = memory.data(16 * 24, 16);
export let choiceCount: i32 = 0;
/** The least error of all. */
export let minError: f64 = 0;
/* @inline */ export function choiceError(index: i32): f64 {
  return load<f64>(CHOICES + usize(index * 24));
}
/* @inline */ export function choiceFormats(index: i32): i32 {
  return load<i32>(CHOICES + usize(index * 24), 8);
}
/* @inline */ export function choiceValues(index: i32): i32 {
  return load<i32>(CHOICES + usize(index * 24), 12);
}
/* @inline */ export function choiceBits(index: i32): i32 {
  return load<i32>(CHOICES + usize(index * 24), 16);
}

function setCost(subset: i32, group: i32, error: f64, format: i32): void {
  store<f64>(COSTS + (usize(subset * 4 + group) << 3), error);
  store<u8>(FORMATS + subset * 4 + group, format);
}
/* @inline */ function costOf(subset: i32, group: i32): f64 {
  return load<f64>(COSTS + (usize(subset * 4 + group) << 3));
}

/** What each class leaves of a subset. Opaque subsets need no alpha. */
function measureFormats(subset: i32): void {
  const statistics = statisticsOf(subset);
  const line = load<f64>(statistics, S_LINE_ERROR);
  // Only full colors have channels that can be separate, or HDR modes.
  const isColor = isHdr || (secondChannel >= 0 && secondChannel < 3);
  const gray = isColor ? IMPOSSIBLE : load<f64>(statistics, S_GRAY_ERROR);
  const scale = isColor ? IMPOSSIBLE : load<f64>(statistics, S_SCALE_ERROR);
  if (isOpaque || load<f64>(statistics, S_SUMS + 24) === 255 * load<f64>(statistics, S_COUNTS + 8)) {
    const isGray = channelCount === 1;
    setCost(subset, 0, isGray ? line : gray, FORMAT_GRAY);
    setCost(subset, 1, isGray ? IMPOSSIBLE : scale, FORMAT_SCALE);
    setCost(subset, 2, isGray ? IMPOSSIBLE : line, FORMAT_RGB);
    setCost(subset, 3, IMPOSSIBLE, FORMAT_RGBA);
    return;
  }
  const alpha: f64 = secondChannel === 3 ? 0 : line;
  setCost(subset, 0, IMPOSSIBLE, FORMAT_GRAY);
  setCost(subset, 1, gray + alpha, FORMAT_GRAY_ALPHA);
  setCost(subset, 2, scale + alpha, FORMAT_SCALE_ALPHA);
  setCost(subset, 3, line, FORMAT_RGBA);
}

/** Adds the choice in which the subsets in `raised` (bits) use the class after `group`, unless one with fewer values is as good. */
function addChoice(group: i32, raised: i32): void {
  let error: f64 = 0;
  let formats = 0;
  let isMixed = false;
  let values = 0;
  for (let subset = 0; subset < subsetCount; subset++) {
    const own = group + ((raised >> subset) & 1);
    const format: i32 = load<u8>(FORMATS + subset * 4 + own);
    error += costOf(subset, own);
    if (subset > 0 && format !== (formats & 15)) isMixed = true;
    formats |= format << (subset << 2);
    values += 2 * own + 2;
  }
  const bits = isMixed ? mixedBits(subsetCount) : 0;
  if (error >= IMPOSSIBLE || values > 18) return;
  for (let i = 0; i < choiceCount; i++) if (choiceError(i) <= error && choiceBits(i) <= bits) return;
  const at = CHOICES + usize(choiceCount * 24);
  store<f64>(at, error);
  store<i32>(at, isMixed ? formats | MIXED : formats, 8);
  store<i32>(at, values, 12);
  store<i32>(at, bits, 16);
  minError = min<f64>(minError, error);
  choiceCount++;
}

/** Lists the choices of the present scheme, with those of few values first. */
export function listChoices(): void {
  choiceCount = 0;
  minError = IMPOSSIBLE;
  for (let subset = 0; subset < subsetCount; subset++) measureFormats(subset);
  const all = (1 << subsetCount) - 1;
  for (let group = 0; group < 3; group++) {
    let raised = 0;
    addChoice(group, 0);
    while (raised !== all) {
      // Of the subsets that are left, raise the one that gains most.
      let best = -1;
      let most: f64 = 0;
      for (let subset = 0; subset < subsetCount; subset++) {
        if ((raised >> subset) & 1) continue;
        const gain = costOf(subset, group) - costOf(subset, group + 1);
        if (best >= 0 && gain <= most) continue;
        best = subset;
        most = gain;
      }
      raised |= 1 << best;
      if (raised === all && group < 2) break;
      addChoice(group, raised);
    }
  }
}
