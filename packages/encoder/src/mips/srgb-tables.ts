// Tables of f32 for the sRGB curve.

import { srgbToLinear } from '@assetc/kernels';

const table = (length: number, value: (code: number) => number): Float32Array =>
  Float32Array.from({ length }, (_, code) => value(code));

const made = new Map<string, Float32Array>();

function once(key: string, make: () => Float32Array): Float32Array {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

/** `codes` is 256 or 65536. */
export const srgbTable = (codes: number): Float32Array =>
  once(`srgb${codes}`, () => table(codes, (code) => srgbToLinear(code / (codes - 1))));

export const unitTable = (codes: number): Float32Array =>
  once(`unit${codes}`, () => table(codes, (code) => code / (codes - 1)));

/** Normals: −1 … 1. */
export const signedTable = (codes: number): Float32Array =>
  once(`signed${codes}`, () => table(codes, (code) => (code / (codes - 1)) * 2 - 1));

/** The smallest linear value that rounds to each 8-bit code; entry 257 is above every value. */
export const srgbThresholds = (): Float32Array =>
  once('thresholds', () =>
    table(257, (code) => (code === 0 ? 0 : code === 256 ? 2 : srgbToLinear((code - 0.5) / 255))),
  );

let starts: Uint8Array | undefined;

/** The code at each 1/4096 of linear light: the start of the search for a value's code. */
export function srgbStarts(): Uint8Array {
  if (starts !== undefined) return starts;
  const thresholds = srgbThresholds();
  starts = new Uint8Array(4097);
  for (let code = 1; code < 256; code++) starts.fill(code, Math.ceil((thresholds[code] ?? 2) * 4096));
  return starts;
}
