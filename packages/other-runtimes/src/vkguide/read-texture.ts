// vkguide textures (`.tx`), read: the original form with one image, and the paged form with one page per mip level.

import type { Problems } from '@assetc/formats';
import { decoded, FirstProblem } from '@assetc/formats/declare';
import { decompressLz4 } from './decompress-lz4.js';
import { JsonFields } from './json-fields.js';
import {
  type AssetFile,
  PIXEL_BYTES,
  VKGUIDE_COMPRESSIONS,
  type VkguideCompression,
  type VkguidePage,
  type VkguideTexture,
} from './model.js';
import { decodeAssetFile, isOfType } from './read-container.js';

export function inspectVkguideTexture(file: AssetFile, problems: Problems): VkguideTexture | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (!isOfType(file, 'TEXI', problems)) return undefined;
  const format = fields.oneOf('format', ['RGBA8']);
  const compression = fields.oneOf('compression', VKGUIDE_COMPRESSIONS);
  const originalFile = fields.string('original_file');
  const bufferSize = fields.count('buffer_size');
  const paged = fields.has('pages');
  if (compression === undefined || bufferSize === undefined) return undefined;
  const pages = paged
    ? pagesOf(fields, file, compression, problems)
    : singlePage(fields, file, compression, bufferSize);
  if (pages === undefined) return undefined;
  const total = pages.reduce((sum, page) => sum + page.originalSize, 0);
  if (total !== bufferSize) fields.wrong('buffer_size', `${total}, the bytes of all pixels`);
  if (format === undefined || originalFile === undefined) return undefined;
  return { format, compression, originalFile, paged, pages };
}

function singlePage(fields: JsonFields, file: AssetFile, compression: VkguideCompression, originalSize: number) {
  const width = fields.count('width', 1);
  const height = fields.count('height', 1);
  if (width === undefined || height === undefined) return undefined;
  if (width * height * PIXEL_BYTES !== originalSize) {
    return fields.wrong('buffer_size', `${width * height * PIXEL_BYTES} for ${width}×${height}`);
  }
  const compressed = compression === 'LZ4';
  if (!compressed && file.blob.byteLength !== originalSize) {
    return fields.wrong('buffer_size', `${file.blob.byteLength}, the size of the blob`);
  }
  return [{ width, height, originalSize, stored: file.blob, compressed, byteOffset: file.blobOffset }];
}

function pagesOf(fields: JsonFields, file: AssetFile, compression: VkguideCompression, problems: Problems) {
  const list = fields.list('pages');
  if (list === undefined) return undefined;
  if (list.length === 0) return fields.wrong('pages', 'at least one');
  const pages: VkguidePage[] = [];
  let at = 0;
  for (const [i, item] of list.entries()) {
    const page = fields.inside(item, 'pages', `pages[${i}]`);
    const width = page?.count('width', 1);
    const height = page?.count('height', 1);
    const originalSize = page?.count('original_size', 1);
    const compressedSize = page?.count('compressed_size', 1);
    if (page === undefined || width === undefined || height === undefined) return undefined;
    if (originalSize === undefined || compressedSize === undefined) return undefined;
    if (originalSize !== width * height * PIXEL_BYTES) {
      return page.wrong('original_size', `${width * height * PIXEL_BYTES} for ${width}×${height}`);
    }
    const before = pages[i - 1];
    if (before !== undefined && (width !== half(before.width) || height !== half(before.height))) {
      page.wrong('width', `half of the page before: ${half(before.width)}×${half(before.height)}`);
    }
    const compressed = compression === 'LZ4' && compressedSize !== originalSize;
    if (compression === 'None' && compressedSize !== originalSize) {
      page.wrong('compressed_size', `${originalSize}, as nothing is compressed`);
    }
    if (at + compressedSize > file.blob.byteLength) {
      return page.wrong('compressed_size', `inside the blob, of which ${file.blob.byteLength - at} bytes are left`);
    }
    const stored = file.blob.subarray(at, at + compressedSize);
    pages.push({ width, height, originalSize, stored, compressed, byteOffset: file.blobOffset + at });
    at += compressedSize;
  }
  if (at < file.blob.byteLength) {
    problems.add('trailing-bytes', file.blobOffset + at, 'blob', `${file.blob.byteLength - at} bytes follow the pages`);
  }
  return pages;
}

const half = (size: number): number => Math.max(1, size >> 1);

/** From a binary file or a text form. Pixels are decompressed page by page with `readVkguidePage`. */
export const readVkguideTexture = (file: AssetFile): VkguideTexture =>
  decoded(inspectVkguideTexture(file, new FirstProblem()));

/** A binary `.tx`; pages stay compressed. Throws FormatError and nothing else. */
export const decodeVkguideTexture = (bytes: Uint8Array): VkguideTexture => readVkguideTexture(decodeAssetFile(bytes));

/** RGBA8 pixels, top row first. */
export function readVkguidePage(page: VkguidePage): Uint8Array {
  return page.compressed ? decompressLz4(page.stored, page.originalSize, page.byteOffset) : page.stored;
}
