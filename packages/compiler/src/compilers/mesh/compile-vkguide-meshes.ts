// Scene → vkguide meshes, one for each primitive in its own space, and the prefab that places them: the node tree is kept.

import {
  encodeVkguideMesh,
  encodeVkguidePrefab,
  packVkguideVertices,
  type VkguideNodeMesh,
  vkguideBounds,
} from '@assetc/formats/vkguide';
import { fileNames } from '../../model/file-names.js';
import { identity } from '../../model/matrix.js';
import type { Matrix, SceneModel } from '../../model/scene.js';
import { type AssembledSubmesh, assembleSubmeshes } from './assemble-submeshes.js';
import { checkMatrix } from './check-finite.js';
import { warnAboutDropped } from './dropped.js';
import type { MeshContext } from './mesh-context.js';
import type { PlannedNode } from './plan-submeshes.js';
import type { MeshSettings } from './settings.js';
import { columns, NORMAL, UV } from './vertex-rows.js';

export interface VkguideMeshes {
  readonly meshes: readonly { readonly suffix: string; readonly bytes: Uint8Array }[];
  /** Source indices of the materials in use, in order of first use. */
  readonly materials: readonly number[];
  readonly needsDefaultMaterial: boolean;
  /** `pathOf`: the file of a material, relative to the output root; undefined asks for the default one. */
  prefab(pathOf: (material: number | undefined) => string): Uint8Array;
}

/** `base`: of the model's outputs, relative to the output root. */
export async function compileVkguideMeshes(
  scene: SceneModel,
  settings: MeshSettings,
  base: string,
  context: MeshContext,
): Promise<VkguideMeshes> {
  const { submeshes, nodes = [] } = await assembleSubmeshes(
    withoutUnkept(scene),
    { merge: false, tangents: 'none', colors: true },
    context,
  );
  warnAboutDropped('vkguide', scene, sourcesOf(scene), settings, context);
  for (const { local, origin } of nodes) checkMatrix(local, context.path, origin);
  const suffixes = suffixesOf(scene, submeshes);
  const materials = submeshes.map(({ material }) => material);
  return {
    meshes: submeshes.map((submesh, i) => {
      context.signal?.throwIfAborted();
      return { suffix: suffixes[i] ?? '', bytes: encodeSubmesh(submesh, settings.vkguide, context.path) };
    }),
    materials: [...new Set(materials.flatMap((material) => material ?? []))],
    needsDefaultMaterial: materials.includes(undefined),
    prefab: (pathOf) =>
      encodePrefab(nodes, (i) => ({ meshPath: base + suffixes[i], materialPath: pathOf(materials[i]) })),
  };
}

/** Attributes that are not written must not keep vertices apart either. */
function withoutUnkept(scene: SceneModel): SceneModel {
  const meshes = scene.meshes.map((mesh) => ({
    ...mesh,
    primitives: mesh.primitives.map((primitive) => ({ ...primitive, tangents: undefined })),
  }));
  return { ...scene, meshes, skins: [] };
}

const sourcesOf = (scene: SceneModel) =>
  scene.meshes.flatMap(({ primitives }) => primitives.map((primitive) => ({ primitive })));

/** `/<mesh>_<primitive>.mesh`. Without merging, submeshes of one mesh follow each other, and `group` is that mesh. */
function suffixesOf(scene: SceneModel, submeshes: readonly AssembledSubmesh[]): readonly string[] {
  const names = fileNames(
    scene.meshes.map(({ name }) => name),
    'mesh',
  );
  const counts = new Map<number, number>();
  return submeshes.map(({ group }) => {
    const primitive = counts.get(group) ?? 0;
    counts.set(group, primitive + 1);
    return `/${names[group] ?? `mesh_${group}`}_${primitive}.mesh`;
  });
}

function encodeSubmesh(
  { rows, indices }: AssembledSubmesh,
  vertexFormat: MeshSettings['vkguide'],
  originalFile: string,
): Uint8Array {
  const positions = columns(rows, 0, 3);
  const colors = rows.layout.color < 0 ? new Float32Array(rows.count * 3).fill(1) : columns(rows, rows.layout.color, 3);
  const vertices = packVkguideVertices(
    { positions, normals: columns(rows, NORMAL, 3), colors, uvs: columns(rows, UV, 2) },
    vertexFormat,
  );
  // Four bytes an index always: the loader of the guide reads no other.
  return encodeVkguideMesh({ vertexFormat, originalFile, bounds: vkguideBounds(positions), vertices, indices });
}

/** A node holds one mesh; further primitives of it become children that lie where it lies. */
function encodePrefab(nodes: readonly PlannedNode[], meshOf: (submesh: number) => VkguideNodeMesh): Uint8Array {
  const names = new Map<number, string>();
  const parents = new Map<number, number>();
  const meshes = new Map<number, VkguideNodeMesh>();
  const matrices: Matrix[] = nodes.map(({ local }) => local);
  for (const [id, { name, parent, firstSubmesh, submeshCount }] of nodes.entries()) {
    if (name !== '') names.set(id, name);
    if (parent >= 0) parents.set(id, parent);
    if (submeshCount === 1) meshes.set(id, meshOf(firstSubmesh));
    for (let i = 0; submeshCount > 1 && i < submeshCount; i++) {
      const child = matrices.push(identity()) - 1;
      names.set(child, `${name === '' ? `node_${id}` : name}_PRIM_${i}`);
      parents.set(child, id);
      meshes.set(child, meshOf(firstSubmesh + i));
    }
  }
  const floats = new Float32Array(matrices.length * 16);
  for (const [i, matrix] of matrices.entries()) floats.set(matrix, i * 16);
  return encodeVkguidePrefab({
    nodeMatrices: new Map(matrices.map((_, id) => [id, id])),
    nodeNames: names,
    nodeParents: parents,
    nodeMeshes: meshes,
    matrices: floats,
  });
}
