// Computes the GPU memory of a KTX2 file from its header and level index.

import { Supercompression, VkFormat } from '@assetc/formats';
import { isKtx2, Ktx2Header, Ktx2LevelIndex } from '@assetc/formats/layouts';

/** Undefined if the head is damaged, or the file is truncated. */
export function ktx2OnGpu(
  head: Uint8Array,
  sizeBytes: number,
): { readonly bytes: number; readonly isPlainTexture: boolean } | undefined {
  if (head.byteLength < Ktx2Header.size || !isKtx2(head)) return undefined;
  const { vkFormat, levelCount, faceCount, layerCount, pixelDepth, supercompressionScheme } = Ktx2Header.read(head);
  const levels = Math.max(1, levelCount);
  if (Ktx2Header.size + levels * Ktx2LevelIndex.size > head.byteLength) return undefined;
  let bytes = 0n;
  for (let i = 0; i < levels; i++) {
    const level = Ktx2LevelIndex.read(head, Ktx2Header.size + i * Ktx2LevelIndex.size);
    if (level.byteOffset + level.byteLength > BigInt(sizeBytes)) return undefined;
    // BasisLZ stores no decoded size: the loader chooses the format.
    bytes += supercompressionScheme === Supercompression.basisLz ? level.byteLength : level.uncompressedByteLength;
  }
  // Two half floats per texel are a table, such as that of image-based light. No material slot uses one.
  const isTable = vkFormat === VkFormat.r16g16Sfloat;
  return { bytes: Number(bytes), isPlainTexture: faceCount === 1 && layerCount === 0 && pixelDepth === 0 && !isTable };
}
