// Parts of a mesh → one vkguide mesh: a file contains one vertex and one index buffer, so all parts are joined.

import { concatFloats, concatIndices, joinAttributes, type MeshPart, vertexCountOf } from 'assetc/runtime-contract';
import { encodeVkguideMesh, vkguideBounds } from '../encode-mesh.js';
import type { VkguideVertexFormat } from '../layout.js';
import { packVkguideVertices } from '../pack-vertices.js';

export function writeMesh(
  parts: readonly MeshPart[],
  vertexFormat: VkguideVertexFormat,
  originalFile: string,
): Uint8Array {
  const { positions, normals, uvs } = joinAttributes(parts);
  const colors = concatFloats(parts.map(rgbOf));
  return encodeVkguideMesh({
    vertexFormat,
    originalFile,
    bounds: vkguideBounds(positions),
    vertices: packVkguideVertices({ positions, normals, colors, uvs }, vertexFormat),
    // Always four bytes per index: the guide's loader reads no others.
    indices: concatIndices(parts),
  });
}

/** White if there are no colors. */
function rgbOf(part: MeshPart): Float32Array {
  const count = vertexCountOf(part);
  const out = new Float32Array(count * 3).fill(1);
  const [rgba] = part.colors;
  for (let i = 0; rgba !== undefined && i < count; i++) out.set(rgba.subarray(i * 4, i * 4 + 3), i * 3);
  return out;
}
