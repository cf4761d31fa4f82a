// Encodes an image row by row, converting its color space, compressed with our Zstandard.

import { encodeRows as encodeImageRows, type RowMipOptions } from '@assetc/encoder/steps';
import type { RowImage } from '../../model/image/image.js';
import type { Parallel } from '../parallel.js';
import { colorConverter } from './convert-colors.js';
import { type BlockTextureOptions, toStepOptions } from './encode-block-texture.js';

export const encodeRows = (
  image: RowImage,
  mips: RowMipOptions,
  wanted: readonly BlockTextureOptions[],
  parallel: Parallel,
): Promise<readonly Uint8Array[]> => {
  const { width, height, isWide, mayBeTransparent, colors } = image;
  const convert = colorConverter(colors, isWide);
  const rows = { width, height, isWide, mayBeTransparent, convert, read: image.read.bind(image) };
  return encodeImageRows(rows, mips, wanted.map(toStepOptions), parallel);
};
