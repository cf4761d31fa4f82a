// JPEG, baseline and progressive, grey and YCbCr, by libjpeg-turbo. Always opaque.

import type { Image } from '../../model/image.js';
import { colorsOfProfile } from './color-profile.js';
import { type ImageInput, refuse } from './image-input.js';
import { readJpegHeader } from './jpeg-header.js';
import { orient } from './orient.js';
import { decodeWithPackage } from './wasm-decoder.js';

export function decodeJpeg(input: ImageInput): Image {
  const header = readJpegHeader(input);
  const decoded = decodeWithPackage('@cwasm/jpeg-turbo', input.bytes);
  if (decoded === undefined || decoded.width !== header.width || decoded.height !== header.height)
    return refuseData(input);
  const { width, height, pixels } = decoded;
  const colors = colorsOfProfile(input, header.profile);
  return orient({ width, height, pixels, hasAlpha: false, colors }, header.orientation);
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
