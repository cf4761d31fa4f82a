// Two 16-bit SNORM numbers on an octahedron → unit vectors, in f32 arithmetic.

const f = Math.fround;

/** Unpacks to a unit vector in out[at … at + 2]. */
export function unpackOctahedral(u: number, v: number, out: Float32Array, at = 0): void {
  let x = Math.max(-1, f(u / 32767));
  let y = Math.max(-1, f(v / 32767));
  const z = f(f(1 - Math.abs(x)) - Math.abs(y));
  if (z < 0) {
    const unfoldedX = f(f(1 - Math.abs(y)) * (x < 0 ? -1 : 1));
    y = f(f(1 - Math.abs(x)) * (y < 0 ? -1 : 1));
    x = unfoldedX;
  }
  const length = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))));
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}

/** Unpacks a tangent to x, y, z and handedness (±1) in out[at … at + 3]. Bit 0 is not part of the direction. */
export function unpackTangent(u: number, v: number, out: Float32Array, at = 0): void {
  unpackOctahedral(u & ~1, v, out, at);
  out[at + 3] = (u & 1) === 1 ? -1 : 1;
}

/** Pairs → vectors of three floats. */
export function unpackOctahedralAll(packed: Int16Array): Float32Array {
  const count = Math.floor(packed.length / 2);
  const out = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) unpackOctahedral(packed[i * 2] ?? 0, packed[i * 2 + 1] ?? 0, out, i * 3);
  return out;
}

/** Pairs → tangents of four floats. */
export function unpackTangentAll(packed: Int16Array): Float32Array {
  const count = Math.floor(packed.length / 2);
  const out = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) unpackTangent(packed[i * 2] ?? 0, packed[i * 2 + 1] ?? 0, out, i * 4);
  return out;
}
