// Unpacks pixels, vertices and indices of vkguide's assets into memory of the caller, for example a mapped staging buffer.

import { decompressLz4Into } from './decompress-lz4.js';
import type { VkguideMeshInfo, VkguidePage, VkguideTexture } from './model.js';

/** The number of bytes that `unpackInto` writes. */
export function unpackedSize(asset: VkguidePage | VkguideTexture | VkguideMeshInfo): number {
  if ('pages' in asset) return asset.pages.reduce((sum, page) => sum + page.originalSize, 0);
  return 'originalSize' in asset ? asset.originalSize : asset.vertexBytes + asset.indexBytes;
}

/**
 * Fills the start of `buffer` and returns the number of bytes written: the pixels of a page, all pages of a texture one after
 * another, or the vertices and then the indices of a mesh. Throws RangeError if the buffer is too small, FormatError if the data is
 * malformed.
 *
 * @example
 * const mesh = openVkguideMesh(decodeAssetFile(bytes));
 * unpackInto(mesh, new Uint8Array(staging, 0, unpackedSize(mesh)));
 */
export function unpackInto(asset: VkguidePage | VkguideTexture | VkguideMeshInfo, buffer: Uint8Array): number {
  const size = unpackedSize(asset);
  if (buffer.byteLength < size) throw new RangeError(`${size} bytes do not fit into ${buffer.byteLength}`);
  if ('pages' in asset) {
    let at = 0;
    for (const page of asset.pages) at += unpackInto(page, buffer.subarray(at));
    return at;
  }
  const isCompressed = 'compressed' in asset ? asset.compressed : asset.compression === 'LZ4';
  if (isCompressed) decompressLz4Into(asset.stored, buffer.subarray(0, size), asset.byteOffset);
  else buffer.set(asset.stored);
  return size;
}
