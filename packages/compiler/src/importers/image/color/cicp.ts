// Color spaces from ITU-T H.273 code points for primaries and transfer function, as in PNG's cICP and AVIF's nclx.

import {
  type Chromaticities,
  type ColorSpace,
  matrixOfChromaticities,
  powerCurve,
  type ToneCurve,
} from '../../../model/image/color-space.js';
import type { ImageInfo } from '../image-input.js';
import { warnAboutProfile } from './color-profile.js';

const D65 = [0.3127, 0.329] as const;
const C = [0.31, 0.316] as const;

const PRIMARIES: Readonly<Record<number, Chromaticities>> = {
  1: [...D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06],
  4: [...C, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
  5: [...D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  7: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  8: [...C, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
  9: [...D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  12: [...D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  22: [...D65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
};

/** The inverse of BT.709's camera curve: l = ((v + 0.0993) / 1.0993)^(1/0.45), and v / 4.5 below. */
const BT709: ToneCurve = {
  shape: 'power',
  g: 1 / 0.45,
  a: 1 / 1.09929682680944,
  b: 0.09929682680944 / 1.09929682680944,
  c: 1 / 4.5,
  d: 4.5 * 0.018053968510807,
  e: 0,
  f: 0,
};

const TRANSFERS: Readonly<Record<number, ToneCurve>> = {
  1: BT709,
  4: powerCurve(2.2),
  5: powerCurve(2.8),
  6: BT709,
  8: powerCurve(1),
  13: { shape: 'srgb' },
  14: BT709,
  15: BT709,
};

export function colorsOfCode(input: ImageInfo, payload: Uint8Array, at: number): ColorSpace | undefined {
  const [primaries = 0, transfer = 0, matrix = 0, isFull = 0] = payload;
  const name = `cICP ${primaries}/${transfer}/${matrix}/${isFull}`;
  const isRgb = payload.length === 4 && matrix === 0 && isFull === 1;
  return colorsOfCodes(input, { format: 'PNG', name, primaries: isRgb ? primaries : 0, transfer }, at);
}

interface ColorCodes {
  readonly format: 'PNG' | 'AVIF';
  /** The name that messages use. */
  readonly name: string;
  readonly primaries: number;
  readonly transfer: number;
}

export function colorsOfCodes(
  input: ImageInfo,
  { format, name, primaries, transfer }: ColorCodes,
  at: number,
): ColorSpace | undefined {
  const xy = PRIMARIES[primaries];
  const curve = TRANSFERS[transfer];
  if (xy === undefined || curve === undefined) {
    const high = transfer === 16 || transfer === 18 ? ' (HDR)' : '';
    warnAboutProfile(input, at, `the ${format} states the color space ${name}${high}, which is not applied`);
    return undefined;
  }
  return { name, curves: [curve, curve, curve], primaries: primaries === 1 ? undefined : matrixOfChromaticities(xy) };
}
