// Encodes some rows of an HDR level as blocks, halfs or shared exponents. Negative values become 0; values too large for a half become
// the largest half.

import { packRgb9e5, toHalf } from '@assetc/formats';
import { type BlockLevel, type HdrBlockFormat, HdrEncoder } from '@assetc/kernels';
import { AstcEncoder } from '@assetc/kernels/astc';
import type { HdrLevel } from './hdr-levels.js';

/** The payload of an `encode-hdr` task. */
export interface EncodeHdrJob {
  readonly levels: readonly HdrLevel[];
  /** One buffer per level with all of its images, in shared memory. */
  readonly outputs: readonly Uint8Array[];
  /** Number of images in a level. */
  readonly imageCount: number;
  /** Per strip: level, image, first row, row count. */
  readonly strips: Uint32Array;
  readonly format: HdrBlockFormat | 'astc-hdr' | 'rgb9e5' | 'rgba16f';
  /** Texels per block; 4 × 4 but for `astc-hdr`. */
  readonly block: { readonly width: number; readonly height: number };
  readonly quality: BlockLevel;
}

const MAX_HALF = 65504;
const BLOCK_BYTES = 16;

let encoder: HdrEncoder | undefined;
let astc: AstcEncoder | undefined;

export function encodeHdrStrip(job: EncodeHdrJob, index: number): void {
  const [n = 0, imageIndex = 0, firstRow = 0, rows = 0] = job.strips.subarray(index * 4, index * 4 + 4);
  const level = job.levels[n];
  const output = job.outputs[n];
  if (level === undefined || output === undefined)
    throw new Error(`strip ${index} names level ${n}, which is not there`);
  const { width, height } = level;
  const start = (imageIndex * height + firstRow) * width * 4;
  const texels = level.texels.subarray(start, start + rows * width * 4);
  const { format, block } = job;
  const imageBytes = output.length / job.imageCount;
  const isBlocks = format !== 'rgb9e5' && format !== 'rgba16f';
  const rowBytes = isBlocks ? Math.ceil(width / block.width) * BLOCK_BYTES : width * (format === 'rgb9e5' ? 4 : 8);
  const [firstOut, outRows] = isBlocks ? [firstRow / block.height, Math.ceil(rows / block.height)] : [firstRow, rows];
  const from = imageIndex * imageBytes + firstOut * rowBytes;
  const out = output.subarray(from, from + outRows * rowBytes);
  if (format === 'rgb9e5') writeRgb9e5(texels, out);
  else if (format === 'rgba16f') writeHalfs(texels, out);
  else {
    const halfs = new Uint16Array(texels.length);
    writeHalfs(texels, new Uint8Array(halfs.buffer));
    if (format === 'astc-hdr') {
      astc ??= new AstcEncoder();
      astc.encodeHdr(block, halfs, width, rows, 0, outRows, out, job.quality);
      return;
    }
    encoder ??= new HdrEncoder();
    encoder.encode(format, halfs, width, rows, 0, outRows, out, { level: job.quality });
  }
}

function writeHalfs(texels: Float32Array, out: Uint8Array): void {
  const halfs = new Uint16Array(out.buffer, out.byteOffset, texels.length);
  for (let i = 0; i < texels.length; i++) {
    const value = texels[i] ?? 0;
    halfs[i] = value > 0 ? toHalf(Math.min(value, (i & 3) === 3 ? 1 : MAX_HALF)) : 0;
  }
}

function writeRgb9e5(texels: Float32Array, out: Uint8Array): void {
  const words = new Uint32Array(out.buffer, out.byteOffset, texels.length / 4);
  for (let i = 0; i < words.length; i++)
    words[i] = packRgb9e5(texels[i * 4] ?? 0, texels[i * 4 + 1] ?? 0, texels[i * 4 + 2] ?? 0);
}
