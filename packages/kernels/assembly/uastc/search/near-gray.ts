// Levels a few apart on a line of full range that shows each of them exactly: grays, an alpha whose color is flat, or an alpha that is its gray. The line is
// looked for once for every least level and span, and the one is taken whose BC7 shows most of them exactly too.

import { C_ENDPOINTS, C_ERROR, C_INDICES, TRIAL } from '../../block/candidate';
import { PLANAR } from '../../block/texels';
import { keep } from '../fit/fit-mode';
import { ALPHA_CHANNEL, GRAY_LINE_4, RGB_LINE_2 } from '../pack/modes';
import { least, levelSpan } from './level-range';

/** Levels from the least to the greatest, at most; ends may lie this much further apart. */
const MOST_SPAN: i32 = 15;
const LONGER: i32 = 4;
const FOUR_SPAN: i32 = 3;

// What stands beside the levels decides the low bits of the ends in BC7: they are grays beside an alpha of 255, which wants odd ends; or alphas beside a flat
// color that is odd or even; or both are the same, and their ends keep all bits.
const GRAYS: i32 = 0;
const BESIDE_EVEN: i32 = 1;
const BESIDE_ODD: i32 = 2;
const BOTH: i32 = 3;

/** Lines by kind, level and span: low end, length << 8, bits of a weight << 16; NONE where no line is exact, 0 where none was looked for yet. */
const LINES: usize = memory.data(4 * 256 * 16 * 4, 16);
const NONE: u32 = 0xff000000;

const WEIGHT_2: usize = memory.data<u8>([0, 21, 43, 64]);
const WEIGHT_4: usize = memory.data<u8>([0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64]);
const BC7_4: usize = memory.data<u8>([0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64]);

/* @inline */ function shownAt(low: i32, length: i32, bits: i32, index: i32): i32 {
  const w = i32(load<u8>((bits === 2 ? WEIGHT_2 : WEIGHT_4) + index));
  return ((low * 64 + length * w) * 257 + 32) >> 14;
}

/* @inline */ function mixAt(low: i32, high: i32, bits: i32, index: i32): i32 {
  const w = i32(load<u8>((bits === 2 ? WEIGHT_2 : BC7_4) + index));
  return (low * (64 - w) + high * w + 32) >> 6;
}

/** An end as BC7 has it, whose low bit the color beside it decides. */
/* @inline */ function bc7End(end: i32, kind: i32): i32 {
  if (kind === GRAYS || kind === BOTH || (end & 1) === i32(kind === BESIDE_ODD)) return end;
  return end === 255 ? 254 : end + 1;
}

/** Whether BC7 shows the same at an index: the level, and an alpha of 255, which an even end has not. */
function isSameInBc7(low: i32, length: i32, bits: i32, index: i32, kind: i32, level: i32): bool {
  const high = low + length;
  if (mixAt(bc7End(low, kind), bc7End(high, kind), bits, index) !== level) return false;
  return kind !== GRAYS || bits === 2 || mixAt(254 | (low & 1), 254 | (high & 1), bits, index) === 255;
}

/** The index that shows each level from the least on, a byte each; one that BC7 shows alike where there is one. */
const INDICES: usize = memory.data(16, 16);
const UNSHOWN: u8 = 255;

/** Fills INDICES for a line; returns how many levels BC7 shows alike, or −1 where some level is not shown. */
function listIndices(low: i32, length: i32, bits: i32, kind: i32, level: i32, span: i32): i32 {
  v128.store(INDICES, i8x16.splat(-1));
  let alike = 0;
  let exact: u32 = 0;
  for (let index = 0; index < 1 << bits; index++) {
    const shown = shownAt(low, length, bits, index);
    const at = shown - level;
    if (at < 0 || at > span || (exact >> at) & 1) continue;
    const same = isSameInBc7(low, length, bits, index, kind, shown);
    if (load<u8>(INDICES + at) !== UNSHOWN && !same) continue;
    store<u8>(INDICES + at, u8(index));
    if (!same) continue;
    exact |= 1 << at;
    alike++;
  }
  for (let at = 0; at <= span; at++) if (load<u8>(INDICES + at) === UNSHOWN) return -1;
  return alike;
}

function searchLine(kind: i32, level: i32, span: i32): u32 {
  let found = NONE;
  let most = -1;
  for (let bits = kind === GRAYS && span <= FOUR_SPAN ? 2 : 4; bits <= 4; bits += 2)
    for (let length = max(span, 1); length <= span + LONGER; length++)
      for (let low = max(level + span - length, 0); low <= min(level, 255 - length); low++) {
        const alike = listIndices(low, length, bits, kind, level, span);
        if (alike <= most) continue;
        most = alike;
        found = low | (length << 8) | (bits << 16);
      }
  return found;
}

/** The line for some levels, with its indices in INDICES; NONE where there is none. */
function lineFor(kind: i32, level: i32, span: i32): u32 {
  const at = LINES + (((kind << 12) | (level << 4) | span) << 2);
  let line = load<u32>(at);
  if (line === 0) {
    line = searchLine(kind, level, span);
    store<u32>(at, line);
  }
  if (line !== NONE) listIndices(line & 255, (line >> 8) & 255, line >> 16, kind, level, span);
  return line;
}

/** The indices of the texels of a channel. */
/* @inline */ function indicesOf(channel: i32, level: i32): v128 {
  const at = PLANAR + (channel << 5);
  const from = i16x8.splat(i16(level));
  return i8x16.swizzle(
    v128.load(INDICES),
    i8x16.narrow_i16x8_u(i16x8.sub(v128.load(at), from), i16x8.sub(v128.load(at, 16), from)),
  );
}

/** Fits an opaque gray block exactly; false where it has too many levels. */
export function fitNearGray(): bool {
  const gray = i32(least & 255);
  if (levelSpan(0) > MOST_SPAN) return false;
  const line = lineFor(GRAYS, gray, levelSpan(0));
  if (line === NONE) return false;
  const low = line & 255;
  store<u32>(TRIAL, (low * 0x10101) | 0xff000000, C_ENDPOINTS);
  store<u32>(TRIAL, ((low + ((line >> 8) & 255)) * 0x10101) | 0xff000000, C_ENDPOINTS + 4);
  store<i32>(TRIAL, 0, C_ERROR);
  v128.store(TRIAL, indicesOf(0, gray), C_INDICES);
  keep(TRIAL, line >> 16 === 2 ? RGB_LINE_2 : GRAY_LINE_4);
  return true;
}

/** Fits a block of flat gray whose alpha has a few levels, or one whose alpha is its gray, exactly. */
export function fitNearAlpha(): bool {
  const gray = least & 255;
  const alpha = i32(least >> 24);
  if (levelSpan(ALPHA_CHANNEL) > MOST_SPAN) return false;
  if (levelSpan(0) !== 0) return isAlphaGray() && fitNearBoth(alpha);
  const line = lineFor(gray & 1 ? BESIDE_ODD : BESIDE_EVEN, alpha, levelSpan(ALPHA_CHANNEL));
  if (line === NONE) return false;
  const low = line & 255;
  store<u32>(TRIAL, (gray * 0x10101) | (low << 24), C_ENDPOINTS);
  store<u32>(TRIAL, (gray * 0x10101) | ((low + ((line >> 8) & 255)) << 24), C_ENDPOINTS + 4);
  store<i32>(TRIAL, 0, C_ERROR);
  v128.store(TRIAL, indicesOf(ALPHA_CHANNEL, alpha), C_INDICES);
  keep(TRIAL, GRAY_LINE_4);
  return true;
}

/** Whether every texel's alpha is its gray, as premultiplied white has it. */
function isAlphaGray(): bool {
  return !v128.any_true(
    v128.or(
      v128.xor(v128.load(PLANAR), v128.load(PLANAR, 96)),
      v128.xor(v128.load(PLANAR, 16), v128.load(PLANAR, 112)),
    ),
  );
}

function fitNearBoth(level: i32): bool {
  const line = lineFor(BOTH, level, levelSpan(ALPHA_CHANNEL));
  if (line === NONE) return false;
  const low = line & 255;
  store<u32>(TRIAL, low * 0x1010101, C_ENDPOINTS);
  store<u32>(TRIAL, (low + ((line >> 8) & 255)) * 0x1010101, C_ENDPOINTS + 4);
  store<i32>(TRIAL, 0, C_ERROR);
  v128.store(TRIAL, indicesOf(ALPHA_CHANNEL, level), C_INDICES);
  keep(TRIAL, GRAY_LINE_4);
  return true;
}
