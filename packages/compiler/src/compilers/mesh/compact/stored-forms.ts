// The stored forms of a joined mesh: compact vertices with everything that belongs to them, two streams, narrow indices.

import {
  fullRows,
  fullSkinRows,
  type HmeshModel,
  type Morphs,
  packCompactDeltas,
  type StoredVertices,
  splitRows,
  unpackCompactUvs1,
  type VertexGrid,
} from '@assetc/formats';
import { CompactPosition, CompactVertex, GpuVertex, SplitPosition } from '@assetc/formats/layouts';
import { packChunk, SKNC, UV1C, VTXC } from '../vertices/pack-rows.js';
import type { VertexRows } from '../vertices/vertex-rows.js';

type Model = Omit<HmeshModel, 'materials'>;
interface CompactModel extends Pick<Model, 'uvs1'> {
  readonly stored: StoredVertices;
  readonly skinVertices: Uint8Array | undefined;
}

/** The rows of a mesh, compact; skins and second coordinates also as readers decode them. Undefined if the rows are full. */
export function compactRows(parts: readonly VertexRows[], morphs: Morphs | undefined): CompactModel | undefined {
  const layout = parts[0]?.layout;
  if (layout?.compact === undefined) return undefined;
  const { grid, jointCount } = layout.compact;
  const skin = SKNC.isIn(layout) ? packChunk(SKNC, parts) : undefined;
  const uvs1 = UV1C.isIn(layout) ? new Uint16Array(packChunk(UV1C, parts).buffer) : undefined;
  const stored: StoredVertices = {
    streams: [packChunk(VTXC, parts)],
    compact: { grid, skin, uvs1, morphs: morphs && compactDeltas(morphs, grid) },
  };
  return {
    stored,
    uvs1: uvs1 && unpackCompactUvs1(uvs1, grid),
    skinVertices: skin && fullSkinRows(skin, jointCount),
  };
}

/** With the vertices as readers decode them, which only clusters need: a tenth of the time that compact vertices take. */
export const withFullRows = (model: Model): Model =>
  model.stored === undefined ? model : { ...model, vertices: fullRows(model.stored) };

/** Exact: the deltas are multiples of their steps. */
export const compactDeltas = ({ positions, normals, tangents }: Morphs, grid: VertexGrid) => ({
  positions: packCompactDeltas(positions, grid.step),
  normals: packCompactDeltas(normals, grid.morphNormalStep),
  tangents: packCompactDeltas(tangents, grid.morphTangentStep),
});

/** Positions in a stream of their own. */
export function splitStreams(model: Model): Model {
  const compact = model.stored?.compact;
  if (compact === undefined)
    return { ...model, stored: { streams: splitRows(model.vertices, GpuVertex.size, SplitPosition.size) } };
  const [rows = new Uint8Array(0)] = model.stored?.streams ?? [];
  return { ...model, stored: { streams: splitRows(rows, CompactVertex.size, CompactPosition.size), compact } };
}

/** Indices of two bytes; every vertex must have such an index. */
export function narrowIndices(model: Model): Model {
  const { meshletVertices, lods, clusters } = model;
  return {
    ...model,
    meshletVertices: Uint16Array.from(meshletVertices),
    ...(lods && { lods: { ...lods, indices: Uint16Array.from(lods.indices) } }),
    ...(clusters && { clusters: { ...clusters, vertices: Uint16Array.from(clusters.vertices) } }),
  };
}
