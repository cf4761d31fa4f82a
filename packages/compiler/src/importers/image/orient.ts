// EXIF orientation: finds it in a TIFF block and turns decoded pixels upright.

import { type Image, sharedBytes } from '../../model/image.js';

/** 1 … 8 as EXIF counts them; 1, and whatever cannot be read, means upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Reads IFD0's orientation tag. A block that is not a sound TIFF header counts as upright: metadata never fails an image. */
export function readOrientation(tiff: Uint8Array): Orientation {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return 1;
  const order = view.getUint16(0, false);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const little = order === 0x4949;
  if (view.getUint16(2, little) !== 42) return 1;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * 12;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, little) !== 0x0112) continue;
    const value = view.getUint16(at + 8, little);
    return isOrientation(value) ? value : 1;
  }
  return 1;
}

const isOrientation = (n: number): n is Orientation => n >= 1 && n <= 8;

export function orient(image: Image, orientation: Orientation): Image {
  if (orientation === 1) return image;
  const turned = orientation >= 5;
  const { width: w, height: h, pixels } = image;
  const wide = pixels instanceof Uint16Array;
  const bytes = sharedBytes(pixels.byteLength);
  const out = wide ? new Uint16Array(bytes.buffer) : bytes;
  const width = turned ? h : w;
  const height = turned ? w : h;
  const flipX = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8;
  const flipY = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7;
  // For turned images the flips act on the source's axes, which are the target's rows and columns exchanged.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = turned ? y : x;
      const v = turned ? x : y;
      const from = ((flipY ? h - 1 - v : v) * w + (flipX ? w - 1 - u : u)) * 4;
      const to = (y * width + x) * 4;
      out[to] = pixels[from] ?? 0;
      out[to + 1] = pixels[from + 1] ?? 0;
      out[to + 2] = pixels[from + 2] ?? 0;
      out[to + 3] = pixels[from + 3] ?? 0;
    }
  }
  return { ...image, width, height, pixels: out };
}
