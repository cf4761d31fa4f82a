// Sorts points along a space-filling curve: consecutive ones are near each other.

const BITS = 10;
const STEPS = (1 << BITS) - 1;

/** `points`: three floats each. Returns their indices in order. */
export function sortAlongCurve(points: Float32Array): Uint32Array {
  const count = points.length / 3;
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (let i = 0; i < points.length; i++) {
    const axis = i % 3;
    low[axis] = Math.min(low[axis] ?? 0, points[i] ?? 0);
    high[axis] = Math.max(high[axis] ?? 0, points[i] ?? 0);
  }
  const extent = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)));
  const scale = extent > 0 ? STEPS / extent : 0;
  const keys = new Uint32Array(count);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++)
      keys[i] =
        (keys[i] ?? 0) | (spreadBits(Math.floor(((points[i * 3 + axis] ?? 0) - (low[axis] ?? 0)) * scale)) << axis);
  return Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
}

/** Inserts two zero bits after each of ten. */
function spreadBits(value: number): number {
  let bits = value;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}
