// Colours of any matrix space → sRGB, as relative colorimetry has it: white stays white, what sRGB cannot show is clipped. Alpha is not touched.

import { srgbToLinear } from '@assetc/encoder/steps';
import { type ColorSpace, matrixToSrgb, type PrimaryMatrix, type ToneCurve } from '../model/color-space.js';
import type { Image } from '../model/image.js';
import { type SrgbCodes, srgbCodes } from './srgb-codes.js';
import { toneTable } from './tone-table.js';

/** In place: the pixels of an image that has just been decoded are nobody else's. */
export function convertColors(image: Image): Image {
  const { colors, ...rest } = image;
  colorConverter(colors, image.pixels instanceof Uint16Array)?.(image.pixels);
  return rest;
}

/** Converts texels in place; undefined where there is nothing to convert. */
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

/** How far a curve may be off, in 8-bit codes: the small profiles that stand for sRGB have two dozen points, and are off by less. */
const CURVE_TOLERANCE = 1;
/** Profiles round their colours to four digits at times; other primaries are off by several hundredths. */
const MATRIX_TOLERANCE = 0.01;

/** Whether the space is sRGB but for what writers of profiles round. */
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
    Uint16Array.from(table, (light) => codeOf(light, codes.steps, codes.thresholds, codes.starts)),
  );
  const [r, g, b] = mapped;
  if (r === undefined || g === undefined || b === undefined) throw new Error('a channel has no table');
  for (let i = 0; i < pixels.length; i += 4) {
    pixels[i] = r[pixels[i] ?? 0] ?? 0;
    pixels[i + 1] = g[pixels[i + 1] ?? 0] ?? 0;
    pixels[i + 2] = b[pixels[i + 2] ?? 0] ?? 0;
  }
}

/** 2048² texels take 95 ms of one core; a loop that looked its tables up in an object took 140. */
function mapColors(pixels: Uint8Array | Uint16Array, tables: Tables, m: PrimaryMatrix, codes: SrgbCodes): void {
  const [red, green, blue] = tables;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m;
  const { steps, thresholds, starts } = codes;
  // Neighbours are often equal.
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
      toR = codeOf(m0 * x + m1 * y + m2 * z, steps, thresholds, starts);
      toG = codeOf(m3 * x + m4 * y + m5 * z, steps, thresholds, starts);
      toB = codeOf(m6 * x + m7 * y + m8 * z, steps, thresholds, starts);
    }
    pixels[i] = toR;
    pixels[i + 1] = toG;
    pixels[i + 2] = toB;
  }
}

/** The last code is that of the last step. */
function codeOf(light: number, steps: number, thresholds: Float64Array, starts: Uint16Array): number {
  if (!(light > 0)) return 0;
  const code = starts[light < 1 ? (light * steps) | 0 : steps] ?? 0;
  return light >= (thresholds[code + 1] ?? 2) && light < 1 ? code + 1 : code;
}
