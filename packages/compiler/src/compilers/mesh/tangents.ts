// Tangents where a source has none, one for each corner. The sign follows glTF: both methods orient the bitangent along
// rising v, glTF (v downwards) against it.

import { runTangentPart, TangentSpace } from '@assetc/kernels';
import { type Parallel, runOnThisThread } from '../../encoding/parallel.js';
import { cornerColumns, NORMAL, UV, type VertexRows } from './vertex-rows.js';

export type TangentMethod = 'mikktspace' | 'fast';

/** The kernel takes up to 110 bytes a corner; past this, memory grows beyond what most machines have to spare. */
export const MOST_MIKKTSPACE_CORNERS = 6_000_000 * 3;

/** The task by which other threads take part. */
export const tangentTask = runTangentPart;
const TANGENT_TASK = 'tangents';
export const alone: Parallel = runOnThisThread({ [TANGENT_TASK]: tangentTask });

/**
 * From the coordinates whose first word is `uv`. Undefined where no triangle has three different corners: then there is nothing to be found.
 */
export async function mikktspaceOf(
  { floats, layout, count }: VertexRows,
  indices: Uint32Array,
  uv: number = UV,
  parallel: Parallel = alone,
): Promise<TangentSpace | undefined> {
  if (!hasArea({ floats, layout }, indices)) return undefined;
  const fill = (out: Float32Array): void => {
    for (let row = 0, from = 0, to = 0; row < count; row++, from += layout.words, to += 8) {
      // Position and normal lie side by side.
      for (let c = 0; c < NORMAL + 3; c++) out[to + c] = floats[from + c] ?? 0;
      out[to + 6] = floats[from + uv] ?? 0;
      out[to + 7] = floats[from + uv + 1] ?? 0;
    }
  };
  return TangentSpace.of({ vertexCount: count, indices, fill, gltf: true }, (parts, part) =>
    parallel(TANGENT_TASK, parts, part),
  );
}

/** Whether some triangle has three different corners. */
function hasArea({ floats, layout }: Pick<VertexRows, 'floats' | 'layout'>, indices: Uint32Array): boolean {
  const same = (i: number, j: number): boolean => {
    const a = (indices[i] ?? 0) * layout.words;
    const b = (indices[j] ?? 0) * layout.words;
    return floats[a] === floats[b] && floats[a + 1] === floats[b + 1] && floats[a + 2] === floats[b + 2];
  };
  for (let i = 0; i < indices.length; i += 3)
    if (!same(i, i + 1) && !same(i + 1, i + 2) && !same(i, i + 2)) return true;
  return false;
}

/** Four floats a corner: what MikkTSpace gives corners that no triangle with an area reaches. */
export function fallbackTangents(corners: number): Float32Array {
  const tangents = new Float32Array(corners * 4);
  for (let i = 0; i < tangents.length; i += 4) {
    tangents[i] = 1;
    tangents[i + 3] = 1;
  }
  return tangents;
}

/** Four floats a corner; zeros where there is no tangent (no area, no normal), never NaN. */
export async function fastTangents(rows: VertexRows, indices: Uint32Array, uv: number = UV): Promise<Float32Array> {
  const { MeshoptTangents } = await import('meshoptimizer/tangents');
  await MeshoptTangents.ready;
  const tangents = MeshoptTangents.generateTangents(
    null,
    cornerColumns(rows, indices, 0, 3),
    3,
    cornerColumns(rows, indices, NORMAL, 3),
    3,
    cornerColumns(rows, indices, uv, 2),
    2,
    ['Compatible'],
  );
  for (let i = 0; i < tangents.length; i += 4) {
    const sum = (tangents[i] ?? 0) + (tangents[i + 1] ?? 0) + (tangents[i + 2] ?? 0);
    if (sum - sum !== 0) tangents.fill(0, i, i + 3);
    tangents[i + 3] = (tangents[i + 3] ?? 0) < 0 ? 1 : -1;
  }
  return tangents;
}
