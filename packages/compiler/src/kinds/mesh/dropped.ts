// Warns about features of a scene or the settings that a mesh format cannot store: one warning per file names all of them.

import { DEFAULT_SHARES, type MeshSettings } from '../../compilers/mesh/settings.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { SceneModel } from '../../model/scene/scene.js';
import type { MeshFeature, MeshFormat } from '../../runtimes/contract/mesh-format.js';
import { extrasInWords } from './dropped-extras.js';

interface Asked {
  readonly scene: SceneModel;
  readonly settings: Pick<
    MeshSettings,
    'lods' | 'merge' | 'clusters' | 'meshlets' | 'vertices' | 'streams' | 'indexWidth' | 'micromaps' | 'compression'
  >;
  readonly isObj: boolean;
}

export function warnAboutDropped(
  format: MeshFormat,
  title: string,
  asked: Asked,
  context: Pick<CompileContext, 'path' | 'warn'>,
): void {
  const lods = lodsInWords(format, asked);
  const dropped = [...describe(format, asked), ...lods];
  if (dropped.length === 0) return;
  const advice = 'Choose a mesh.format that keeps it (see "assetc docs other-runtimes").';
  context.warn({
    code: 'mesh/dropped',
    file: context.path,
    message: `${title} cannot store these, so they are dropped: ${dropped.join(', ')}`,
    hint: lods.length === 0 ? advice : `${advice} If you do not need levels of detail, set mesh.lods to [].`,
  });
}

function describe(format: MeshFormat, { scene, settings, isObj }: Asked): readonly string[] {
  const drops = (feature: MeshFeature): boolean =>
    format.keeps[feature] === undefined || (isObj && format.objForm?.drops.includes(feature) === true);
  const primitives = scene.meshes.flatMap((mesh) => mesh.primitives);
  const words: string[] = [];
  const [skin] = scene.skins;
  if (skin !== undefined && drops('skeleton')) {
    const joints = counted(skin.joints.length, 'joint');
    words.push(
      drops('weights') ? `the skin (${joints}; the bind pose is kept)` : `the skeleton (${joints}; weights are kept)`,
    );
  }
  if (drops('clips') && scene.animations.length > 0) words.push(counted(scene.animations.length, 'animation clip'));
  if (drops('clusters') && settings.clusters) words.push('the cluster hierarchy');
  if (drops('triangleWords') && settings.meshlets.triangles === 'words') words.push('triangles of meshlets as words');
  if (drops('vertexForms')) {
    if (settings.vertices === 'compact') words.push('compact vertices');
    if (settings.streams === 'split') words.push('split streams');
    if (settings.indexWidth === 'smallest') words.push('indices of the smallest width');
  }
  if (
    drops('micromaps') &&
    settings.micromaps.level > 0 &&
    scene.materials.some(({ alphaMode }) => alphaMode === 'mask')
  )
    words.push('opacity micromaps');
  if (drops('compression') && settings.compression !== 'none') words.push('compression of geometry');
  if (drops('scene')) words.push(...sceneWords(scene));
  if (drops('nodes') && !settings.merge) words.push('the placement of nodes (mesh.merge is off)');
  if (drops('tangents') && primitives.some(({ tangents }) => tangents !== undefined)) words.push('tangents');
  // If all colors are dropped, assembling reports it.
  if (!drops('colors') && drops('colorAlpha') && primitives.some(({ colors }) => hasAlpha(colors)))
    words.push('the alpha of vertex colors');
  if (drops('materialExtras')) words.push(...extrasInWords(scene));
  const inUse = new Set(primitives.map(({ material }) => material)).size;
  if (drops('slots') && inUse > 1) words.push(`the assignment of ${inUse} materials to triangles`);
  return words;
}

/** Levels of detail are generated. Their loss is only reported if they were requested, or the format's readers expect them. */
function lodsInWords({ keeps, expected }: MeshFormat, { settings: { lods } }: Asked): readonly string[] {
  const areWanted = expected?.includes('lods') === true || !isDefault(lods);
  if (keeps.lods !== undefined || !areWanted || lods.length === 0) return [];
  if (lods === 'source') return ['levels of detail'];
  return [counted(lods.length, 'level of detail', 'levels of detail')];
}

/** Features that only an `.hscene` could store. Permanently hidden nodes are left out of the mesh. */
function sceneWords({ cameras = [], lights = [], extras = [], animations }: SceneModel): readonly string[] {
  const count = (list: readonly unknown[]): number => list.filter((each) => each !== undefined).length;
  const appears = animations.some(({ pointers = [] }) => pointers.some(({ pointer }) => pointer.endsWith('/visible')));
  return [
    ...(count(cameras) > 0 ? [counted(count(cameras), 'camera')] : []),
    ...(count(lights) > 0 ? [counted(count(lights), 'light')] : []),
    ...(extras.length > 0 ? ['extras'] : []),
    ...(appears ? ['the visibility of nodes'] : []),
  ];
}

const isDefault = (lods: MeshSettings['lods']): boolean => lods !== 'source' && lods.join() === DEFAULT_SHARES.join();

function hasAlpha(colors: Float32Array | undefined): boolean {
  if (colors === undefined) return false;
  for (let i = 3; i < colors.length; i += 4) if (colors[i] !== 1) return true;
  return false;
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
