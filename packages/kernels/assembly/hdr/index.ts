// UASTC HDR 4×4 and BC6H: the entry point for the host. Strips are whole blocks: the host repeats edge texels.

import { encodeAstc } from './astc';
import { buildDigits, packAstcSolid } from './astc-pack';
import { buildRanges } from './astc-ranges';
import { encodeBc6h } from './bc6h';
import { buildModes } from './bc6h-modes';
import { packBc6hSolid } from './bc6h-pack';
import { isSolid, loadBlock, solidHalfs } from './load';

buildDigits();
buildRanges();
buildModes();

export function heapBase(): usize {
  return __heap_base;
}

const UASTC_HDR: i32 = 0;

/** Encodes rows of blocks of RGBA half floats: `stride` bytes between texel rows, writes 16 bytes a block, row-major. */
export function encode(src: usize, stride: usize, columns: i32, rows: i32, out: usize, format: i32, level: i32): void {
  const isLog = format === UASTC_HDR;
  for (let y = 0; y < rows; y++) {
    let at = src + usize(y) * stride * 4;
    for (let x = 0; x < columns; x++) {
      loadBlock(at, stride, isLog);
      if (isLog) {
        if (isSolid) packAstcSolid(solidHalfs, out);
        else encodeAstc(level, out);
      } else if (isSolid) packBc6hSolid(solidHalfs, out);
      else encodeBc6h(level, out);
      at += 32;
      out += 16;
    }
  }
}
