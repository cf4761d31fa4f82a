// Decodes JPEG, baseline and progressive, gray, YCbCr and CMYK, by libjpeg-turbo. Always opaque.

import { collectFreedMemory } from '@assetc/kernels';
import { plural } from '../../../diagnostics/plural.js';
import { type Image, sharedBytes } from '../../../model/image/image.js';
import { colorsOfProfile, warnAboutProfile } from '../color/color-profile.js';
import { type ImageInput, refuse, warnAbout } from '../image-input.js';
import { applyOrientation } from '../orientation.js';
import { decodeCmyk } from './jpeg-cmyk.js';
import { readJpegHeader } from './jpeg-header.js';
import { removeJunk } from './jpeg-junk.js';
import { repairJpeg, warnAboutRepairs } from './jpeg-repair.js';
import { decodeTurbo, type TurboPixels } from './turbo-jpeg.js';

export async function decodeJpeg(input: ImageInput): Promise<Image> {
  const header = readJpegHeader(input);
  const { inks, width, height, profile, orientation } = header;
  const repaired = repairJpeg(removeJunk(input, header.junk), header.firstScan, header.isSequential);
  const decoded =
    inks === undefined
      ? await decodePixels(repaired.bytes, width, height)
      : await decodeCmyk(repaired.bytes, width, height, inks === 'inverted');
  if (decoded === undefined) return failDamaged(input);
  const { pixels, strayBytes } = decoded;
  collectFreedMemory(pixels.length);
  warnAboutRepairs(input, repaired);
  if (strayBytes > 0)
    warnAbout(
      input,
      'image/odd-data',
      0,
      `${plural(strayBytes, 'stray byte')} before the end of the JPEG ${strayBytes === 1 ? 'is' : 'are'} ignored`,
    );
  if (inks !== undefined) {
    // Ink profiles are table-based and not supported: the colors are approximate.
    warnAboutProfile(input, 0, 'the JPEG is CMYK; it is converted to RGB without a profile, so its colors may be off');
    return applyOrientation({ width, height, pixels, hasAlpha: false }, orientation);
  }
  const colors = colorsOfProfile(input, profile);
  return applyOrientation({ width, height, pixels, hasAlpha: false, colors }, orientation);
}

async function decodePixels(bytes: Uint8Array, width: number, height: number): Promise<TurboPixels | undefined> {
  const decoded = await decodeTurbo(bytes, width, height, 'rgba');
  if (decoded === undefined) return undefined;
  const pixels = sharedBytes(decoded.pixels.length);
  pixels.set(decoded.pixels);
  return { ...decoded, pixels };
}

/** A truncated JPEG would decode to gray below the end, so it is rejected. */
function failDamaged(input: ImageInput): never {
  const { bytes } = input;
  let end = bytes.length;
  while (end > 2 && bytes[end - 1] === 0) end--;
  if (bytes[end - 2] !== 0xff || bytes[end - 1] !== 0xd9)
    refuse(input, 'image/truncated', bytes.length, 'the JPEG ends inside its image data');
  return refuse(
    input,
    'image/corrupt',
    0,
    "the JPEG's image data is damaged",
    'Export the file again. If it looks right in an image editor, save it again there.',
  );
}
