// Measures how far compact vertices are from their source: packs and decodes them as readers do. No trigonometry, which differs between
// engines: the results are written.

import { unpackCompactSkin, unpackCompactUvs1, unpackStoredVertices, type VertexGrid } from '@assetc/formats';
import { packChunk, SKNC, skinColumns, UV1C, VTXC } from '../vertices/pack-rows.js';
import { rowsOf, TANGENT, UV, type VertexRows } from '../vertices/vertex-rows.js';

/** In units of the mesh, degrees, texture coordinates, and from 0 to 1. */
export interface CompactErrors {
  position: number;
  normal: number;
  uv: number;
  weight: number;
}

/** Rows that are measured together. */
const BATCH = 1 << 15;
const DEGREES = 180 / Math.PI;

/** `parts`: rows whose layout is compact, with the positions of the source. */
export function measureErrors(parts: readonly VertexRows[]): CompactErrors {
  const errors = { position: 0, normal: 0, uv: 0, weight: 0 };
  for (const { layout, bits, count } of parts)
    for (let first = 0; first < count; first += BATCH) {
      const end = Math.min(first + BATCH, count);
      const batch = rowsOf(layout, bits.subarray(first * layout.words, end * layout.words));
      if (layout.compact === undefined) throw new Error('only compact rows have errors');
      measureVertices(batch, layout.compact.grid, errors);
      measureUvs1(batch, layout.compact.grid, errors);
      measureWeights(batch, layout.compact.jointCount, errors);
    }
  return errors;
}

function measureVertices(rows: VertexRows, grid: VertexGrid, errors: CompactErrors): void {
  const { floats, layout, count } = rows;
  const decoded = unpackStoredVertices({ streams: [packChunk(VTXC, [rows])], compact: { grid } });
  let squared = 0;
  for (let i = 0; i < count; i++) {
    const p = i * layout.words;
    const x = (decoded.positions[i * 3] ?? 0) - (floats[p] ?? 0);
    const y = (decoded.positions[i * 3 + 1] ?? 0) - (floats[p + 1] ?? 0);
    const z = (decoded.positions[i * 3 + 2] ?? 0) - (floats[p + 2] ?? 0);
    squared = Math.max(squared, x * x + y * y + z * z);
    const u = Math.abs((decoded.uvs[i * 2] ?? 0) - (floats[p + UV] ?? 0));
    const v = Math.abs((decoded.uvs[i * 2 + 1] ?? 0) - (floats[p + UV + 1] ?? 0));
    errors.uv = Math.max(errors.uv, u, v);
    errors.normal = Math.max(
      errors.normal,
      turnOf(decoded.normals, i * 3, decoded.tangents, i * 4, floats, p + TANGENT),
    );
  }
  errors.position = Math.max(errors.position, Math.sqrt(squared));
}

/** The angle between a decoded tangent and that of the source in the plane of the normal; 0 if the source has none there. */
function turnOf(
  normals: Float32Array,
  n: number,
  tangents: Float32Array,
  t: number,
  source: Float32Array,
  s: number,
): number {
  const [nx, ny, nz] = [normals[n] ?? 0, normals[n + 1] ?? 0, normals[n + 2] ?? 0];
  let [x, y, z] = [source[s] ?? 0, source[s + 1] ?? 0, source[s + 2] ?? 0];
  const along = x * nx + y * ny + z * nz;
  [x, y, z] = [x - along * nx, y - along * ny, z - along * nz];
  const length = Math.sqrt(x * x + y * y + z * z);
  // A tangent along the normal has no direction around it.
  if (!(length > 1e-6)) return 0;
  const dx = (tangents[t] ?? 0) - x / length;
  const dy = (tangents[t + 1] ?? 0) - y / length;
  const dz = (tangents[t + 2] ?? 0) - z / length;
  const chord = Math.sqrt(dx * dx + dy * dy + dz * dz);
  // The arc of a chord, by its series: too large by less than 1e-6 for the angles of rounding.
  return chord * (1 + (chord * chord) / 20) * DEGREES;
}

function measureUvs1(rows: VertexRows, grid: VertexGrid, errors: CompactErrors): void {
  const { floats, layout, count } = rows;
  if (!UV1C.isIn(layout)) return;
  const decoded = unpackCompactUvs1(new Uint16Array(packChunk(UV1C, [rows]).buffer), grid);
  const [column = 0] = layout.moreUvs;
  for (let i = 0; i < count * 2; i++) {
    const source = floats[(i >> 1) * layout.words + column + (i & 1)] ?? 0;
    errors.uv = Math.max(errors.uv, Math.abs((decoded[i] ?? 0) - source));
  }
}

function measureWeights(rows: VertexRows, jointCount: number, errors: CompactErrors): void {
  if (!SKNC.isIn(rows.layout)) return;
  const { weights } = unpackCompactSkin(packChunk(SKNC, [rows]), jointCount);
  const source = skinColumns(rows).weights;
  for (let i = 0; i < weights.length; i++)
    errors.weight = Math.max(errors.weight, Math.abs((weights[i] ?? 0) - (source[i] ?? 0)));
}
