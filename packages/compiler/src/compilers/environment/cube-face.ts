// Where the texels of a cube lie: faces +X −X +Y −Y +Z −Z, each with the coordinates that OpenGL, Vulkan and KTX2 give it. s runs to the right
// and t downwards over the face, both from −1 to 1.

/** For each face where it lies, and where s and t grow. */
export const FACE_AXES: Float64Array = Float64Array.of(
  ...[1, 0, 0, 0, 0, -1, 0, -1, 0],
  ...[-1, 0, 0, 0, 0, 1, 0, -1, 0],
  ...[0, 1, 0, 1, 0, 0, 0, 0, 1],
  ...[0, -1, 0, 1, 0, 0, 0, 0, -1],
  ...[0, 0, 1, 1, 0, 0, 0, -1, 0],
  ...[0, 0, -1, -1, 0, 0, 0, -1, 0],
);
export const AXES_OF_FACE = 9;

/** Unit vector to (s, t) of a face, into `out`. */
export function directionOf(face: number, s: number, t: number, out: Float64Array): void {
  const length = Math.sqrt(1 + s * s + t * t);
  for (let k = 0, at = face * AXES_OF_FACE; k < 3; k++, at++)
    out[k] = ((FACE_AXES[at] ?? 0) + s * (FACE_AXES[at + 3] ?? 0) + t * (FACE_AXES[at + 6] ?? 0)) / length;
}

/** The face that a direction points at, and where, as [face, s, t] into `out`. On an edge the earlier axis has it. */
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

/** The middle of texel `i` of `size`, as s or t. */
export const middleOf = (i: number, size: number): number => (2 * i + 1) / size - 1;

/** Where the two points of Gauss lie on either side of a middle. */
const GAUSS = 1 / Math.sqrt(3);

/** Steradians of a texel, within 1e-4 where a face has 8 texels and better beyond: by Gauss with two points each way, which needs no arctangent. */
export function solidAngleOf(x: number, y: number, size: number): number {
  const half = 1 / size;
  let sum = 0;
  for (let i = -1; i <= 1; i += 2)
    for (let j = -1; j <= 1; j += 2) {
      const s = middleOf(x, size) + i * GAUSS * half;
      const t = middleOf(y, size) + j * GAUSS * half;
      const square = 1 + s * s + t * t;
      sum += 1 / (square * Math.sqrt(square));
    }
  return sum * half * half;
}
