// Writes a model for the engine of vkguide: a prefab, one `.mesh` per primitive in its own space, one `.mat` per material in use.
// An OBJ file becomes one `.mesh` under its own name, which the guide's code loads.

import type { ModelSource, Output, PartedMesh } from 'assetc/runtime-contract';
import type { VkguideVertexFormat } from '../layout.js';
import { fileNames } from './file-names.js';
import { DEFAULT_SUFFIX, encodeMaterial, materialSuffixes } from './material.js';
import { encodePrefab } from './prefab.js';
import { writeMesh } from './write-mesh.js';

/** Writes a model for the engine of vkguide. */
export function emitVkguide(
  mesh: PartedMesh,
  source: ModelSource,
  vertexFormat: VkguideVertexFormat,
): readonly Output[] {
  return source.isObj ? emitObject(mesh, source, vertexFormat) : emitScene(mesh, source, vertexFormat);
}

function emitObject({ parts }: PartedMesh, source: ModelSource, vertexFormat: VkguideVertexFormat): readonly Output[] {
  const bytes = writeMesh(parts, vertexFormat, source.path);
  const materials = [...new Set(parts.flatMap(({ slot }) => slot ?? []))];
  return [
    { suffix: '.mesh', bytes, asset: { kind: 'mesh', colorspace: 'linear' } },
    ...emitMaterials(materials, source),
  ];
}

function emitScene(
  { parts, meshes, nodes }: PartedMesh,
  source: ModelSource,
  vertexFormat: VkguideVertexFormat,
): readonly Output[] {
  const { base, scene, signal, path } = source;
  const suffixes = meshSuffixes(scene, meshes);
  const files = parts.map((part, i): Output => {
    signal.throwIfAborted();
    const bytes = writeMesh([part], vertexFormat, path);
    return { suffix: suffixes[i] ?? '', bytes, asset: { kind: 'mesh', colorspace: 'linear' } };
  });
  const slots = parts.map(({ slot }) => slot);
  const materials = [...new Set(slots.flatMap((slot) => slot ?? []))];
  const ofMaterial = materialSuffixes(scene.materials);
  const prefab = encodePrefab(nodes, (i) => {
    const slot = slots[i];
    const materialSuffix = slot === undefined ? DEFAULT_SUFFIX : (ofMaterial[slot] ?? DEFAULT_SUFFIX);
    return { meshPath: base + suffixes[i], materialPath: base + materialSuffix };
  });
  const needed = slots.includes(undefined) ? [...materials, undefined] : materials;
  return [
    ...files,
    ...emitMaterials(needed, source),
    { suffix: '.pfb', bytes: prefab, asset: { kind: 'embed', colorspace: 'linear' } },
  ];
}

/** Undefined stands for the material of primitives without one. */
function emitMaterials(needed: readonly (number | undefined)[], source: ModelSource): readonly Output[] {
  const { materials } = source.scene;
  const suffixes = materialSuffixes(materials);
  const { files } = source.materials;
  return needed.map((index): Output => {
    const material = index === undefined ? undefined : materials[index];
    const images = [...new Set(Object.values(material?.textures ?? {}).map(({ image }) => image))];
    return {
      suffix: index === undefined ? DEFAULT_SUFFIX : (suffixes[index] ?? DEFAULT_SUFFIX),
      bytes: encodeMaterial(material, (image) => files.get(image)?.path),
      asset: { kind: 'material', colorspace: 'linear' },
      refersTo: images.flatMap((image) => files.get(image)?.ref ?? []),
    };
  });
}

/** `/<mesh>_<primitive>.mesh`. Unmerged parts of one mesh follow each other. */
function meshSuffixes(scene: ModelSource['scene'], meshes: readonly number[]): readonly string[] {
  const names = fileNames(
    scene.meshes.map(({ name }) => name),
    'mesh',
  );
  const counts = new Map<number, number>();
  return meshes.map((mesh) => {
    const primitive = counts.get(mesh) ?? 0;
    counts.set(mesh, primitive + 1);
    return `/${names[mesh] ?? `mesh_${mesh}`}_${primitive}.mesh`;
  });
}
