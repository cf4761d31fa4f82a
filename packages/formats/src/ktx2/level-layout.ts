// How large a mip level is and where it may start: shared by the KTX2 writer and the validator.

import { alignUp } from '../core/struct.js';
import { Supercompression } from './layout.js';
import type { BasicDataFormat, Ktx2Extent } from './model.js';
import { ColorModel, vkFormatInfo } from './vk-format.js';

/** The size of a texel block in texels and in bytes. */
export interface TexelBlock {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly bytes: number;
}

/** Returns undefined if neither the format number nor the descriptor defines the block size. */
export function texelBlockOf(vkFormat: number, basic: BasicDataFormat | undefined): TexelBlock | undefined {
  const info = vkFormatInfo(vkFormat);
  if (info !== undefined) {
    return { width: info.blockWidth, height: info.blockHeight, depth: 1, bytes: info.blockBytes };
  }
  if (basic === undefined || basic.colorModel === ColorModel.etc1s) return undefined;
  if (basic.colorModel === ColorModel.uastc) return { width: 4, height: 4, depth: 1, bytes: 16 };
  const bytes = basic.bytesPlane[0] ?? 0;
  const [width = 0, height = 0, depth = 0] = basic.texelBlockDimension;
  const planes = basic.bytesPlane.slice(1).some((n) => n !== 0);
  if (vkFormat !== 0 || bytes === 0 || planes) return undefined;
  return { width: width + 1, height: height + 1, depth: depth + 1, bytes };
}

const atLevel = (size: number, level: number): number => Math.max(1, Math.floor(size / 2 ** level));

/** Bytes of one level before supercompression. */
export function levelByteLength(block: TexelBlock, extent: Ktx2Extent, level: number): number {
  return (
    Math.ceil(atLevel(extent.pixelWidth, level) / block.width) *
    Math.ceil(atLevel(extent.pixelHeight, level) / block.height) *
    Math.ceil(atLevel(extent.pixelDepth, level) / block.depth) *
    block.bytes *
    Math.max(1, extent.layerCount) *
    extent.faceCount
  );
}

/** Levels of a chain that goes down to one texel. */
export const fullLevelCount = (extent: Ktx2Extent): number =>
  32 - Math.clz32(Math.max(1, extent.pixelWidth, extent.pixelHeight, extent.pixelDepth));

/** lcm(4, block bytes) for plain levels, 1 for supercompressed ones. */
export function levelAlignment(scheme: number, block: TexelBlock | undefined): number {
  if (scheme !== Supercompression.none) return 1;
  const bytes = block?.bytes ?? 1;
  return bytes % 4 === 0 ? bytes : bytes % 2 === 0 ? bytes * 2 : bytes * 4;
}

/** Offsets of the levels (largest first) if stored smallest first from `start`, and the end of the last. */
export function placeLevels(
  byteLengths: readonly number[],
  start: number,
  alignment: number,
): { readonly offsets: readonly number[]; readonly end: number } {
  const offsets = new Array<number>(byteLengths.length).fill(0);
  let end = start;
  for (let level = byteLengths.length - 1; level >= 0; level--) {
    const offset = alignUp(end, alignment);
    offsets[level] = offset;
    end = offset + (byteLengths[level] ?? 0);
  }
  return { offsets, end };
}
