// Turns a rotation along an arc. Only additions, products, quotients and roots: sines differ between engines, while C and TypeScript must agree.
// Fractions stay in arrays, since engines may allocate one that is passed to a function.

/** A rotation x y z w under construction, then a share. */
export const newTurn = (): Float64Array => new Float64Array(5);

/** More terms are below the precision of a double, even for a right angle. */
const MAX_TERMS = 64;
/** Of both ends, then the cosine of the angle between them. */
const weights = new Float64Array(3);

/** Turns `turn` by the share in it towards the rotation at `at`, along the shorter arc at an even speed. A share of 1 gives that rotation. */
export function turnTowards(turn: Float64Array, to: ArrayLike<number>, at: number): void {
  const ax = turn[0] ?? 0;
  const ay = turn[1] ?? 0;
  const az = turn[2] ?? 0;
  const aw = turn[3] ?? 0;
  const bx = to[at] ?? 0;
  const by = to[at + 1] ?? 0;
  const bz = to[at + 2] ?? 0;
  const bw = to[at + 3] ?? 0;
  const dot = ax * bx + ay * by + az * bz + aw * bw;
  const share = turn[4] ?? 0;
  weights[0] = 1 - share;
  weights[1] = share;
  weights[2] = dot < 0 ? -dot : dot;
  weighEnds();
  const rest = weights[0] ?? 0;
  const part = dot < 0 ? -(weights[1] ?? 0) : (weights[1] ?? 0);
  const x = ax * rest + bx * part;
  const y = ay * rest + by * part;
  const z = az * rest + bz * part;
  const w = aw * rest + bw * part;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  const scale = length > 0 ? 1 / length : 0;
  turn[0] = x * scale;
  turn[1] = y * scale;
  turn[2] = z * scale;
  turn[3] = length > 0 ? w * scale : 1;
}

/**
 * Makes the shares of both ends their weights sin(share · angle) ÷ sin(angle), as a series in cosine − 1. Its terms shrink by half at least, and
 * not at all if the rotations are equal.
 */
function weighEnds(): void {
  const cosine = weights[2] ?? 0;
  const less = cosine < 1 ? cosine - 1 : 0;
  for (let end = 0; end < 2; end++) {
    const share = weights[end] ?? 0;
    const squared = share * share;
    let term = share;
    let sum = share;
    for (let i = 1; i <= MAX_TERMS; i++) {
      term *= ((squared - i * i) / (i * (2 * i + 1))) * less;
      const next = sum + term;
      if (next === sum) break;
      sum = next;
    }
    weights[end] = sum;
  }
}

/** Sets `out` to the product of two rotations; the second one is inverted if `isInverse`. `out` may be either. */
export function multiplyRotations(
  out: Float64Array,
  a: ArrayLike<number>,
  aAt: number,
  b: ArrayLike<number>,
  bAt: number,
  isInverse: boolean,
): void {
  const sign = isInverse ? -1 : 1;
  const ax = a[aAt] ?? 0;
  const ay = a[aAt + 1] ?? 0;
  const az = a[aAt + 2] ?? 0;
  const aw = a[aAt + 3] ?? 0;
  const bx = (b[bAt] ?? 0) * sign;
  const by = (b[bAt + 1] ?? 0) * sign;
  const bz = (b[bAt + 2] ?? 0) * sign;
  const bw = b[bAt + 3] ?? 0;
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by - ax * bz + ay * bw + az * bx;
  out[2] = aw * bz + ax * by - ay * bx + az * bw;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}
