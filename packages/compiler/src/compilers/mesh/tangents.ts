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

/** Four floats a corner. Corners without a tangent (no area in uv space, no normal) get zeros or the library's fallback, never NaN. */
export async function makeTangents(corners: CornerAttributes, method: TangentMethod): Promise<Float32Array> {
  const tangents = method === 'fast' ? await fast(corners) : await mikktspace(corners);
  for (let i = 0; i < tangents.length; i += 4) {
    const x = tangents[i] ?? 0;
    const y = tangents[i + 1] ?? 0;
    const z = tangents[i + 2] ?? 0;
    const sum = x + y + z;
    if (sum - sum !== 0) tangents.fill(0, i, i + 3);
    tangents[i + 3] = (tangents[i + 3] ?? 0) < 0 ? 1 : -1;
  }
  return tangents;
}

async function mikktspace({ positions, normals, uvs }: CornerAttributes): Promise<Float32Array> {
  const { generateTangents } = await import('mikktspace');
  return generateTangents(positions, normals, uvs);
}

async function fast({ positions, normals, uvs }: CornerAttributes): Promise<Float32Array> {
  const { MeshoptTangents } = await import('meshoptimizer/tangents');
  await MeshoptTangents.ready;
  return MeshoptTangents.generateTangents(null, positions, 3, normals, 3, uvs, 2, ['Compatible']);
}
