// Meshes that are hard for tangents: partly equal vertices, triangles without an area in space or in texture, mirrored texture
// coordinates, edges of many triangles, strips and soups. All numbers are finite.

export interface Soup {
  /** Eight floats per vertex: position, normal, texture coordinates. */
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

/** Equal seeds give equal meshes. Remainders of `seed` choose the special cases of a mesh. */
export function soupOf(seed: number, maxTriangles = 400): Soup {
  let state = (seed * 2654435761) >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const below = (count: number): number => Math.floor(random() * count);
  const triangles = 1 + below(seed % 2 === 0 ? maxTriangles : Math.ceil(maxTriangles / 10));
  const count = 3 + below(seed % 3 === 0 ? 12 : triangles);
  const vertices = verticesOf(seed, count, random, below);
  const indices = new Uint32Array(triangles * 3);
  for (let t = 0; t < triangles; t++) {
    const isLoose = t === 0 || seed % 6 < 3 || random() < 0.1;
    const corners = isLoose ? [below(count), below(count), below(count)] : attachTriangle(indices, t, below, count);
    const turn = below(3);
    for (let k = 0; k < 3; k++) indices[t * 3 + k] = corners[(k + turn) % 3] ?? 0;
  }
  return { vertices, indices };
}

/** A triangle on an edge of an earlier one, sometimes with the wrong winding. */
function attachTriangle(indices: Uint32Array, t: number, below: (count: number) => number, count: number): number[] {
  const first = below(t) * 3;
  const side = below(3);
  const a = indices[first + side] ?? 0;
  const b = indices[first + ((side + 1) % 3)] ?? 0;
  return below(10) > 0 ? [b, a, below(count)] : [a, b, below(count)];
}

function verticesOf(seed: number, count: number, random: () => number, below: (count: number) => number): Float32Array {
  const steps = [3, 1000, 8, 8][seed % 4] ?? 8;
  const coordinate = (): number => (below(steps) - steps / 2) / 4;
  const vertices = new Float32Array(count * 8);
  for (let v = 0; v < count; v++) {
    const to = v * 8;
    if (v > 0 && random() < 0.2) {
      const from = below(v) * 8;
      vertices.copyWithin(to, from, from + 8);
      if (random() < 0.5) vertices[to + 6] = coordinate();
      continue;
    }
    vertices.set([coordinate(), coordinate(), seed % 5 === 0 ? 0 : coordinate()], to);
    vertices.set(normalOf(seed, random, below), to + 3);
    vertices.set([seed % 7 === 0 ? 0 : coordinate() * (random() < 0.5 ? -1 : 1), coordinate()], to + 6);
  }
  return vertices;
}

function normalOf(seed: number, random: () => number, below: (count: number) => number): readonly number[] {
  if (seed % 3 === 0) return [0, 0, 1];
  // Not normalized, and sometimes zero.
  if (seed % 3 === 2) return [below(2), below(2), -below(2)];
  const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  return [x / length, y / length, z / length];
}

/** The same mesh without indices. */
export function cornersOf({ vertices, indices }: Soup) {
  const positions = new Float32Array(indices.length * 3);
  const normals = new Float32Array(indices.length * 3);
  const uvs = new Float32Array(indices.length * 2);
  for (const [i, vertex] of indices.entries()) {
    positions.set(vertices.subarray(vertex * 8, vertex * 8 + 3), i * 3);
    normals.set(vertices.subarray(vertex * 8 + 3, vertex * 8 + 6), i * 3);
    uvs.set(vertices.subarray(vertex * 8 + 6, vertex * 8 + 8), i * 2);
  }
  return { positions, normals, uvs };
}

/** Whether a triangle has three different positions: otherwise the npm package traps. */
export function hasArea({ vertices, indices }: Soup): boolean {
  const same = (a: number, b: number): boolean =>
    [0, 1, 2].every((c) => vertices[(indices[a] ?? 0) * 8 + c] === vertices[(indices[b] ?? 0) * 8 + c]);
  for (let i = 0; i < indices.length; i += 3)
    if (!same(i, i + 1) && !same(i + 1, i + 2) && !same(i, i + 2)) return true;
  return false;
}
