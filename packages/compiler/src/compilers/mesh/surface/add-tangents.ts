// Adds tangents if a source has none. Tangents belong to corners: a vertex whose corners disagree is split.
//
// Rejected: welding whole corners after computing tangents. It gives the same vertices, since welded sources already differ in some other
// word, and takes more than twice the memory of welding (vertex, tangent) pairs: 12 to 18 words per corner instead of 5. The kernel knows
// which corners share a tangent and needs one word per corner.

import { weldRows } from '@assetc/kernels';
import type { Parallel } from '../../../encoding/parallel.js';
import { meshSettings } from '../settings.js';
import { type IndexedRows, rowsOf, TANGENT, UV, type VertexRows } from '../vertices/vertex-rows.js';
import { fallbackTangents, fastTangents, onOneThread, type TangentMethod, tangentsAtOnce } from './tangents.js';
import { tangentsByPart } from './tangents-by-part.js';

interface TangentOptions {
  readonly method?: TangentMethod;
  /** First word of the texture coordinates. */
  readonly uv?: number;
  readonly parallel?: Parallel;
  /** Meshes with more triangles are processed by parts. */
  readonly maxTriangles?: number;
  /** Of a part. */
  readonly partTriangles?: number;
}

const TANGENT_DEFAULTS: Required<TangentOptions> = {
  method: meshSettings.settings.tangents.default === 'fast' ? 'fast' : 'mikktspace',
  uv: UV,
  parallel: onOneThread,
  // The kernel takes up to 400 bytes per triangle.
  maxTriangles: 6_000_000,
  partTriangles: 2_000_000,
};

export async function addTangents({ rows, indices }: IndexedRows, options: TangentOptions = {}): Promise<IndexedRows> {
  const { method, uv, parallel, maxTriangles, partTriangles } = { ...TANGENT_DEFAULTS, ...options };
  if (method === 'fast') return splitByTangent({ rows, indices }, await fastTangents(rows, indices, uv));
  const split =
    indices.length / 3 > maxTriangles
      ? await tangentsByPart({ rows, indices }, { uv, parallel, maxTriangles: partTriangles })
      : await tangentsAtOnce({ rows, indices }, uv, parallel);
  if (split === undefined) return splitByTangent({ rows, indices }, fallbackTangents(indices.length));
  const { remap, sources, tangents } = split;
  const bits = new Uint32Array(tangents.buffer);
  return { rows: withTangents(rows, sources, 1, bits, 0, 4), indices: remap };
}

/** Words of a (vertex, tangent) pair. */
const PAIR_WORDS = 5;

/** `tangents`: four floats for each corner of `indices`. */
export function splitByTangent({ rows, indices }: IndexedRows, tangents: Float32Array): IndexedRows {
  const welded = weldRows(indices.length, PAIR_WORDS, (bits, floats) => {
    for (let i = 0; i < indices.length; i++) {
      bits[i * PAIR_WORDS] = indices[i] ?? 0;
      for (let c = 0; c < 4; c++) floats[i * PAIR_WORDS + 1 + c] = tangents[i * 4 + c] ?? 0;
    }
  });
  return { rows: withTangents(rows, welded.rows, PAIR_WORDS, welded.rows, 1, PAIR_WORDS), indices: welded.remap };
}

/** Row i is row `sources[i · sourceStride]` with the tangent at `tangents[first + i · stride]`. */
function withTangents(
  rows: VertexRows,
  sources: Uint32Array,
  sourceStride: number,
  tangents: Uint32Array,
  first: number,
  stride: number,
): VertexRows {
  const { words } = rows.layout;
  const count = sources.length / sourceStride;
  const bits = new Uint32Array(count * words);
  for (let i = 0; i < count; i++) {
    const from = (sources[i * sourceStride] ?? 0) * words;
    const to = i * words;
    for (let w = 0; w < words; w++) bits[to + w] = rows.bits[from + w] ?? 0;
    for (let c = 0; c < 4; c++) bits[to + TANGENT + c] = tangents[first + i * stride + c] ?? 0;
  }
  return rowsOf(rows.layout, bits);
}
