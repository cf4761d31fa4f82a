// BC7: the entry points for the host. Strips are whole blocks: the host repeats edge texels.

import { beginMemo, recallBlock, rememberBlock, setMemoRoom } from '../block/block-memo';
import { BEST } from '../block/candidate';
import { beginRdo, improveBlock, SCRATCH_BYTES } from '../block/rdo';
import { isOneColorBlock, isOpaque, isOpaqueBlock, isSolid, setRows } from '../block/texels';
import { choose, chooseBatch, chooseDraft, chooseRest, FAST, NORMAL } from './choose';
import { countColors, hasFewColors, skipColorCount } from './colors';
import { loadBlock, weighBlock } from './load';
import { isAlphaWeighted, isPlain, setMetric, weighEqually } from './metric';
import { restCount, restOut, restSource } from './opaque/batch';
import { addToBatch, isBatchFull } from './opaque/slots';
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
      const r0 = v128.load(at);
      const r1 = v128.load(at + stride);
      const r2 = v128.load(at + stride * 2);
      const r3 = v128.load(at + stride * 3);
      if (isOneColorBlock(r0, r1, r2, r3)) packSolid(i32x4.extract_lane(r0, 0), out);
      else if (level === FAST && isPlain && isOpaqueBlock(r0, r1, r2, r3)) addToBatch(r0, r1, r2, r3, at, out);
      else {
        setRows(r0, r1, r2, r3);
        weigh(alphaWeighted);
        countFor(level);
        if (level === NORMAL && isPlain && isOpaque && !hasFewColors) addToBatch(r0, r1, r2, r3, at, out);
        else encodeBlock(level, out);
      }
      if (isBatchFull()) encodeBatch(level, stride);
      at += 16;
      out += 16;
    }
  }
  encodeBatch(level, stride);
}

/** Encodes the blocks of the batch, at `fast` and `normal`. */
function encodeBatch(level: i32, stride: usize): void {
  chooseBatch(level);
  const count = restCount();
  for (let i = 0; i < count; i++) {
    loadBlock(restSource(i), stride);
    weigh(false);
    chooseRest(level, i);
    pack(BEST, restOut(i));
  }
}

/** `draft` and `fast` treat no block as one of few colors. */
/* @inline */ function countFor(level: i32): void {
  if (level <= FAST) skipColorCount();
  else countColors(level > NORMAL ? 0 : SMOOTH_RANGE);
}

function encodeBlock(level: i32, out: usize): void {
  if (hasFewColors && recallBlock(out)) return;
  if (level < FAST) chooseDraft();
  else choose(level);
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
