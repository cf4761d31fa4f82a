// A few neighboring levels on a line of full range that is exact: grays, an alpha next to a constant color, or an alpha that equals its gray. The line
// for every smallest level and span is searched once. Of exact lines the one wins whose BC7 is exact for most levels.

import { C_ENDPOINTS, C_ERROR, C_INDICES, TRIAL } from '../../block/candidate';
import { PLANAR } from '../../block/texels';
import { keep } from '../fit/fit-mode';
import { ALPHA_CHANNEL, GRAY_LINE_4, RGB_LINE_2 } from '../pack/modes';
import { levelSpan, minLevels } from './level-range';

/** Maximum difference of levels; endpoints may be this much further apart. */
const MAX_SPAN: i32 = 15;
const LONGER: i32 = 4;
const FOUR_SPAN: i32 = 3;

// The other channels decide the low bits of endpoints in BC7: grays with an alpha of 255 need odd endpoints; alphas are next to an even or odd
// constant color; or gray equals alpha, and endpoints keep all bits.
const GRAYS: i32 = 0;
const NEXT_TO_EVEN: i32 = 1;
const NEXT_TO_ODD: i32 = 2;
const BOTH: i32 = 3;

/** Lines by kind, level and span: low endpoint, length << 8, bits of a weight << 16; NONE if no line is exact, 0 if not searched yet. */
const LINES: usize = memory.data(4 * 256 * 16 * 4, 16);
const NONE: u32 = 0xff000000;

const WEIGHT_2: usize = memory.data<u8>([0, 21, 43, 64]);
const WEIGHT_4: usize = memory.data<u8>([0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64]);
const BC7_4: usize = memory.data<u8>([0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64]);

/* @inline */ function decodedAt(low: i32, length: i32, bits: i32, index: i32): i32 {
  const w = i32(load<u8>((bits === 2 ? WEIGHT_2 : WEIGHT_4) + index));
  return ((low * 64 + length * w) * 257 + 32) >> 14;
}

/* @inline */ function mixAt(low: i32, high: i32, bits: i32, index: i32): i32 {
  const w = i32(load<u8>((bits === 2 ? WEIGHT_2 : BC7_4) + index));
  return (low * (64 - w) + high * w + 32) >> 6;
}

/** An endpoint in BC7, whose low bit the constant color decides. */
/* @inline */ function bc7Endpoint(end: i32, kind: i32): i32 {
  if (kind === GRAYS || kind === BOTH || (end & 1) === i32(kind === NEXT_TO_ODD)) return end;
  return end === 255 ? 254 : end + 1;
}

/** Whether BC7 is exact at an index: for the level, and for an alpha of 255, which an even endpoint does not have. */
function isExactInBc7(low: i32, length: i32, bits: i32, index: i32, kind: i32, level: i32): bool {
  const high = low + length;
  if (mixAt(bc7Endpoint(low, kind), bc7Endpoint(high, kind), bits, index) !== level) return false;
  return kind !== GRAYS || bits === 2 || mixAt(254 | (low & 1), 254 | (high & 1), bits, index) === 255;
}

/** The index of each level from the smallest, a byte each; one that is exact in BC7 if possible. */
const INDICES: usize = memory.data(16, 16);
const MISSING: u8 = 255;

/** Sets INDICES for a line. Returns how many levels are exact in BC7, or −1 if the line lacks a level. */
function listIndices(low: i32, length: i32, bits: i32, kind: i32, level: i32, span: i32): i32 {
  v128.store(INDICES, i8x16.splat(-1));
  let exactCount = 0;
  let exact: u32 = 0;
  for (let index = 0; index < 1 << bits; index++) {
    const decoded = decodedAt(low, length, bits, index);
    const at = decoded - level;
    if (at < 0 || at > span || (exact >> at) & 1) continue;
    const same = isExactInBc7(low, length, bits, index, kind, decoded);
    if (load<u8>(INDICES + at) !== MISSING && !same) continue;
    store<u8>(INDICES + at, u8(index));
    if (!same) continue;
    exact |= 1 << at;
    exactCount++;
  }
  for (let at = 0; at <= span; at++) if (load<u8>(INDICES + at) === MISSING) return -1;
  return exactCount;
}

function searchLine(kind: i32, level: i32, span: i32): u32 {
  let found = NONE;
  let bestExactCount = -1;
  for (let bits = kind === GRAYS && span <= FOUR_SPAN ? 2 : 4; bits <= 4; bits += 2)
    for (let length = max(span, 1); length <= span + LONGER; length++)
      for (let low = max(level + span - length, 0); low <= min(level, 255 - length); low++) {
        const exactCount = listIndices(low, length, bits, kind, level, span);
        if (exactCount <= bestExactCount) continue;
        bestExactCount = exactCount;
        found = low | (length << 8) | (bits << 16);
      }
  return found;
}

/** The line for some levels, with its indices in INDICES; NONE if there is none. */
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

/** Fits an opaque gray block exactly. Returns false if it has too many levels. */
export function fitNearGray(): bool {
  const gray = i32(minLevels & 255);
  if (levelSpan(0) > MAX_SPAN) return false;
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

/** Fits a block exactly whose gray is constant and whose alpha has a few levels, or whose alpha equals its gray. */
export function fitNearAlpha(): bool {
  const gray = minLevels & 255;
  const alpha = i32(minLevels >> 24);
  if (levelSpan(ALPHA_CHANNEL) > MAX_SPAN) return false;
  if (levelSpan(0) !== 0) return isAlphaGray() && fitNearBoth(alpha);
  const line = lineFor(gray & 1 ? NEXT_TO_ODD : NEXT_TO_EVEN, alpha, levelSpan(ALPHA_CHANNEL));
  if (line === NONE) return false;
  const low = line & 255;
  store<u32>(TRIAL, (gray * 0x10101) | (low << 24), C_ENDPOINTS);
  store<u32>(TRIAL, (gray * 0x10101) | ((low + ((line >> 8) & 255)) << 24), C_ENDPOINTS + 4);
  store<i32>(TRIAL, 0, C_ERROR);
  v128.store(TRIAL, indicesOf(ALPHA_CHANNEL, alpha), C_INDICES);
  keep(TRIAL, GRAY_LINE_4);
  return true;
}

/** Whether every texel's alpha equals its gray, as in premultiplied white. */
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
