// The neutral form → meshes of every runtime.

import { createHash } from 'node:crypto';
import { encodeHmesh, NO_MATERIAL, packVertices, type Submesh } from '@assetc/formats';
import { encodeGali, galiUuid } from '@assetc/formats/galileo';
import { encodeHmesh1, widenVertices } from '@assetc/formats/hmesh1';
import {
  encodeVkguideMesh,
  packVkguideVertices,
  type VkguideVertexFormat,
  vkguideBounds,
} from '@assetc/formats/vkguide';
import { MeshoptClusterizer } from 'meshoptimizer/clusterizer';
import { buildMeshlets } from '../../encoding/meshlets.js';
import { unitPositions } from '../../encoding/unit-positions.js';
import { packColors, packTexcoords, packWeights } from '../../encoding/unorm.js';
import { boundsOf, halfExtentsOf } from './mesh-bounds.js';
import { concatFloats, concatIndices, type MeshPart, type NeutralMesh, vertexCountOf } from './neutral-mesh.js';

/** Version 2 or 1, with new meshlets. */
export async function writeHmesh(mesh: NeutralMesh, version: 1 | 2): Promise<Uint8Array> {
  await MeshoptClusterizer.ready;
  const { parts } = mesh;
  const meshlets: number[] = [];
  const meshletVertices: number[] = [];
  const meshletTriangles: number[] = [];
  const meshletBounds: number[] = [];
  const submeshes: Submesh[] = [];
  let firstIndex = 0;
  let firstVertex = 0;
  for (const part of parts) {
    const built = buildMeshlets(part.indices, unitPositions(part.positions.slice()));
    const firstMeshlet = meshlets.length / 4;
    for (let i = 0; i < built.count; i++) {
      const [vertexOffset = 0, vertexCount = 0, triangleOffset = 0, triangleCount = 0] = built.table.subarray(
        i * 4,
        i * 4 + 4,
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
      ...boundsOf(part.positions),
    });
    firstIndex += part.indices.length;
    firstVertex += vertexCountOf(part);
  }
  const attributes = joined(parts);
  const shared = {
    bounds: boundsOf(attributes.positions),
    indices: concatIndices(parts),
    meshlets: Uint32Array.from(meshlets),
    meshletVertices: Uint32Array.from(meshletVertices),
    meshletTriangles: Uint8Array.from(meshletTriangles),
    meshletBounds: Float32Array.from(meshletBounds),
    materials: BigUint64Array.from(mesh.materials),
  };
  const vertices = packVertices(attributes);
  if (version === 1) return encodeHmesh1({ ...shared, vertices: widenVertices(vertices) });
  const hasTangents = attributes.tangents.some((value) => value !== 0);
  return encodeHmesh({ ...shared, vertices, hasTangents, submeshes });
}

function joined(parts: readonly MeshPart[]) {
  return {
    positions: concatFloats(parts.map(({ positions }) => positions)),
    normals: concatFloats(parts.map(({ normals }) => normals)),
    tangents: concatFloats(parts.map(({ tangents }) => tangents)),
    uvs: concatFloats(parts.map(firstUvs)),
  };
}

const firstUvs = (part: MeshPart): Float32Array => part.uvs[0] ?? new Float32Array(vertexCountOf(part) * 2);

/** All parts as one: a file holds one vertex and one index buffer. */
export function writeVkguide(mesh: NeutralMesh, vertexFormat: VkguideVertexFormat, originalFile: string): Uint8Array {
  const { positions, normals, uvs } = joined(mesh.parts);
  const colors = concatFloats(mesh.parts.map(rgbOf));
  return encodeVkguideMesh({
    vertexFormat,
    originalFile,
    bounds: vkguideBounds(positions),
    vertices: packVkguideVertices({ positions, normals, colors, uvs }, vertexFormat),
    indices: concatIndices(mesh.parts),
  });
}

function rgbOf(part: MeshPart): Float32Array {
  const count = vertexCountOf(part);
  const out = new Float32Array(count * 3).fill(1);
  const [rgba] = part.colors;
  for (let i = 0; rgba !== undefined && i < count; i++) out.set(rgba.subarray(i * 4, i * 4 + 3), i * 3);
  return out;
}

/** `wrapped` counts texture coordinates that did not fit. */
export function writeGali(
  mesh: NeutralMesh,
  sourceRef: string,
): { readonly bytes: Uint8Array; readonly wrapped: number } {
  let wrapped = 0;
  const groups = mesh.parts.map((part) => {
    const bounds = boundsOf(part.positions);
    return {
      center: bounds.sphereCenter,
      halfExtents: halfExtentsOf(bounds),
      indices: part.indices,
      positions: part.positions,
      normals: part.normals,
      tangents: part.tangents,
      texcoords: part.uvs.map((set) => {
        const packed = packTexcoords(set);
        wrapped += packed.wrapped;
        return packed.values;
      }),
      colors: part.colors.map(packColors),
      joints: part.joints,
      weights: part.weights.map(packWeights),
    };
  });
  const whole = boundsOf(concatFloats(mesh.parts.map(({ positions }) => positions)));
  const uuid = galiUuid(createHash('sha256').update(`assetc:${sourceRef}`).digest());
  const bytes = encodeGali({ uuid, center: whole.sphereCenter, halfExtents: halfExtentsOf(whole), groups });
  return { bytes, wrapped };
}
