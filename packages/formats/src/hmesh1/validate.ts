// Checks every rule of a version 1 mesh, in tables and bulk data.

import { checkPadding } from '../chunked/check-padding.js';
import { type Problem, Problems } from '../core/problem.js';
import { typedSection } from '../core/typed-section.js';
import { checkIndices, checkMeshletBounds, checkMeshlets, checkVertices, placed } from '../hmesh/check/check-bulk.js';
import { CHUNKS, type ChunkName } from '../hmesh/layout.js';
import { GpuVertexV1, IndicesPreludeV1 } from './layout.js';
import { inspectHmesh1 } from './read.js';

const OWN_CHUNKS: readonly ChunkName[] = ['BNDS', 'VTXS', 'IDXS', 'MLET', 'MLVR', 'MLTR', 'MLBN', 'MTRL'];
const LATER_CHUNKS = CHUNKS.filter((name) => !OWN_CHUNKS.includes(name));

/** Returns every rule of version 1 that the file breaks. */
export function validateHmesh1(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const read = inspectHmesh1(bytes, problems);
  if (read === undefined) return problems.list();
  const { mesh, table } = read;
  for (const name of LATER_CHUNKS) {
    const chunk = table.known.get(name);
    if (chunk) problems.add('unsupported', chunk.entryOffset, name, 'has no place in version 1');
  }
  checkPadding(bytes, table, problems);
  const vertices = { ...placed(table, 'VTXS', mesh.vertices), offset: mesh.vertices.byteOffset - bytes.byteOffset };
  checkVertices(vertices, GpuVertexV1.size, GpuVertexV1.offsetOf('uv'), mesh.bounds, problems);
  checkSpareLanes(vertices, problems);
  const indexStart = (table.known.get('IDXS')?.offset ?? 0) + IndicesPreludeV1.size;
  checkIndices({ data: mesh.indices, offset: indexStart, name: 'IDXS' }, mesh.vertexCount, problems);
  const meshletVertices = placed(table, 'MLVR', mesh.meshletVertices);
  checkMeshlets(
    placed(table, 'MLET', mesh.meshlets),
    meshletVertices,
    placed(table, 'MLTR', mesh.meshletTriangles),
    problems,
  );
  checkIndices(meshletVertices, mesh.vertexCount, problems);
  checkMeshletBounds(placed(table, 'MLBN', mesh.meshletBounds), problems);
  return problems.list();
}

/** Lanes [2..3] of normals and tangents are zero. */
function checkSpareLanes({ data, offset }: { data: Uint8Array; offset: number }, problems: Problems): void {
  const normal = GpuVertexV1.offsetOf('normal') + 4;
  const tangent = GpuVertexV1.offsetOf('tangent') + 4;
  const count = Math.floor(data.length / GpuVertexV1.size);
  const words = typedSection(Uint32Array, data, 0, count * (GpuVertexV1.size / 4));
  for (let i = 0; i < count; i++) {
    const at = i * (GpuVertexV1.size / 4);
    if (words[at + normal / 4] !== 0)
      problems.add('bad-value', offset + i * GpuVertexV1.size + normal, `VTXS[${i}].normal`, 'must end with zeros');
    if (words[at + tangent / 4] !== 0)
      problems.add('bad-value', offset + i * GpuVertexV1.size + tangent, `VTXS[${i}].tangent`, 'must end with zeros');
  }
}
