// Flat normals, one per triangle; zero for a triangle without area.

export function faceNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const out = new Float32Array(indices.length);
  const vector = new Float64Array(3);
  for (let i = 0; i < indices.length; i += 3) {
    writeAreaVector(vector, 0, positions, indices, i);
    writeUnit(out, i, vector, 0);
  }
  return out;
}

/** The normal of the triangle whose corners start at `first`; its length is twice the area. */
export function writeAreaVector(
  out: Float64Array,
  at: number,
  positions: Float32Array,
  indices: Uint32Array,
  first: number,
): void {
  const a = (indices[first] ?? 0) * 3;
  const b = (indices[first + 1] ?? 0) * 3;
  const c = (indices[first + 2] ?? 0) * 3;
  const ax = positions[a] ?? 0;
  const ay = positions[a + 1] ?? 0;
  const az = positions[a + 2] ?? 0;
  const ux = (positions[b] ?? 0) - ax;
  const uy = (positions[b + 1] ?? 0) - ay;
  const uz = (positions[b + 2] ?? 0) - az;
  const vx = (positions[c] ?? 0) - ax;
  const vy = (positions[c + 1] ?? 0) - ay;
  const vz = (positions[c + 2] ?? 0) - az;
  out[at] = uy * vz - uz * vy;
  out[at + 1] = uz * vx - ux * vz;
  out[at + 2] = ux * vy - uy * vx;
}

/** Writes nothing if the vector has no length, or none that a number can express. */
export function writeUnit(out: Float32Array, at: number, vectors: Float64Array, from: number): void {
  const x = vectors[from] ?? 0;
  const y = vectors[from + 1] ?? 0;
  const z = vectors[from + 2] ?? 0;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0) || length === Number.POSITIVE_INFINITY) return;
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}
