// BC7: the entry points for the host. Strips are whole blocks: the host repeats edge texels.

import { beginMemo, recallBlock, rememberBlock, setMemoRoom } from '../block/block-memo';
import { BEST } from '../block/candidate';
import { beginRdo, improveBlock, SCRATCH_BYTES } from '../block/rdo';
import { isOpaque, isSolid, solidColor } from '../block/texels';
import { choose, chooseDraft, FAST, NORMAL } from './choose';
import { countColors, hasFewColors, skipColorCount } from './colors';
import { loadBlock, weighBlock } from './load';
import { isAlphaWeighted, setMetric, weighEqually } from './metric';
import { pack } from './pack';
import { buildPartitions } from './partitions';
import { Bc7Rdo } from './rdo';
import { buildSolid, packSolid } from './solid';

/** With 2048 slots instead of 256, flat art takes 0.7 of the time. */
const MEMO_BITS: i32 = 11;
const MEMO: usize = memory.data(2048 * 80, 16);

setMemoRoom(MEMO, MEMO_BITS);
buildPartitions();
buildSolid();

/** Up to this difference, `normal` treats a block of few colors as a smooth one. `fast` treats no block as one of few colors. */
const SMOOTH_RANGE: i32 = 12;

export function heapBase(): usize {
  return __heap_base;
}

/** Encodes rows of blocks: `stride` bytes between texel rows, writes 16 bytes a block, row-major. */
export function encode(
  src: usize,
  stride: usize,
  columns: i32,
  rows: i32,
  out: usize,
  level: i32,
  perceptual: bool,
  alphaWeighted: bool,
): void {
  setMetric(perceptual);
  beginMemo((level << 2) | (i32(perceptual) << 1) | i32(alphaWeighted));
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      loadBlock(at, stride);
      if (isSolid) packSolid(solidColor, out);
      else {
        weigh(alphaWeighted);
        encodeBlock(level, out);
      }
      at += 16;
      out += 16;
    }
  }
}

function encodeBlock(level: i32, out: usize): void {
  if (level < 0) {
    chooseDraft();
    pack(BEST, out);
    return;
  }
  if (level === FAST) skipColorCount();
  else countColors(level > NORMAL ? 0 : SMOOTH_RANGE);
  if (hasFewColors && recallBlock(out)) return;
  choose(level);
  pack(BEST, out);
  if (hasFewColors) rememberBlock(out);
}

/** Weighs the loaded block's texels by alpha, or all the same. */
/* @inline */ function weigh(alphaWeighted: bool): void {
  if (alphaWeighted && !isOpaque) weighBlock();
  else if (isAlphaWeighted) weighEqually();
}

/** Bytes of scratch memory that `rdo` needs. */
export function rdoScratchBytes(): i32 {
  return SCRATCH_BYTES;
}

/** Makes encoded blocks of a strip cheaper for Zstd, in place. λ is the squared error that a saved bit is worth. */
export function rdo(
  src: usize,
  stride: usize,
  columns: i32,
  rows: i32,
  blocks: usize,
  scratch: usize,
  lambda: f32,
  perceptual: bool,
  alphaWeighted: bool,
): void {
  setMetric(perceptual);
  beginRdo(scratch);
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      loadBlock(at, stride);
      if (!isSolid) {
        weigh(alphaWeighted);
        improveBlock<Bc7Rdo>(blocks, lambda);
      }
      at += 16;
      blocks += 16;
    }
  }
}
