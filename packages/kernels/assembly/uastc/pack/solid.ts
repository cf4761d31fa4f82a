// Solid blocks: sixteen equal texels, with the nearest ETC1 base, table and shade.

import { beginBits, putBits, storeBits } from '../../block/bit-writer';
import { etcLarge, etcSmall } from '../hints/etc1-errors';
import { modeCode, modeCodeBits, SOLID } from './modes';
import { nearestRank, RANGE_16, RANGE_32, rangeLevels, rankValue } from './ranges';

/* @inline */ function clampByte(v: i32): i32 {
  return min(max(v, 0), 255);
}

/** The base nearest to a value after shading and clamping: beyond black and white the next base may be nearer than the nearest. */
/* @inline */ function nearestBase(range: i32, value: i32, delta: i32): i32 {
  const rank = nearestRank(range, clampByte(value - delta));
  const next = delta > 0 ? min(rank + 1, rangeLevels(range) - 1) : max(rank - 1, 0);
  return abs(clampByte(rankValue(range, next) + delta) - value) < abs(clampByte(rankValue(range, rank) + delta) - value)
    ? next
    : rank;
}

let lastColor: u32 = 0;
const LAST: usize = memory.data(16);

/** Writes a solid block. The color of the last block is not searched again: art repeats colors. */
export function packSolid(color: u32, out: usize): void {
  if (load<u64>(LAST) === 0 || color !== lastColor) {
    lastColor = color;
    searchSolid(color, LAST);
  }
  store<u64>(out, load<u64>(LAST));
  store<u64>(out, load<u64>(LAST, 8), 8);
}

/** The ways to encode a value: differential first, then table, then shade. */
const WAYS: i32 = 64;
const ERROR_BYTES: usize = 128;
const WAY_BITS: i32 = 6;
/** Per value of a channel, the squared error (u16) and the base of each way. Filled when a value first occurs. */
const ERRORS: usize = memory.data(256 * 128, 16);
const BASES: usize = memory.data(256 * 64);
const SEEN: usize = memory.data(256);

/* @inline */ function deltaOf(way: i32): i32 {
  const table = (way >> 2) & 7;
  const shade = way & 3;
  const size = shade === 0 || shade === 3 ? etcLarge(table) : etcSmall(table);
  return shade < 2 ? -size : size;
}

/** Address of a value's errors. */
function errorsOf(value: i32): usize {
  const errors = ERRORS + (value << (WAY_BITS + 1));
  if (load<u8>(SEEN + value) !== 0) return errors;
  store<u8>(SEEN + value, 1);
  for (let way = 0; way < WAYS; way++) {
    const range = way < WAYS >> 1 ? RANGE_32 : RANGE_16;
    const delta = deltaOf(way);
    const base = nearestBase(range, value, delta);
    const error = clampByte(rankValue(range, base) + delta) - value;
    store<u16>(errors + (way << 1), error * error);
    store<u8>(BASES + (value << WAY_BITS) + way, base);
  }
  return errors;
}

/** Errors of eight ways over three channels. Saturated sums are never the least. */
/* @inline */ function errorsAt(r: usize, g: usize, b: usize): v128 {
  return i16x8.add_sat_u(i16x8.add_sat_u(v128.load(r), v128.load(g)), v128.load(b));
}

/** The first way with the least error. */
function bestWay(r: usize, g: usize, b: usize): i32 {
  let minimum = i16x8.splat(-1);
  for (let at: usize = 0; at < ERROR_BYTES; at += 16) minimum = i16x8.min_u(minimum, errorsAt(r + at, g + at, b + at));
  minimum = i16x8.min_u(minimum, i16x8.shuffle(minimum, minimum, 4, 5, 6, 7, 0, 1, 2, 3));
  minimum = i16x8.min_u(minimum, i16x8.shuffle(minimum, minimum, 2, 3, 0, 1, 6, 7, 4, 5));
  minimum = i16x8.min_u(minimum, i16x8.shuffle(minimum, minimum, 1, 0, 3, 2, 5, 4, 7, 6));
  for (let at: usize = 0; at < ERROR_BYTES; at += 16) {
    const found = i16x8.bitmask(i16x8.eq(errorsAt(r + at, g + at, b + at), minimum));
    if (found !== 0) return i32(at >> 1) + ctz(found);
  }
  return 0;
}

function searchSolid(color: u32, out: usize): void {
  const r = color & 255;
  const g = (color >> 8) & 255;
  const b = (color >> 16) & 255;
  const way = bestWay(errorsOf(r), errorsOf(g), errorsOf(b));
  const bases = BASES + way;
  putSolid(
    color,
    i32(way < WAYS >> 1),
    (way >> 2) & 7,
    way & 3,
    load<u8>(bases + (r << WAY_BITS)),
    load<u8>(bases + (g << WAY_BITS)),
    load<u8>(bases + (b << WAY_BITS)),
    out,
  );
}

export function putSolid(color: u32, diff: i32, table: i32, shade: i32, r: i32, g: i32, b: i32, out: usize): void {
  beginBits(modeCode(SOLID), modeCodeBits(SOLID));
  putBits(color, 32);
  putBits(diff, 1);
  putBits(table, 3);
  putBits(shade, 2);
  putBits(r, 5);
  putBits(g, 5);
  putBits(b, 5);
  storeBits(out);
}
