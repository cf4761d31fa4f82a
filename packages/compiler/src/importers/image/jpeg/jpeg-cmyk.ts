// Converts four-component JPEGs, CMYK or YCCK. libjpeg-turbo returns the inks; red = (1 − C)(1 − K), and so on.

import { sharedBytes } from '../../../model/image/image.js';
import { decodeTurbo, type TurboPixels } from './turbo-jpeg.js';

/** `isInverted`: full values mean no ink, as Adobe's programs write them. Undefined if the decoder rejects the bytes. */
export async function decodeCmyk(
  bytes: Uint8Array,
  width: number,
  height: number,
  isInverted: boolean,
): Promise<TurboPixels | undefined> {
  const inks = await decodeTurbo(bytes, width, height, 'cmyk');
  return inks === undefined ? undefined : { ...inks, pixels: inksToRgb(inks.pixels, isInverted) };
}

function inksToRgb(inks: Uint8Array, isInverted: boolean): Uint8Array {
  const out = sharedBytes(inks.length);
  const flip = isInverted ? 0 : 255;
  for (let i = 0; i < inks.length; i += 4) {
    const key = (inks[i + 3] ?? 0) ^ flip;
    for (let c = 0; c < 3; c++) out[i + c] = Math.round((((inks[i + c] ?? 0) ^ flip) * key) / 255);
    out[i + 3] = 255;
  }
  return out;
}
