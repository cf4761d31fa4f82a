// Tangents where a source has none, one for each corner. The sign follows glTF: both libraries orient the bitangent along
// rising v, glTF (v downwards) against it.

import { runMikktspace } from './mikktspace.js';
import { cornerColumns, NORMAL, readCorners, UV, type VertexRows } from './vertex-rows.js';

export type TangentMethod = 'mikktspace' | 'fast';

/** MikkTSpace takes about 170 bytes a corner; past this its 32-bit memory would run out. */
export const MOST_MIKKTSPACE_CORNERS = 6_000_000 * 3;

/**
 * From the coordinates whose first word is `uv`. Calls `use` with four floats for each corner of the triangles, which are gone when it returns. Corners without a tangent
 * (no area, no normal) get the library's fallback or zeros, never NaN.
 */
export async function makeTangents<T>(
  rows: VertexRows,
  indices: Uint32Array,
  { method, uv = UV }: { readonly method: TangentMethod; readonly uv?: number },
  use: (tangents: Float32Array) => T,
): Promise<T> {
  const finish = (tangents: Float32Array): T => {
    asGltf(tangents);
    return use(tangents);
  };
  if (method === 'fast') return finish(await fast(rows, indices, uv));
  if (!hasArea(rows, indices)) return finish(fallback(indices.length));
  return runMikktspace(
    indices.length,
    (positions, normals, uvs) => {
      readCorners(rows, indices, 0, 3, positions);
      readCorners(rows, indices, NORMAL, 3, normals);
      readCorners(rows, indices, uv, 2, uvs);
    },
    finish,
  );
}

function asGltf(tangents: Float32Array): void {
  for (let i = 0; i < tangents.length; i += 4) {
    const sum = (tangents[i] ?? 0) + (tangents[i + 1] ?? 0) + (tangents[i + 2] ?? 0);
    if (sum - sum !== 0) tangents.fill(0, i, i + 3);
    tangents[i + 3] = (tangents[i + 3] ?? 0) < 0 ? 1 : -1;
  }
}

/** Whether some triangle has three different corners. Without one, MikkTSpace traps. */
function hasArea({ floats, layout }: VertexRows, indices: Uint32Array): boolean {
  const same = (i: number, j: number): boolean => {
    const a = (indices[i] ?? 0) * layout.words;
    const b = (indices[j] ?? 0) * layout.words;
    return floats[a] === floats[b] && floats[a + 1] === floats[b + 1] && floats[a + 2] === floats[b + 2];
  };
  for (let i = 0; i < indices.length; i += 3)
    if (!same(i, i + 1) && !same(i + 1, i + 2) && !same(i, i + 2)) return true;
  return false;
}

/** What MikkTSpace gives corners that no triangle with an area reaches. */
function fallback(corners: number): Float32Array {
  const tangents = new Float32Array(corners * 4);
  for (let i = 0; i < tangents.length; i += 4) {
    tangents[i] = 1;
    tangents[i + 3] = -1;
  }
  return tangents;
}

async function fast(rows: VertexRows, indices: Uint32Array, uv: number): Promise<Float32Array> {
  const { MeshoptTangents } = await import('meshoptimizer/tangents');
  await MeshoptTangents.ready;
  return MeshoptTangents.generateTangents(
    null,
    cornerColumns(rows, indices, 0, 3),
    3,
    cornerColumns(rows, indices, NORMAL, 3),
    3,
    cornerColumns(rows, indices, uv, 2),
    2,
    ['Compatible'],
  );
}
