// A tangent as an angle around its normal, without trigonometry: the direction in the plane of the tangent as a point on a diamond,
// |x| + |y| = 1, counted along its edges. The axes of the plane are made from the normal that readers decode. All arithmetic is f32, one
// rounding per operation, as in C and in shaders.

const f = Math.fround;

/** Codes per edge of the diamond; the four edges have 15 bits. */
const EDGE = 8192;
const CODES = EDGE * 4;

/**
 * Below this, the axes are those of the lower half. Between two steps of an octahedral SNORM16 normal: which half a normal is in does not
 * depend on how a GPU rounds.
 */
const LOWER_HALF = f(-1 / 65534);

/** Writes two axes perpendicular to the unit vector (x, y, z), and to each other, to axes[0 … 5]. */
function writeAxes(x: number, y: number, z: number, axes: Float32Array): void {
  const sign = z < LOWER_HALF ? -1 : 1;
  const a = f(-1 / f(sign + z));
  const b = f(f(x * y) * a);
  axes[0] = 1 + f(f(sign * f(x * x)) * a);
  axes[1] = sign * b;
  axes[2] = -sign * x;
  axes[3] = b;
  axes[4] = sign + f(f(y * y) * a);
  axes[5] = -y;
}

const axes = new Float32Array(6);

/**
 * 16 bits: the code of the angle, and in bit 0 whether the handedness is negative. (x, y, z): the tangent. The normal is the decoded one,
 * in normals[at … at + 2]. 0 is a missing tangent: a vector without direction.
 */
export function packTangentAngle(
  x: number,
  y: number,
  z: number,
  handedness: number,
  normals: Float32Array,
  at = 0,
): number {
  writeAxes(normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0, axes);
  const along = x * (axes[0] ?? 0) + y * (axes[1] ?? 0) + z * (axes[2] ?? 0);
  const across = x * (axes[3] ?? 0) + y * (axes[4] ?? 0) + z * (axes[5] ?? 0);
  if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) > 0)) return 0;
  const length = Math.abs(along) + Math.abs(across);
  // A tangent along the normal has no angle: any is right.
  const share = length > 0 && length < Number.POSITIVE_INFINITY ? along / length : 1;
  const code = Math.floor((across < 0 ? 3 + share : 1 - share) * EDGE + 0.5) % CODES;
  const word = (code << 1) | (handedness < 0 ? 1 : 0);
  // 0 is a missing tangent; the next angle is 0.01° away.
  return ((word === 0 ? 2 : word) << 16) >> 16;
}

/** The unit tangent and its handedness in out[at … at + 3]; `normals` as for packing. All zero, with handedness 1, if it is missing. */
export function unpackTangentAngle(
  word: number,
  normals: Float32Array,
  normalAt: number,
  out: Float32Array,
  at = 0,
): void {
  out[at + 3] = (word & 1) === 1 ? -1 : 1;
  if (word === 0) {
    out.fill(0, at, at + 3);
    return;
  }
  writeAxes(normals[normalAt] ?? 0, normals[normalAt + 1] ?? 0, normals[normalAt + 2] ?? 0, axes);
  // Every value up to the sums below is exact: a power of two divides.
  const d = ((word >> 1) & (CODES - 1)) / EDGE;
  const u = Math.abs(d - 2) - 1;
  const v = d < 2 ? 1 - Math.abs(d - 1) : Math.abs(d - 3) - 1;
  const x = f(f(u * (axes[0] ?? 0)) + f(v * (axes[3] ?? 0)));
  const y = f(f(u * (axes[1] ?? 0)) + f(v * (axes[4] ?? 0)));
  const z = f(f(u * (axes[2] ?? 0)) + f(v * (axes[5] ?? 0)));
  const length = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))));
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}
