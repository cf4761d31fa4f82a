// Whether two lists of triangles are the same multiset within a tolerance, whatever the order and the first corner.

export interface TriangleSoup {
  /** 8 numbers a corner: position, normal, uv. */
  readonly corners: Float64Array;
}

export interface Tolerance {
  readonly position: number;
  readonly normal: number;
  readonly uv: number;
}

const CORNER = 8;
const TRIANGLE = CORNER * 3;

/** Undefined where every triangle finds its twin; else what was not found. */
export function compareTriangles(
  actual: TriangleSoup,
  expected: TriangleSoup,
  tolerance: Tolerance,
): string | undefined {
  if (actual.corners.length !== expected.corners.length)
    return `${actual.corners.length / TRIANGLE} triangles instead of ${expected.corners.length / TRIANGLE}`;
  const cell = Math.max(tolerance.position * 8, 1e-12);
  const grid = new Map<string, number[]>();
  for (let t = 0; t < actual.corners.length; t += TRIANGLE) {
    const key = centre(actual.corners, t)
      .map((n) => Math.floor(n / cell))
      .join();
    const list = grid.get(key);
    if (list === undefined) grid.set(key, [t]);
    else list.push(t);
  }
  for (let t = 0; t < expected.corners.length; t += TRIANGLE) {
    if (!take(grid, cell, actual.corners, expected.corners, t, tolerance))
      return `no twin for triangle ${t / TRIANGLE}: ${[...expected.corners.subarray(t, t + TRIANGLE)].map((n) => n.toPrecision(6)).join(' ')}`;
  }
  return undefined;
}

function centre(corners: Float64Array, t: number): number[] {
  return [0, 1, 2].map((axis) => [0, 1, 2].reduce((sum, k) => sum + (corners[t + k * CORNER + axis] ?? 0), 0) / 3);
}

function take(
  grid: Map<string, number[]>,
  cell: number,
  actual: Float64Array,
  expected: Float64Array,
  t: number,
  tolerance: Tolerance,
): boolean {
  const [x = 0, y = 0, z = 0] = centre(expected, t).map((n) => Math.floor(n / cell));
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++)
      for (let dz = -1; dz <= 1; dz++) {
        const list = grid.get([x + dx, y + dy, z + dz].join());
        const found = list?.findIndex((candidate) => same(actual, candidate, expected, t, tolerance)) ?? -1;
        if (found >= 0) {
          list?.splice(found, 1);
          return true;
        }
      }
  return false;
}

function same(actual: Float64Array, a: number, expected: Float64Array, e: number, tolerance: Tolerance): boolean {
  for (let turn = 0; turn < 3; turn++) {
    let equal = true;
    for (let k = 0; equal && k < 3; k++)
      for (let c = 0; equal && c < CORNER; c++) {
        const allowed = c < 3 ? tolerance.position : c < 6 ? tolerance.normal : tolerance.uv;
        const x = actual[a + ((k + turn) % 3) * CORNER + c] ?? 0;
        equal = Math.abs(x - (expected[e + k * CORNER + c] ?? 0)) <= allowed;
      }
    if (equal) return true;
  }
  return false;
}
