// Distance of points from triangles by brute force: for meshes of a few thousand.

/** Root mean square and maximum over the points. */
export function distancesTo(points: Float32Array, positions: Float32Array, indices: Uint32Array) {
  let [sum, most] = [0, 0];
  for (let p = 0; p < points.length; p += 3) {
    let least = Number.POSITIVE_INFINITY;
    for (let t = 0; t < indices.length; t += 3) {
      const corner = (i: number): readonly [number, number, number] => {
        const at = (indices[t + i] ?? 0) * 3;
        return [0, 1, 2].map((c) => (positions[at + c] ?? 0) - (points[p + c] ?? 0)) as [number, number, number];
      };
      least = Math.min(least, squaredFromOrigin(corner(0), corner(1), corner(2)));
    }
    sum += least;
    most = Math.max(most, least);
  }
  return { rms: Math.sqrt(sum / (points.length / 3)), max: Math.sqrt(most) };
}

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function squaredFromOrigin(a: Vector, b: Vector, c: Vector): number {
  const normal = cross(minus(b, a), minus(c, a));
  const isInside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([p = a, q = a]) => dot(cross(minus(q, p), normal), p) >= 0);
  const squared = dot(normal, normal);
  if (isInside && squared > 0) return dot(a, normal) ** 2 / squared;
  return Math.min(toSegment(a, b), toSegment(b, c), toSegment(c, a));
}

function toSegment(a: Vector, b: Vector): number {
  const along = minus(b, a);
  const length = dot(along, along);
  const t = length > 0 ? Math.max(0, Math.min(1, -dot(a, along) / length)) : 0;
  const nearest: Vector = [a[0] + along[0] * t, a[1] + along[1] * t, a[2] + along[2] * t];
  return dot(nearest, nearest);
}
