// Reads the color space of a PNG. The strongest of its chunks counts: cICP, then iCCP, then sRGB, then gAMA and cHRM.

import { inflateSync } from 'node:zlib';
import {
  type Chromaticities,
  type ColorSpace,
  matrixOfChromaticities,
  powerCurve,
  SRGB_CHROMATICITIES,
  type ToneCurve,
} from '../../../model/image/color-space.js';
import { colorsOfCode } from '../color/cicp.js';
import { colorsOfProfile, warnAboutProfile } from '../color/color-profile.js';
import type { ImageInfo } from '../image-input.js';

interface Chunk {
  readonly payload: Uint8Array;
  readonly at: number;
}

const COLOR_CHUNKS = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'];

export class PngColorChunks {
  readonly #chunks = new Map<string, Chunk>();

  /** Stores the chunk and returns true if it is a color chunk. */
  add(type: string, payload: Uint8Array, at: number): boolean {
    if (!COLOR_CHUNKS.includes(type)) return false;
    if (!this.#chunks.has(type)) this.#chunks.set(type, { payload, at });
    return true;
  }

  colors(input: ImageInfo, isGray: boolean): ColorSpace | undefined {
    if (input.colors === 'as-is') return undefined;
    const [code, profile, srgb] = ['cICP', 'iCCP', 'sRGB'].map((type) => this.#chunks.get(type));
    if (code !== undefined) return colorsOfCode(input, code.payload, code.at);
    if (profile !== undefined)
      return colorsOfProfile(input, { ...inflateProfile(profile.payload), offset: profile.at, isGray });
    return srgb === undefined ? this.#gammaAndPrimaries(input) : undefined;
  }

  #gammaAndPrimaries(input: ImageInfo): ColorSpace | undefined {
    const gamma = this.#chunks.get('gAMA');
    const primaries = this.#chunks.get('cHRM');
    const gammaValue = gamma === undefined ? undefined : gammaOf(input, gamma);
    const xy = primaries === undefined ? undefined : chromaticitiesOf(input, primaries);
    if (gammaValue === 'damaged' || xy === 'damaged') return undefined;
    // Writers of sRGB store 1/2.2 as an approximation of sRGB's curve. With other primaries, the value is meant literally.
    const curve: ToneCurve =
      gammaValue === undefined || (xy === undefined && isNearSrgb(gammaValue))
        ? { shape: 'srgb' }
        : powerCurve(100_000 / gammaValue);
    if (xy === undefined)
      return curve.shape === 'srgb' ? undefined : { name: 'gAMA', curves: [curve, curve, curve], primaries: undefined };
    return {
      name: gammaValue === undefined ? 'cHRM' : 'gAMA and cHRM',
      curves: [curve, curve, curve],
      primaries: matrixOfChromaticities(xy),
    };
  }
}

/** 45455 is 1/2.2; values this near are the same with other rounding. */
const isNearSrgb = (gamma: number): boolean => gamma >= 44_455 && gamma <= 46_455;

/** In units of 1/100000. No image has an exponent beyond 10. */
function gammaOf(input: ImageInfo, { payload, at }: Chunk): number | 'damaged' {
  const value = payload.length < 4 ? 0 : new DataView(payload.buffer, payload.byteOffset).getUint32(0, false);
  if (value >= 10_000 && value <= 1_000_000) return value;
  warnAboutProfile(input, at, `the PNG states a gamma of ${value / 100_000}, which is not applied`);
  return 'damaged';
}

/** Undefined if they equal sRGB's, apart from rounding. */
function chromaticitiesOf(input: ImageInfo, { payload, at }: Chunk): Chromaticities | 'damaged' | undefined {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const value = (i: number): number => (payload.length < 32 ? 0 : view.getUint32(i * 4, false) / 100_000);
  const xy: Chromaticities = [value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7)];
  if (SRGB_CHROMATICITIES.every((expected, i) => Math.abs((xy[i] ?? 0) - expected) <= 0.005)) return undefined;
  if (xy.every((number) => number <= 1) && matrixOfChromaticities(xy) !== undefined) return xy;
  warnAboutProfile(input, at, "the PNG's primaries do not define a color space, so they are not applied");
  return 'damaged';
}

const MAX_PROFILE_BYTES = 8 << 20;

function inflateProfile(payload: Uint8Array): { bytes: Uint8Array | undefined; fault?: string; name: string } {
  const end = payload.indexOf(0);
  const name = String.fromCharCode(...payload.subarray(0, Math.max(0, Math.min(end, 79))));
  if (end < 0) return { bytes: undefined, fault: 'its chunk has no name', name };
  try {
    return { bytes: inflateSync(payload.subarray(end + 2), { maxOutputLength: MAX_PROFILE_BYTES }), name };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { bytes: undefined, fault: 'it cannot be decompressed', name };
  }
}
