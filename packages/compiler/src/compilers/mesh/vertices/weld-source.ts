// Welds the used source vertices to unique rows: bit-exact, numbered by first appearance.

import { weldRows } from '@assetc/kernels';
import type { PrimitiveModel } from '../../../model/scene/scene.js';
import { groupByMotion } from '../scene/motion-groups.js';
import { type FillOptions, fillRows } from './fill-rows.js';
import { usedVertices } from './used-vertices.js';
import { type IndexedRows, type RowLayout, rowsOf } from './vertex-rows.js';

export interface WeldedSource extends IndexedRows {
  /** The source vertices that represent motion groups. */
  readonly morphSources: Uint32Array;
}

export function weldSource(
  primitive: PrimitiveModel,
  layout: RowLayout,
  options: Omit<FillOptions, 'motionGroups'> = {},
): WeldedSource {
  // Computed normals belong to corners, so every corner becomes a vertex until welding joins equal ones.
  const { vertices, indices } =
    primitive.normals === undefined
      ? { vertices: primitive.indices, indices: undefined }
      : usedVertices(primitive.indices);
  const groups = layout.morph >= 0 && primitive.targets !== undefined ? groupByMotion(primitive, vertices) : undefined;
  const { remap, rows } = weldRows(vertices.length, layout.words, (bits, floats) =>
    fillRows(bits, floats, layout, primitive, vertices, { ...options, motionGroups: groups?.numbers }),
  );
  return {
    rows: rowsOf(layout, rows),
    indices: indices === undefined ? remap : remapIndices(remap, indices),
    morphSources: groups?.sources ?? NO_VERTICES,
  };
}

const NO_VERTICES = new Uint32Array(0);

function remapIndices(remap: Uint32Array, indices: Uint32Array): Uint32Array {
  const out = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) out[i] = remap[indices[i] ?? 0] ?? 0;
  return out;
}
