// glTF or GLB → SceneModel. Lazy: only meshes that the chosen scene shows are read, and no image is.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { ImageModel, MaterialModel } from '../../model/material.js';
import type { MeshModel, NodeModel, PrimitiveModel, SceneModel, SkinModel } from '../../model/scene.js';
import { SCENE_LIMITS, type SceneLimits } from '../../model/scene-limits.js';
import { walkNodes } from '../../model/walk-nodes.js';
import { Accessors } from './accessor.js';
import { readAnimations } from './animations.js';
import { readCameras } from './cameras.js';
import { checkElements, checkGeometry, InstanceCount } from './check-counts.js';
import { checkExtensions, uses } from './extensions.js';
import { readExtras } from './extras.js';
import { type GltfContext, GltfFile } from './gltf-file.js';
import { readImage } from './images.js';
import type { JsonNode } from './json-node.js';
import { readLights } from './lights.js';
import { readMaterials } from './materials.js';
import { readMesh } from './meshes.js';
import { readNodes } from './nodes.js';
import { chooseRoots, chooseScenes } from './scene-choice.js';
import type { BindingCache } from './skin-weights.js';
import { readSkins } from './skins.js';
import { PartImages } from './specular-glossiness.js';
import { readVariants } from './variants.js';

interface GltfOptions {
  /** `mesh.scene`. */
  readonly scene: string | number;
  /** How many sets of texture coordinates and of colours beyond the first are wanted. */
  readonly moreUvs?: number;
  readonly moreColors?: number;
  /** Whether morph targets are wanted, and whether points and lines are. */
  readonly morphs?: boolean;
  readonly lines?: boolean;
  /** False: shapes and their motion are enough, so that neither materials nor images are read. */
  readonly materials?: boolean;
  /** Whether images are wanted of every material, not only of those in use. */
  readonly allMaterials?: boolean;
  /** Whether each node will get a copy of its mesh; what that comes to is held against the limits. */
  readonly merge?: boolean;
  readonly limits?: SceneLimits;
}

export async function importGltf(context: GltfContext, options: GltfOptions): Promise<SceneModel> {
  const { limits = SCENE_LIMITS, merge = true } = options;
  const file = new GltfFile(context, await context.read(context.path), limits);
  checkVersion(file.root);
  checkElements(file, limits);
  checkExtensions(file);
  checkReferences(file);
  const accessors = new Accessors(file);
  const [cameras, lights] = [readCameras(file), readLights(file, limits)];
  const given = await readNodes(file, accessors, new InstanceCount(file, limits), { cameras, lights });
  const roots = chooseRoots(file, given, options.scene);
  const nodes = roots === undefined ? nodePerMesh(file) : given;
  const visited = walkNodes(nodes, roots ?? nodes.map((_, index) => index));
  const shown = visited.flatMap((index) => nodes[index] ?? []);
  checkGeometry(file, shown, { limits, merge });
  const skins = await readSkins(file, accessors);
  const used = new Set(shown.flatMap(({ mesh }) => mesh ?? []));
  const meshes = await readMeshes(file, accessors, used, options);
  warnAboutLeftOut(file, nodes, used);
  checkJoints(file, meshes, skins, shown);
  const animations = await readAnimations(file, accessors);
  const isEmpty = !meshes.some(({ primitives, lines = [] }) => primitives.length + lines.length > 0);
  if (isEmpty && skins.length + animations.length === 0)
    file.warnOnce('gltf/no-triangles', file.root.get('meshes') ?? file.root, noTriangles(file, used));
  const parts = new PartImages(file);
  const readsMaterials = options.materials !== false;
  const materials = readsMaterials ? await readMaterials(file, parts) : [];
  const variants = readsMaterials ? readVariants(file) : [];
  return {
    meshes,
    nodes,
    roots: roots ?? nodes.map((_, index) => index),
    skins,
    materials,
    images: readsMaterials ? await readImages(file, parts, meshes, materials, options.allMaterials === true) : [],
    animations,
    ...(variants.length === 0 ? {} : { variants }),
    cameras,
    lights,
    extras: readExtras(file, chooseScenes(file, options.scene) ?? []),
  };
}

/** Only those that a material in use refers to: a stray image that is missing hurts nobody. */
async function readImages(
  file: GltfFile,
  parts: PartImages,
  meshes: readonly MeshModel[],
  materials: readonly MaterialModel[],
  allMaterials: boolean,
): Promise<(ImageModel | undefined)[]> {
  const inUse = ({ material, variants = [] }: Pick<PrimitiveModel, 'material' | 'variants'>) => [
    ...(material === undefined ? [] : [material]),
    ...variants.map((variant) => variant.material),
  ];
  const shown = meshes.flatMap(({ primitives, lines = [] }) => [...primitives, ...lines]);
  const wanted = new Set(allMaterials ? materials.keys() : shown.flatMap(inUse));
  const used = new Set(
    [...wanted].flatMap((index) => Object.values(materials[index]?.textures ?? {}).map(({ image }) => image)),
  );
  const images: (ImageModel | undefined)[] = [];
  for (const [index, image] of file.list('images').entries())
    images.push(used.has(index) ? await readImage(file, image) : undefined);
  return [...images, ...(await parts.models((index) => used.has(index)))];
}

function checkVersion(root: JsonNode): void {
  const asset = root.require('asset');
  const version = versionOf(asset.require('version'));
  const least = asset.get('minVersion');
  if (!/^2(?:\.\d+)?$/.test(version))
    asset.require('version').fail('gltf/version', `glTF ${version} is not supported, only 2.x`);
  if (least !== undefined && !/^2(?:\.0)?$/.test(versionOf(least)))
    asset
      .require('minVersion')
      .fail('gltf/version', `the file requires glTF ${versionOf(least)}, only 2.0 is supported`);
}

/** Old exporters write a number. */
const versionOf = (node: JsonNode): string => (typeof node.value === 'number' ? `${node.value}` : node.text());

/** References between data that no mesh may ever follow are cheap to check, and a broken one tells of a broken file. */
function checkReferences(file: GltfFile): void {
  for (const view of file.list('bufferViews')) file.follow(view.require('buffer'), 'buffers');
  for (const accessor of file.list('accessors')) {
    const sparse = accessor.get('sparse');
    for (const view of [
      accessor.get('bufferView'),
      sparse?.require('indices').require('bufferView'),
      sparse?.require('values').require('bufferView'),
    ])
      if (view !== undefined) file.follow(view, 'bufferViews');
  }
}

function nodePerMesh(file: GltfFile): readonly NodeModel[] {
  const local = Float64Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0));
  return file.list('meshes').map((mesh, index) => ({
    name: mesh.name(),
    parent: undefined,
    children: [],
    local,
    mesh: index,
    skin: undefined,
    instances: undefined,
    origin: { pointer: mesh.pointer },
  }));
}

async function readMeshes(
  file: GltfFile,
  accessors: Accessors,
  used: ReadonlySet<number>,
  { moreUvs = 0, moreColors = 0, morphs = false, lines = false }: GltfOptions,
): Promise<MeshModel[]> {
  const meshes: MeshModel[] = [];
  const bindings: BindingCache = new Map();
  const restarts = uses(file, 'KHR_mesh_primitive_restart');
  const wanted = { bindings, moreUvs, moreColors, morphs, lines, restarts };
  for (const [index, mesh] of file.list('meshes').entries())
    meshes.push(
      used.has(index) ? await readMesh(file, accessors, mesh, wanted) : { name: mesh.name(), primitives: [] },
    );
  return meshes;
}

function warnAboutLeftOut(file: GltfFile, nodes: readonly NodeModel[], used: ReadonlySet<number>): void {
  const unused = file.list('meshes').filter((_, index) => !used.has(index));
  const first = unused[0];
  if (first === undefined) return;
  const elsewhere = new Set(nodes.flatMap((node) => node.mesh ?? []));
  const inScenes = file.list('meshes').some((_, index) => !used.has(index) && elsewhere.has(index));
  file.warnOnce(
    'gltf/left-out-scene',
    first,
    inScenes
      ? `${unused.length} of ${file.count('meshes')} meshes are not in the selected scene and are left out`
      : `${unused.length} of ${file.count('meshes')} meshes are used by no node and are left out`,
  );
}

/** A primitive may be used with several skins, so its joints are held against each. */
function checkJoints(
  file: GltfFile,
  meshes: readonly MeshModel[],
  skins: readonly SkinModel[],
  nodes: readonly NodeModel[],
): void {
  const largest = new Map<Uint16Array, number>();
  for (const node of nodes) {
    const skin = node.skin === undefined ? undefined : skins[node.skin];
    if (skin === undefined || node.mesh === undefined) continue;
    const { primitives = [], lines = [] } = meshes[node.mesh] ?? {};
    for (const { joints, origin } of [...primitives, ...lines]) {
      if (joints === undefined) continue;
      // Looked through once: many nodes may show one mesh with a skin of their own each.
      if (!largest.has(joints)) largest.set(joints, largestOf(joints));
      if ((largest.get(joints) ?? 0) < skin.joints.length) continue;
      const bad = joints.findIndex((joint) => joint >= skin.joints.length);
      throw new AssetError({
        code: 'gltf/bad-joint',
        file: file.context.path,
        where: origin,
        message: `vertex ${Math.floor(bad / 4)} is bound to joint ${joints[bad]}, but the skin has only ${plural(skin.joints.length, 'joint')}`,
      });
    }
  }
}

function largestOf(numbers: Uint16Array): number {
  let largest = 0;
  for (let i = 0; i < numbers.length; i++) largest = Math.max(largest, numbers[i] ?? 0);
  return largest;
}

function noTriangles(file: GltfFile, used: ReadonlySet<number>): string {
  if (file.count('meshes') === 0) return 'the file has no meshes';
  return used.size === 0 ? 'no node of the selected scene has a mesh' : 'no mesh of the selected scene has a triangle';
}
