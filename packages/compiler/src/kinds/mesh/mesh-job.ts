// The compiler of the mesh kind: a source becomes a scene, the scene a mesh in the form that the chosen runtime needs, and that
// the runtime's files, with a texture job for each image in use.

import { animationSettings } from '../../compilers/animation/settings.js';
import { compileMaterials } from '../../compilers/material/compile-materials.js';
import { reportTooLarge } from '../../compilers/mesh/check-size.js';
import { compileMesh } from '../../compilers/mesh/compile-mesh.js';
import { ConsumableScene } from '../../compilers/mesh/scene/consumable-scene.js';
import { meshSettings } from '../../compilers/mesh/settings.js';
import { moveToRestSpace } from '../../compilers/mesh/skeleton/rest-space.js';
import { compileParts } from '../../compilers/mesh/submeshes/compile-parts.js';
import { bakeTextureTransforms } from '../../compilers/mesh/surface/bake-texture-transforms.js';
import { textureSettings } from '../../compilers/texture/settings.js';
import { warnOnce } from '../../compilers/warn-once.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { Output } from '../../model/kind/output.js';
import { settingsIn } from '../../model/kind/setting.js';
import { lazily } from '../../model/lazily.js';
import { DEFAULT_FACTORS, type MaterialModel, TEXTURE_SLOTS } from '../../model/scene/material.js';
import type { SceneModel } from '../../model/scene/scene.js';
import type { MeshFormat, MeshNeeds } from '../../runtimes/contract/mesh-format.js';
import type { CompiledRows, ModelSource } from '../../runtimes/contract/model-source.js';
import { chosenMesh, chosenTexture } from '../../runtimes/format-settings.js';
import { textureGroup } from '../settings-groups.js';
import { chooseLevels, levelsDiagnostic, wantsLevels } from './choose-levels.js';
import { clipFiles } from './clip-files.js';
import { warnAboutDropped } from './dropped.js';
import { isFbx, isObj } from './model-format.js';
import type { OtherJoints } from './other-skeleton.js';
import { keepsHidden, sceneBytes } from './scene-bytes.js';

/** Chained instead of awaited: an async function would keep the scene in memory, which should be freed when its vertices are final. */
export function compileModel(context: CompileContext): Promise<void> {
  return sceneOf(context)
    .then((scene) => emitModel(scene, context))
    .catch((error: unknown) => reportTooLarge(error, context.path));
}

async function sceneOf(context: CompileContext): Promise<SceneModel> {
  const { needs } = chosenMesh(context.settings).format;
  const settings = settingsIn(context.settings, meshSettings);
  const source = await importModel(context, needs);
  let scene = chooseLevels(source, wantsLevels(settings, needs));
  const unused = needs.lods ? levelsDiagnostic(source, scene, settings, context.path) : undefined;
  if (unused !== undefined) context.warn(unused);
  for (const hook of context.hooks) scene = (await hook.scene?.(scene, context)) ?? scene;
  return scene;
}

const micromapBaker = lazily(() => import('./mesh-micromaps.js'));
const objImporter = lazily(() => import('../../importers/obj/import-obj.js'));
const fbxImporter = lazily(() => import('../../importers/fbx/import-fbx.js'));
const gltfImporter = lazily(() => import('../../importers/gltf/import-gltf.js'));

async function importModel(context: CompileContext, needs: MeshNeeds): Promise<SceneModel> {
  const { scene, merge, normals, ...limits } = settingsIn(context.settings, meshSettings);
  if (isObj(context.path))
    return (await objImporter()).importObj(context, { lines: needs.lines, smoothingGroups: normals === 'auto' });
  const isMerged = needs.merge && merge;
  if (isFbx(context.path))
    return (await fbxImporter()).importFbx(context, {
      ...needs,
      smoothing: normals === 'auto',
      merge: isMerged,
      limits,
    });
  const { importGltf } = await gltfImporter();
  return importGltf(context, { ...needs, scene, merge: isMerged, limits, lods: wantsLevels(limits, needs) });
}

export function emitModel(scene: SceneModel, context: CompileContext): Promise<void> {
  return emitOnce(new ConsumableScene(moveToRestSpace(bakeTextureTransforms(scene))), context);
}

async function emitOnce(once: ConsumableScene, context: CompileContext): Promise<void> {
  const { format, title } = chosenMesh(context.settings);
  const outputs =
    format.form === 'packed'
      ? await emitPacked(format, title, once, context)
      : await emitParts(format, title, once, context);
  for (const output of outputs) context.emit(output);
}

/** For formats that have no others. */
const STANDARD_FORMS = { vertices: 'full', streams: 'interleaved', indexWidth: 'standard' } as const;
const NO_COMPRESSION = { compression: 'none' } as const;

async function emitPacked(
  format: Extract<MeshFormat, { form: 'packed' }>,
  title: string,
  once: ConsumableScene,
  context: CompileContext,
): Promise<readonly Output[]> {
  const scene = once.outline;
  const { needs, keeps } = format;
  const { micromaps, ...settings } = settingsIn(context.settings, meshSettings);
  const animation = settingsIn(context.settings, animationSettings);
  const other = await otherJoints(scene, context);
  const options = {
    ...settings,
    colors: needs.colors,
    moreUvs: needs.moreUvs,
    moreColors: needs.moreColors,
    keepHidden: keepsHidden(format, context.settings),
    skeleton: other?.skeleton,
    nodeJoints: needs.clips && animation.nodes === 'auto',
    ...(needs.lods ? {} : { lods: [] }),
    clusters: settings.clusters && keeps.clusters !== undefined,
    ...(keeps.vertexForms === undefined ? STANDARD_FORMS : {}),
    ...(keeps.compression === undefined ? NO_COMPRESSION : {}),
  };
  const compiled = await compileMesh(once, options, context);
  const hasMicromaps = micromaps.level > 0 && keeps.micromaps !== undefined;
  const mesh = hasMicromaps
    ? await (await micromapBaker()).addMicromaps(compiled, scene, micromaps, context)
    : compiled;
  const source = modelSource(scene, context);
  warnAboutDropped(format, title, { scene, settings: { ...settings, micromaps }, isObj: source.isObj }, context);
  // Clips of joints, weights and scene can all store the same channel.
  const warn = warnOnce(context);
  const order = needs.allMaterials ? [...scene.materials.keys()] : mesh.materials;
  return format.emit(mesh, {
    ...source,
    materials: await materialRows(scene, order, context),
    hscene: keeps.scene === undefined ? undefined : sceneBytes(scene, mesh, context, warn),
    compression: settings.compression,
    ...(await clipFiles(scene, mesh, other ?? mesh.skeleton, format, context, warn)),
  });
}

async function emitParts(
  format: Extract<MeshFormat, { form: 'parts' }>,
  title: string,
  once: ConsumableScene,
  context: CompileContext,
): Promise<readonly Output[]> {
  const scene = once.outline;
  const { needs } = format;
  const settings = settingsIn(context.settings, meshSettings);
  const options = {
    merge: needs.merge && settings.merge,
    tangents: settings.tangents,
    normals: settings.normals,
    smoothAngle: settings.smoothAngle,
    limits: settings,
    colors: needs.colors,
    moreUvs: needs.moreUvs,
    moreColors: needs.moreColors,
    keepTangents: needs.tangents,
    keepSkins: needs.skins,
  };
  const mesh = await compileParts(once.takeGeometry(), options, context);
  const source = modelSource(scene, context);
  warnAboutDropped(format, title, { scene, settings, isObj: source.isObj }, context);
  const order = scene.materials.length === 0 ? [] : mesh.parts.map(({ slot }) => slot);
  return format.emit(mesh, { ...source, materials: await materialRows(scene, order, context) });
}

const modelSource = (scene: SceneModel, context: CompileContext): Omit<ModelSource, 'materials'> => ({
  path: context.path,
  base: context.base,
  sourceRef: context.sourceRef,
  scene,
  isObj: isObj(context.path),
  settings: context.settings,
  warn: (diagnostic) => context.warn(diagnostic),
  signal: context.signal,
});

/** Undefined if clips move the file's own joints. */
async function otherJoints(scene: SceneModel, context: CompileContext): Promise<OtherJoints | undefined> {
  const { skeleton } = settingsIn(context.settings, animationSettings);
  if (skeleton === '' || !chosenMesh(context.settings).format.needs.clips) return undefined;
  return (await import('./other-skeleton.js')).otherSkeleton(scene, skeleton, context);
}

/** Primitives without a material use glTF's default. */
function materialRows(
  scene: SceneModel,
  order: readonly (number | undefined)[],
  context: CompileContext,
): Promise<CompiledRows> {
  const none = scene.materials.length;
  const keepsExtras = chosenMesh(context.settings).format.needs.materialExtras;
  const kept = keepsExtras ? scene.materials : scene.materials.map(withoutExtras);
  const materials = [...kept, { name: '', ...DEFAULT_FACTORS, textures: {} }];
  return compileMaterials(
    { materials, images: scene.images },
    order.map((material) => material ?? none),
    context,
    {
      group: textureGroup,
      isShared: (settings) => settingsIn(settings, textureSettings).store === 'shared',
      namingOf: (settings) => chosenTexture(settings).format,
    },
  );
}

/** For a format that has only the rows of `.hmat`. */
function withoutExtras({ extensions: _, textures, ...material }: MaterialModel): MaterialModel {
  const kept = TEXTURE_SLOTS.flatMap((slot) => {
    const use = textures[slot];
    return use === undefined ? [] : [[slot, { image: use.image }] as const];
  });
  return { ...material, textures: Object.fromEntries(kept) };
}
