// Reads the size of an HDR image from its first bytes, for estimates. Reports no errors.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { isExr, readExrHeaders } from './exr/exr-attributes.js';
import { heightOf, widthOf } from './exr/exr-layout.js';
import type { ImageInput } from './image-input.js';
import type { ImageSize } from './image-size.js';
import { readRadianceHeader } from './radiance/radiance-header.js';

/** Undefined if the header is incomplete. */
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
