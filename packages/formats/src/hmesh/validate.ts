// Checks every rule of a version 2 mesh, in tables and bulk data.

import { checkPadding } from '../chunked/check-padding.js';
import { type Problem, Problems } from '../core/problem.js';
import {
  checkIndices,
  checkMeshletBounds,
  checkMeshlets,
  checkSkin,
  checkVertices,
  placed,
} from './check/check-bulk.js';
import { checkOptional } from './check/check-optional.js';
import { checkReach } from './check/check-reach.js';
import { checkEmptySubmeshes } from './check/check-tables.js';
import { checkClusters } from './clusters/check-clusters.js';
import { checkCompactSkin, checkStored } from './compact/check-compact.js';
import { positionsOf } from './compact/positions.js';
import { nameOfIndices } from './compact/vertex-form.js';
import { inflate } from './encoded/inflate.js';
import { GpuVertex } from './layout.js';
import { checkMicromaps } from './micromaps/check-micromaps.js';
import { inspectHmesh } from './read.js';
import { checkTriangleWords } from './triangle-words.js';

/** Returns every rule of docs/formats/hmesh.md that the mesh breaks. Offsets in compressed chunks are those of the mesh without compression. */
export function validateHmesh(file: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const bytes = inflate(file, problems, true);
  const read = bytes && inspectHmesh(bytes, problems);
  if (bytes === undefined || read === undefined) return problems.list();
  const { mesh, table } = read;
  checkPadding(bytes, table, problems);
  const { vertexCount } = mesh.desc;
  const positions = positionsOf(mesh);
  if (mesh.stored) checkStored(mesh, mesh.stored, positions, table, problems);
  else
    checkVertices(
      placed(table, 'VTXS', mesh.vertices),
      GpuVertex.size,
      GpuVertex.offsetOf('uv'),
      mesh.bounds,
      problems,
    );
  const indices = placed(table, 'IDXS', mesh.indices);
  checkIndices(indices, vertexCount, problems);
  const meshletVertices = placed(table, nameOfIndices(table, 'MLVR'), mesh.meshletVertices);
  const triangles = placed(table, 'MLTR', mesh.meshletTriangles);
  checkMeshlets(placed(table, 'MLET', mesh.meshlets), meshletVertices, triangles, problems);
  if (mesh.meshletTriangleWords)
    checkTriangleWords(placed(table, 'MLTW', mesh.meshletTriangleWords), triangles, problems);
  checkIndices(meshletVertices, vertexCount, problems);
  checkMeshletBounds(placed(table, 'MLBN', mesh.meshletBounds), problems);
  const compactSkin = mesh.stored?.compact?.skin;
  if (mesh.skin && compactSkin) checkCompactSkin(placed(table, 'SKNC', compactSkin), mesh.skin.joints.length, problems);
  else if (mesh.skin) checkSkin(placed(table, 'SKIN', mesh.skin.vertices), mesh.skin.joints.length, problems);
  const levels = mesh.lods && placed(table, nameOfIndices(table, 'LODI'), mesh.lods.indices);
  if (levels) checkIndices(levels, vertexCount, problems);
  checkReach(mesh, positions, { indices, meshletVertices, levels }, problems);
  checkOptional(mesh, table, problems);
  if (mesh.clusters) checkClusters(mesh, positions, mesh.clusters, bytes, table, problems);
  if (mesh.micromaps) checkMicromaps(mesh, mesh.micromaps, placed(table, 'OMAP', undefined).offset, problems);
  checkEmptySubmeshes(mesh, table, problems);
  return problems.list();
}
