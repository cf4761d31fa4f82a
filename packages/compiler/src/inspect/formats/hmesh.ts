// info and check for .hmesh, versions 2 and 1.

import { compressedChunks, type Hmesh } from '@assetc/formats';
import { decodeAnyHmesh, type Hmesh1, validateAnyHmesh } from '@assetc/formats/hmesh1';
import { HMESH_MAGIC, HmeshChunkEntry, HmeshFileHeader, hasMagic } from '@assetc/formats/layouts';
import { meshletCount } from '../../encoding/mesh/meshlet-table.js';
import { counted, type Description, type FileFormat, grouped, vector } from '../../runtimes/file-format.js';
import { compressionFacts, compressionStatements } from './hmesh-compression.js';
import { extraFacts, extraStatements } from './hmesh-extras.js';

export const hmeshFormat: FileFormat = {
  name: 'hmesh',
  extensions: ['.hmesh'],
  recognizes: (bytes) => hasMagic(bytes, HMESH_MAGIC),
  validate: async (bytes) => validateAnyHmesh(bytes),
  describe: (bytes) => {
    const { facts, statements, ...rest } = describeHmesh(decodeAnyHmesh(bytes));
    const chunks = compressedChunks(bytes);
    return {
      facts: { ...facts, ...compressionFacts(chunks) },
      statements: [...statements, ...compressionStatements(chunks)],
      ...rest,
    };
  },
  onGpuByHead,
};

/** Vertices and indices are uploaded as stored, and there is little else. Undefined if the file is truncated. */
function onGpuByHead(head: Uint8Array, sizeBytes: number): { readonly bytes: number } | undefined {
  if (head.byteLength < HmeshFileHeader.size || !hasMagic(head, HMESH_MAGIC)) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const count = view.getUint32(HmeshFileHeader.offsetOf('chunkCount'), true);
  const end = HmeshFileHeader.size + count * HmeshChunkEntry.size;
  if (count === 0 || end > sizeBytes) return undefined;
  // A table longer than the head has unknown chunks; the visible part is used.
  for (
    let at = HmeshFileHeader.size;
    at < end && at + HmeshChunkEntry.size <= head.byteLength;
    at += HmeshChunkEntry.size
  ) {
    const { offset, size } = HmeshChunkEntry.read(head, at);
    if (offset + size > BigInt(sizeBytes)) return undefined;
  }
  return { bytes: sizeBytes };
}

function describeHmesh(mesh: Hmesh | Hmesh1): Description {
  const v2 = mesh.version === 2 ? mesh : undefined;
  const vertices = mesh.version === 2 ? mesh.desc.vertexCount : mesh.vertexCount;
  const indices = mesh.indices.length;
  const triangles = indices / 3;
  const indexBits = mesh.indices.BYTES_PER_ELEMENT * 8;
  const meshlets = meshletCount(mesh);
  const submeshes = v2?.submeshes.length ?? 1;
  const joints = v2?.skin?.joints.length ?? 0;
  const lods = v2?.lods?.lodCount ?? 0;
  const nodes = v2?.nodes?.length ?? 0;
  const tangents = v2?.hasTangents ?? true;
  const { aabbMin, aabbMax, sphereCenter, sphereRadius } = mesh.bounds;
  return {
    facts: {
      version: mesh.version,
      vertices,
      triangles,
      indices,
      indexBits,
      meshlets,
      submeshes,
      materials: mesh.materials.length,
      joints,
      lods,
      lodTriangles: lodTriangles(v2),
      nodes,
      bounds: { min: [...aabbMin], max: [...aabbMax], center: [...sphereCenter], radius: sphereRadius },
      tangents,
      ...extraFacts(v2),
    },
    statements: [
      counted(vertices, 'vertex', 'vertices'),
      counted(triangles, 'triangle'),
      `${counted(indices, 'index', 'indices')} of ${indexBits} bits`,
      counted(meshlets, 'meshlet'),
      counted(submeshes, 'submesh', 'submeshes'),
      counted(mesh.materials.length, 'material'),
      counted(joints, 'joint'),
      lods === 0 ? '0 LODs' : `${counted(lods, 'LOD')} (${lodTriangles(v2).map(grouped).join(', ')} triangles)`,
      ...(nodes === 0 ? [] : [counted(nodes, 'node')]),
      `bounds ${vector(aabbMin)} to ${vector(aabbMax)}`,
      tangents ? 'tangents' : 'no tangents',
      ...extraStatements(v2),
      ...(mesh.version === 1 ? ['version 1'] : []),
    ],
    totals: { vertices, triangles, meshlets },
  };
}

/** Triangles that each level draws; a stalled submesh draws those of the level before. */
function lodTriangles(mesh: Hmesh | undefined): readonly number[] {
  const lods = mesh?.lods;
  if (mesh === undefined || lods === undefined) return [];
  const drawn = mesh.submeshes.map(({ indexCount }) => indexCount);
  const totals: number[] = [];
  for (let level = 0; level < lods.lodCount; level++) {
    for (let i = 0; i < drawn.length; i++) {
      const count = lods.ranges[(i * lods.lodCount + level) * 2 + 1] ?? 0;
      if (count > 0) drawn[i] = count;
    }
    totals.push(drawn.reduce((sum, count) => sum + count, 0) / 3);
  }
  return totals;
}
