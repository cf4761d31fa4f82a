// The colors of BC1 and BC3: two endpoints of 5, 6 and 5 bits and two thirds between them, always in the order that gives four colors.

import { findAxis, setExtremes, sortTexels } from './color-axis';
import { isSolid, measureColors, nearestCodes, solidColor } from './color-block';
import { fitClusters } from './color-clusters';
import { BEST, endpointAt, roundLine, setPalette, solveLine, TRIAL } from './color-endpoints';
import { buildMatches, matchOf } from './color-solid';

/** Above this error, `high` tries all clusterings of a block. */
const ROUGH: i32 = 400;

let bestError: i32 = 0;

/** Measures the endpoints on trial. Keeps them and returns true if they are the best so far. */
function trial(): bool {
  setPalette(TRIAL);
  const error = measureColors();
  if (error >= bestError) return false;
  bestError = error;
  memory.copy(BEST, TRIAL, 24);
  return true;
}

/** Tries the line, then least squares for its codes while that helps. */
function refine(rounds: i32): void {
  roundLine();
  if (!trial()) return;
  for (let i = 0; i < rounds && bestError > 0; i++) {
    setPalette(BEST);
    if (!solveLine(nearestCodes())) return;
    roundLine();
    if (!trial()) return;
  }
}

/* @inline */ function limitOf(i: i32): i32 {
  return i === 1 || i === 4 ? 63 : 31;
}

/** Tries the best endpoints with number `i` moved by `step`, and number `j` by `other`, if they stay in range. */
function move(i: i32, step: i32, j: i32, other: i32): bool {
  memory.copy(TRIAL, BEST, 24);
  const a = endpointAt(BEST, i) + step;
  if (u32(a) > u32(limitOf(i))) return false;
  store<i32>(TRIAL + (i << 2), a);
  if (other !== 0) {
    const b = endpointAt(BEST, j) + other;
    if (u32(b) > u32(limitOf(j))) return false;
    store<i32>(TRIAL + (j << 2), b);
  }
  return trial();
}

/** Moves single numbers of the endpoints by one while that helps; with `pairs` also two at a time. */
function climb(pairs: bool): void {
  let moved = true;
  while (moved && bestError > 0) {
    moved = false;
    for (let i = 0; i < 6; i++) {
      if (move(i, 1, 0, 0) || move(i, -1, 0, 0)) moved = true;
      if (!pairs) continue;
      for (let j = 0; j < i; j++)
        if (move(i, 1, j, 1) || move(i, 1, j, -1) || move(i, -1, j, 1) || move(i, -1, j, -1)) moved = true;
    }
  }
}

/* @inline */ function packedEndpoint(at: i32): u32 {
  return (endpointAt(BEST, at) << 11) | (endpointAt(BEST, at + 1) << 5) | endpointAt(BEST, at + 2);
}

/** The best block's eight bytes: the larger endpoint first, with matching codes. */
function pack(codes: u32): u64 {
  const a = packedEndpoint(0);
  const b = packedEndpoint(3);
  if (a === b) return a | (b << 16);
  if (a > b) return u64(a | (b << 16)) | (u64(codes) << 32);
  return u64(b | (a << 16)) | (u64(codes ^ 0x55555555) << 32);
}

/** One color: the two endpoints whose third is nearest to each channel. */
function packSolid(): u64 {
  buildMatches();
  for (let i = 0; i < 3; i++) {
    const match = matchOf((solidColor >> (i << 3)) & 255, i === 1);
    store<i32>(BEST + (i << 2), match >> 8);
    store<i32>(BEST + (i << 2), match & 255, 12);
  }
  return pack(0xaaaaaaaa);
}

/** The eight bytes of the colors that were loaded. */
export function encodeColors(level: i32, weights: v128): u64 {
  if (isSolid) return packSolid();
  bestError = i32.MAX_VALUE;
  if (!findAxis()) return packMean();
  setExtremes();
  refine(level === 0 ? 1 : 4);
  if ((level > 2 || (level > 1 && bestError > ROUGH)) && bestError > 0) {
    sortTexels();
    if (fitClusters(weights)) refine(4);
  }
  if (level > 0) climb(level > 1);
  setPalette(BEST);
  return pack(nearestCodes());
}

/** All texels that count are equal; the others are transparent. */
function packMean(): u64 {
  setExtremes();
  roundLine();
  trial();
  setPalette(BEST);
  return pack(nearestCodes());
}
