// `animation.skeleton`: the clips of a file move the joints of another model, by their numbers in its `.hmesh`.

import { animationSettings } from '../../compilers/animation/settings.js';
import { meshSettings } from '../../compilers/mesh/settings.js';
import { skeletonOf } from '../../compilers/mesh/skeleton/build-skeleton.js';
import { type MappedJoints, mapJoints } from '../../compilers/mesh/skeleton/map-joints.js';
import { moveToRestSpace } from '../../compilers/mesh/skeleton/rest-space.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { importFbx } from '../../importers/fbx/import-fbx.js';
import { importGltf } from '../../importers/gltf/import-gltf.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { settingsIn } from '../../model/kind/setting.js';
import type { SceneModel } from '../../model/scene/scene.js';
import { SCENE_LIMITS } from '../../model/scene/scene-limits.js';
import type { SkeletonModel } from '../../model/scene/skeleton.js';
import { chosenMesh } from '../../runtimes/format-settings.js';
import { chooseLevels, wantsLevels } from './choose-levels.js';
import { isFbx } from './model-format.js';

/** The settings of a model that decide which joints it has, or whether it can be read. */
const SETTINGS_THAT_AFFECT_JOINTS = [
  ...['format', 'merge', 'scene', 'lods', ...Object.keys(SCENE_LIMITS)].map((name) => `mesh.${name}`),
  'animation.nodes',
];

/** In a message. */
const MAX_NAMES = 8;

export interface OtherJoints extends MappedJoints {
  /** The other model's, also written into the mesh of this file, so that its files match. */
  readonly skeleton: SkeletonModel;
}

/** `named`: the setting. Undefined if that is the file itself, or no clip moves a node; then the other file is not read. */
export async function otherSkeleton(
  scene: SceneModel,
  named: string,
  context: CompileContext,
): Promise<OtherJoints | undefined> {
  const moves = scene.animations.some(({ channels }) => channels.some(({ path }) => path !== 'weights'));
  const path = moves ? pathOf(named, context) : context.path;
  if (path === context.path) return undefined;
  if (scene.meshes.some(({ primitives, lines = [] }) => primitives.length + lines.length > 0))
    throw noSkeleton(context.path, `${path}, but the file has meshes, which follow its own joints`);
  const target = await jointsOf(path, context);
  const mapped = mapJoints(scene, target);
  warnAboutUnknown(scene, mapped.unmatched, path, context);
  const jointMaps = scene.skins.map(() => undefined);
  return { ...mapped, skeleton: { joints: target.joints, jointMaps, ofNode: mapped.ofNode, staticJoint: undefined } };
}

function pathOf(named: string, context: CompileContext): string {
  try {
    return context.resolve('', named);
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    throw noSkeleton(context.path, `${named}, which is outside the input folder`);
  }
}

/** The joints that the other model is compiled with. Its warnings are reported there. */
async function jointsOf(path: string, context: CompileContext): Promise<SkeletonModel> {
  if (!/\.(?:gltf|glb|fbx)$/i.test(path)) throw noSkeleton(context.path, `${path}, which is neither glTF nor FBX`);
  if ((await context.tryRead(path)) === undefined) throw noSkeleton(context.path, `${path}, which does not exist`);
  const settings = context.settingsOf(path, SETTINGS_THAT_AFFECT_JOINTS);
  const { needs } = chosenMesh(settings).format;
  const { scene, merge, ...limits } = settingsIn(settings, meshSettings);
  const other = {
    path,
    signal: context.signal,
    read: (file: string) => context.read(file),
    exists: (file: string) => context.exists(file),
    resolve: (from: string, reference: string) => context.resolve(from, reference),
    settingsOf: (source: string, wanted: readonly string[]) => context.settingsOf(source, wanted),
    warn() {},
  };
  const { lines } = needs;
  const lods = wantsLevels(limits, needs);
  const common = { merge: needs.merge && merge, limits, materials: false };
  const imported = isFbx(path)
    ? await importFbx(other, common)
    : await importGltf(other, { ...common, scene, lines, lods });
  const model = chooseLevels(imported, lods);
  const nodes = needs.clips && settingsIn(settings, animationSettings).nodes === 'auto';
  const skeleton = skeletonOf(moveToRestSpace(model), { merge, nodes }, other);
  if (skeleton === undefined) throw noSkeleton(context.path, `${path}, which has no joints`);
  return skeleton;
}

const noSkeleton = (file: string, what: string): AssetError =>
  new AssetError({ code: 'mesh/no-skeleton', file, message: `animation.skeleton is ${what}` });

function warnAboutUnknown(
  { nodes }: SceneModel,
  unknown: readonly number[],
  path: string,
  context: Pick<CompileContext, 'path' | 'warn'>,
): void {
  const first = unknown[0];
  if (first === undefined) return;
  const names = unknown.slice(0, MAX_NAMES).map((node) => JSON.stringify(nodes[node]?.name ?? ''));
  const more = unknown.length > names.length ? ` and ${unknown.length - names.length} more` : '';
  const where = nodes[first]?.origin;
  context.warn({
    code: 'mesh/unknown-joint',
    file: context.path,
    ...(where === undefined ? {} : { where }),
    message: `${path} has no joints ${names.join(', ')}${more}; their motion is left out`,
  });
}
