// What audits measure on the texels of a compiled texture: on a level of at most 256 × 256, so that large ones cost no more.

import { decodeKtx2, type Ktx2 } from '@assetc/formats';
import { decodeOneLevel, imagesUnsupportedReason, type Texels } from '../../encoding/texture/decode-texels.js';

const MAX_TEXELS = 256 * 256;

/** Undefined if the texture cannot be decoded here, such as HDR. */
export async function smallLevel(ktx: Ktx2): Promise<Texels | undefined> {
  if (imagesUnsupportedReason(ktx) !== undefined) return undefined;
  let level = 0;
  const texels = (n: number): number => Math.max(1, ktx.pixelWidth >> n) * Math.max(1, ktx.pixelHeight >> n);
  while (level + 1 < ktx.levels.length && texels(level) > MAX_TEXELS) level++;
  return decodeOneLevel(ktx, level);
}

export const openTexture = (bytes: Uint8Array): Ktx2 => decodeKtx2(bytes);

/** The share of texels whose brightest channel is outside; transparent ones do not count. */
export function shareOutside({ pixels }: Texels, min: number, max: number): number {
  let visible = 0;
  let outside = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3] === 0) continue;
    visible++;
    const brightest = Math.max(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0);
    if (brightest < min || brightest > max) outside++;
  }
  return visible === 0 ? 0 : outside / visible;
}

const TOLERANCE = 0.1;

/** The share of normals that are not of length one. Of two channels: those from which no third can be made. */
export function shareNotNormalized({ pixels }: Texels): number {
  let hasBlue = false;
  for (let i = 2; i < pixels.length; i += 4) if (pixels[i] !== 0) hasBlue = true;
  const unit = (code: number | undefined): number => ((code ?? 0) / 255) * 2 - 1;
  let wrong = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const flat = Math.hypot(unit(pixels[i]), unit(pixels[i + 1]));
    const length = hasBlue ? Math.hypot(flat, unit(pixels[i + 2])) : Math.max(1, flat);
    if (Math.abs(length - 1) > TOLERANCE) wrong++;
  }
  return pixels.length === 0 ? 0 : wrong / (pixels.length / 4);
}

/** Linear light as a code of sRGB. */
export const srgbCode = (linear: number): number =>
  255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
