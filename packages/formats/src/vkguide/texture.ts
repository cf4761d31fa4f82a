// vkguide textures (`.tx`): the original form with one image, and the paged form with one page per mip level.

import { compressLz4, decompressLz4, storeLz4 } from '../codec/lz4-block.js';
import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { type AssetFile, decodeAssetFile, encodeAssetFile } from './container.js';
import { JsonFields, type JsonObject } from './json-fields.js';

export type VkguideCompression = 'LZ4' | 'None';
export const VKGUIDE_COMPRESSIONS: readonly VkguideCompression[] = ['LZ4', 'None'];
const PIXEL_BYTES = 4;

export interface VkguidePage {
  readonly width: number;
  readonly height: number;
  readonly originalSize: number;
  readonly stored: Uint8Array;
  readonly compressed: boolean;
  /** In the file that holds the blob. */
  readonly byteOffset: number;
}

export interface VkguideTexture {
  readonly format: 'RGBA8';
  readonly compression: VkguideCompression;
  readonly originalFile: string;
  readonly paged: boolean;
  /** Largest first; exactly one in the original form. */
  readonly pages: readonly VkguidePage[];
}

export interface VkguideTextureModel {
  readonly paged: boolean;
  readonly originalFile: string;
  readonly compression?: VkguideCompression;
  /** RGBA8, largest first. */
  readonly levels: readonly { readonly width: number; readonly height: number; readonly pixels: Uint8Array }[];
}

export function inspectVkguideTexture(problems: Problems, file: AssetFile): VkguideTexture | undefined {
  const fields = new JsonFields(file.metadata, problems, file.offsetOf);
  if (file.type !== 'TEXI') {
    problems.add('bad-magic', 0, 'VkguideHeader.magic', `must be TEXI, is ${file.type}`);
    return undefined;
  }
  const format = fields.oneOf('format', ['RGBA8']);
  const compression = fields.oneOf('compression', VKGUIDE_COMPRESSIONS);
  const originalFile = fields.string('original_file');
  const bufferSize = fields.count('buffer_size');
  const paged = fields.has('pages');
  if (compression === undefined || bufferSize === undefined) return undefined;
  const pages = paged
    ? pagesOf(problems, fields, file, compression)
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

function pagesOf(problems: Problems, fields: JsonFields, file: AssetFile, compression: VkguideCompression) {
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
  decoded(inspectVkguideTexture(new FirstProblem(), file));

export const decodeVkguideTexture = (bytes: Uint8Array): VkguideTexture => readVkguideTexture(decodeAssetFile(bytes));

/** RGBA8 pixels, top row first, exactly as an image is filled. */
export function readVkguidePage(page: VkguidePage): Uint8Array {
  return page.compressed ? decompressLz4(page.stored, page.originalSize, page.byteOffset) : page.stored;
}

/** Decompresses every page: what the structure alone cannot show. */
export function checkVkguidePixels(problems: Problems, texture: VkguideTexture): void {
  for (const [i, page] of texture.pages.entries()) problems.attempt(`pages[${i}]`, () => readVkguidePage(page));
}

/**
 * In the paged form every page is compressed, even one that grows: a page whose two sizes are equal means "stored" to
 * one loader and not to another, so it is written as plain literals, which never come out equal.
 */
export function encodeVkguideTexture(model: VkguideTextureModel): Uint8Array {
  const { levels, paged, originalFile, compression = 'LZ4' } = model;
  const [first] = levels;
  if (first === undefined || (!paged && levels.length !== 1)) throw new Error('give one level, or several pages');
  for (const [i, { width, height, pixels }] of levels.entries()) {
    const wanted = width * height * PIXEL_BYTES;
    if (pixels.byteLength !== wanted) throw new Error(`level ${i} has ${pixels.byteLength} bytes, not ${wanted}`);
  }
  const blobs = levels.map(({ pixels }) => {
    if (compression === 'None') return pixels;
    const block = compressLz4(pixels);
    return block.byteLength === pixels.byteLength ? storeLz4(pixels) : block;
  });
  const total = levels.reduce((sum, { pixels }) => sum + pixels.byteLength, 0);
  const size = { width: first.width, height: first.height };
  const pages = levels.map(({ width, height, pixels }, i) => ({
    compressed_size: blobs[i]?.byteLength ?? 0,
    original_size: pixels.byteLength,
    width,
    height,
  }));
  const metadata: JsonObject = {
    format: 'RGBA8',
    ...(paged ? {} : size),
    buffer_size: total,
    original_file: originalFile,
    compression,
    ...(paged ? { pages } : {}),
  };
  return encodeAssetFile('TEXI', metadata, joined(blobs));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
}
