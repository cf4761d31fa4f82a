// The size of an image of high dynamic range by its first bytes, for estimates: nothing is complained about.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { isExr, readExrHeaders } from './exr/exr-attributes.js';
import { heightOf, widthOf } from './exr/exr-layout.js';
import type { ImageInput } from './image-input.js';
import type { ImageSize } from './image-size.js';
import { readRadianceHeader } from './radiance/radiance-header.js';

/** Undefined where the header is not whole. */
export function hdrSize(bytes: Uint8Array): ImageSize | undefined {
  const input: ImageInput = { file: '', bytes, limit: Number.POSITIVE_INFINITY, warn: () => {} };
  try {
    if (!isExr(bytes)) {
      const { width, height } = readRadianceHeader(input);
      return { width, height, isWide: true, isHdr: true };
    }
    const windows = readExrHeaders(input).parts.map(({ displayWindow }) => displayWindow);
    const [width, height] = [Math.max(...windows.map(widthOf)), Math.max(...windows.map(heightOf))];
    return { width, height, isWide: true, isHdr: true };
  } catch (error) {
    if (error instanceof AssetError) return undefined;
    throw error;
  }
}
