// Opens large images whose rows can be decoded one after another, detected by their first bytes. Everything else, errors included,
// is handled by the decoders of whole images.

import type { RowImage } from '../../model/image/image.js';
import type { StreamedImageInput } from './image-input.js';
import { imageSize, MIN_STREAMED_TEXELS } from './image-size.js';
import { warnIfMisnamed } from './image-types.js';
import { openPngRows } from './png/png.js';

/** Undefined if the image should be decoded whole. */
export function openImageRows(input: StreamedImageInput): RowImage | undefined {
  const { source } = input;
  const head = source.read(0, Math.min(HEAD_BYTES, source.sizeBytes));
  if (!isPng(head)) return undefined;
  const size = imageSize((offset, length) => head.subarray(offset, offset + length), '');
  if (size === undefined || size.width * size.height < MIN_STREAMED_TEXELS) return undefined;
  warnIfMisnamed(input, 'PNG');
  return openPngRows(input);
}

const HEAD_BYTES = 32;

const isPng = (head: Uint8Array): boolean => String.fromCharCode(...head.subarray(0, 8)) === '\x89PNG\r\n\x1a\n';
