// How far the texture is from its source: one number, and a picture of the differences.

import type { Texels } from '../../../../packages/compiler/src/encoding/texture/decode-texels.js';
import { rebuildNormalZ } from '../../../../packages/compiler/src/encoding/texture/rebuild-normal-z.js';
import { measure, premultiplied } from '../../../../packages/encoder/src/quality/measure.js';

/** Differences are shown this many times as large. */
const GAIN = 8;

/** Channels that each role stores. */
const CHANNELS: Readonly<Record<string, readonly number[]>> = {
  color: [0, 1, 2, 3],
  linear: [0, 1, 2, 3],
  normal: [0, 1],
  grayscale: [0],
};

/** In decibels over the channels that the role uses; opaque images have three. Undefined if nothing differs. */
export function psnrOf(source: Texels, result: Texels, role: string, hasAlpha: boolean): number | undefined {
  if (source.width !== result.width || source.height !== result.height) return undefined;
  const channels = (CHANNELS[role] ?? [0, 1, 2]).filter((channel) => channel < 3 || hasAlpha);
  const seen = (texels: Texels): Texels =>
    role === 'color' && hasAlpha ? { ...texels, pixels: premultiplied(texels.pixels) } : texels;
  const decibels = measure('psnr', [[seen(source), seen(result)]], channels);
  return isEqual(source, result, channels) ? undefined : decibels;
}

function isEqual({ pixels: a }: Texels, { pixels: b }: Texels, channels: readonly number[]): boolean {
  for (let i = 0; i < a.length; i += 4)
    for (const channel of channels) if (a[i + channel] !== b[i + channel]) return false;
  return true;
}

/** A texture as a shader would use it: normals get their Z, one value becomes gray. */
export function shownAs(texels: Texels, role: string): Texels {
  if (role === 'normal') return rebuildNormalZ(texels);
  if (role !== 'grayscale') return texels;
  const pixels = texels.pixels.slice();
  for (let i = 0; i < pixels.length; i += 4) {
    pixels[i + 1] = pixels[i] ?? 0;
    pixels[i + 2] = pixels[i] ?? 0;
    pixels[i + 3] = 255;
  }
  return { ...texels, pixels };
}

export function differenceOf({ width, height, pixels: a }: Texels, { pixels: b }: Texels): Texels {
  const pixels = new Uint8Array(a.length);
  for (let i = 0; i < a.length; i += 4) {
    const alpha = Math.abs((a[i + 3] ?? 0) - (b[i + 3] ?? 0));
    for (let c = 0; c < 3; c++)
      pixels[i + c] = Math.min(255, Math.max(Math.abs((a[i + c] ?? 0) - (b[i + c] ?? 0)), alpha) * GAIN);
    pixels[i + 3] = 255;
  }
  return { width, height, pixels };
}

/** Colors under transparent texels stay, and no color is converted. */
export function bitmapOf({ width, height, pixels }: Texels): Promise<ImageBitmap> {
  const data = new ImageData(width, height);
  data.data.set(pixels);
  return createImageBitmap(data, { premultiplyAlpha: 'default', colorSpaceConversion: 'none' });
}
