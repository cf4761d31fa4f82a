// Builds the mip levels of an HDR image in linear light: every level keeps the light of the one above it. Always a box filter: the negative
// lobes of Kaiser make black rings around a sun, and clipping them adds light (6 % on a test image with a sun).

import type { filterLevelBand } from '@assetc/encoder/steps';
import { fitSize } from '@assetc/encoder/steps';
import { type HdrImage, sharedFloats } from '../../model/image/hdr-image.js';
import { sharedBytes } from '../../model/image/image.js';
import type { Parallel } from '../parallel.js';

/** RGBA of every image of a level, one after another, in shared memory. */
export interface HdrLevel {
  readonly width: number;
  readonly height: number;
  readonly texels: Float32Array;
}

interface HdrMipOptions {
  readonly mips: boolean;
  readonly wrap: 'repeat' | 'clamp';
  /** 0 keeps the size of the source. */
  readonly maxSize: number;
}

/** Texels that one thread filters at a time. */
const BAND_TEXELS = 1 << 17;

export async function buildHdrLevels(
  image: HdrImage,
  options: HdrMipOptions,
  parallel: Parallel,
): Promise<readonly HdrLevel[]> {
  const source: HdrLevel = { width: image.width, height: image.height, texels: image.pixels };
  const size = fitSize(image.width, image.height, options.maxSize);
  const isResized = size.width !== image.width || size.height !== image.height;
  let last = isResized ? await filterLevel(source, size.width, size.height, options, parallel) : source;
  const levels = [last];
  while (options.mips && (last.width > 1 || last.height > 1)) {
    last = await filterLevel(last, Math.max(1, last.width >> 1), Math.max(1, last.height >> 1), options, parallel);
    levels.push(last);
  }
  return levels;
}

async function filterLevel(
  from: HdrLevel,
  width: number,
  height: number,
  { wrap }: HdrMipOptions,
  parallel: Parallel,
): Promise<HdrLevel> {
  const texels = sharedFloats(width * height * 4);
  const bandRows = Math.max(1, Math.floor(BAND_TEXELS / width));
  const job: Parameters<typeof filterLevelBand>[0] = {
    mode: 'linear',
    // Colors are premultiplied already.
    premultiply: false,
    filter: 'box',
    wrap,
    source: from.texels,
    sourceWidth: from.width,
    sourceHeight: from.height,
    targetWidth: width,
    targetHeight: height,
    bandRows,
    floats: texels,
    // The task also writes 8-bit codes, which are not used here.
    bytes: sharedBytes(width * height * 4),
  };
  await parallel('filter-level', Math.ceil(height / bandRows), job);
  return { width, height, texels };
}
