// Walks an arc evenly while interpolating along its chord. The chord between two unit quaternions that are the angle a apart passes the
// direction at the share t of the arc at the share 1/2 + tan((t − 1/2) a) ÷ (2 tan(a ÷ 2)). Tangents differ between engines, so both are series
// in the square of the angle.

/** Quaternions farther apart than 60°, which is a turn by 120°, are treated as if they were 60° apart. */
const MAX_SQUARED_TANGENT = 1 / 3;

/** tan(x) ÷ x by the square of x. */
const tangentRatio = (squared: number): number => 1 + squared * (1 / 3 + squared * (2 / 15 + (squared * 17) / 315));

/** The share of the chord for a share of the arc. `cosine`: of the angle between the quaternions, not negative. */
export function arcShare(cosine: number, share: number): number {
  let q = (1 - cosine) / (1 + cosine);
  if (!(q > 0)) return share;
  if (q > MAX_SQUARED_TANGENT) q = MAX_SQUARED_TANGENT;
  // The square of half the angle, from the square of its tangent.
  const half = q * (1 - q * (2 / 3 - q * (23 / 45 - (q * 44) / 105)));
  const middle = share - 0.5;
  return 0.5 + (middle * tangentRatio(4 * middle * middle * half)) / tangentRatio(half);
}
