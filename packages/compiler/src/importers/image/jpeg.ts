// JPEG, baseline and progressive, grey, YCbCr and CMYK, by libjpeg-turbo. Always opaque.

import { letGo } from '@assetc/kernels';
import { type Image, sharedBytes } from '../../model/image.js';
import { colorsOfProfile, warnOfProfile } from './color-profile.js';
import { type ImageInput, refuse } from './image-input.js';
import { decodeCmyk } from './jpeg-cmyk.js';
import { type JpegHeader, readJpegHeader } from './jpeg-header.js';
import { withoutJunk } from './jpeg-junk.js';
import { orient } from './orient.js';
import { decodeTurbo } from './turbo-jpeg.js';

export async function decodeJpeg(input: ImageInput): Promise<Image> {
  const header = readJpegHeader(input);
  const bytes = withoutJunk(input, header.junk);
  if (header.inks !== undefined) return decodeInks(input, bytes, header, header.inks);
  const { width, height, profile, orientation } = header;
  const pixels = await decodePixels(bytes, width, height);
  if (pixels === undefined) return refuseData(input);
  letGo(pixels.length);
  const colors = colorsOfProfile(input, profile);
  return orient({ width, height, pixels, hasAlpha: false, colors }, orientation);
}

async function decodePixels(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array | undefined> {
  const decoded = await decodeTurbo(bytes, width, height, 'rgba');
  if (decoded === undefined) return undefined;
  const pixels = sharedBytes(decoded.length);
  pixels.set(decoded);
  return pixels;
}

/** Profiles of inks are tables, which are not read: the colours are near, not exact. */
async function decodeInks(
  input: ImageInput,
  bytes: Uint8Array,
  header: JpegHeader,
  inks: 'plain' | 'inverted',
): Promise<Image> {
  const { width, height, orientation } = header;
  const pixels = await decodeCmyk(bytes, width, height, inks === 'inverted');
  if (pixels === undefined) return refuseData(input);
  warnOfProfile(input, 0, 'the JPEG is CMYK: it is turned into RGB without a profile, and its colours may be off');
  return orient({ width, height, pixels, hasAlpha: false }, orientation);
}

/** A JPEG cut short decodes to grey below the cut: better refused than shipped. */
function refuseData(input: ImageInput): never {
  const { bytes } = input;
  let end = bytes.length;
  while (end > 2 && bytes[end - 1] === 0) end--;
  if (bytes[end - 2] !== 0xff || bytes[end - 1] !== 0xd9)
    refuse(input, 'image/truncated', bytes.length, 'the JPEG ends in the middle of its image data');
  return refuse(input, 'image/corrupt', 0, "the JPEG's image data is damaged");
}
