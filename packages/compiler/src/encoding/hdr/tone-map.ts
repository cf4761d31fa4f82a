// Light of any strength → 8-bit sRGB, by Khronos' PBR Neutral: what is below 0.8 keeps its colour, what is above is pressed together and
// fades to white. At an exposure of 1, so that equal light gives equal codes in every picture.

import { type SrgbCodes, srgbCodes } from '../srgb-codes.js';
import type { HdrTexels } from './decode-hdr.js';

interface ToneMapped {
  readonly width: number;
  readonly height: number;
  /** RGBA8, alpha straight. */
  readonly pixels: Uint8Array;
  /** Texels of which some channel is above 1. */
  readonly bright: number;
}

/** `isPremultiplied`: colours are multiplied by alpha. */
export function toneMap({ width, height, texels }: HdrTexels, isPremultiplied: boolean): ToneMapped {
  const pixels = new Uint8Array(texels.length);
  const codes = srgbCodes(256);
  const color = new Float64Array(3);
  let bright = 0;
  for (let i = 0; i < texels.length; i += 4) {
    const alpha = unit(texels[i + 3] ?? 0);
    const scale = isPremultiplied && alpha > 0 ? 1 / alpha : 1;
    for (let c = 0; c < 3; c++) color[c] = finite(texels[i + c] ?? 0) * scale;
    if (neutral(color) > 1) bright++;
    for (let c = 0; c < 3; c++) pixels[i + c] = codeOf(color[c] ?? 0, codes);
    pixels[i + 3] = Math.round(alpha * 255);
  }
  return { width, height, pixels, bright };
}

/** Negative values and none at all are dark, infinite ones as light as any. */
const finite = (value: number): number => (value > 0 ? Math.min(value, 65504) : 0);
const unit = (value: number): number => (value > 0 ? Math.min(value, 1) : 0);

const START = 0.8 - 0.04;
const DESATURATION = 0.15;

/** In place. The largest channel that there was. */
function neutral(color: Float64Array): number {
  const [r = 0, g = 0, b = 0] = color;
  const least = Math.min(r, g, b);
  const offset = least < 0.08 ? least - 6.25 * least * least : 0.04;
  const largest = Math.max(r, g, b);
  const peak = largest - offset;
  for (let c = 0; c < 3; c++) color[c] = (color[c] ?? 0) - offset;
  if (peak < START) return largest;
  const room = 1 - START;
  const pressed = 1 - (room * room) / (peak + room - START);
  const white = 1 - 1 / (DESATURATION * (peak - pressed) + 1);
  for (let c = 0; c < 3; c++) {
    const value = ((color[c] ?? 0) * pressed) / peak;
    color[c] = value + (pressed - value) * white;
  }
  return largest;
}

function codeOf(light: number, { steps, thresholds, starts }: SrgbCodes): number {
  if (!(light > 0)) return 0;
  const code = starts[light < 1 ? Math.floor(light * steps) : steps] ?? 0;
  return light < 1 && light >= (thresholds[code + 1] ?? 2) ? code + 1 : code;
}
