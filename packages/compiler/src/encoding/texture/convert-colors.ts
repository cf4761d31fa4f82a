// Converts colors from any matrix color space to sRGB by relative colorimetry: white stays white, out-of-gamut colors are clipped, alpha is kept.

import { srgbToLinear } from '@assetc/encoder/steps';
import { type ColorSpace, matrixToSrgb, type PrimaryMatrix, type ToneCurve } from '../../model/image/color-space.js';
import type { Image } from '../../model/image/image.js';
import { type SrgbCodes, srgbCodeOf, srgbCodes } from './srgb-codes.js';
import { toneTable } from './tone-table.js';

/** Modifies the pixels in place: a freshly decoded image has no other owner. */
export function convertColors(image: Image): Image {
  const { colors, ...rest } = image;
  colorConverter(colors, image.pixels instanceof Uint16Array)?.(image.pixels);
  return rest;
}

/** Returns a function that converts texels in place, or undefined if the colors are sRGB already. */
export function colorConverter(
  colors: ColorSpace | undefined,
  isWide: boolean,
): ((pixels: Uint8Array | Uint16Array) => void) | undefined {
  if (colors === undefined || isSrgb(colors)) return undefined;
  const codes = srgbCodes(isWide ? 65536 : 256);
  const tables = tablesOf(colors, codes.count);
  const { primaries } = colors;
  if (primaries === undefined) return (pixels) => mapChannels(pixels, tables, codes);
  const matrix = matrixToSrgb(primaries);
  return (pixels) => mapColors(pixels, tables, matrix, codes);
}

/** Allowed curve error in 8-bit codes: small sRGB profiles have two dozen points, and an error below this. */
const CURVE_TOLERANCE = 1;
/** Profiles may round their primaries to four digits; other color spaces differ by several hundredths. */
const MATRIX_TOLERANCE = 0.01;

/** Whether the color space is sRGB, apart from the rounding that profile writers do. */
export function isSrgb({ curves, primaries }: ColorSpace): boolean {
  if (!curves.every((curve, i) => curves.indexOf(curve) < i || isSrgbCurve(curve))) return false;
  if (primaries === undefined) return true;
  return matrixToSrgb(primaries).every((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) <= MATRIX_TOLERANCE);
}

function isSrgbCurve(curve: ToneCurve): boolean {
  if (curve.shape === 'srgb') return true;
  return toneTable(curve, 256).every((light, code) => {
    const low = srgbToLinear(Math.max(0, code - CURVE_TOLERANCE) / 255);
    return light >= low && light <= srgbToLinear(Math.min(255, code + CURVE_TOLERANCE) / 255);
  });
}

type Tables = readonly [Float64Array, Float64Array, Float64Array];

function tablesOf({ curves: [r, g, b] }: ColorSpace, codes: number): Tables {
  const red = toneTable(r, codes);
  const green = g === r ? red : toneTable(g, codes);
  return [red, green, b === r ? red : b === g ? green : toneTable(b, codes)];
}

function mapChannels(pixels: Uint8Array | Uint16Array, tables: Tables, codes: SrgbCodes): void {
  const mapped = tables.map((table) =>
    Uint16Array.from(table, (light) => srgbCodeOf(light, codes.steps, codes.thresholds, codes.starts)),
  );
  const [r, g, b] = mapped;
  if (r === undefined || g === undefined || b === undefined) throw new Error('a channel has no table');
  for (let i = 0; i < pixels.length; i += 4) {
    pixels[i] = r[pixels[i] ?? 0] ?? 0;
    pixels[i + 1] = g[pixels[i + 1] ?? 0] ?? 0;
    pixels[i + 2] = b[pixels[i + 2] ?? 0] ?? 0;
  }
}

/** 2048² texels take 95 ms on one core; a loop that read its tables from an object took 140. */
function mapColors(pixels: Uint8Array | Uint16Array, tables: Tables, m: PrimaryMatrix, codes: SrgbCodes): void {
  const [red, green, blue] = tables;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m;
  const { steps, thresholds, starts } = codes;
  // Neighbors are often equal.
  let [r, g, b] = [-1, -1, -1];
  let [toR, toG, toB] = [0, 0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    const nextR = pixels[i] ?? 0;
    const nextG = pixels[i + 1] ?? 0;
    const nextB = pixels[i + 2] ?? 0;
    if (nextR !== r || nextG !== g || nextB !== b) {
      r = nextR;
      g = nextG;
      b = nextB;
      const x = red[r] ?? 0;
      const y = green[g] ?? 0;
      const z = blue[b] ?? 0;
      toR = srgbCodeOf(m0 * x + m1 * y + m2 * z, steps, thresholds, starts);
      toG = srgbCodeOf(m3 * x + m4 * y + m5 * z, steps, thresholds, starts);
      toB = srgbCodeOf(m6 * x + m7 * y + m8 * z, steps, thresholds, starts);
    }
    pixels[i] = toR;
    pixels[i + 1] = toG;
    pixels[i + 2] = toB;
  }
}
