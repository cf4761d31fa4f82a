// Decodes PNG of every color type, depth and interlacing, whole or row by row. The pixels are inflated in pieces on another thread, and
// unfiltered as they arrive, so that memory holds the image once, or not at all if it is read by rows.

import { sourceOfBytes } from '../../../model/byte-source.js';
import { type Image, type RowImage, sharedBytes } from '../../../model/image/image.js';
import type { ImageInput, StreamedImageInput } from '../image-input.js';
import { applyOrientation } from '../orientation.js';
import { hasTransparentTexel } from '../transparency.js';
import { type PngChunks, readPngChunks } from './png-chunks.js';
import { type PngPass, readPngPixels } from './png-pixels.js';

export async function decodePng(input: ImageInput): Promise<Image> {
  const streamed: StreamedImageInput = { ...input, source: sourceOfBytes(input.bytes) };
  const chunks = readPngChunks(streamed);
  const { width, height, depth } = chunks.header;
  const texelBytes = depth === 16 ? 8 : 4;
  const bytes = sharedBytes(width * height * texelBytes);
  await readPngPixels(streamed, chunks, (pass, decoded, firstRow, count) => {
    writeRows(bytes, width, texelBytes, pass, decoded, firstRow, count);
    return true;
  });
  const pixels = depth === 16 ? new Uint16Array(bytes.buffer) : bytes;
  const hasAlpha = mayBeTransparent(chunks) && hasTransparentTexel(pixels);
  return applyOrientation({ width, height, pixels, hasAlpha, colors: chunks.colors }, chunks.orientation);
}

/** Undefined if the rows are not stored in order: interlaced or rotated images. */
export function openPngRows(input: StreamedImageInput): RowImage | undefined {
  const chunks = readPngChunks(input);
  const { width, height, depth, isInterlaced } = chunks.header;
  if (isInterlaced || chunks.orientation !== 1) return undefined;
  return {
    width,
    height,
    isWide: depth === 16,
    mayBeTransparent: mayBeTransparent(chunks),
    colors: chunks.colors,
    read: (take) => readPngPixels(input, chunks, (_, decoded, firstRow, count) => take(decoded, firstRow, count)),
  };
}

const mayBeTransparent = ({ header, transparency }: PngChunks): boolean =>
  header.colorType === 4 || header.colorType === 6 || transparency !== undefined;

function writeRows(
  bytes: Uint8Array,
  width: number,
  size: number,
  pass: PngPass,
  decoded: Uint8Array,
  firstRow: number,
  count: number,
): void {
  if (pass.stepX === 1 && pass.width === width) {
    for (let y = 0; y < count; y++) {
      const row = decoded.subarray(y * width * size, (y + 1) * width * size);
      bytes.set(row, (pass.y + (firstRow + y) * pass.stepY) * width * size);
    }
    return;
  }
  let from = 0;
  for (let y = 0; y < count; y++) {
    let to = ((pass.y + (firstRow + y) * pass.stepY) * width + pass.x) * size;
    for (let x = 0; x < pass.width; x++) {
      for (let i = 0; i < size; i++) bytes[to + i] = decoded[from + i] ?? 0;
      from += size;
      to += pass.stepX * size;
    }
  }
}
