// f32 → f16, rounded to nearest, ties to even, and back, by their bits: the same on every machine.

const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);

/** The largest finite half float. */
export const HALF_MAX = 65504;

/** The bits of the nearest half float. Finite values beyond ±65504 become infinite: clamp first. */
export function toHalf(value: number): number {
  float[0] = value;
  const bits = word[0] ?? 0;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = (bits >>> 23) & 0xff;
  const mantissa = bits & 0x7fffff;
  if (exponent === 0xff) return sign | 0x7c00 | (mantissa === 0 ? 0 : 0x200);
  const e = exponent - 112;
  if (e >= 31) return sign | 0x7c00;
  if (e <= 0) {
    if (e < -10) return sign;
    return sign | roundShift(mantissa | 0x800000, 14 - e);
  }
  // A carry out of the mantissa correctly increments the exponent.
  return sign | ((e << 10) + roundShift(mantissa, 13));
}

function roundShift(value: number, shift: number): number {
  const kept = value >>> shift;
  const rest = value & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  return rest > half || (rest === half && (kept & 1) === 1) ? kept + 1 : kept;
}

/** The value of a half float's bits. */
export function fromHalf(half: number): number {
  const sign = (half & 0x8000) === 0 ? 1 : -1;
  const exponent = (half >>> 10) & 31;
  const mantissa = half & 0x3ff;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return (sign * mantissa) / 0x1000000;
  word[0] = ((half & 0x8000) << 16) | ((exponent + 112) << 23) | (mantissa << 13);
  return float[0] ?? 0;
}

/** Infinities and NaN have all bits of the exponent set. */
export const isFiniteHalf = (half: number): boolean => (half & 0x7c00) !== 0x7c00;
