// RGB9E5: three mantissas of 9 bits that share an exponent of 5. Packing rounds to nearest, halves up. It uses only sums, products and
// powers of two, so it is the same on every machine.

import { fromHalf, toHalf } from '../codec/half-float.js';

const MANTISSA_BITS = 9;
const BIAS = 15;
/** 511/512 × 2¹⁶: the largest value. */
export const RGB9E5_MAX = 65408;

/** 2 to the power of −32 to 31, by doubling. */
const POWERS = new Float64Array(64).fill(1 / 4294967296);
for (let i = 1; i < POWERS.length; i++) POWERS[i] = (POWERS[i - 1] ?? 0) * 2;
const power = (exponent: number): number => POWERS[exponent + 32] ?? 0;

/** Clamps to 0 … the largest value; NaN becomes 0. */
const clamp = (v: number): number => (v > 0 ? Math.min(v, RGB9E5_MAX) : 0);

/** The 32 bits of a color in linear light. */
export function packRgb9e5(red: number, green: number, blue: number): number {
  const [r, g, b] = [clamp(red), clamp(green), clamp(blue)];
  const most = Math.max(r, g, b);
  let exponent = 0;
  while (exponent < 31 && most >= power(exponent - BIAS)) exponent++;
  const round = (v: number): number => Math.floor(v * power(BIAS + MANTISSA_BITS - exponent) + 0.5);
  if (round(most) === 1 << MANTISSA_BITS) exponent++;
  return ((exponent << 27) | (round(b) << 18) | (round(g) << 9) | round(r)) >>> 0;
}

/** Writes the bits of half floats, without alpha. */
export function decodeRgb9e5(data: Uint8Array, at: number, out: Uint16Array): void {
  const low = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
  const last = data[at + 3] ?? 0;
  const scale = power((last >> 3) - BIAS - MANTISSA_BITS);
  out[0] = toHalf((low & 0x1ff) * scale);
  out[1] = toHalf(((low >> 9) & 0x1ff) * scale);
  out[2] = toHalf((((low >> 18) & 0x3f) | ((last & 7) << 6)) * scale);
}

/** RGBA half floats as RGB9E5, four bytes per texel; alpha is dropped. */
export function encodeRgb9e5(halfs: Uint16Array): Uint8Array {
  const out = new Uint8Array(halfs.length);
  const view = new DataView(out.buffer);
  for (let i = 0; i < halfs.length; i += 4)
    view.setUint32(
      i,
      packRgb9e5(fromHalf(halfs[i] ?? 0), fromHalf(halfs[i + 1] ?? 0), fromHalf(halfs[i + 2] ?? 0)),
      true,
    );
  return out;
}
