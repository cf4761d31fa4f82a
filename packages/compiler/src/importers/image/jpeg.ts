// JPEG, baseline and progressive, grey, YCbCr and CMYK, by libjpeg-turbo. Always opaque.

import { type Image, sharedBytes } from '../../model/image.js';
import { colorsOfProfile, warnOfProfile } from './color-profile.js';
import { type ImageInput, refuse } from './image-input.js';
import { decodeCmyk } from './jpeg-cmyk.js';
import { type JpegHeader, readJpegHeader } from './jpeg-header.js';
import { withoutJunk } from './jpeg-junk.js';
import { orient } from './orient.js';
import { decodeTurbo } from './turbo-jpeg.js';
import { decodeWithPackage } from './wasm-decoder.js';

export function decodeJpeg(input: ImageInput): Image | Promise<Image> {
  const header = readJpegHeader(input);
  const bytes = withoutJunk(input, header.junk);
  if (header.inks !== undefined) return decodeInks(input, bytes, header, header.inks);
  const decoded = decodeWithPackage('@cwasm/jpeg-turbo', bytes);
  if (decoded === undefined) return decodeOddSampling(input, bytes, header);
  if (decoded.width !== header.width || decoded.height !== header.height) return refuseData(input);
  return imageOf(input, header, decoded.pixels);
}

function imageOf(input: ImageInput, { width, height, profile, orientation }: JpegHeader, pixels: Uint8Array): Image {
  const colors = colorsOfProfile(input, profile);
  return orient({ width, height, pixels, hasAlpha: false, colors }, orientation);
}

/** The package refuses what has other factors of sampling than the usual ones; its decoder reads them. */
async function decodeOddSampling(input: ImageInput, bytes: Uint8Array, header: JpegHeader): Promise<Image> {
  const decoded = await decodeTurbo(bytes, header.width, header.height, 'rgba');
  if (decoded === undefined) return refuseData(input);
  const pixels = sharedBytes(decoded.length);
  pixels.set(decoded);
  return imageOf(input, header, pixels);
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
