// Solid blocks: sixteen equal texels, with the ETC1 base, table and shade that come nearest.

import { SOLID, modeCode, modeCodeBits } from './modes';
import { RANGE_16, RANGE_32, nearestRank, rangeLevels, rankValue } from './ranges';
import { beginBits, endBits, put } from './pack';
import { etcLarge, etcSmall } from './etc1-hints';

@inline function clampByte(v: i32): i32 { return min(max(v, 0), 255); }

/** The base that comes nearest to a value once shaded and clamped: beyond black and white the next one may come nearer than the
 *  nearest. */
@inline function nearestBase(range: i32, value: i32, delta: i32): i32 {
  const rank = nearestRank(range, clampByte(value - delta));
  const next = delta > 0 ? min(rank + 1, rangeLevels(range) - 1) : max(rank - 1, 0);
  return abs(clampByte(rankValue(range, next) + delta) - value) < abs(clampByte(rankValue(range, rank) + delta) - value)
    ? next
    : rank;
}

let lastColor: u32 = 0;
const LAST: usize = memory.data(16);

/** Writes a solid block. Art repeats its colours: that of the last block is not searched again. */
export function packSolid(color: u32, out: usize): void {
  if (load<u64>(LAST) == 0 || color != lastColor) {
    lastColor = color;
    searchSolid(color, LAST);
  }
  store<u64>(out, load<u64>(LAST));
  store<u64>(out, load<u64>(LAST, 8), 8);
}

function searchSolid(color: u32, out: usize): void {
  const r = color & 255;
  const g = (color >> 8) & 255;
  const b = (color >> 16) & 255;
  let least = i32.MAX_VALUE;
  let bestDiff = 1, bestTable = 0, bestShade = 0, bestR = 0, bestG = 0, bestB = 0;
  for (let diff = 1; diff >= 0 && least > 0; diff--) {
    const range = diff ? RANGE_32 : RANGE_16;
    for (let table = 0; table < 8; table++)
      for (let shade = 0; shade < 4; shade++) {
        const size = shade == 0 || shade == 3 ? etcLarge(table) : etcSmall(table);
        const delta = shade < 2 ? -size : size;
        const br = nearestBase(range, r, delta);
        const bg = nearestBase(range, g, delta);
        const bb = nearestBase(range, b, delta);
        const er = clampByte(rankValue(range, br) + delta) - r;
        const eg = clampByte(rankValue(range, bg) + delta) - g;
        const eb = clampByte(rankValue(range, bb) + delta) - b;
        const error = er * er + eg * eg + eb * eb;
        if (error >= least) continue;
        least = error;
        bestDiff = diff;
        bestTable = table;
        bestShade = shade;
        bestR = br;
        bestG = bg;
        bestB = bb;
      }
  }
  putSolid(color, bestDiff, bestTable, bestShade, bestR, bestG, bestB, out);
}

export function putSolid(color: u32, diff: i32, table: i32, shade: i32, r: i32, g: i32, b: i32, out: usize): void {
  beginBits();
  put(modeCode(SOLID), modeCodeBits(SOLID));
  put(color, 32);
  put(diff, 1);
  put(table, 3);
  put(shade, 2);
  put(r, 5);
  put(g, 5);
  put(b, 5);
  endBits(out);
}
