// The levels of an image of high dynamic range, in linear light: every level holds the light of the one above it. Always by box: the
// negative lobes of kaiser make black rings around a sun, and what is cut off of them is light that was not there (6 % on a picture with one).

import type { filterLevelBand } from '@assetc/encoder/steps';
import { fitSize } from '@assetc/encoder/steps';
import { type HdrImage, sharedFloats } from '../../model/hdr-image.js';
import { sharedBytes } from '../../model/image.js';
import type { Parallel } from '../parallel.js';

/** RGBA of every image of a level, one after the other, in shared memory. */
export interface HdrLevel {
  readonly width: number;
  readonly height: number;
  readonly texels: Float32Array;
}

interface HdrMipOptions {
  readonly mips: boolean;
  readonly wrap: 'repeat' | 'clamp';
  /** 0: as large as the source. */
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
  let last = isResized ? await filtered(source, size.width, size.height, options, parallel) : source;
  const levels = [last];
  while (options.mips && (last.width > 1 || last.height > 1)) {
    last = await filtered(last, Math.max(1, last.width >> 1), Math.max(1, last.height >> 1), options, parallel);
    levels.push(last);
  }
  return levels;
}

async function filtered(
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
    // Colours are multiplied by alpha already.
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
    // The task makes codes as well, which nobody looks at here.
    bytes: sharedBytes(width * height * 4),
  };
  await parallel('filter-level', Math.ceil(height / bandRows), job);
  return { width, height, texels };
}
