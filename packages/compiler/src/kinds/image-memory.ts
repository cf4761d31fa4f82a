// Estimates the peak memory of compiling images from their headers: the source as RGBA, its levels, the floats of the
// filter, and the file of blocks. For images that are read row by row: a band instead of the source. 16384²
// took 2.9 bytes per texel by rows.

import { type TextureSettings, textureSettings } from '../compilers/texture/settings.js';
import { type ImageSize, imageSize, MIN_STREAMED_TEXELS } from '../importers/image/image-size.js';
import { HDR_EXTENSION, IMAGE_EXTENSION } from '../model/image/image-names.js';
import type { TextureQuality } from '../model/image/texture-quality.js';
import type { BytesRef } from '../model/kind/bytes-ref.js';
import type { JobFacts } from '../model/kind/scheduling.js';
import { type ResolvedSettings, settingsIn } from '../model/kind/setting.js';

const RGBA_BYTES = 4;
/** For HDR images, per texel: all levels as f32, the filter's codes, and the file. */
const HDR_BYTES = 16 * 1.34 + 4 * 0.34 + 8 * 1.34;
const FLOAT_BYTES = 16;
/** Per texel: smaller levels, and the file of blocks. */
const ENCODED_BYTES = 2.7;
/** Per texel: the f32 values of a level whose source is as large as the image. */
const FILTERED_BYTES = 1.4;
/** A search keeps this many files, and per texel the decoded level and two copies that are compared. */
const SEARCHED_FILES = 4;
const SEARCHED_BYTES = 12;
/** Bands of an image and of its first levels as f32, in addition to a level that is in memory whole. */
const MAX_BAND_BYTES = 72e6;
const BAND_SHARE = 2.5;
/** If the header cannot be read, as inside a data URI: typical for photographs. */
const TEXELS_PER_BYTE = 4;

/** The images of a folder. */
export const imagesIn = ({ files }: JobFacts): readonly BytesRef[] =>
  files.filter((file) => IMAGE_EXTENSION.test(file) || HDR_EXTENSION.test(file)).map((file) => ({ file }));

/** How long a texel takes, relative to normal quality. */
const EFFORTS = { draft: 0.25, fast: 0.5, normal: 1, high: 3, max: 10 } as const;
/** A search for a number encodes the image about this often. */
const SEARCH_EFFORT = 5;

const effortOf = (quality: TextureQuality): number => (typeof quality === 'string' ? EFFORTS[quality] : SEARCH_EFFORT);

export function imagesWork(facts: JobFacts, refs: readonly BytesRef[]): number {
  const { quality, maxSize } = settingsIn(facts.settings, textureSettings);
  let texels = 0;
  for (const ref of refs) {
    const size = sizeOf(facts, ref);
    if (size === undefined) texels += facts.sizeOf(ref) * TEXELS_PER_BYTE;
    else texels += size.width * size.height * shrinkage(size, maxSize);
  }
  return texels * effortOf(quality);
}

/** Formats whose decoders enforce the size in the header. */
const PLAIN_HEAD = /^(?:\x89PNG|qoif|BM|\xff\xd8\xff)/;
const SMALL_TEXELS = 1 << 14;

export function isSmallImage(bytes: Uint8Array, settings: ResolvedSettings): boolean {
  if (!PLAIN_HEAD.test(String.fromCharCode(...bytes.subarray(0, 4)))) return false;
  const size = imageSize((offset, length) => bytes.subarray(offset, offset + length), '');
  const { quality } = settingsIn(settings, textureSettings);
  return size !== undefined && size.width * size.height * effortOf(quality) <= SMALL_TEXELS;
}

const shrinkage = ({ width, height }: ImageSize, maxSize: number): number =>
  maxSize > 0 ? Math.min(1, maxSize / Math.max(1, width, height)) ** 2 : 1;

function sizeOf(facts: JobFacts, ref: BytesRef): ImageSize | undefined {
  const extension = /\.([^./]+)$/.exec(ref.file)?.[1]?.toLowerCase() ?? '';
  return imageSize((offset, length) => facts.peek(ref, offset, length), extension);
}

/** `isOne`: the texture is one image, and may be compiled row by row. */
export function imagesMemory(facts: JobFacts, refs: readonly BytesRef[], isOne = false): number {
  const settings = settingsIn(facts.settings, textureSettings);
  const { maxSize, limit } = settings;
  // Levels exist once, blocks for each preset.
  const encodedBytes =
    typeof settings.quality === 'string'
      ? ENCODED_BYTES * (1 + (facts.otherPresets ?? 0))
      : ENCODED_BYTES * SEARCHED_FILES + SEARCHED_BYTES;
  let bytes = 0;
  for (const ref of refs) {
    const sizeBytes = facts.sizeOf(ref);
    const size = sizeOf(facts, ref);
    if (size === undefined) bytes += sizeBytes * (1 + TEXELS_PER_BYTE * (RGBA_BYTES + encodedBytes));
    // Larger images will be refused.
    else if (size.width > limit || size.height > limit) bytes += sizeBytes;
    else if (isOne && goesByRows(size, settings)) bytes += rowBytes(size, encodedBytes);
    else bytes += sizeBytes + texelBytes(size, maxSize, encodedBytes);
  }
  return bytes;
}

/** As far as the header shows. */
const goesByRows = (
  { width, height, canStreamRows }: ImageSize,
  { compress, quality, mipFilter, maxSize }: TextureSettings,
): boolean =>
  canStreamRows === true &&
  width * height >= MIN_STREAMED_TEXELS &&
  compress &&
  typeof quality === 'string' &&
  mipFilter === 'box' &&
  (maxSize === 0 || Math.max(width, height) <= maxSize);

const rowBytes = ({ width, height }: ImageSize, encodedBytes: number): number =>
  Math.ceil(width * height * encodedBytes + Math.min(width * height * BAND_SHARE, MAX_BAND_BYTES));

function texelBytes({ width, height, isWide, isHdr }: ImageSize, maxSize: number, encodedBytes: number): number {
  if (isHdr === true) return Math.ceil(width * height * (HDR_BYTES + encodedBytes));
  const longer = Math.max(width, height);
  const resized = maxSize > 0 && longer > maxSize;
  const kept = width * height * (resized ? (maxSize / longer) ** 2 : 1);
  const source = width * height * RGBA_BYTES * (isWide ? 2 : 1);
  const own = (isWide || resized ? RGBA_BYTES : 0) + (resized ? FLOAT_BYTES : 0) + FILTERED_BYTES + encodedBytes;
  return Math.ceil(source + kept * own);
}
