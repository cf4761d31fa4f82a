// The colors of BC1 and BC3: two endpoints of 5, 6 and 5 bits and two thirds between them. The slow levels also try blocks of three colors in
// BC1: the endpoints and their middle. No texel has the fourth, which is black or transparent.

import { findAxis, setExtremes, sortTexels } from './color-axis';
import { isSolid, measureColors, nearestCodes, solidColor } from './color-block';
import { fitClusters, fitThreeClusters, sumInOrder } from './color-clusters';
import { BEST, endpointAt, roundLine, setPalette, setThree, solveLine, TRIAL } from './color-endpoints';
import { buildMatches, matchOf } from './color-solid';

/** Above these errors, `high` tries three colors, and all clusterings for four: 0.1 to 0.3 dB on smooth textures by the former. */
const SMOOTH: i32 = 100;
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

/** The best block's eight bytes: the larger endpoint first if the palette has four colors, the smaller if it has three, with matching
 *  codes. */
function pack(codes: u32, isThree: bool): u64 {
  const a = packedEndpoint(0);
  const b = packedEndpoint(3);
  if (a === b) return a | (b << 16);
  if (a > b !== isThree) return u64(a | (b << 16)) | (u64(codes) << 32);
  // Of three colors the middle one keeps its code.
  const flipped = isThree ? codes ^ (~(codes >> 1) & 0x55555555) : codes ^ 0x55555555;
  return u64(b | (a << 16)) | (u64(flipped) << 32);
}

/** One color: the two endpoints whose third is nearest to each channel. */
function packSolid(): u64 {
  buildMatches();
  for (let i = 0; i < 3; i++) {
    const match = matchOf((solidColor >> (i << 3)) & 255, i === 1);
    store<i32>(BEST + (i << 2), match >> 8);
    store<i32>(BEST + (i << 2), match & 255, 12);
  }
  return pack(0xaaaaaaaa, false);
}

/** The best endpoints of four colors, while those of three are searched. */
const FOUR: usize = memory.data(24, 16);

/** Searches for three colors: the endpoints and the color halfway between them. Returns whether they are better than those in BEST, and
 *  leaves the better ones there. Call sumInOrder first. */
function searchThree(weights: v128): bool {
  const four = bestError;
  memory.copy(FOUR, BEST, 24);
  setThree(true);
  bestError = i32.MAX_VALUE;
  if (fitThreeClusters(weights)) {
    refine(2);
    // Few blocks of three colors gain more than a quarter.
    if (bestError < four + (four >> 2)) climb(true);
  }
  if (bestError < four) return true;
  setThree(false);
  bestError = four;
  memory.copy(BEST, FOUR, 24);
  return false;
}

/** The eight bytes of the colors that were loaded. `allowThree`: whether blocks of three colors have a meaning, as in BC1. */
export function encodeColors(level: i32, weights: v128, allowThree: bool): u64 {
  if (isSolid) return packSolid();
  bestError = i32.MAX_VALUE;
  setThree(false);
  if (!findAxis()) return packMean();
  setExtremes();
  refine(level === 0 ? 1 : 4);
  const isSorted = (level > 2 || (level > 1 && bestError > SMOOTH)) && bestError > 0;
  if (isSorted) {
    sortTexels();
    sumInOrder();
    if ((level > 2 || bestError > ROUGH) && fitClusters(weights)) refine(4);
  }
  if (level > 0) climb(level > 1);
  const isThree = isSorted && allowThree && bestError > 0 && searchThree(weights);
  setPalette(BEST);
  return pack(nearestCodes(), isThree);
}

/** All texels that count are equal; the others are transparent. */
function packMean(): u64 {
  setExtremes();
  roundLine();
  trial();
  setPalette(BEST);
  return pack(nearestCodes(), false);
}
