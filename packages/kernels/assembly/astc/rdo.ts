// Rate-distortion: a block may repeat an earlier one of its row, if the bits that Zstd saves are worth the added error. Only blocks of the same row are
// compared, so any division of an image into strips of rows gives the same bytes.

import { BEST_ENDS, BEST_RANKS, bestError, bestMode, bestPartition, bestSecond, bestSubsets } from './fit';
import { G_COUNT, gridRecord, M_GRID, M_RANGE, P_SUBSETS, partitionTable } from './footprint';
import { laneSum } from './moments';
import { COUNTS, channelMetric, isOpaque, PLANE, paddedCount, TEXELS, texelCount, wideBytes } from './state';
import { infill, setWeight, TEXEL_WEIGHTS } from './weights';

/** Earlier blocks: texels by channel as in TEXELS, then the bytes, then whether the block is opaque. */
const REACH: i32 = 64;
const ENTRY_BYTES: usize = 4 * 288 + 32;
const E_BYTES: usize = 4 * 288;
const E_OPAQUE: usize = 4 * 288 + 16;
const HISTORY: usize = memory.data(64 * 1184, 16);
let filled: i32 = 0;
let next: i32 = 0;

/** Bits that Zstd spends on a match, about, and on a new block. */
const MATCH_BITS: f64 = 24;
const BLOCK_BITS: f64 = 128;

export function beginRow(): void {
  filled = 0;
  next = 0;
}

/** Decodes the best block's texels. */
function decodeBest(to: usize): void {
  const record = gridRecord(load<i32>(bestMode, M_GRID));
  const range = load<i32>(bestMode, M_RANGE);
  const planes: usize = bestSecond < 0 ? 1 : 2;
  for (let plane: usize = 0; plane < planes; plane++) {
    for (let i = 0; i < load<i32>(record, G_COUNT); i++)
      setWeight(plane << 6, i, range, load<u8>(BEST_RANKS + (plane << 6) + i));
    infill(record, plane << 6);
  }
  const subsets = bestSubsets === 1 ? 0 : partitionTable(bestSubsets) + P_SUBSETS + usize(bestPartition * paddedCount);
  for (let i = 0; i < texelCount; i++) {
    const ends = BEST_ENDS + (subsets === 0 ? 0 : usize(load<u8>(subsets + i)) << 5);
    for (let c = 0; c < 4; c++) {
      const weights = TEXEL_WEIGHTS + (c === bestSecond ? PLANE : 0);
      const weight: i32 = load<i16>(weights + (usize(i) << 1));
      const low = load<i32>(ends + (usize(c) << 2));
      const high = load<i32>(ends + (usize(c) << 2), 16);
      const value = c === 3 && isOpaque ? 255 : (low * (64 - weight) + high * weight + 32) >> 6;
      store<i16>(to + usize(c) * PLANE + (usize(i) << 1), value);
    }
  }
}

/** Squared error of an earlier block's texels for the loaded ones. */
function errorOf(entry: usize): f64 {
  let error: f64 = 0;
  for (let c = 0; c < 4; c++) {
    const plane = usize(c) * PLANE;
    const counts = COUNTS + (c === 3 ? PLANE : 0);
    let sum = i32x4.splat(0);
    for (let i: usize = 0; i < wideBytes; i += 16) {
      const d = i16x8.sub(v128.load(TEXELS + plane + i), v128.load(entry + plane + i));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(d, i16x8.mul(d, v128.load(counts + i))));
    }
    error += f64(laneSum(sum)) * channelMetric(c);
  }
  return error;
}

/** Repeats an earlier block in place of the one at `out` if it costs less. `lambda` is the squared error that a saved bit is worth. */
export function repeatBlock(out: usize, lambda: f64): void {
  // However cheap it is, no block may get much worse.
  const limit = bestError * 3 + f64(texelCount);
  let least = bestError + lambda * BLOCK_BITS;
  let found: usize = 0;
  for (let age = 1; age <= filled; age++) {
    const entry = HISTORY + usize((next - age + REACH) % REACH) * ENTRY_BYTES;
    if (isOpaque && load<i32>(entry, E_OPAQUE) === 0) continue;
    const error = errorOf(entry);
    const cost = error + lambda * MATCH_BITS;
    if (cost >= least || error > limit) continue;
    least = cost;
    found = entry;
  }
  if (found !== 0) {
    v128.store(out, v128.load(found, E_BYTES));
    return;
  }
  const entry = HISTORY + usize(next) * ENTRY_BYTES;
  decodeBest(entry);
  v128.store(entry, v128.load(out), E_BYTES);
  store<i32>(entry, i32(isOpaque), E_OPAQUE);
  next = (next + 1) % REACH;
  filled = min(filled + 1, REACH);
}
