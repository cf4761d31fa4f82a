// Tangents where a source has none, one for each corner of unindexed triangles. The sign follows glTF: both libraries
// orient the bitangent along rising v, glTF (v downwards) against it.

export type TangentMethod = 'mikktspace' | 'fast';

export interface CornerAttributes {
  /** Three floats a corner. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Two floats a corner. */
  readonly uvs: Float32Array;
}

/** MikkTSpace takes about 300 bytes a corner; past this its 32-bit memory would run out. */
export const MOST_MIKKTSPACE_CORNERS = 8_000_000 * 3;

/** Four floats a corner. Corners without a tangent (no area, no normal) get the library's fallback or zeros, never NaN. */
export async function makeTangents(corners: CornerAttributes, method: TangentMethod): Promise<Float32Array> {
  const tangents = method === 'fast' ? await fast(corners) : await mikktspace(corners);
  for (let i = 0; i < tangents.length; i += 4) {
    const sum = (tangents[i] ?? 0) + (tangents[i + 1] ?? 0) + (tangents[i + 2] ?? 0);
    if (sum - sum !== 0) tangents.fill(0, i, i + 3);
    tangents[i + 3] = (tangents[i + 3] ?? 0) < 0 ? 1 : -1;
  }
  return tangents;
}

async function mikktspace({ positions, normals, uvs }: CornerAttributes): Promise<Float32Array> {
  if (!hasArea(positions)) return fallback(positions.length / 3);
  const { generateTangents } = await import('mikktspace');
  return generateTangents(positions, normals, uvs);
}

/** Whether some triangle has three different corners. Without one, the library traps. */
function hasArea(p: Float32Array): boolean {
  const same = (a: number, b: number): boolean => p[a] === p[b] && p[a + 1] === p[b + 1] && p[a + 2] === p[b + 2];
  for (let i = 0; i < p.length; i += 9) if (!same(i, i + 3) && !same(i + 3, i + 6) && !same(i, i + 6)) return true;
  return false;
}

/** What the library gives corners that no triangle with an area reaches. */
function fallback(corners: number): Float32Array {
  const tangents = new Float32Array(corners * 4);
  for (let i = 0; i < tangents.length; i += 4) {
    tangents[i] = 1;
    tangents[i + 3] = -1;
  }
  return tangents;
}

async function fast({ positions, normals, uvs }: CornerAttributes): Promise<Float32Array> {
  const { MeshoptTangents } = await import('meshoptimizer/tangents');
  await MeshoptTangents.ready;
  return MeshoptTangents.generateTangents(null, positions, 3, normals, 3, uvs, 2, ['Compatible']);
}
