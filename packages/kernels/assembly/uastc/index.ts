// UASTC LDR 4×4: the entry points for the host. Strips are whole blocks: the host repeats edge texels.

import { beginMemo, recallBlock, rememberBlock, setMemoRoom } from '../block/block-memo';
import { BEST, C_ENDPOINTS, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../block/candidate';
import { beginRdo, improveBlock, SCRATCH_BYTES } from '../block/rdo';
import { isSolid, solidColor } from '../block/texels';
import { buildBc7 } from './fit/bc7-endpoints';
import { buildWays } from './fit/solve-line';
import { buildNearest } from './fit/spread-colors';
import { buildLumas } from './hints/etc1-lumas';
import { buildSteps } from './hints/etc1-steps';
import { finishBlock } from './hints/finish-block';
import { loadBlock } from './load';
import { rankSlot, setRank, TO_HIGH } from './pack/endpoints';
import {
  ALPHA_CHANNEL,
  buildModes,
  GRAY,
  modeComponents,
  modeRange,
  modeStoresChannel,
  modeSubsets,
  SOLID,
} from './pack/modes';
import { HINTS, packCandidate } from './pack/pack';
import { buildPatterns } from './pack/patterns';
import { buildRanges, rankOfStored } from './pack/ranges';
import { reconstruct, storeTexels } from './pack/reconstruct';
import { packSolid, putSolid } from './pack/solid';
import { unpackBlock } from './pack/unpack';
import { chooseCandidate } from './search/choose-modes';
import { countColors, listedCount, skipColorCount } from './search/distinct-colors';
import { DRAFT } from './search/effort';
import { UastcRdo } from './search/rdo';
import { setMetric } from './state';

/** With 1024 slots instead of 256, text is encoded twice as fast, areas of few grays up to 1.5 times. 4096 instead of 1024: flat art takes 0.7 of
 *  the time. */
const MEMO_BITS: i32 = 12;
const MEMO: usize = memory.data(4096 * 80, 16);

setMemoRoom(MEMO, MEMO_BITS);
buildModes();
buildRanges();
buildPatterns();
buildSteps();
buildLumas();
buildBc7();
buildNearest();
buildWays();

export function heapBase(): usize {
  return __heap_base;
}

/** Encodes rows of blocks: `stride` bytes between texel rows, writes 16 bytes a block, row-major. Without hints, only ASTC of the blocks is as
 *  good as theirs. */
export function encode(
  src: usize,
  stride: usize,
  columns: i32,
  rows: i32,
  out: usize,
  level: i32,
  perceptual: bool,
  twoChannels: bool,
  hints: bool,
): void {
  setMetric(perceptual);
  beginMemo((level << 2) | (i32(perceptual) << 1) | i32(hints));
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      loadBlock(at, stride, twoChannels);
      if (isSolid) packSolid(solidColor, out);
      else encodeBlock(level, hints, out);
      at += 16;
      out += 16;
    }
  }
}

function encodeBlock(level: i32, hints: bool, out: usize): void {
  if (level < 0) {
    skipColorCount();
    chooseCandidate(DRAFT);
    finishBlock(DRAFT, hints, out);
    return;
  }
  countColors();
  const listed = listedCount !== 0;
  if (listed && recallBlock(out)) return;
  chooseCandidate(level);
  finishBlock(level, hints, out);
  if (listed) rememberBlock(out);
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
  twoChannels: bool,
): void {
  setMetric(perceptual);
  beginRdo(scratch);
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      loadBlock(at, stride, twoChannels);
      if (!isSolid) improveBlock<UastcRdo>(blocks, lambda);
      at += 16;
      blocks += 16;
    }
  }
}

/** Decodes rows of blocks into RGBA8; an invalid block becomes magenta. */
export function decode(src: usize, columns: i32, rows: i32, out: usize, stride: usize): void {
  for (let y = 0; y < rows; y++) {
    let to = out + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      decodeBlock(src, to, stride);
      src += 16;
      to += 16;
    }
  }
}

function decodeBlock(src: usize, to: usize, stride: usize): void {
  const valid = unpackBlock(src, BEST);
  if (!valid || load<i32>(BEST, C_MODE) === SOLID) {
    const texels = i32x4.splat(valid ? load<i32>(BEST, C_ENDPOINTS) : 0xffff00ff);
    v128.store(to, texels);
    v128.store(to + stride, texels);
    v128.store(to + stride * 2, texels);
    v128.store(to + stride * 3, texels);
    return;
  }
  reconstruct(BEST);
  storeTexels(to, stride);
}

/** Packs a block from its fields (a byte each): mode, nine hints, pattern, channel, the stored endpoints from byte 16, the weights from byte 40.
 *  Mode 8: R G B A from byte 1, then ETC1 diff, table, shade, base R G B. */
export function packFields(at: usize, out: usize): void {
  const mode = i32(load<u8>(at));
  if (mode === SOLID) {
    putSolid(
      load<u32>(at, 1),
      load<u8>(at, 5),
      load<u8>(at, 6),
      load<u8>(at, 7),
      load<u8>(at, 8),
      load<u8>(at, 9),
      load<u8>(at, 10),
      out,
    );
    return;
  }
  store<i32>(BEST, mode, C_MODE);
  for (let i = 0; i < 9; i++) store<u8>(HINTS + i, load<u8>(at + i, 1));
  store<i32>(BEST, load<u8>(at, 10), C_PARTITION);
  store<i32>(BEST, modeStoresChannel(mode) ? i32(load<u8>(at, 11)) : ALPHA_CHANNEL, C_PLANE);
  const range = modeRange(mode);
  const components = modeComponents(mode);
  let from = at + 16;
  for (let s = 0; s < modeSubsets(mode); s++)
    for (let i = 0; i < components; i++) {
      const to = rankSlot(BEST, s, i, components);
      const gray = components === GRAY && i === 0;
      setRank(to, rankOfStored(range, load<u8>(from)), gray);
      setRank(to + TO_HIGH, rankOfStored(range, load<u8>(from, 1)), gray);
      from += 2;
    }
  v128.store(BEST, v128.load(at, 40), C_INDICES);
  v128.store(BEST, v128.load(at, 56), C_INDICES2);
  packCandidate(BEST, out);
}
