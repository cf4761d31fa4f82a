// Writes the tracks of a segment; the counterpart of track-bits.ts.

import { type BitWriter, signedBits, unsignedBits } from './bits.js';
import type { GridTrack, SegmentTrack } from './model.js';
import { ALL_FOUR, EXPONENT_BIAS, RAW_FORM } from './track-bits.js';

/** Bits per sample of each stored component. */
function widthsOf({ bases, residuals }: GridTrack): readonly number[] {
  const widths = new Array<number>(bases.length).fill(0);
  for (const [i, residual] of residuals.entries()) {
    const c = i % bases.length;
    widths[c] = Math.max(widths[c] ?? 0, unsignedBits(residual));
  }
  return widths;
}

const largestSigned = (values: Int32Array): number =>
  values.reduce((bits, value) => Math.max(bits, signedBits(value)), 1);

/** Bits of one sample of a track. */
export const sampleBitsOf = (track: SegmentTrack, components: number): number =>
  track.form === 'raw' ? components * 32 : widthsOf(track).reduce((sum, width) => sum + width, 0);

/** Writes what describes the track: everything but its samples, or with `isConstant` its only value. */
export function writeTrack(bits: BitWriter, track: SegmentTrack, components: number, isConstant: boolean): void {
  const isRotation = components === 4;
  if (track.form === 'raw') {
    bits.write(isRotation ? RAW_FORM.rotation : RAW_FORM.other, isRotation ? 3 : 1);
    if (isConstant) writeRaw(bits, track.values);
    return;
  }
  const baseBits = isRotation ? track.exponent + 2 : largestSigned(track.bases);
  if (isRotation) {
    bits.write(track.omitted ?? ALL_FOUR, 3);
    bits.write(track.exponent, 5);
  } else {
    bits.write(0, 1);
    bits.write(track.exponent + EXPONENT_BIAS, 6);
    bits.write(baseBits - 1, 5);
  }
  const slopes = isConstant ? undefined : track.slopes;
  const slopeBits = slopes === undefined ? 0 : largestSigned(slopes);
  if (!isConstant) {
    bits.write(slopeBits > 0 ? 1 : 0, 1);
    if (slopeBits > 0) bits.write(slopeBits - 1, 5);
    for (const width of widthsOf(track)) bits.write(width, 5);
  }
  for (const base of track.bases) bits.write(base, baseBits);
  for (const slope of slopes ?? []) bits.write(slope, slopeBits);
}

/** Writes one sample of a track. */
export function writeSample(bits: BitWriter, track: SegmentTrack, components: number, sample: number): void {
  if (track.form === 'raw') {
    writeRaw(bits, track.values.subarray(sample * components, (sample + 1) * components));
    return;
  }
  const count = track.bases.length;
  for (const [c, width] of widthsOf(track).entries()) bits.write(track.residuals[sample * count + c] ?? 0, width);
}

function writeRaw(bits: BitWriter, values: Float32Array): void {
  for (const word of new Int32Array(values.slice().buffer)) bits.write(word, 32);
}
