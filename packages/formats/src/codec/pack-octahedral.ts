// Unit vectors → two 16-bit SNORM numbers on an octahedron. All arithmetic is f32, one rounding per operation, so that
// every engine and platform packs to the same bits.

const f = Math.fround;

/** Round half away from zero of a value that is already scaled; `trunc(v ± 0.5)` in f32 would turn 0.49999997 into 1. */
const roundAway = (v: number): number => (v < 0 ? -Math.floor(-v + 0.5) : Math.floor(v + 0.5));

const snorm = (v: number): number => roundAway(f(Math.min(1, Math.max(-1, v)) * 32767));

/** Packs (x, y, z) into out[at], out[at + 1]. Returns false for a vector without direction (zero, or not finite), which packs as (0, 0). */
export function packOctahedral(x: number, y: number, z: number, out: Int16Array, at = 0): boolean {
  const fx = f(x);
  const fy = f(y);
  const fz = f(z);
  const norm = f(f(Math.abs(fx) + Math.abs(fy)) + Math.abs(fz));
  if (!(norm > 0 && norm < Number.POSITIVE_INFINITY)) {
    out[at] = 0;
    out[at + 1] = 0;
    return false;
  }
  let u = f(fx / norm);
  let v = f(fy / norm);
  if (fz < 0) {
    const foldedU = f(f(1 - Math.abs(v)) * (u < 0 ? -1 : 1));
    v = f(f(1 - Math.abs(u)) * (v < 0 ? -1 : 1));
    u = foldedU;
  }
  out[at] = snorm(u);
  out[at + 1] = snorm(v);
  return true;
}

/**
 * The same with the handedness in bit 0 of the first number: set when `handedness` is negative. Only a vector without direction packs as
 * (0, 0): +Z becomes (0, 1), the next direction, so that readers can tell it from a missing tangent.
 */
export function packTangent(x: number, y: number, z: number, handedness: number, out: Int16Array, at = 0): void {
  const hasDirection = packOctahedral(x, y, z, out, at);
  out[at] = ((out[at] ?? 0) & ~1) | (handedness < 0 ? 1 : 0);
  if (hasDirection && out[at] === 0 && out[at + 1] === 0) out[at + 1] = 1;
}

/** Vectors of three floats → pairs. */
export function packOctahedralAll(vectors: Float32Array): Int16Array {
  const count = Math.floor(vectors.length / 3);
  const out = new Int16Array(count * 2);
  for (let i = 0; i < count; i++)
    packOctahedral(vectors[i * 3] ?? 0, vectors[i * 3 + 1] ?? 0, vectors[i * 3 + 2] ?? 0, out, i * 2);
  return out;
}

/** Tangents of four floats (x, y, z, handedness) → pairs. */
export function packTangentAll(tangents: Float32Array): Int16Array {
  const count = Math.floor(tangents.length / 4);
  const out = new Int16Array(count * 2);
  for (let i = 0; i < count; i++) {
    const at = i * 4;
    packTangent(tangents[at] ?? 0, tangents[at + 1] ?? 0, tangents[at + 2] ?? 0, tangents[at + 3] ?? 0, out, i * 2);
  }
  return out;
}
