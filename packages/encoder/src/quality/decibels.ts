// Decibels with only + − × ÷: Math.log10 may differ between engines in the last digit, and a file may depend on it.

const { LN10, LN2 } = Math;

/** 10 · log₁₀ of a positive number. */
export function decibels(ratio: number): number {
  let m = ratio;
  let twos = 0;
  for (; m >= Math.SQRT2; twos++) m /= 2;
  for (; m < Math.SQRT1_2; twos--) m *= 2;
  // ln m by the series of artanh: |s| ≤ 0.172, so that the term of s²⁵ is below 1e-20.
  const s = (m - 1) / (m + 1);
  let sum = 0;
  for (let k = 25; k >= 1; k -= 2) sum = sum * s * s + 1 / k;
  return (10 * (twos * LN2 + 2 * s * sum)) / LN10;
}
