// Writes the `.hscene` of a model: what the mesh and its clips cannot store.

import { animationSettings } from '../../compilers/animation/settings.js';
import { splineToLinearKeys } from '../../compilers/animation/spline-to-linear.js';
import { meshSettings } from '../../compilers/mesh/settings.js';
import { compileScene } from '../../compilers/scene/compile-scene.js';
import { sceneSettings } from '../../compilers/scene/settings.js';
import type { WarnAt } from '../../compilers/warn-once.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { type ResolvedSettings, settingsIn } from '../../model/kind/setting.js';
import type { SceneModel } from '../../model/scene/scene.js';
import type { MeshFormat } from '../../runtimes/contract/mesh-format.js';
import type { PackedMesh } from '../../runtimes/contract/model-source.js';

/** Undefined if there is nothing to store, or none is wanted. */
export function sceneBytes(
  scene: SceneModel,
  { ranges, materials, skeleton }: Pick<PackedMesh, 'ranges' | 'materials' | 'skeleton'>,
  context: CompileContext,
  warn: WarnAt,
): Uint8Array | undefined {
  const { tolerance, maxKeys } = settingsIn(context.settings, animationSettings);
  const joints = new Map(
    [...(skeleton?.ofNode ?? [])].flatMap(([node, [first]]) => (first === undefined ? [] : [[node, first] as const])),
  );
  const parts = {
    ranges,
    materials,
    joints,
    maxKeys,
    isBaked: settingsIn(context.settings, meshSettings).merge,
    spline: (
      keys: { readonly times: Float32Array; readonly values: Float32Array },
      width: number,
      isRotation: boolean,
    ) => splineToLinearKeys({ ...keys, width, isRotation }, tolerance),
  };
  return compileScene(scene, parts, settingsIn(context.settings, sceneSettings), { path: context.path, warn });
}

/** Whether the output stores what is hidden. Only then is its geometry kept. */
export const keepsHidden = ({ keeps }: MeshFormat, settings: ResolvedSettings): boolean =>
  keeps.scene !== undefined &&
  !settingsIn(settings, meshSettings).merge &&
  settingsIn(settings, sceneSettings).emit !== false;
