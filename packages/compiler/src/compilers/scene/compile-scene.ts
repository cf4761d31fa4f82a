// Compiles a scene to `.hscene`: its nodes in pre-order, and their cameras, lights, extras and animations that the other files cannot store.

import { encodeHscene, type HsceneExtras } from '@assetc/formats';
import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import type { ExtrasModel, SceneModel } from '../../model/scene/scene.js';
import type { WarnAt } from '../warn-once.js';
import type { SplineReader } from './keys.js';
import { sceneClips } from './scene-clips.js';
import { cameraRows, lightRows, type NodeParts, nodeRows } from './scene-nodes.js';
import { mapSceneRows, type SceneRows } from './scene-rows.js';
import type { SceneSettings } from './settings.js';

interface SceneContext {
  /** The source, for diagnostics. */
  readonly path: string;
  readonly warn: WarnAt;
}

interface SceneParts extends NodeParts {
  /** Source indices of the rows of the material table. */
  readonly materials: readonly number[];
  readonly spline: SplineReader;
  /** See the settings of `animation`. */
  readonly maxKeys: number;
}

/** Undefined if there is nothing to store, or `emit` is false. */
export function compileScene(
  scene: SceneModel,
  parts: SceneParts,
  { emit }: SceneSettings,
  { path, warn }: SceneContext,
): Uint8Array | undefined {
  if (emit === false) return undefined;
  const numbers = mapSceneRows(scene, parts.materials);
  const cameras = cameraRows(scene);
  const lights = lightRows(scene);
  const extras = extrasRows(scene.extras ?? [], numbers);
  const isJoint = (node: number): boolean => parts.isBaked && parts.joints.has(node);
  const clips = sceneClips(scene, {
    numbers,
    isJoint,
    spline: parts.spline,
    warn,
    countKeys: keyCounter(parts.maxKeys, path),
  });
  const hasHiddenNode = numbers.visited.some((index) => scene.nodes[index]?.visible === false);
  const hasMore = cameras.length + lights.length + extras.length + clips.length > 0;
  if (emit === 'auto' && parts.isBaked && !hasHiddenNode && !hasMore) return undefined;
  const { nodes, instances } = nodeRows(scene, numbers, parts, path, warn);
  return encodeHscene({ meshesAreBaked: parts.isBaked, nodes, cameras, lights, instances, extras, clips });
}

function extrasRows(extras: readonly ExtrasModel[], numbers: SceneRows): readonly HsceneExtras[] {
  return extras.flatMap(({ target, index, text }) => {
    const row = target === 'scene' || target === 'asset' ? 0 : numbers[target].get(index);
    return row === undefined ? [] : [{ target, index: row, json: text }];
  });
}

function keyCounter(maxKeys: number, path: string): (count: number, where: Place) => void {
  let total = 0;
  return (count, where) => {
    total += count;
    if (total <= maxKeys) return;
    const message = `the clips of the scene have at least ${total} keys; the limit is ${maxKeys} (animation.maxKeys)`;
    throw new AssetError({ code: 'gltf/too-large', file: path, where, message });
  };
}
