// Replaces zero normals with those of the surrounding triangles. Exporters write zeros if they have no normals.

interface RepairedNormals {
  readonly normals: Float32Array;
  /** How many were replaced. */
  readonly count: number;
}

/** Checks only vertices that triangles use. If those triangles have no area either, the normal stays zero. */
export function repairNormals(positions: Float32Array, normals: Float32Array, indices: Uint32Array): RepairedNormals {
  const missing = new Map<number, [number, number, number]>();
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i] ?? 0;
    const n = vertex * 3;
    if (normals[n] === 0 && normals[n + 1] === 0 && normals[n + 2] === 0) missing.set(vertex, [0, 0, 0]);
  }
  if (missing.size === 0) return { normals, count: 0 };
  addFaces(positions, indices, missing);
  const repaired = normals.slice();
  for (const [vertex, [x, y, z]] of missing) {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0 && length < Number.POSITIVE_INFINITY) repaired.set([x / length, y / length, z / length], vertex * 3);
  }
  return { normals: repaired, count: missing.size };
}

/** Uses cross products, which weight faces by their area. */
function addFaces(positions: Float32Array, indices: Uint32Array, sums: Map<number, [number, number, number]>): void {
  const at = (i: number): number => positions[i] ?? 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0] as const;
    if (!corners.some((corner) => sums.has(corner))) continue;
    const [a, b, c] = [corners[0] * 3, corners[1] * 3, corners[2] * 3];
    const [ux, uy, uz] = [at(b) - at(a), at(b + 1) - at(a + 1), at(b + 2) - at(a + 2)];
    const [vx, vy, vz] = [at(c) - at(a), at(c + 1) - at(a + 1), at(c + 2) - at(a + 2)];
    for (const corner of corners) {
      const sum = sums.get(corner);
      if (sum === undefined) continue;
      sum[0] += uy * vz - uz * vy;
      sum[1] += uz * vx - ux * vz;
      sum[2] += ux * vy - uy * vx;
    }
  }
}
