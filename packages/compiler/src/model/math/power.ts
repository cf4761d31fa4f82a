// x^y with only + − × ÷, because Math.pow may differ between engines in the last digit, and the result ends up in outputs.

/** ln 2 in two parts; the first has so few digits that small multiples of it are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** e^±700 is near the limits of doubles. */
const LARGEST_EXPONENT = 700;

/** For a base of 0 or more and a positive exponent; within some 1e-14 of the true value, relatively, for exponents up to 10. */
export function power(base: number, exponent: number): number {
  if (base <= 0) return 0;
  if (exponent === 1) return base;
  const y = exponent * logarithm(base);
  if (y < -LARGEST_EXPONENT) return 0;
  if (y > LARGEST_EXPONENT) return Number.POSITIVE_INFINITY;
  const twos = Math.round(y / LN2_HIGH);
  const rest = y - twos * LN2_HIGH - twos * LN2_LOW;
  // |rest| ≤ 0.35: the 18th term is below 1e-24.
  let sum = 1;
  for (let k = 18; k >= 1; k--) sum = 1 + (sum * rest) / k;
  for (let i = 0; i < twos; i++) sum *= 2;
  for (let i = 0; i > twos; i--) sum /= 2;
  return sum;
}

/** By the series of artanh around 1, after the base has been halved or doubled into √½ … √2. */
function logarithm(base: number): number {
  let m = base;
  let twos = 0;
  for (; m >= Math.SQRT2; twos++) m /= 2;
  for (; m < Math.SQRT2 / 2; twos--) m *= 2;
  const s = (m - 1) / (m + 1);
  const square = s * s;
  // |s| ≤ 0.172: the term of s^25 is below 1e-20.
  let sum = 0;
  for (let k = 25; k >= 1; k -= 2) sum = sum * square + 1 / k;
  return twos * LN2_HIGH + (2 * s * sum + twos * LN2_LOW);
}
