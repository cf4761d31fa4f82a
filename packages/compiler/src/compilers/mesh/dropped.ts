// What a scene, or the settings, ask for and a mesh format has no place for: one warning a file that names all of it.

import type { SceneModel } from '../../model/scene.js';
import type { AssembledSubmesh } from './assemble-submeshes.js';
import type { MeshContext } from './mesh-context.js';
import { type MeshSettings, meshSettings } from './settings.js';

export type OtherFormat = Exclude<MeshSettings['format'], 'hmesh'>;

type Topic = 'skin' | 'skeleton' | 'clips' | 'lods' | 'wantedLods' | 'nodes' | 'tangents' | 'alpha' | 'slots';

const LOST: Readonly<Record<OtherFormat, { readonly name: string; readonly topics: readonly Topic[] }>> = {
  hmesh1: { name: '.hmesh version 1', topics: ['skin', 'clips', 'lods', 'nodes', 'slots'] },
  vkguide: { name: 'vkguide', topics: ['skin', 'clips', 'wantedLods', 'tangents', 'alpha'] },
  galileo: { name: 'Galileo', topics: ['skeleton', 'clips', 'wantedLods', 'nodes'] },
};

export function warnAboutDropped(
  format: OtherFormat,
  scene: SceneModel,
  submeshes: readonly Pick<AssembledSubmesh, 'primitive'>[],
  settings: Pick<MeshSettings, 'lods' | 'merge'>,
  context: MeshContext,
): void {
  const { name, topics } = LOST[format];
  const dropped = topics.flatMap((topic) => describe(topic, scene, submeshes, settings) ?? []);
  if (dropped.length === 0) return;
  context.warn({
    code: 'mesh/dropped',
    file: context.path,
    message: `${name} has no place for ${dropped.join(', ')}: dropped`,
  });
}

function describe(
  topic: Topic,
  scene: SceneModel,
  submeshes: readonly Pick<AssembledSubmesh, 'primitive'>[],
  settings: Pick<MeshSettings, 'lods' | 'merge'>,
): string | undefined {
  const joints = scene.skins[0]?.joints.length ?? 0;
  switch (topic) {
    case 'skin':
      return scene.skins.length === 0 ? undefined : `the skin (${counted(joints, 'joint')}; the bind pose is kept)`;
    case 'skeleton':
      return scene.skins.length === 0 ? undefined : `the skeleton (${counted(joints, 'joint')}; weights are kept)`;
    case 'clips':
      return some(scene.animations.length, 'animation clip');
    case 'lods':
      return some(settings.lods.length, 'level of detail', 'levels of detail');
    case 'wantedLods':
      // These formats never had any: only who asks for them is told.
      return isDefault(settings.lods) ? undefined : some(settings.lods.length, 'level of detail', 'levels of detail');
    case 'nodes':
      return settings.merge ? undefined : 'the placement of nodes (mesh.merge is off)';
    case 'tangents':
      return submeshes.some(({ primitive }) => primitive.tangents !== undefined) ? 'tangents' : undefined;
    case 'alpha':
      return submeshes.some(({ primitive }) => hasAlpha(primitive.colors)) ? 'the alpha of vertex colours' : undefined;
    case 'slots': {
      const inUse = new Set(submeshes.map(({ primitive }) => primitive.material));
      return inUse.size < 2 ? undefined : `which of ${inUse.size} materials each triangle has`;
    }
  }
}

const isDefault = (lods: readonly number[]): boolean => lods.join() === meshSettings.settings.lods.default.join();

function hasAlpha(colors: Float32Array | undefined): boolean {
  if (colors === undefined) return false;
  for (let i = 3; i < colors.length; i += 4) if (colors[i] !== 1) return true;
  return false;
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const some = (count: number, one: string, many?: string): string | undefined =>
  count === 0 ? undefined : counted(count, one, many);
