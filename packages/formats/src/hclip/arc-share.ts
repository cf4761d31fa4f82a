// Walks an arc evenly while interpolating along its chord. The chord between two unit quaternions that are the angle a apart passes the
// direction at the share t of the arc at the share 1/2 + tan((t − 1/2) a) ÷ (2 tan(a ÷ 2)). Tangents differ between engines, so both are series
// in the square of the angle.

/** Quaternions farther apart than 60°, which is a turn by 120°, are treated as if they were 60° apart. */
const MAX_SQUARED_TANGENT = 1 / 3;

// Coefficients of tan(x) ÷ x in the square of x.
const TAN_1 = 1 / 3;
const TAN_2 = 2 / 15;
const TAN_3 = 17 / 315;

const scratch = new Float64Array(2);

/** The share of the chord for a share of the arc. `cosine`: of the angle between the quaternions, not negative. */
export function arcShare(cosine: number, share: number): number {
  scratch[0] = cosine;
  scratch[1] = share;
  walkArc(scratch);
  return scratch[1] ?? 0;
}

/** The same in place: `arc` is the cosine, then the share. Engines may allocate fractions that are passed to a function or returned. */
export function walkArc(arc: Float64Array): void {
  const cosine = arc[0] ?? 0;
  let q = (1 - cosine) / (1 + cosine);
  if (!(q > 0)) return;
  if (q > MAX_SQUARED_TANGENT) q = MAX_SQUARED_TANGENT;
  // The square of half the angle, from the square of its tangent.
  const half = q * (1 - q * (2 / 3 - q * (23 / 45 - q * (44 / 105))));
  const middle = (arc[1] ?? 0) - 0.5;
  const part = 4 * middle * middle * half;
  const ratio = 1 + part * (TAN_1 + part * (TAN_2 + part * TAN_3));
  arc[1] = 0.5 + (middle * ratio) / (1 + half * (TAN_1 + half * (TAN_2 + half * TAN_3)));
}
