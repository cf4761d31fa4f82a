// Solid blocks: sixteen equal texels, with the ETC1 base, table and shade that come nearest.

import { SOLID, modeCode, modeCodeBits } from './modes';
import { RANGE_16, RANGE_32, nearestRank, rankValue } from './ranges';
import { beginBits, endBits, put } from './pack';
import { etcLarge, etcSmall } from './etc1-hints';

@inline function clampByte(v: i32): i32 { return min(max(v, 0), 255); }

export function packSolid(color: u32, out: usize): void {
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
        const br = nearestRank(range, clampByte(r - delta));
        const bg = nearestRank(range, clampByte(g - delta));
        const bb = nearestRank(range, clampByte(b - delta));
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
