// Measures how far the levels of detail of a source are from its finest level: the largest distance of sampled points of either surface from
// the other.

import { SurfacePair } from '@assetc/kernels';
import { unitPositions } from '../../../encoding/mesh/unit-positions.js';
import { columns, type IndexedRows } from '../vertices/vertex-rows.js';

/** More vertices are sampled evenly. */
const MAX_POINTS = 1 << 15;

/** In the units of the mesh. `coarse`: the parts of each coarser level; undefined for a level without triangles. */
export function measureLevels(
  finest: readonly IndexedRows[],
  coarse: readonly (readonly IndexedRows[])[],
): readonly (number | undefined)[] {
  return coarse.map((parts) => distanceBetween(finest, parts));
}

function distanceBetween(finest: readonly IndexedRows[], coarse: readonly IndexedRows[]): number | undefined {
  const [fine, reduced] = [joinTriangles(finest, 0), joinTriangles(coarse, vertexCountOf(finest))];
  if (fine.length === 0 || reduced.length === 0) return undefined;
  const { positions, scale } = unitPositions(joinPositions([...finest, ...coarse]));
  const pair = new SurfacePair();
  const distanceFrom = (points: Float32Array, minimum: number): number =>
    pair.farthestFromSimplified(points, minimum, new Uint32Array(points.length / 3));
  pair.fill(positions, reduced, fine);
  const ofReduced = distanceFrom(samplePoints(positions, reduced), 0);
  pair.fill(positions, fine, reduced);
  const squared = pair.farthestFromOriginal(distanceFrom(samplePoints(positions, fine), ofReduced));
  return Math.fround(Math.sqrt(squared) / scale);
}

const vertexCountOf = (parts: readonly IndexedRows[]): number => parts.reduce((sum, { rows }) => sum + rows.count, 0);

/** Over the vertices of all parts, from `first` on. */
function joinTriangles(parts: readonly IndexedRows[], first: number): Uint32Array {
  const out = new Uint32Array(parts.reduce((sum, { indices }) => sum + indices.length, 0));
  let [to, offset] = [0, first];
  for (const { rows, indices } of parts) {
    for (let i = 0; i < indices.length; i++) out[to++] = (indices[i] ?? 0) + offset;
    offset += rows.count;
  }
  return out;
}

function joinPositions(parts: readonly IndexedRows[]): Float32Array {
  const out = new Float32Array(vertexCountOf(parts) * 3);
  let to = 0;
  for (const { rows } of parts) {
    columns(rows, 0, 3, out.subarray(to, to + rows.count * 3));
    to += rows.count * 3;
  }
  return out;
}

/** Positions of vertices that triangles use. */
function samplePoints(positions: Float32Array, indices: Uint32Array): Float32Array {
  const vertices = new Uint32Array(new Set(indices));
  const count = Math.min(MAX_POINTS, vertices.length);
  const out = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const from = (vertices[Math.floor((i * vertices.length) / count)] ?? 0) * 3;
    for (let axis = 0; axis < 3; axis++) out[i * 3 + axis] = positions[from + axis] ?? 0;
  }
  return out;
}
