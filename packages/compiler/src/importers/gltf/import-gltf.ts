// Imports glTF or GLB as a scene. Only meshes of the chosen scene are read, and no images.

import type { AssetError } from '../../diagnostics/diagnostic.js';
import type { ImageModel, MaterialModel } from '../../model/scene/material.js';
import type { MeshModel, NodeModel, PrimitiveModel, SceneModel } from '../../model/scene/scene.js';
import { SCENE_LIMITS, type SceneLimits } from '../../model/scene/scene-limits.js';
import { walkNodes } from '../../model/scene/walk-nodes.js';
import { checkExtensions, listsExtension } from './extensions.js';
import { Accessors } from './file/accessor.js';
import { checkElements, checkGeometry, InstanceCount } from './file/check-counts.js';
import { readExtras } from './file/extras.js';
import { type GltfContext, GltfFile } from './file/gltf-file.js';
import type { JsonNode } from './file/json-node.js';
import { readMesh } from './geometry/meshes.js';
import type { BindingCache } from './geometry/skin-weights.js';
import { readImage } from './materials/images.js';
import { readMaterials } from './materials/materials.js';
import { warnAboutMissingUvs } from './materials/missing-uvs.js';
import { DerivedImages } from './materials/specular-glossiness.js';
import { readVariants } from './materials/variants.js';
import { readAnimations } from './scene/animations.js';
import { readCameras } from './scene/cameras.js';
import { checkSkins } from './scene/check-skins.js';
import { chooseRoots, chooseScenes } from './scene/choose-scene.js';
import { readLights } from './scene/lights.js';
import { LOD_EXTENSION, placeLodNodes } from './scene/lod-nodes.js';
import { readNodes } from './scene/nodes.js';
import { readSkins } from './scene/skins.js';
import { warnAboutUnusedMeshes } from './scene/unused-meshes.js';

interface GltfOptions {
  /** `mesh.scene`. */
  readonly scene: string | number;
  /** How many sets of texture coordinates and colors to read beyond the first. */
  readonly moreUvs?: number;
  readonly moreColors?: number;
  /** Whether to read morph targets, and points and lines. */
  readonly morphs?: boolean;
  readonly lines?: boolean;
  /** False if only shapes and motion are needed: neither materials nor images are read. */
  readonly materials?: boolean;
  /** Whether to read images of every material, not only those in use. */
  readonly allMaterials?: boolean;
  /** Whether each node will get a copy of its mesh; the total is checked against the limits. */
  readonly merge?: boolean;
  readonly limits?: SceneLimits;
  /** Whether to read levels of detail. */
  readonly lods?: boolean;
}

export async function importGltf(context: GltfContext, options: GltfOptions): Promise<SceneModel> {
  const { limits = SCENE_LIMITS, merge = true, lods = false } = options;
  const file = new GltfFile(context, await context.read(context.path), limits);
  checkVersion(file);
  checkElements(file, limits);
  checkExtensions(file, lods ? [LOD_EXTENSION] : []);
  checkReferences(file);
  const accessors = new Accessors(file);
  const [cameras, lights] = [readCameras(file), readLights(file, limits)];
  const broken = new Map<number, AssetError>();
  const fileNodes = await readNodes(file, accessors, new InstanceCount(file, limits), { cameras, lights }, broken);
  const { nodes, roots, lodGroups } = placeNodes(file, fileNodes, options.scene, lods ? limits : undefined);
  const visited = walkNodes(nodes, roots);
  const visibleNodes = visited.flatMap((index) => nodes[index] ?? []);
  for (const index of visited) throwIfBroken(broken.get(index));
  checkGeometry(file, visibleNodes, { limits, merge });
  const skins = await readSkins(file, accessors, new Set(visibleNodes.flatMap(({ skin }) => skin ?? [])));
  const usedMeshes = new Set(visibleNodes.flatMap(({ mesh }) => mesh ?? []));
  const meshes = await readMeshes(file, accessors, usedMeshes, options);
  warnAboutUnusedMeshes(file, nodes, usedMeshes);
  checkSkins(file, { meshes, skins, nodes }, visited);
  const animations = await readAnimations(file, accessors);
  const isEmpty = !meshes.some(({ primitives, lines = [] }) => primitives.length + lines.length > 0);
  if (isEmpty && skins.length + animations.length === 0)
    file.warnOnce('gltf/no-triangles', file.root.get('meshes') ?? file.root, noTrianglesMessage(file, usedMeshes));
  const parts = new DerivedImages(file);
  const readsMaterials = options.materials !== false;
  const materials = readsMaterials ? await readMaterials(file, parts) : [];
  const variants = readsMaterials ? readVariants(file) : [];
  warnAboutMissingUvs(file, materials, usedMeshes);
  return {
    meshes,
    nodes,
    roots,
    skins,
    materials,
    images: readsMaterials ? await readImages(file, parts, meshes, materials, options.allMaterials === true) : [],
    animations,
    ...(variants.length === 0 ? {} : { variants }),
    cameras,
    lights,
    extras: readExtras(file, chooseScenes(file, options.scene) ?? []),
    ...(lodGroups.length === 0 ? {} : { lodGroups }),
  };
}

/** Levels of detail are only placed if `limits` are given. */
function placeNodes(
  file: GltfFile,
  fileNodes: readonly NodeModel[],
  scene: string | number,
  limits: SceneLimits | undefined,
): Required<Pick<SceneModel, 'nodes' | 'roots' | 'lodGroups'>> {
  const roots = chooseRoots(file, fileNodes, scene);
  const nodes = roots === undefined ? nodePerMesh(file) : fileNodes;
  if (roots === undefined) return { nodes, roots: nodes.map((_, index) => index), lodGroups: [] };
  return limits === undefined ? { nodes, roots, lodGroups: [] } : placeLodNodes(file, nodes, roots, limits);
}

/** Reads only images that a material in use refers to: a missing image that is not used is no error. */
async function readImages(
  file: GltfFile,
  parts: DerivedImages,
  meshes: readonly MeshModel[],
  materials: readonly MaterialModel[],
  allMaterials: boolean,
): Promise<(ImageModel | undefined)[]> {
  const materialsOf = ({ material, variants = [] }: Pick<PrimitiveModel, 'material' | 'variants'>) => [
    ...(material === undefined ? [] : [material]),
    ...variants.map((variant) => variant.material),
  ];
  const allPrimitives = meshes.flatMap(({ primitives, lines = [] }) => [...primitives, ...lines]);
  const wanted = new Set(allMaterials ? materials.keys() : allPrimitives.flatMap(materialsOf));
  const used = new Set(
    [...wanted].flatMap((index) => Object.values(materials[index]?.textures ?? {}).map(({ image }) => image)),
  );
  const images: (ImageModel | undefined)[] = [];
  for (const [index, image] of file.list('images').entries())
    images.push(used.has(index) ? await readImage(file, image) : undefined);
  return [...images, ...(await parts.models((index) => used.has(index)))];
}

function throwIfBroken(error: AssetError | undefined): void {
  if (error !== undefined) throw error;
}

function checkVersion(file: GltfFile): void {
  const asset = file.root.require('asset');
  const version = versionOf(asset.require('version'));
  const minVersion = asset.get('minVersion');
  if (!/^2(?:\.\d+)?$/.test(version))
    asset.require('version').fail('gltf/version', `glTF ${version} is not supported, only 2.x`);
  if (minVersion === undefined) return;
  const required = versionOf(minVersion);
  if (!/^2(?:\.\d+)?$/.test(required))
    minVersion.fail('gltf/version', `the file requires glTF ${required}, only 2.x is supported`);
  if (!/^2(?:\.0+)?$/.test(required))
    file.warnOnce('gltf/newer-version', minVersion, `the file requires glTF ${required} and is read as 2.0`);
}

/** Old exporters write a number. */
const versionOf = (node: JsonNode): string => (typeof node.value === 'number' ? `${node.value}` : node.text());

/** Checks references that no mesh may ever follow: it is cheap, and a broken one indicates a broken file. */
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
  const hasRestarts = listsExtension(file, 'KHR_mesh_primitive_restart');
  const meshOptions = { bindings, moreUvs, moreColors, morphs, lines, hasRestarts };
  for (const [index, mesh] of file.list('meshes').entries())
    meshes.push(
      used.has(index) ? await readMesh(file, accessors, mesh, meshOptions) : { name: mesh.name(), primitives: [] },
    );
  return meshes;
}

function noTrianglesMessage(file: GltfFile, used: ReadonlySet<number>): string {
  if (file.count('meshes') === 0) return 'the file has no meshes';
  return used.size === 0 ? 'no node of the selected scene has a mesh' : 'no mesh of the selected scene has a triangle';
}
