// How far each vertex of a full mesh would be from its compact form: packs and decodes it as the compiler and readers do. Vertices that
// would be joined are not: each is compared with itself.

import {
  type Hmesh,
  packCompactVertices,
  unpackStoredVertices,
  unpackVertices,
  type VertexAttributes,
  type VertexGrid,
} from '@assetc/formats';
import { heatColor } from '../../../texture/heat.js';

/** What differs. Normals do not: both forms store them in the same way. */
export type ErrorKind = 'position' | 'tangent' | 'uv';

/** One kind of error. */
interface VertexErrors {
  /** In units of the mesh, degrees, or texture coordinates. */
  readonly largest: number;
  /** Red, green and blue of each vertex: black for none, white for the largest. */
  readonly colors: Float32Array;
}

export type CompactErrors = Readonly<Record<ErrorKind, VertexErrors>>;

const DEGREES = 180 / Math.PI;

/** `mesh`: with full vertices. */
export function compactErrors(
  mesh: Pick<Hmesh, 'vertices' | 'stored' | 'hasTangents'>,
  grid: VertexGrid,
): CompactErrors {
  const full = mesh.stored ? unpackStoredVertices(mesh.stored) : unpackVertices(mesh.vertices);
  const compact = unpackStoredVertices({ streams: [packCompactVertices(full, grid)], compact: { grid } });
  const count = full.positions.length / 3;
  return {
    position: heatOf(count, (i) => distance(full.positions, compact.positions, i, 3)),
    tangent: heatOf(count, (i) => (mesh.hasTangents ? turn(full, compact, i) : 0)),
    uv: heatOf(count, (i) => distance(full.uvs, compact.uvs, i, 2)),
  };
}

function distance(a: Float32Array, b: Float32Array, i: number, width: number): number {
  let sum = 0;
  for (let c = 0; c < width; c++) sum += ((a[i * width + c] ?? 0) - (b[i * width + c] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

/** Degrees between the tangents in the plane of the normal; 0 without one. */
function turn(full: VertexAttributes, compact: VertexAttributes, i: number): number {
  const [tx = 0, ty = 0, tz = 0] = full.tangents.subarray(i * 4, i * 4 + 3);
  const [nx = 0, ny = 0, nz = 0] = compact.normals.subarray(i * 3, i * 3 + 3);
  const [cx = 0, cy = 0, cz = 0] = compact.tangents.subarray(i * 4, i * 4 + 3);
  const along = tx * nx + ty * ny + tz * nz;
  const [x, y, z] = [tx - along * nx, ty - along * ny, tz - along * nz];
  const length = Math.hypot(x, y, z) * Math.hypot(cx, cy, cz);
  // A tangent along the normal has no direction in its plane.
  if (length < 0.01) return 0;
  const across = Math.hypot(y * cz - z * cy, z * cx - x * cz, x * cy - y * cx);
  return Math.atan2(across, x * cx + y * cy + z * cz) * DEGREES;
}

function heatOf(count: number, errorOf: (vertex: number) => number): VertexErrors {
  const errors = Float32Array.from({ length: count }, (_, i) => errorOf(i));
  const largest = errors.reduce((most, error) => Math.max(most, error), 0);
  const colors = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const color = heatColor(largest > 0 ? (errors[i] ?? 0) / largest : 0);
    for (let c = 0; c < 3; c++) colors[i * 3 + c] = (color[c] ?? 0) / 255;
  }
  return { largest, colors };
}
