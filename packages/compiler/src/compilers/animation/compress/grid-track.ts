// Rounds the values of one track in one segment to a grid, and counts the bits that they take.

import type { SegmentTrack } from '@assetc/formats';
import { SLOPE_STEPS, signedBits, unsignedBits } from '@assetc/formats/layouts';
import { dotAt, normalizeAt } from './quaternion.js';

/** The values of a track in a segment: `components` numbers per sample. */
export interface SegmentValues {
  readonly values: Float64Array;
  readonly components: number;
  readonly count: number;
}

/** Rotations: below this a left-out component would be found from rounding errors, so all four are stored. */
const MIN_OMITTED = 0.05;
/** Of a sample in a component. */
const MAX_RESIDUAL = 2 ** 24 - 1;
const MAX_BASE = 2 ** 30;

/** What coding gives: the track, its bits with all samples, and the values that a reader gets. */
export interface CodedTrack {
  readonly track: SegmentTrack;
  readonly bits: number;
  readonly decoded: Float64Array;
}

/** A track ready to be coded with any step: rotations have the signs and the omitted component that suit the segment. */
export class GridCoder {
  readonly #series: readonly Float64Array[];
  readonly #omitted: number | undefined;
  readonly #isRotation: boolean;
  readonly #count: number;

  constructor({ values, components, count }: SegmentValues) {
    this.#isRotation = components === 4;
    this.#count = count;
    const oriented = this.#isRotation ? orient(values, count) : { values, omitted: undefined };
    this.#omitted = oriented.omitted;
    this.#series = Array.from({ length: components }, (_, c) => c)
      .filter((c) => c !== oriented.omitted)
      .map((c) => Float64Array.from({ length: count }, (_, i) => oriented.values[i * components + c] ?? 0));
  }

  /** Undefined if the numbers would be too large for the format. */
  code(exponent: number): CodedTrack | undefined {
    const plain = this.#codeWith(exponent, false);
    const sloped = this.#count > 2 ? this.#codeWith(exponent, true) : undefined;
    return sloped !== undefined && (plain === undefined || sloped.bits < plain.bits) ? sloped : plain;
  }

  #codeWith(exponent: number, hasSlopes: boolean): CodedTrack | undefined {
    const scale = 2 ** exponent;
    const parts = this.#series.map((series) => codeComponent(series, scale, hasSlopes));
    const stored = parts.length;
    const bases = Int32Array.from(parts, ({ base }) => base);
    const slopes = Int32Array.from(parts, ({ slope }) => slope);
    if (
      parts.some(
        ({ base, slope, max }) => Math.abs(base) > MAX_BASE || Math.abs(slope) > MAX_BASE || max > MAX_RESIDUAL,
      )
    )
      return undefined;
    if (this.#isRotation && parts.some(({ base }) => signedBits(base) > exponent + 2)) return undefined;
    const residuals = new Uint32Array(this.#count * stored);
    for (const [c, part] of parts.entries())
      for (let i = 0; i < this.#count; i++) residuals[i * stored + c] = part.residuals[i] ?? 0;
    const track: SegmentTrack = {
      form: 'grid',
      omitted: this.#omitted,
      exponent,
      bases,
      ...(hasSlopes ? { slopes } : {}),
      residuals,
    };
    const widths = parts.reduce((sum, { max }) => sum + unsignedBits(max), 0);
    const baseBits = this.#isRotation ? exponent + 2 : longest(bases);
    const head = (this.#isRotation ? 8 : 12) + 1 + (hasSlopes ? 5 + stored * longest(slopes) : 0) + 5 * stored;
    return { track, bits: head + stored * baseBits + this.#count * widths, decoded: this.#decode(parts, scale) };
  }

  #decode(parts: readonly ComponentCode[], scale: number): Float64Array {
    const components = parts.length + (this.#omitted === undefined ? 0 : 1);
    const out = new Float64Array(this.#count * components);
    for (let i = 0; i < this.#count; i++) {
      let rest = 1;
      for (const [k, { base, slope, residuals }] of parts.entries()) {
        const c = this.#omitted === undefined || k < this.#omitted ? k : k + 1;
        const value = (base + (residuals[i] ?? 0) + (slope * i) / SLOPE_STEPS) / scale;
        out[i * components + c] = value;
        rest -= value * value;
      }
      if (this.#omitted !== undefined) out[i * components + this.#omitted] = Math.sqrt(Math.max(0, rest));
      if (this.#isRotation) normalizeAt(out, i * 4);
    }
    return out;
  }
}

interface ComponentCode {
  readonly base: number;
  readonly slope: number;
  readonly residuals: Float64Array;
  /** The largest residual. */
  readonly max: number;
}

function codeComponent(series: Float64Array, scale: number, hasSlope: boolean): ComponentCode {
  const slope = hasSlope ? Math.round(slopeOf(series) * scale * SLOPE_STEPS) : 0;
  const residuals = Float64Array.from(series, (value, i) => value * scale - (slope * i) / SLOPE_STEPS);
  let min = Number.POSITIVE_INFINITY;
  for (const value of residuals) if (value < min) min = value;
  const base = Math.round(min);
  let max = 0;
  for (let i = 0; i < residuals.length; i++) {
    const rounded = Math.max(0, Math.round((residuals[i] ?? 0) - base));
    residuals[i] = rounded;
    if (rounded > max) max = rounded;
  }
  return { base, slope, residuals, max };
}

/** Of the line with the least squared distance. */
function slopeOf(series: Float64Array): number {
  const center = (series.length - 1) / 2;
  let products = 0;
  let squares = 0;
  for (let i = 0; i < series.length; i++) {
    products += (i - center) * (series[i] ?? 0);
    squares += (i - center) * (i - center);
  }
  return products / squares;
}

/** Flips signs so that the component which stays farthest from 0 is positive and can be left out. */
function orient(values: Float64Array, count: number): { values: Float64Array; omitted: number | undefined } {
  let omitted: number | undefined;
  let best = MIN_OMITTED;
  for (let c = 0; c < 4; c++) {
    let least = 1;
    for (let i = 0; i < count; i++) least = Math.min(least, Math.abs(values[i * 4 + c] ?? 0));
    if (least <= best) continue;
    best = least;
    omitted = c;
  }
  const out = values.slice();
  for (let i = 0; i < count; i++) {
    let isFlipped = false;
    if (omitted !== undefined) isFlipped = (out[i * 4 + omitted] ?? 0) < 0;
    else if (i > 0) isFlipped = dotAt(out, i * 4, out, i * 4 - 4) < 0;
    if (isFlipped) for (let c = 0; c < 4; c++) out[i * 4 + c] = -(out[i * 4 + c] ?? 0);
  }
  return { values: out, omitted };
}

const longest = (values: Int32Array): number => values.reduce((bits, value) => Math.max(bits, signedBits(value)), 1);
