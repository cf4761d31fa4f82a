// ASTC of every 2D block size, LDR: the entry points for the host. Strips are whole blocks: the host repeats edge texels.

import { layOut } from './footprint';
import { buildGrids } from './grids';
import { clearPadding, firstHalfs, firstTexel, isSolid, loadBlock, loadHdrBlock, weighTexels } from './load';
import { buildModes } from './modes';
import { buildMoments } from './moments';
import { buildDigits, packBest, packHdrSolid, packSolid } from './pack';
import { buildPartitions } from './partitions/partitions';
import { buildPlans } from './plan';
import { buildRanges } from './ranges';
import { beginRow, reduceBlock } from './rdo';
import { maxSubsets, searchBlock, setEffort } from './search';
import { blockHeight, blockWidth, setDynamicRange, setMetric } from './state';

buildRanges();
buildMoments();
buildPlans();
buildDigits();

export function heapBase(): usize {
  return __heap_base;
}

/** Bytes of tables for blocks of a size. */
export function tableBytes(width: i32, height: i32): usize {
  return layOut(width, height, 0, false);
}

/** Builds the tables of a block size at `at`, where memory is zero. */
export function buildTables(width: i32, height: i32, at: usize): void {
  layOut(width, height, at, true);
  buildGrids();
  buildModes();
}

/** Makes the block size at `at` the one that is encoded. */
export function useTables(width: i32, height: i32, at: usize): void {
  layOut(width, height, at, false);
  clearPadding();
}

/**
 * Encodes rows of blocks: `stride` bytes between texel rows, writes 16 bytes a block, row-major. `channels`: 0 for all, 1 for red and green, 2
 * for red. `errorPerBit`: for rate-distortion, the squared error that a saved bit is worth.
 */
export function encode(
  src: usize,
  stride: usize,
  columns: i32,
  rows: i32,
  out: usize,
  level: i32,
  perceptual: bool,
  alphaWeighted: bool,
  channels: i32,
  errorPerBit: f64,
): void {
  if (perceptual && channels === 0) setMetric(0.8, 1.6, 0.4, 1.2);
  else setMetric(1, 1, 1, 1);
  setDynamicRange(false);
  setEffort(level);
  for (let count = 2; count <= maxSubsets(); count++) buildPartitions(count);
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * usize(blockHeight);
    beginRow();
    for (let x = 0; x < columns; x++) {
      loadBlock(at, stride, channels);
      if (isSolid) packSolid(firstTexel, out);
      else {
        weighTexels(alphaWeighted);
        searchBlock();
        packBest(out);
        if (errorPerBit > 0) reduceBlock(out, errorPerBit);
      }
      at += usize(blockWidth) << 2;
      out += 16;
    }
  }
}

/** The same for half floats, 8 bytes a texel: opaque blocks of HDR colors. */
export function encodeHdr(src: usize, stride: usize, columns: i32, rows: i32, out: usize, level: i32): void {
  setMetric(1, 1, 1, 1);
  setDynamicRange(true);
  clearPadding();
  setEffort(level);
  for (let count = 2; count <= maxSubsets(); count++) buildPartitions(count);
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * usize(blockHeight);
    for (let x = 0; x < columns; x++) {
      loadHdrBlock(at, stride);
      if (isSolid) packHdrSolid(firstHalfs, out);
      else {
        searchBlock();
        packBest(out);
      }
      at += usize(blockWidth) << 3;
      out += 16;
    }
  }
}
