// Large images whose rows can be had one after the other, told by their first bytes. Whatever else there is to know or to complain
// about is left to the decoders of whole images.

import type { RowImage } from '../../model/image.js';
import type { ImageParts } from './image-input.js';
import { imageSize, LEAST_ROW_TEXELS } from './image-size.js';
import { openPngRows } from './png.js';

/** Undefined where the image is to be decoded whole. */
export function openRows(input: ImageParts): RowImage | undefined {
  const { source, file } = input;
  const head = source.read(0, Math.min(HEAD_BYTES, source.sizeBytes));
  const extension = /\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  if (!isPng(head) || /^(jpe?g|webp|avif|tga|bmp|qoi)$/.test(extension)) return undefined;
  const size = imageSize((offset, length) => head.subarray(offset, offset + length), extension);
  if (size === undefined || size.width * size.height < LEAST_ROW_TEXELS) return undefined;
  return openPngRows(input);
}

const HEAD_BYTES = 32;

const isPng = (head: Uint8Array): boolean => String.fromCharCode(...head.subarray(0, 8)) === '\x89PNG\r\n\x1a\n';
