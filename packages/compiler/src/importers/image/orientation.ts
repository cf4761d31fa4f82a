// Reads EXIF orientation from a TIFF block and applies it to decoded pixels.

import { type Image, sharedBytes } from '../../model/image/image.js';

/** 1 … 8 as in EXIF; 1, also used if it cannot be read, means upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Reads IFD0's orientation tag. An invalid TIFF block counts as upright: metadata never fails an image. */
export function readOrientation(tiff: Uint8Array): Orientation {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return 1;
  const order = view.getUint16(0, false);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const isLittleEndian = order === 0x4949;
  if (view.getUint16(2, isLittleEndian) !== 42) return 1;
  const directory = view.getUint32(4, isLittleEndian);
  if (directory + 2 > tiff.length) return 1;
  const entries = view.getUint16(directory, isLittleEndian);
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * 12;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, isLittleEndian) !== 0x0112) continue;
    const value = view.getUint16(at + 8, isLittleEndian);
    return isOrientation(value) ? value : 1;
  }
  return 1;
}

const isOrientation = (n: number): n is Orientation => n >= 1 && n <= 8;

export function applyOrientation(image: Image, orientation: Orientation): Image {
  if (orientation === 1) return image;
  const isTransposed = orientation >= 5;
  const { width: w, height: h, pixels } = image;
  const isWide = pixels instanceof Uint16Array;
  const bytes = sharedBytes(pixels.byteLength);
  const out = isWide ? new Uint16Array(bytes.buffer) : bytes;
  const width = isTransposed ? h : w;
  const height = isTransposed ? w : h;
  const flipX = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8;
  const flipY = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7;
  // For transposed images the flips apply to the source's axes, which are the target's rows and columns exchanged.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = isTransposed ? y : x;
      const v = isTransposed ? x : y;
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
