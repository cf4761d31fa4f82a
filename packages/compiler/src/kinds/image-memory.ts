// What compiling images takes at its height, told by their headers alone: the source as RGBA, its levels, the floats of the
// filter, the blocks, and the file that they go into. 16384² took 10.8 bytes a texel, with 16 bits a channel 18.6.

import { textureSettings } from '../compilers/texture/settings.js';
import { type ImageSize, imageSize } from '../importers/image/image-size.js';
import { IMAGE_EXTENSION } from '../model/image-names.js';
import type { BytesRef, MemoryLook } from '../model/kind.js';
import { settingsIn } from '../model/setting.js';

const RGBA_BYTES = 4;
const FLOAT_BYTES = 16;
/** Smaller levels, blocks and the file of them. */
const ENCODED_BYTES = 6.5;
/** Where no header can be looked at, as inside a data URI: texels for each byte, as photographs have them. */
const TEXELS_PER_BYTE = 4;

/** Those of a folder. */
export const imagesIn = ({ files }: MemoryLook): readonly BytesRef[] =>
  files.filter((file) => IMAGE_EXTENSION.test(file)).map((file) => ({ file }));

/** How long a texel takes, relative to normal quality. */
const EFFORTS = { fast: 0.5, normal: 1, high: 3, max: 10 } as const;

export function imagesWork(look: MemoryLook, refs: readonly BytesRef[]): number {
  const { quality, maxSize } = settingsIn(look.settings, textureSettings);
  let texels = 0;
  for (const ref of refs) {
    const size = sizeOf(look, ref);
    if (size === undefined) texels += look.sizeOf(ref) * TEXELS_PER_BYTE;
    else texels += size.width * size.height * shrinkage(size, maxSize);
  }
  return texels * EFFORTS[quality];
}

const shrinkage = ({ width, height }: ImageSize, maxSize: number): number =>
  maxSize > 0 ? Math.min(1, maxSize / Math.max(1, width, height)) ** 2 : 1;

function sizeOf(look: MemoryLook, ref: BytesRef): ImageSize | undefined {
  const extension = /\.([^./]+)$/.exec(ref.file)?.[1]?.toLowerCase() ?? '';
  return imageSize((offset, length) => look.peek(ref, offset, length), extension);
}

export function imagesMemory(look: MemoryLook, refs: readonly BytesRef[]): number {
  const { maxSize, limit } = settingsIn(look.settings, textureSettings);
  let bytes = 0;
  for (const ref of refs) {
    const sizeBytes = look.sizeOf(ref);
    const size = sizeOf(look, ref);
    bytes += sizeBytes;
    if (size === undefined) bytes += sizeBytes * TEXELS_PER_BYTE * (RGBA_BYTES + ENCODED_BYTES);
    // What is larger will be refused.
    else if (size.width <= limit && size.height <= limit) bytes += texelBytes(size, maxSize);
  }
  return bytes;
}

function texelBytes({ width, height, isWide }: ImageSize, maxSize: number): number {
  const longer = Math.max(width, height);
  const resized = maxSize > 0 && longer > maxSize;
  const kept = width * height * (resized ? (maxSize / longer) ** 2 : 1);
  const source = width * height * RGBA_BYTES * (isWide ? 2 : 1);
  const own = (isWide || resized ? RGBA_BYTES : 0) + (resized ? FLOAT_BYTES : 0) + ENCODED_BYTES;
  return Math.ceil(source + kept * own);
}
