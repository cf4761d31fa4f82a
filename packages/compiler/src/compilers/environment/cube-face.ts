// Cube map coordinates: faces +X −X +Y −Y +Z −Z, oriented as in OpenGL, Vulkan and KTX2. s points right and t down on the face, both from −1 to 1.

/** For each face, its normal and the directions of s and t. */
export const FACE_AXES: Float64Array = Float64Array.of(
  ...[1, 0, 0, 0, 0, -1, 0, -1, 0],
  ...[-1, 0, 0, 0, 0, 1, 0, -1, 0],
  ...[0, 1, 0, 1, 0, 0, 0, 0, 1],
  ...[0, -1, 0, 1, 0, 0, 0, 0, -1],
  ...[0, 0, 1, 1, 0, 0, 0, -1, 0],
  ...[0, 0, -1, -1, 0, 0, 0, -1, 0],
);
export const FACE_AXES_LENGTH = 9;

/** Writes the unit vector to (s, t) of a face to `out`. */
export function directionOf(face: number, s: number, t: number, out: Float64Array): void {
  const length = Math.sqrt(1 + s * s + t * t);
  for (let k = 0, at = face * FACE_AXES_LENGTH; k < 3; k++, at++)
    out[k] = ((FACE_AXES[at] ?? 0) + s * (FACE_AXES[at + 3] ?? 0) + t * (FACE_AXES[at + 6] ?? 0)) / length;
}

/** Writes the face that a direction points at, and the coordinates, as [face, s, t] to `out`. On an edge, the first axis counts. */
export function faceOf(x: number, y: number, z: number, out: Float64Array): void {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (ax >= ay && ax >= az) {
    out[0] = x > 0 ? 0 : 1;
    out[1] = x > 0 ? -z / ax : z / ax;
    out[2] = -y / ax;
  } else if (ay >= az) {
    out[0] = y > 0 ? 2 : 3;
    out[1] = x / ay;
    out[2] = y > 0 ? z / ay : -z / ay;
  } else {
    out[0] = z > 0 ? 4 : 5;
    out[1] = z > 0 ? x / az : -x / az;
    out[2] = -y / az;
  }
}

/** The center of texel `i` of `size`, as s or t. */
export const texelCenter = (i: number, size: number): number => (2 * i + 1) / size - 1;

/** Distance of the two Gauss points from the center. */
const GAUSS_OFFSET = 1 / Math.sqrt(3);

/** Solid angle of a texel in steradians, within 1e-4 for faces of 8 texels and better above, by two-point Gauss quadrature: needs no arctangent. */
export function solidAngleOf(x: number, y: number, size: number): number {
  const half = 1 / size;
  let sum = 0;
  for (let i = -1; i <= 1; i += 2)
    for (let j = -1; j <= 1; j += 2) {
      const s = texelCenter(x, size) + i * GAUSS_OFFSET * half;
      const t = texelCenter(y, size) + j * GAUSS_OFFSET * half;
      const square = 1 + s * s + t * t;
      sum += 1 / (square * Math.sqrt(square));
    }
  return sum * half * half;
}
