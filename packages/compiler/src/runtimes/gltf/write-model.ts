// Writes an `.hmesh` and its sibling files as one GLB.

import { type Hscene, NO_MATERIAL, type ScenePropertyName } from '@assetc/formats';
import { plural } from '../../diagnostics/plural.js';
import { geometryEncoder } from '../../encoding/mesh/encode-geometry.js';
import { hmeshFeatures } from '../../encoding/mesh/hmesh-features.js';
import type { Conversion, ConvertOptions, FileWithSiblings } from '../contract/converter.js';
import { GlbBuilder } from './glb-builder.js';
import { HmeshPrimitives } from './hmesh-primitives.js';
import { type ModelFiles, readModelFiles } from './model-files.js';
import { NodeTree } from './node-tree.js';
import { extrasOf, writeSceneNodes } from './scene-nodes.js';
import { writeClips } from './write-clips.js';
import { writeMaterials } from './write-materials.js';
import { MeshWriter } from './write-meshes.js';
import { placeMeshes } from './write-placement.js';
import { joinRoots, writeJoints, writeSkin } from './write-skeleton.js';
import { TextureWriter } from './write-textures.js';

const EXTENSIONS = { ext: 'EXT_meshopt_compression', khr: 'KHR_meshopt_compression' } as const;

/** Features that glTF cannot store. */
const DROPS: readonly string[] = ['lods', 'meshlets'];

export async function writeModel(file: FileWithSiblings, { ktx2, meshopt }: ConvertOptions): Promise<Conversion> {
  const missing = await file.checkFit();
  const files = readModelFiles(file);
  const builder = new GlbBuilder(meshopt && geometryEncoder(EXTENSIONS[meshopt]));
  const textures = new TextureWriter(builder, file.texture, ktx2);
  const needs = await writeMaterials(builder, textures, {
    rows: files.materials,
    extras: files.materialExtras,
    names: files.names.materials,
    animatedBy: (row) => animatedBy(files.scene, row),
    extrasOf: (row) => extrasOf(files.scene, 'material', row),
  });
  writeVariants(builder, files);
  const uvSets = needs.map((each) => each.uvSets);
  const strengths = needs.map((each) => each.strength);
  const left = writeScene(builder, files, uvSets, strengths);
  const lost = [
    ...[...hmeshFeatures(files.mesh)].flatMap(([feature, words]) => (DROPS.includes(feature) ? [words] : [])),
    ...textures.lost,
  ];
  if (left > 0)
    lost.push(
      plural(left, 'animation of something that does not exist', 'animations of something that does not exist'),
    );
  return { bytes: builder.finish(), lost, rounded: [], guessed: [], missing: [...missing, ...textures.missing] };
}

function writeScene(
  builder: GlbBuilder,
  files: ModelFiles,
  uvSets: readonly number[],
  strengths: readonly number[],
): number {
  const { mesh, names, scene, materialExtras } = files;
  const tree = new NodeTree(builder);
  if (scene !== undefined) writeSceneNodes(builder, tree, scene);
  const bones = mesh.skin?.joints ?? [];
  const joints = writeJoints(tree, bones, names.joints, scene);
  const maps = materialExtras?.variants?.maps ?? [];
  const uvSetsOf = (slot: number, submesh: number | undefined): number => {
    const rows = [slot, ...maps.filter((map) => map.submesh === submesh).map(({ row }) => row)];
    return Math.max(...rows.map((row) => (row === NO_MATERIAL ? 0 : (uvSets[row] ?? 0))));
  };
  const primitives = new HmeshPrimitives(mesh, uvSetsOf);
  const skin = bones.length === 0 ? undefined : writeSkin(builder, bones, joints, primitives.grid);
  const meshes = new MeshWriter(builder, files, primitives);
  const shown = placeMeshes({ builder, tree, meshes, skin }, files);
  joinRoots(tree, joints);
  const roots = tree.finish();
  if (roots.length > 0) builder.root.scene = { ...builder.root.scene, nodes: roots };
  return writeClips(builder, files, { joints, shown, strengths });
}

function writeVariants(builder: GlbBuilder, { materialExtras }: ModelFiles): void {
  const names = materialExtras?.variants?.names ?? [];
  if (names.length === 0) return;
  builder.use('KHR_materials_variants');
  builder.root.extensions.KHR_materials_variants = { variants: names.map((name) => ({ name })) };
}

/** The properties of a row that clips animate, and its maximum emission. */
function animatedBy(scene: Hscene | undefined, row: number) {
  const properties = new Set<ScenePropertyName>();
  let brightest = 0;
  for (const { channels } of scene?.clips ?? [])
    for (const { target, index, property, values } of channels) {
      if (target !== 'material' || index !== row) continue;
      properties.add(property);
      if (property === 'emissiveFactor') brightest = values.reduce((most, value) => Math.max(most, value), brightest);
    }
  return { properties, brightest };
}
