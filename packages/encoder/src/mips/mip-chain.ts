// An image → its mip levels as 8-bit RGBA. Every level is filtered from the f32 values of the one above and rounded once. Level 0 is the
// source unless maxSize or multipleOf changes its size.

import type { Image } from '../image.js';
import type { Parallel } from '../parallel.js';
import { sharedBytes, sharedFloats } from '../shared-memory.js';
import type { TextureMode } from '../texture-mode.js';
import { alphaCoverage, restoreCoverage } from './alpha-coverage.js';
import type { MipFilter, Wrap } from './axis-taps.js';
import { type FilterLevelJob, type FilterTwoLevelsJob, filterLevelBand } from './filter-level.js';

/** A level of an image. */
export interface MipLevel {
  readonly width: number;
  readonly height: number;
  /** RGBA, in shared memory. */
  readonly pixels: Uint8Array;
}

export interface MipOptions {
  readonly mode: TextureMode;
  /** False for level 0 alone. */
  readonly mips: boolean;
  readonly filter: MipFilter;
  readonly wrap: Wrap;
  /** 0 for no limit. */
  readonly maxSize: number;
  /** Both sides are scaled up to the next multiple of it. Default: 1. */
  readonly multipleOf?: number;
  /** If not null, keep the share of texels at or above it. */
  readonly alphaCutoff: number | null;
  /** Whether alpha means how visible a color is, so that colors are weighted by it. Default: true. */
  readonly alphaHides?: boolean;
}

/** How levels are filtered. */
export interface FilterOptions extends Pick<MipOptions, 'mode' | 'filter' | 'wrap'> {
  /** Weight color by alpha. */
  readonly premultiply: boolean;
}

/** Texels that one thread filters at a time. Smaller levels are not worth distributing. */
export const BAND_TEXELS = 1 << 17;
/** If level 1 has at least this many texels, its f32 values are not stored: they would take 64 MB at this size, as much as the image. */
const PAIR_TEXELS = 1 << 22;

/** The levels of an image, largest first. If level 1 has at least `pairTexels` texels, its f32 values are not stored. */
export async function buildMipChain(
  image: Image,
  options: MipOptions,
  parallel: Parallel,
  pairTexels: number = PAIR_TEXELS,
): Promise<readonly MipLevel[]> {
  const premultiply = hidesColor(options) && image.hasAlpha && anyVisible(image.pixels);
  const filtering = { ...options, premultiply };
  let at: Working = { width: image.width, height: image.height, values: image.pixels };
  const levels: MipLevel[] = [];
  const size = fitSize(image.width, image.height, options.maxSize, options.multipleOf);
  const resized = size.width !== image.width || size.height !== image.height;
  if (resized) {
    const first = await filterLevel(filtering, at, size.width, size.height, parallel);
    at = first.working;
    levels.push(first.level);
  } else levels.push({ width: image.width, height: image.height, pixels: narrowed(image.pixels) });

  const cutoff = image.hasAlpha ? options.alphaCutoff : null;
  const coverage = cutoff === null ? 0 : alphaCoverage(levels[0]?.pixels ?? new Uint8Array(), cutoff);
  // Coverage needs the f32 alphas of every level.
  if (options.mips && !resized && cutoff === null && (at.width >> 1) * (at.height >> 1) >= pairTexels) {
    const pair = await filterTwoLevels(filtering, at, parallel);
    levels.push(pair.first, pair.second.level);
    at = pair.second.working;
  }
  if (options.mips)
    for await (const { working, level } of levelsBelow(filtering, at, parallel)) {
      if (cutoff !== null) restoreCoverage(working, level.pixels, cutoff, coverage);
      levels.push(level);
    }
  if (premultiply) fillUnseen(levels.slice(resized ? 0 : 1));
  return levels;
}

/** Filters each level from the one above it, down to one texel. */
export async function* levelsBelow(
  options: FilterOptions,
  top: Working,
  parallel: Parallel,
): AsyncGenerator<{ readonly working: FloatWorking; readonly level: MipLevel }> {
  for (let at = top; at.width > 1 || at.height > 1; ) {
    const next = await filterLevel(options, at, Math.max(1, at.width >> 1), Math.max(1, at.height >> 1), parallel);
    at = next.working;
    yield next;
  }
}

export interface Working {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array | Uint16Array | Float32Array;
}

type FloatWorking = Working & { readonly values: Float32Array };

async function filterLevel(
  options: FilterOptions,
  from: Working,
  width: number,
  height: number,
  parallel: Parallel,
): Promise<{ working: FloatWorking; level: MipLevel }> {
  const floats = sharedFloats(width * height * 4);
  const bytes = sharedBytes(width * height * 4);
  const bandRows = Math.max(1, Math.floor(BAND_TEXELS / width));
  const job: FilterLevelJob = {
    mode: options.mode,
    premultiply: options.premultiply,
    filter: options.filter,
    wrap: options.wrap,
    source: from.values,
    sourceWidth: from.width,
    sourceHeight: from.height,
    targetWidth: width,
    targetHeight: height,
    bandRows,
    floats,
    bytes,
  };
  const bands = Math.ceil(height / bandRows);
  if (bands === 1) filterLevelBand(job, 0);
  else await parallel('filter-level', bands, job);
  return { working: { width, height, values: floats }, level: { width, height, pixels: bytes } };
}

async function filterTwoLevels(
  options: FilterOptions,
  from: Working,
  parallel: Parallel,
): Promise<{ first: MipLevel; second: { working: FloatWorking; level: MipLevel } }> {
  const [w1, h1] = [Math.max(1, from.width >> 1), Math.max(1, from.height >> 1)];
  const [w2, h2] = [Math.max(1, w1 >> 1), Math.max(1, h1 >> 1)];
  const common = {
    mode: options.mode,
    premultiply: options.premultiply,
    filter: options.filter,
    wrap: options.wrap,
    bandRows: Math.max(1, Math.floor(BAND_TEXELS / w2)),
  };
  const bytes1 = sharedBytes(w1 * h1 * 4);
  const bytes2 = sharedBytes(w2 * h2 * 4);
  const floats = sharedFloats(w2 * h2 * 4);
  const job: FilterTwoLevelsJob = {
    first: {
      ...common,
      source: from.values,
      sourceWidth: from.width,
      sourceHeight: from.height,
      targetWidth: w1,
      targetHeight: h1,
      bytes: bytes1,
    },
    second: {
      ...common,
      sourceWidth: w1,
      sourceHeight: h1,
      targetWidth: w2,
      targetHeight: h2,
      floats,
      bytes: bytes2,
    },
  };
  await parallel('filter-two-levels', Math.ceil(h2 / common.bandRows), job);
  return {
    first: { width: w1, height: h1, pixels: bytes1 },
    second: {
      working: { width: w2, height: h2, values: floats },
      level: { width: w2, height: h2, pixels: bytes2 },
    },
  };
}

/** Resizes by area, larger or smaller. Returns the image unchanged if the sizes are equal. */
export async function resizeImage(
  image: Image,
  mode: TextureMode,
  width: number,
  height: number,
  parallel: Parallel,
): Promise<MipLevel> {
  if (image.width === width && image.height === height) return { width, height, pixels: narrowed(image.pixels) };
  const options = { mode, mips: false, filter: 'box', wrap: 'clamp', maxSize: 0, alphaCutoff: null } as const;
  const from = { width: image.width, height: image.height, values: image.pixels };
  return (await filterLevel({ ...options, premultiply: false }, from, width, height, parallel)).level;
}

/** The largest size with the same aspect ratio (to a texel) and no side above `maxSize`, then rounded up to the next multiples. */
export function fitSize(
  width: number,
  height: number,
  maxSize: number,
  multipleOf = 1,
): { width: number; height: number } {
  const longer = Math.max(width, height);
  const isFit = maxSize === 0 || longer <= maxSize;
  const fit = (side: number) => (isFit ? side : Math.max(1, Math.floor((2 * side * maxSize + longer) / (2 * longer))));
  const whole = (side: number) => {
    const above = Math.ceil(fit(side) / multipleOf) * multipleOf;
    return isFit || above <= maxSize ? above : Math.max(multipleOf, above - multipleOf);
  };
  return { width: whole(width), height: whole(height) };
}

function narrowed(pixels: Uint8Array | Uint16Array): Uint8Array {
  return pixels instanceof Uint8Array ? pixels : narrowInto(pixels, sharedBytes(pixels.length));
}

/** Rounds 16-bit samples to 8 bits, at the beginning of `out`. */
export function narrowInto(pixels: Uint16Array, out: Uint8Array): Uint8Array {
  for (let i = 0; i < pixels.length; i++) out[i] = Math.floor(((pixels[i] ?? 0) * 255 + 32767) / 65535);
  return out.subarray(0, pixels.length);
}

/** Only colors are hidden by alpha. */
export const hidesColor = ({ mode, alphaHides = true }: Pick<MipOptions, 'mode' | 'alphaHides'>): boolean =>
  mode === 'color' && alphaHides;

/** If alpha is 0 everywhere, it is an unused channel and hides nothing. */
function anyVisible(pixels: Uint8Array | Uint16Array): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 0) return true;
  return false;
}

/**
 * Fills in the color of texels with alpha 0 in filtered levels, largest first. Such texels have no color, but a sampler between texels sees
 * it. They take the color of the next smaller level, where visible color has spread outwards.
 */
export function fillUnseen(levels: readonly MipLevel[]): void {
  for (let n = levels.length - 2; n >= 0; n--) {
    const level = levels[n];
    const parent = levels[n + 1];
    if (level === undefined || parent === undefined) return;
    for (let y = 0; y < level.height; y++) {
      const parentRow = Math.min(y >> 1, parent.height - 1) * parent.width;
      for (let x = 0; x < level.width; x++) {
        const to = (y * level.width + x) * 4;
        if (level.pixels[to + 3] !== 0) continue;
        const from = (parentRow + Math.min(x >> 1, parent.width - 1)) * 4;
        level.pixels[to] = parent.pixels[from] ?? 0;
        level.pixels[to + 1] = parent.pixels[from + 1] ?? 0;
        level.pixels[to + 2] = parent.pixels[from + 2] ?? 0;
      }
    }
  }
}
