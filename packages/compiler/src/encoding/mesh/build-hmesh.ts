// Builds what both .hmesh versions contain from mesh parts, with new meshlets.

import { type HmeshModel, NO_MATERIAL, packColors, packVertices, type Submesh } from '@assetc/formats';
import { boundsOf, emptyBoundsIn } from './mesh-bounds.js';
import { concatFloats, concatIndices, joinAttributes, type MeshPart, vertexCountOf } from './mesh-parts.js';
import { MESHLET_WORDS } from './meshlet-table.js';
import { buildMeshlets } from './meshlets.js';
import { unitPositions } from './unit-positions.js';

export async function buildHmesh(parts: readonly MeshPart[], materials: readonly bigint[]): Promise<HmeshModel> {
  const attributes = joinAttributes(parts);
  const bounds = boundsOf(attributes.positions);
  const meshlets: number[] = [];
  const meshletVertices: number[] = [];
  const meshletTriangles: number[] = [];
  const meshletBounds: number[] = [];
  const submeshes: Submesh[] = [];
  let firstIndex = 0;
  let firstVertex = 0;
  for (const part of parts) {
    const built = buildMeshlets(part.indices, unitPositions(part.positions.slice()));
    const firstMeshlet = meshlets.length / MESHLET_WORDS;
    for (let i = 0; i < built.count; i++) {
      const [vertexOffset = 0, vertexCount = 0, triangleOffset = 0, triangleCount = 0] = built.table.subarray(
        i * MESHLET_WORDS,
        (i + 1) * MESHLET_WORDS,
      );
      meshlets.push(
        vertexOffset + meshletVertices.length,
        vertexCount,
        triangleOffset + meshletTriangles.length / 3,
        triangleCount,
      );
    }
    for (const vertex of built.vertices) meshletVertices.push(vertex + firstVertex);
    for (const corner of built.triangles) meshletTriangles.push(corner);
    for (const value of built.bounds) meshletBounds.push(value);
    submeshes.push({
      firstIndex,
      indexCount: part.indices.length,
      firstMeshlet,
      meshletCount: built.count,
      materialSlot: part.slot ?? NO_MATERIAL,
      ...(part.positions.length === 0 ? emptyBoundsIn(bounds) : boundsOf(part.positions)),
    });
    firstIndex += part.indices.length;
    firstVertex += vertexCountOf(part);
  }
  return {
    bounds,
    indices: concatIndices(parts),
    meshlets: Uint32Array.from(meshlets),
    meshletVertices: Uint32Array.from(meshletVertices),
    meshletTriangles: Uint8Array.from(meshletTriangles),
    meshletBounds: Float32Array.from(meshletBounds),
    materials: BigUint64Array.from(materials),
    vertices: packVertices(attributes),
    hasTangents: attributes.tangents.some((value) => value !== 0),
    submeshes,
    ...optionalAttributes(parts),
  };
}

/** Vertex colors and second texture coordinates, if any part has them. */
function optionalAttributes(parts: readonly MeshPart[]): Pick<HmeshModel, 'colors' | 'uvs1'> {
  const rgba = concatFloats(parts.map((part) => part.colors[0] ?? new Float32Array(vertexCountOf(part) * 4).fill(1)));
  const uvs1 = concatFloats(parts.map((part) => part.uvs[1] ?? new Float32Array(vertexCountOf(part) * 2)));
  const fitsUnorm8 = rgba.every((value) => Math.abs(value * 255 - Math.round(value * 255)) < 1e-4 && value <= 1);
  return {
    ...(parts.some(({ colors }) => colors.length > 0)
      ? { colors: packColors(rgba, fitsUnorm8 ? 'unorm8' : 'float16') }
      : {}),
    ...(parts.some(({ uvs }) => uvs.length > 1) ? { uvs1 } : {}),
  };
}
