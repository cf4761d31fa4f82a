// Scene → everything an .hmesh holds but the names of its materials. Equal scenes and settings give equal bytes.

import { type HmeshModel, hashRef, type Joint, type Lods, NO_MATERIAL, type Node, type Submesh } from '@assetc/formats';
import { MeshoptClusterizer } from 'meshoptimizer/clusterizer';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { buildMeshlets, type Meshlets } from '../../encoding/meshlets.js';
import { type UnitPositions, unitPositions } from '../../encoding/unit-positions.js';
import type { SceneModel, SkinModel } from '../../model/scene.js';
import { type AssembledMesh, type AssembledSubmesh, assembleSubmeshes } from './assemble-submeshes.js';
import { boundsOf, boxOf, joinBoxes } from './bounds.js';
import { buildLods } from './lods.js';
import { packRows, packSkin } from './pack-rows.js';
import type { PlannedNode } from './plan-submeshes.js';
import type { MeshSettings } from './settings.js';
import { findSharedPositions } from './shared-positions.js';
import { columns } from './vertex-rows.js';

export interface MeshContext {
  /** The source, for diagnostics. */
  readonly path: string;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  readonly signal?: AbortSignal;
}

export interface CompiledMesh {
  readonly model: Omit<HmeshModel, 'materials'>;
  /** Source indices of the materials in use, in order of first use: index i is material slot i. */
  readonly materials: readonly number[];
}

export async function compileMesh(
  scene: SceneModel,
  settings: Pick<MeshSettings, 'merge' | 'lods' | 'lodError' | 'tangents'>,
  context: MeshContext,
): Promise<CompiledMesh> {
  await Promise.all([MeshoptClusterizer.ready, MeshoptSimplifier.ready]);
  const assembled = await assembleSubmeshes(scene, {
    file: context.path,
    merge: settings.merge,
    tangents: settings.tangents,
    colors: false,
    warn: (diagnostic) => context.warn(diagnostic),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  return packMesh(scene, assembled, settings, context);
}

const NO_POSITIONS: UnitPositions = { positions: new Float32Array(0), scale: 1 };

function packMesh(
  scene: SceneModel,
  { submeshes, nodes }: AssembledMesh,
  settings: Pick<MeshSettings, 'lods' | 'lodError'>,
  context: MeshContext,
): CompiledMesh {
  const materials = [...new Set(submeshes.flatMap(({ material }) => material ?? []))];
  const slots = new Map(materials.map((material, slot) => [material, slot]));
  const parts = submeshes.map(({ rows }) => rows);
  const positions = parts.map((rows) => unitPositions(columns(rows, 0, 3)));
  const meshlets: Meshlets[] = [];
  for (const [i, { indices }] of submeshes.entries()) {
    context.signal?.throwIfAborted();
    meshlets.push(buildMeshlets(indices, positions[i] ?? NO_POSITIONS));
  }
  const locks = settings.lods.length === 0 ? [] : findSharedPositions(submeshes);
  const levels = submeshes.map(({ rows, indices }, i) => {
    context.signal?.throwIfAborted();
    const lock = locks[i];
    return lock === undefined
      ? []
      : buildLods(rows, (positions[i] ?? NO_POSITIONS).positions, indices, lock, {
          ratios: settings.lods,
          error: settings.lodError,
        });
  });
  const boxes = parts.map(boxOf);
  const table: Submesh[] = [];
  let firstIndex = 0;
  let firstMeshlet = 0;
  for (const [i, { rows, indices, material }] of submeshes.entries()) {
    const meshletCount = meshlets[i]?.count ?? 0;
    const bounds = boundsOf(boxes[i] ?? boxOf(rows), [rows]);
    checkBounds(bounds.sphereRadius, submeshes[i], context);
    table.push({
      firstIndex,
      indexCount: indices.length,
      firstMeshlet,
      meshletCount,
      materialSlot: material === undefined ? NO_MATERIAL : (slots.get(material) ?? NO_MATERIAL),
      ...bounds,
    });
    firstIndex += indices.length;
    firstMeshlet += meshletCount;
  }
  const bounds = boundsOf(joinBoxes(boxes), parts);
  checkBounds(bounds.sphereRadius, submeshes[0], context);
  const skin = scene.skins[0];
  return {
    materials,
    model: {
      hasTangents: submeshes.some(({ hasTangents }) => hasTangents),
      bounds,
      vertices: packRows(parts),
      indices: joinIndices(
        submeshes.map(({ indices }) => indices),
        parts.map(({ count }) => count),
      ),
      ...joinMeshlets(
        meshlets,
        parts.map(({ count }) => count),
      ),
      submeshes: table,
      skin: skin === undefined ? undefined : { vertices: packSkin(parts), joints: jointTable(skin) },
      lods:
        settings.lods.length === 0
          ? undefined
          : joinLods(
              levels,
              parts.map(({ count }) => count),
              settings.lods.length,
            ),
      nodes: nodes?.map((node) => nodeRow(node, context)),
    },
  };
}

/** The corners of a box may be finite and the sphere around it not. */
function checkBounds(radius: number, submesh: AssembledSubmesh | undefined, context: MeshContext): void {
  if (Number.isFinite(radius)) return;
  throw new AssetError({
    code: 'mesh/overflow',
    file: context.path,
    ...(submesh === undefined ? {} : { where: submesh.origin }),
    message: 'the mesh is too large for bounds of 32-bit floats',
  });
}

function joinIndices(lists: readonly Uint32Array[], vertexCounts: readonly number[]): Uint32Array {
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let to = 0;
  let base = 0;
  for (const [i, list] of lists.entries()) {
    for (let k = 0; k < list.length; k++) out[to++] = (list[k] ?? 0) + base;
    base += vertexCounts[i] ?? 0;
  }
  return out;
}

function joinMeshlets(
  parts: readonly Meshlets[],
  vertexCounts: readonly number[],
): Pick<HmeshModel, 'meshlets' | 'meshletVertices' | 'meshletTriangles' | 'meshletBounds'> {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const meshlets = new Uint32Array(count * 4);
  const meshletBounds = new Float32Array(count * 8);
  const meshletTriangles = new Uint8Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
  let meshlet = 0;
  let vertex = 0;
  let triangle = 0;
  for (const part of parts) {
    for (let i = 0; i < part.count; i++) {
      const to = (meshlet + i) * 4;
      meshlets[to] = (part.table[i * 4] ?? 0) + vertex;
      meshlets[to + 1] = part.table[i * 4 + 1] ?? 0;
      meshlets[to + 2] = (part.table[i * 4 + 2] ?? 0) + triangle;
      meshlets[to + 3] = part.table[i * 4 + 3] ?? 0;
    }
    meshletBounds.set(part.bounds, meshlet * 8);
    meshletTriangles.set(part.triangles, triangle * 3);
    meshlet += part.count;
    vertex += part.vertices.length;
    triangle += part.triangles.length / 3;
  }
  const meshletVertices = joinIndices(
    parts.map((part) => part.vertices),
    vertexCounts,
  );
  return { meshlets, meshletVertices, meshletTriangles, meshletBounds };
}

function joinLods(
  levels: readonly (readonly Uint32Array[])[],
  vertexCounts: readonly number[],
  lodCount: number,
): Lods {
  const ranges = new Uint32Array(levels.length * lodCount * 2);
  let firstIndex = 0;
  let at = 0;
  for (const submesh of levels)
    for (const level of submesh) {
      ranges[at++] = firstIndex;
      ranges[at++] = level.length;
      firstIndex += level.length;
    }
  const lists = levels.map((submesh) => concat(submesh));
  return { lodCount, ranges, indices: joinIndices(lists, vertexCounts) };
}

function concat(lists: readonly Uint32Array[]): Uint32Array {
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let to = 0;
  for (const list of lists) {
    out.set(list, to);
    to += list.length;
  }
  return out;
}

function jointTable(skin: SkinModel): Joint[] {
  return skin.joints.map((_, i) => ({
    inverseBind: [...skin.inverseBinds.subarray(i * 16, i * 16 + 16)],
    bindT: [...skin.rest.subarray(i * 10, i * 10 + 3)],
    bindR: [...skin.rest.subarray(i * 10 + 3, i * 10 + 7)],
    bindS: [...skin.rest.subarray(i * 10 + 7, i * 10 + 10)],
    parent: skin.parents[i] ?? -1,
  }));
}

/** Matrices are written as 32-bit floats. */
export function checkMatrix({ local, origin }: PlannedNode, context: MeshContext): void {
  if (local.every((n) => Number.isFinite(Math.fround(n)))) return;
  throw new AssetError({
    code: 'mesh/overflow',
    file: context.path,
    where: origin,
    message: 'the matrix of a node leaves the range of 32-bit floats',
  });
}

function nodeRow(node: PlannedNode, context: MeshContext): Node {
  checkMatrix(node, context);
  const { name, local, origin: _, ...rest } = node;
  return { ...rest, local: [...local], nameHash: name === '' ? 0n : hashRef(name) };
}
