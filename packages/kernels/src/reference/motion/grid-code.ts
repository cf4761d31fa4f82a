// The twin of assembly/motion/code.ts: rounds the values of a track to a grid and counts the bits that they take.

import { type GridCode, NONE_OMITTED, type PreparedTrack, SLOPE_STEPS } from '../../motion/segment.js';

const MAX_RESIDUAL = 2 ** 24 - 1;
const MAX_BASE = 2 ** 30;

/** A grid, the bits of the track with all samples, and per component what a reader gets. */
interface CodedTrack {
  readonly code: GridCode | undefined;
  readonly bits: number;
  readonly decoded: readonly Float64Array[];
}

/** With a grid, or floats if the numbers would be too large for the format. */
export function codeTrackReference(track: PreparedTrack, values: Float64Array, exponent: number): CodedTrack {
  const plain = exponent > track.max ? undefined : codeWith(track, exponent, false);
  const sloped = exponent > track.max || track.count <= 2 ? undefined : codeWith(track, exponent, true);
  const best = sloped !== undefined && (plain === undefined || sloped.bits < plain.bits) ? sloped : plain;
  if (best !== undefined) return best;
  const components = values.length / track.count;
  const decoded = Array.from({ length: components }, (_, c) =>
    Float64Array.from({ length: track.count }, (_, i) => Math.fround(values[i * components + c] ?? 0)),
  );
  return { code: undefined, bits: values.length * 32 + 3, decoded };
}

function codeWith(track: PreparedTrack, exponent: number, hasSlopes: boolean): CodedTrack | undefined {
  const { isRotation, count } = track;
  const stored = track.series.length;
  const bases = new Int32Array(stored);
  const slopes = new Int32Array(stored);
  const residuals = new Uint32Array(count * stored);
  let widths = 0;
  let baseBits = isRotation ? exponent + 2 : 1;
  let slopeBits = 1;
  for (const [c, series] of track.series.entries()) {
    const scale = 2 ** exponent;
    const slope = hasSlopes ? round((track.slopes[c] ?? 0) * scale * SLOPE_STEPS) : 0;
    const scaled = series.map((value, i) => value * scale - (slope * i) / SLOPE_STEPS);
    const base = round(scaled.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY));
    const rounded = scaled.map((value) => Math.max(0, round(value - base)));
    const max = rounded.reduce((most, value) => Math.max(most, value), 0);
    if (!(Math.abs(base) <= MAX_BASE && Math.abs(slope) <= MAX_BASE && max <= MAX_RESIDUAL)) return undefined;
    if (isRotation && signedBits(base) > exponent + 2) return undefined;
    bases[c] = base;
    slopes[c] = slope;
    for (const [i, value] of rounded.entries()) residuals[i * stored + c] = value;
    widths += 32 - Math.clz32(max);
    baseBits = Math.max(baseBits, signedBits(base));
    slopeBits = Math.max(slopeBits, signedBits(slope));
  }
  const head = (isRotation ? 8 : 12) + 1 + (hasSlopes ? 5 + stored * slopeBits : 0) + 5 * stored;
  const code = {
    omitted: track.omitted === NONE_OMITTED ? undefined : track.omitted,
    exponent,
    bases,
    slopes: hasSlopes ? slopes : undefined,
    residuals,
  };
  return { code, bits: head + stored * baseBits + count * widths, decoded: decode(track, code) };
}

function decode(
  { isRotation, count, series }: PreparedTrack,
  { omitted, exponent, bases, slopes, residuals }: GridCode,
) {
  const components = series.length + (omitted === undefined ? 0 : 1);
  const out = Array.from({ length: components }, () => new Float64Array(count));
  const step = 2 ** -exponent;
  for (let i = 0; i < count; i++) {
    let rest = 1;
    for (let k = 0; k < series.length; k++) {
      const residual = residuals[i * series.length + k] ?? 0;
      const value = ((bases[k] ?? 0) + residual + ((slopes?.[k] ?? 0) * i) / SLOPE_STEPS) * step;
      const own = out[omitted === undefined || k < omitted ? k : k + 1];
      if (own !== undefined) own[i] = value;
      rest -= value * value;
    }
    if (omitted !== undefined) out[omitted]?.set([Math.sqrt(Math.max(0, rest))], i);
    if (!isRotation) continue;
    let squares = 0;
    for (const own of out) squares += (own[i] ?? 0) * (own[i] ?? 0);
    const length = Math.sqrt(squares);
    for (const [c, own] of out.entries()) own[i] = length > 0 ? (own[i] ?? 0) / length : c === 3 ? 1 : 0;
  }
  return out;
}

const round = (value: number): number => Math.floor(value + 0.5);
/** Bits of a number in two's complement, at least 1. */
const signedBits = (value: number): number => 33 - Math.clz32(value < 0 ? ~value : value);
