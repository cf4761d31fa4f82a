// What a PNG says of its colours. Of its chunks the strongest counts: cICP, then iCCP, then sRGB, then gAMA and cHRM.

import { inflateSync } from 'node:zlib';
import {
  type Chromaticities,
  type ColorSpace,
  matrixOfChromaticities,
  powerCurve,
  SRGB_CHROMATICITIES,
  type ToneCurve,
} from '../../model/color-space.js';
import { colorsOfCode } from './cicp.js';
import { colorsOfProfile, warnOfProfile } from './color-profile.js';
import type { ImageAbout } from './image-input.js';

interface Chunk {
  readonly payload: Uint8Array;
  readonly at: number;
}

const TYPES = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'];

export class PngColorChunks {
  readonly #chunks = new Map<string, Chunk>();

  /** True where the chunk is one of colour. */
  note(type: string, payload: Uint8Array, at: number): boolean {
    if (!TYPES.includes(type)) return false;
    if (!this.#chunks.has(type)) this.#chunks.set(type, { payload, at });
    return true;
  }

  colors(input: ImageAbout, isGrey: boolean): ColorSpace | undefined {
    if (input.colors === 'as-is') return undefined;
    const [code, profile, srgb] = ['cICP', 'iCCP', 'sRGB'].map((type) => this.#chunks.get(type));
    if (code !== undefined) return colorsOfCode(input, code.payload, code.at);
    if (profile !== undefined)
      return colorsOfProfile(input, { ...inflated(profile.payload), offset: profile.at, isGrey });
    return srgb === undefined ? this.#plainColors(input) : undefined;
  }

  #plainColors(input: ImageAbout): ColorSpace | undefined {
    const gamma = this.#chunks.get('gAMA');
    const primaries = this.#chunks.get('cHRM');
    const stated = gamma === undefined ? undefined : gammaOf(input, gamma);
    const xy = primaries === undefined ? undefined : chromaticitiesOf(input, primaries);
    if (stated === 'damaged' || xy === 'damaged') return undefined;
    // Writers of sRGB state 1/2.2 for those who know no better, and mean sRGB's own curve; with other primaries they mean what they say.
    const curve: ToneCurve =
      stated === undefined || (xy === undefined && isNearSrgb(stated))
        ? { shape: 'srgb' }
        : powerCurve(100_000 / stated);
    if (xy === undefined)
      return curve.shape === 'srgb' ? undefined : { name: 'gAMA', curves: [curve, curve, curve], primaries: undefined };
    return {
      name: stated === undefined ? 'cHRM' : 'gAMA and cHRM',
      curves: [curve, curve, curve],
      primaries: matrixOfChromaticities(xy),
    };
  }
}

/** 45455 is 1/2.2; what is this near is that in other digits. */
const isNearSrgb = (gamma: number): boolean => gamma >= 44_455 && gamma <= 46_455;

/** In units of 1/100000. Exponents beyond 10 are no picture's. */
function gammaOf(input: ImageAbout, { payload, at }: Chunk): number | 'damaged' {
  const value = payload.length < 4 ? 0 : new DataView(payload.buffer, payload.byteOffset).getUint32(0, false);
  if (value >= 10_000 && value <= 1_000_000) return value;
  warnOfProfile(input, at, `the PNG states a gamma of ${value / 100_000}: it is not applied`);
  return 'damaged';
}

/** Undefined for those of sRGB, within what writers round. */
function chromaticitiesOf(input: ImageAbout, { payload, at }: Chunk): Chromaticities | 'damaged' | undefined {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const value = (i: number): number => (payload.length < 32 ? 0 : view.getUint32(i * 4, false) / 100_000);
  const xy: Chromaticities = [value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7)];
  if (SRGB_CHROMATICITIES.every((wanted, i) => Math.abs((xy[i] ?? 0) - wanted) <= 0.005)) return undefined;
  if (xy.every((number) => number <= 1) && matrixOfChromaticities(xy) !== undefined) return xy;
  warnOfProfile(input, at, "the PNG's primaries make no space of colours: they are not applied");
  return 'damaged';
}

const LARGEST_PROFILE = 8 << 20;

function inflated(payload: Uint8Array): { bytes: Uint8Array | undefined; fault?: string; name: string } {
  const end = payload.indexOf(0);
  const name = String.fromCharCode(...payload.subarray(0, Math.max(0, Math.min(end, 79))));
  if (end < 0) return { bytes: undefined, fault: 'its chunk has no name', name };
  try {
    return { bytes: inflateSync(payload.subarray(end + 2), { maxOutputLength: LARGEST_PROFILE }), name };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { bytes: undefined, fault: 'it does not inflate', name };
  }
}
