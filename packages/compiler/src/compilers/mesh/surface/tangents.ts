// Computes missing tangents, one per corner. The sign follows glTF: both methods orient the bitangent along increasing v, glTF (v down) against
// it.

import { collectFreedMemory, runTangentPart, type SplitVertices, TangentSpace } from '@assetc/kernels';
import { type Parallel, runOnThisThread } from '../../../encoding/parallel.js';
import { cornerColumns, type IndexedRows, NORMAL, UV, type VertexRows } from '../vertices/vertex-rows.js';

export type TangentMethod = 'mikktspace' | 'fast';

/** The task that other threads run. */
export const tangentTask = runTangentPart;
const TANGENT_TASK = 'tangents';
export const onOneThread: Parallel = runOnThisThread({ [TANGENT_TASK]: tangentTask });

/** Uses the coordinates whose first word is `uv`. Undefined if no triangle has three different corners: then there are no tangents. */
export async function mikktspaceOf(
  { floats, layout, count }: VertexRows,
  indices: Uint32Array,
  uv: number = UV,
  parallel: Parallel = onOneThread,
): Promise<TangentSpace | undefined> {
  if (firstWithArea({ floats, layout }, indices) < 0) return undefined;
  const fill = (out: Float32Array): void => {
    for (let row = 0, from = 0, to = 0; row < count; row++, from += layout.words, to += 8) {
      // Position and normal are adjacent.
      for (let c = 0; c < NORMAL + 3; c++) out[to + c] = floats[from + c] ?? 0;
      out[to + 6] = floats[from + uv] ?? 0;
      out[to + 7] = floats[from + uv + 1] ?? 0;
    }
  };
  return TangentSpace.of({ vertexCount: count, indices, fill, gltf: true }, (parts, part) =>
    parallel(TANGENT_TASK, parts, part),
  );
}

/** The vertices, split where corners have different tangents; undefined if no triangle has three different corners. */
export async function tangentsAtOnce(
  mesh: IndexedRows,
  uv: number,
  parallel: Parallel,
): Promise<SplitVertices | undefined> {
  const { split, droppedBytes } = await splitOnce(mesh, uv, parallel);
  collectFreedMemory(droppedBytes);
  return split;
}

/** A separate call, so that no stack frame refers to a dropped kernel. */
async function splitOnce({ rows, indices }: IndexedRows, uv: number, parallel: Parallel) {
  const space = await mikktspaceOf(rows, indices, uv, parallel);
  return { split: space?.split(), droppedBytes: space?.release() ?? 0 };
}

/** The first corner of the first triangle with three different positions; −1 if there is none. */
export function firstWithArea({ floats, layout }: Pick<VertexRows, 'floats' | 'layout'>, indices: Uint32Array): number {
  const isSamePosition = (i: number, j: number): boolean => {
    const a = (indices[i] ?? 0) * layout.words;
    const b = (indices[j] ?? 0) * layout.words;
    return floats[a] === floats[b] && floats[a + 1] === floats[b + 1] && floats[a + 2] === floats[b + 2];
  };
  for (let i = 0; i < indices.length; i += 3)
    if (!isSamePosition(i, i + 1) && !isSamePosition(i + 1, i + 2) && !isSamePosition(i, i + 2)) return i;
  return -1;
}

/** What MikkTSpace returns for corners without a triangle that has an area. */
export function fallbackTangents(count: number): Float32Array {
  const tangents = new Float32Array(count * 4);
  for (let i = 0; i < tangents.length; i += 4) {
    tangents[i] = 1;
    tangents[i + 3] = 1;
  }
  return tangents;
}

/** Four floats per corner; zero if there is no tangent (no area, no normal), never NaN. */
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
