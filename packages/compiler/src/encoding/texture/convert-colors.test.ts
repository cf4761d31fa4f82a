// Compares with independent formulas: Math.pow, and published matrices.

import { describe, expect, it } from 'vitest';
import {
  type ColorSpace,
  matrixOfChromaticities,
  matrixToSrgb,
  type PrimaryMatrix,
  powerCurve,
  SRGB_CHROMATICITIES,
  type ToneCurve,
} from '../../model/image/color-space.js';
import { convertColors, isSrgb } from './convert-colors.js';

/** Display P3 to sRGB, both D65, as published. */
const P3_TO_SRGB = [1.22494, -0.22494, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274] as const;
/** Adobe RGB (1998) to sRGB, both D65. */
const ADOBE_TO_SRGB = [1.39836, -0.39836, 0, 0, 1, 0, 0, -0.04293, 1.04293] as const;

const p3 = matrixOfChromaticities([0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]);
const adobe = matrixOfChromaticities([0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06]);
const spaceOf = (curve: ToneCurve, primaries: PrimaryMatrix | undefined): ColorSpace => ({
  name: 'a test',
  curves: [curve, curve, curve],
  primaries,
});

const toLinear = (x: number): number => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const fromLinear = (l: number): number => {
  const clipped = Math.min(1, Math.max(0, l));
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
};

function expected(
  pixels: readonly number[],
  decode: (x: number) => number,
  m: readonly number[],
  largest: number,
): number[] {
  const out: number[] = [];
  for (let i = 0; i < pixels.length; i += 4) {
    const light = [0, 1, 2].map((c) => decode((pixels[i + c] ?? 0) / largest));
    for (let c = 0; c < 3; c++) {
      const sum = light.reduce((total, value, k) => total + value * (m[c * 3 + k] ?? 0), 0);
      out.push(fromLinear(sum) * largest);
    }
    out.push(pixels[i + 3] ?? 0);
  }
  return out;
}

/** Seventeen steps of each channel, with an alpha that identifies the texel. */
function grid(largest: number): number[] {
  const out: number[] = [];
  const at = (step: number): number => Math.round((step * largest) / 16);
  for (let r = 0; r <= 16; r++)
    for (let g = 0; g <= 16; g++)
      for (let b = 0; b <= 16; b++) out.push(at(r), at(g), at(b), (r * 7 + g * 3 + b) % 256);
  return out;
}

function convert(pixels: Uint8Array | Uint16Array, colors: ColorSpace) {
  return convertColors({ width: pixels.length / 4, height: 1, pixels, hasAlpha: true, colors });
}

function maxDifference(got: ArrayLike<number>, wanted: readonly number[]): number {
  return wanted.reduce((max, value, i) => Math.max(max, Math.abs((got[i] ?? 0) - value)), 0);
}

describe('convertColors', () => {
  const cases: [string, ColorSpace, (x: number) => number, readonly number[]][] = [
    ['Display P3', spaceOf({ shape: 'srgb' }, p3), toLinear, P3_TO_SRGB],
    ['Adobe RGB', spaceOf(powerCurve(563 / 256), adobe), (x) => x ** (563 / 256), ADOBE_TO_SRGB],
    ['a gamma of 1.8', spaceOf(powerCurve(1.8), undefined), (x) => x ** 1.8, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['linear light', spaceOf(powerCurve(1), undefined), (x) => x, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
  ];
  for (const [name, space, decode, matrix] of cases) {
    it(`rounds ${name} to the nearest 8-bit color, and leaves alpha alone`, () => {
      const pixels = grid(255);
      const { pixels: got } = convert(Uint8Array.from(pixels), space);
      // Half a code is the rounding; the rest is that of the published matrices.
      expect(maxDifference(got, expected(pixels, decode, matrix, 255))).toBeLessThan(0.52);
    });

    it(`keeps the precision of ${name} in 16 bits`, () => {
      const pixels = grid(65535);
      const { pixels: got } = convert(Uint16Array.from(pixels), space);
      expect(got).toBeInstanceOf(Uint16Array);
      // The matrices above have five digits, and black is steep: 12.92 × 65535 × 0.000005.
      expect(maxDifference(got, expected(pixels, decode, matrix, 65535))).toBeLessThan(7);
    });
  }

  it('keeps grays gray and white white, even for a profile that was not adapted to D50', () => {
    const unadapted = matrixOfChromaticities([0.2848, 0.2932, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]);
    const { pixels } = convert(
      Uint16Array.from({ length: 65536 * 4 }, (_, i) => i >> 2),
      spaceOf({ shape: 'srgb' }, unadapted),
    );
    for (let i = 0; i < pixels.length; i += 4)
      if (pixels[i] !== i >> 2 || pixels[i + 1] !== i >> 2 || pixels[i + 2] !== i >> 2)
        expect([i >> 2, ...pixels.subarray(i, i + 3)]).toEqual([i >> 2, i >> 2, i >> 2, i >> 2]);
  });

  it('clips a curve that leaves 0 … 1', () => {
    const steep: ToneCurve = { shape: 'power', g: 1, a: 4, b: -1, c: 0, d: 0, e: 0, f: 0 };
    const { pixels } = convert(Uint8Array.of(0, 63, 255, 9), spaceOf(steep, undefined));
    expect([...pixels]).toEqual([0, 0, 255, 9]);
  });
});

describe('isSrgb', () => {
  const samples = (points: number, value: (x: number) => number): ToneCurve => ({
    shape: 'table',
    values: Uint16Array.from({ length: points }, (_, i) => Math.round(value(i / (points - 1)) * 65535)),
  });
  const srgb = matrixOfChromaticities(SRGB_CHROMATICITIES);
  const rounded: PrimaryMatrix = [0.4361, 0.3851, 0.1431, 0.2225, 0.7169, 0.0606, 0.0139, 0.0971, 0.7141];
  const parametric: ToneCurve = {
    shape: 'power',
    g: 2.4,
    a: Math.round(65536 / 1.055) / 65536,
    b: Math.round((65536 * 0.055) / 1.055) / 65536,
    c: Math.round(65536 / 12.92) / 65536,
    d: Math.round(65536 * 0.04045) / 65536,
    e: 0,
    f: 0,
  };
  const yes: [string, ColorSpace][] = [
    ['1024 samples and primaries with four digits', spaceOf(samples(1024, toLinear), rounded)],
    ['26 samples', spaceOf(samples(26, toLinear), rounded)],
    ['a parametric curve', spaceOf(parametric, srgb)],
    ['a gray curve', spaceOf(samples(256, toLinear), undefined)],
  ];
  for (const [name, space] of yes)
    it(`recognizes sRGB by ${name}, and leaves every code as it is`, () => {
      expect(isSrgb(space)).toBe(true);
      const pixels = Uint8Array.from(grid(255));
      expect(convert(pixels.slice(), space).pixels).toEqual(pixels);
    });

  const no: [string, ColorSpace][] = [
    ['a gamma of 2.2', spaceOf(powerCurve(2.2), srgb)],
    ['Display P3', spaceOf(parametric, p3)],
    ['Adobe RGB', spaceOf(powerCurve(2.2), adobe)],
    [
      'the primaries of PAL',
      spaceOf(parametric, matrixOfChromaticities([0.3127, 0.329, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06])),
    ],
    ['one channel that differs', { ...spaceOf(parametric, srgb), curves: [parametric, parametric, powerCurve(2.2)] }],
  ];
  for (const [name, space] of no) it(`does not mistake ${name} for sRGB`, () => expect(isSrgb(space)).toBe(false));

  it('computes the published matrices', () => {
    for (const [from, to] of [
      [p3, P3_TO_SRGB],
      [adobe, ADOBE_TO_SRGB],
    ] as const)
      for (const [i, value] of matrixToSrgb(from ?? rounded).entries()) expect(value).toBeCloseTo(to[i] ?? 0, 4);
  });
});
