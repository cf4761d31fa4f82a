// Compares two lists of triangles within a tolerance, regardless of their order and of which corner comes first.

interface TriangleSoup {
  /** 8 numbers per corner: position, normal, uv. */
  readonly corners: Float64Array;
}

interface Tolerance {
  readonly position: number;
  readonly normal: number;
  readonly uv: number;
}

/** Returns undefined if every triangle has a match, or else a description of what has none. */
export function compareTriangles(
  actual: TriangleSoup,
  expected: TriangleSoup,
  { position, normal, uv }: Tolerance,
): string | undefined {
  const allowed = [position, position, position, normal, normal, normal, uv, uv];
  return compareCorners(actual.corners, expected.corners, allowed);
}

/**
 * The same for corners of any numbers that start with a position, each number with its tolerance. `count` is the number of corners of a
 * shape: 3 for triangles, 2 for lines, which may have either direction, 1 for points.
 */
export function compareCorners(
  actual: Float64Array,
  expected: Float64Array,
  allowed: readonly number[],
  count: 1 | 2 | 3 = 3,
): string | undefined {
  const stride = allowed.length * count;
  if (actual.length !== expected.length)
    return `${actual.length / stride} triangles instead of ${expected.length / stride}`;
  const cell = Math.max((allowed[0] ?? 0) * 8, 1e-12);
  const grid = new Map<string, number[]>();
  for (let t = 0; t < actual.length; t += stride) {
    const key = center(actual, t, allowed.length, count)
      .map((n) => Math.floor(n / cell))
      .join();
    const list = grid.get(key);
    if (list === undefined) grid.set(key, [t]);
    else list.push(t);
  }
  for (let t = 0; t < expected.length; t += stride) {
    if (!take(grid, cell, actual, expected, t, allowed, count))
      return `no twin for triangle ${t / stride}: ${[...expected.subarray(t, t + stride)].map((n) => n.toPrecision(6)).join(' ')}`;
  }
  return undefined;
}

function center(corners: Float64Array, t: number, width: number, count: number): number[] {
  return [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += corners[t + k * width + axis] ?? 0;
    return sum / count;
  });
}

function take(
  grid: Map<string, number[]>,
  cell: number,
  actual: Float64Array,
  expected: Float64Array,
  t: number,
  allowed: readonly number[],
  count: number,
): boolean {
  const [x = 0, y = 0, z = 0] = center(expected, t, allowed.length, count).map((n) => Math.floor(n / cell));
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++)
      for (let dz = -1; dz <= 1; dz++) {
        const list = grid.get([x + dx, y + dy, z + dz].join());
        const found = list?.findIndex((candidate) => same(actual, candidate, expected, t, allowed, count)) ?? -1;
        if (found >= 0) {
          list?.splice(found, 1);
          return true;
        }
      }
  return false;
}

function same(
  actual: Float64Array,
  a: number,
  expected: Float64Array,
  e: number,
  allowed: readonly number[],
  count: number,
): boolean {
  const width = allowed.length;
  for (let turn = 0; turn < count; turn++) {
    let equal = true;
    for (let k = 0; equal && k < count; k++)
      for (let c = 0; equal && c < width; c++) {
        const x = actual[a + ((k + turn) % count) * width + c] ?? 0;
        equal = Math.abs(x - (expected[e + k * width + c] ?? 0)) <= (allowed[c] ?? 0);
      }
    if (equal) return true;
  }
  return false;
}
