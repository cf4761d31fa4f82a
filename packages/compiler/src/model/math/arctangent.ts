// The arctangent from + − × ÷ alone: Math.atan2 may differ between engines in the last digit, which would change outputs.

const TWO_PI = 6.283185307179586;

/** The tangent of π/8. */
const TAN_PI_8 = Math.SQRT2 - 1;

/** The angle of a point from +x toward +y, in turns, −½ … ½; within 1e-11. 0 for the origin. */
export function atan2Turns(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax === 0 && ay === 0) return 0;
  const isSteep = ay > ax;
  const ratio = isSteep ? ax / ay : ay / ax;
  const isReduced = ratio > TAN_PI_8;
  const r = isReduced ? (ratio - 1) / (ratio + 1) : ratio;
  const square = r * r;
  // |r| ≤ 0.415: the series of the arctangent; the omitted terms are below 1e-11.
  let sum = 1 / 23;
  sum = 1 / 21 - sum * square;
  sum = 1 / 19 - sum * square;
  sum = 1 / 17 - sum * square;
  sum = 1 / 15 - sum * square;
  sum = 1 / 13 - sum * square;
  sum = 1 / 11 - sum * square;
  sum = 1 / 9 - sum * square;
  sum = 1 / 7 - sum * square;
  sum = 1 / 5 - sum * square;
  sum = 1 / 3 - sum * square;
  sum = 1 - sum * square;
  let turns = (sum * r) / TWO_PI + (isReduced ? 0.125 : 0);
  if (isSteep) turns = 0.25 - turns;
  if (x < 0) turns = 0.5 - turns;
  return y < 0 ? -turns : turns;
}
