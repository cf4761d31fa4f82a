// Tone maps HDR light to 8-bit sRGB with Khronos PBR Neutral: values below 0.8 keep their color, brighter ones are compressed and
// fade to white. The exposure is always 1, so that equal light gives equal codes in every image.

import { srgbCodeOf, srgbCodes } from '../texture/srgb-codes.js';
import type { HdrTexels } from './decode-hdr.js';

interface ToneMapped {
  readonly width: number;
  readonly height: number;
  /** RGBA8, alpha straight. */
  readonly pixels: Uint8Array;
  /** Number of texels with any channel above 1. */
  readonly brightTexelCount: number;
}

/** `isPremultiplied`: colors are multiplied by alpha. */
export function toneMap({ width, height, texels }: HdrTexels, isPremultiplied: boolean): ToneMapped {
  const pixels = new Uint8Array(texels.length);
  const { steps, thresholds, starts } = srgbCodes(256);
  const color = new Float64Array(3);
  let brightTexelCount = 0;
  for (let i = 0; i < texels.length; i += 4) {
    const alpha = clampUnit(texels[i + 3] ?? 0);
    const scale = isPremultiplied && alpha > 0 ? 1 / alpha : 1;
    for (let c = 0; c < 3; c++) color[c] = clampFinite(texels[i + c] ?? 0) * scale;
    if (applyPbrNeutral(color) > 1) brightTexelCount++;
    for (let c = 0; c < 3; c++) pixels[i + c] = srgbCodeOf(color[c] ?? 0, steps, thresholds, starts);
    pixels[i + 3] = Math.round(alpha * 255);
  }
  return { width, height, pixels, brightTexelCount };
}

/** Negative values and NaN become 0, infinite ones the largest half. */
const clampFinite = (value: number): number => (value > 0 ? Math.min(value, 65504) : 0);
const clampUnit = (value: number): number => (value > 0 ? Math.min(value, 1) : 0);

const COMPRESSION_START = 0.8 - 0.04;
const DESATURATION = 0.15;

/** Modifies the color in place; returns its largest channel before the change. */
function applyPbrNeutral(color: Float64Array): number {
  const [r = 0, g = 0, b = 0] = color;
  const smallest = Math.min(r, g, b);
  const offset = smallest < 0.08 ? smallest - 6.25 * smallest * smallest : 0.04;
  const largest = Math.max(r, g, b);
  const peak = largest - offset;
  for (let c = 0; c < 3; c++) color[c] = (color[c] ?? 0) - offset;
  if (peak < COMPRESSION_START) return largest;
  const room = 1 - COMPRESSION_START;
  const compressed = 1 - (room * room) / (peak + room - COMPRESSION_START);
  const white = 1 - 1 / (DESATURATION * (peak - compressed) + 1);
  for (let c = 0; c < 3; c++) {
    const value = ((color[c] ?? 0) * compressed) / peak;
    color[c] = value + (compressed - value) * white;
  }
  return largest;
}
