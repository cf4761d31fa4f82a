// What audits measure on the finest level of a mesh. Each function reads each triangle once; bulk data stays in typed arrays.

import { type Hmesh, unpackVertices } from '@assetc/formats';

export interface Surface {
  readonly positions: Float32Array;
  readonly uvs: Float32Array;
  readonly indices: Uint16Array | Uint32Array;
}

/** A range of indices. */
export interface IndexRange {
  readonly firstIndex: number;
  readonly indexCount: number;
}

export function surfaceOf(mesh: Hmesh): Surface {
  const { positions, uvs } = unpackVertices(mesh.vertices);
  return { positions, uvs, indices: mesh.indices };
}

/** Twice the area of the triangle at an index. */
function doubleArea({ positions, indices }: Surface, at: number): number {
  const [a, b, c] = [(indices[at] ?? 0) * 3, (indices[at + 1] ?? 0) * 3, (indices[at + 2] ?? 0) * 3];
  const [ax, ay, az] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
  const [ux, uy, uz] = [(positions[b] ?? 0) - ax, (positions[b + 1] ?? 0) - ay, (positions[b + 2] ?? 0) - az];
  const [vx, vy, vz] = [(positions[c] ?? 0) - ax, (positions[c + 1] ?? 0) - ay, (positions[c + 2] ?? 0) - az];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** Twice the area of the triangle at an index, in texture space. */
function doubleUvArea({ uvs, indices }: Surface, at: number): number {
  const [a, b, c] = [(indices[at] ?? 0) * 2, (indices[at + 1] ?? 0) * 2, (indices[at + 2] ?? 0) * 2];
  const [au, av] = [uvs[a] ?? 0, uvs[a + 1] ?? 0];
  return Math.abs(((uvs[b] ?? 0) - au) * ((uvs[c + 1] ?? 0) - av) - ((uvs[b + 1] ?? 0) - av) * ((uvs[c] ?? 0) - au));
}

export function countDegenerate(surface: Surface): number {
  let count = 0;
  for (let i = 0; i < surface.indices.length; i += 3) if (doubleArea(surface, i) === 0) count++;
  return count;
}

/** Vertices with coordinates outside 0 to 1. */
export function countOutside({ uvs }: Surface): number {
  const slack = 1e-4;
  let count = 0;
  for (let i = 0; i < uvs.length; i += 2) {
    const [u, v] = [uvs[i] ?? 0, uvs[i + 1] ?? 0];
    if (u < -slack || u > 1 + slack || v < -slack || v > 1 + slack) count++;
  }
  return count;
}

/** The side of a square of texture space per side of a square of the mesh. Undefined without area. */
export function uvPerUnit(surface: Surface, ranges: readonly IndexRange[]): number | undefined {
  let area = 0;
  let uvArea = 0;
  for (const { firstIndex, indexCount } of ranges)
    for (let i = firstIndex; i < firstIndex + indexCount; i += 3) {
      area += doubleArea(surface, i);
      uvArea += doubleUvArea(surface, i);
    }
  return area > 0 && uvArea > 0 ? Math.sqrt(uvArea / area) : undefined;
}

/** Vertices at the same place get the same number. */
export function weldPlaces(positions: Float32Array): Uint32Array {
  const count = positions.length / 3;
  // Minus zero is zero.
  const bits = new Uint32Array(Float32Array.from(positions, (value) => value + 0).buffer);
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));
  const table = new Int32Array(size).fill(-1);
  const ids = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [bits[i * 3] ?? 0, bits[i * 3 + 1] ?? 0, bits[i * 3 + 2] ?? 0];
    let slot = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (;;) {
      const other = table[slot] ?? -1;
      if (other < 0) {
        table[slot] = i;
        ids[i] = i;
        break;
      }
      if (bits[other * 3] === x && bits[other * 3 + 1] === y && bits[other * 3 + 2] === z) {
        ids[i] = other;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return ids;
}

/** Edges of more than two triangles. Triangles without area have none. */
export function countNonManifold(surface: Surface, ranges: readonly IndexRange[]): number {
  const places = weldPlaces(surface.positions);
  let found = 0;
  for (const { firstIndex, indexCount } of ranges) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(4, indexCount * 2)));
    // Of the smaller and the larger place; 0 is free.
    const edges = new Float64Array(size);
    const uses = new Uint8Array(size);
    for (let i = firstIndex; i < firstIndex + indexCount; i += 3) {
      if (doubleArea(surface, i) === 0) continue;
      for (let side = 0; side < 3; side++) {
        const a = places[surface.indices[i + side] ?? 0] ?? 0;
        const b = places[surface.indices[i + ((side + 1) % 3)] ?? 0] ?? 0;
        const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b) + 1;
        let slot = (Math.imul(a + b, 0x9e3779b1) ^ Math.imul(Math.abs(a - b), 0x85ebca77)) >>> 0;
        slot = (slot ^ (slot >>> 15)) & (size - 1);
        while (edges[slot] !== 0 && edges[slot] !== key) slot = (slot + 1) & (size - 1);
        edges[slot] = key;
        const count = (uses[slot] ?? 0) + 1;
        if (count <= 3) uses[slot] = count;
        if (count === 3) found++;
      }
    }
  }
  return found;
}
