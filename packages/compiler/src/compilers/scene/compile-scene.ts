// Scene → `.hscene`: its nodes in pre-order, and what they carry, say and do that the files beside it have no place for.

import { encodeHscene, type HsceneExtras } from '@assetc/formats';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { AssetError, type Diagnostic, type Place } from '../../diagnostics/diagnostic.js';
import type { ExtrasModel, SceneModel } from '../../model/scene.js';
import type { SplineReader } from './keys.js';
import { sceneClips } from './scene-clips.js';
import { cameraRows, lightRows, type NodeParts, nodeRows } from './scene-nodes.js';
import { numberScene, type SceneNumbers } from './scene-numbers.js';
import type { SceneSettings } from './settings.js';

interface SceneContext {
  /** The source, for diagnostics. */
  readonly path: string;
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
}

interface SceneParts extends NodeParts {
  /** Source indices of the rows of the material table. */
  readonly materials: readonly number[];
  readonly spline: SplineReader;
  /** See the settings of `animation`. */
  readonly maxKeys: number;
}

/** Undefined where there is nothing to say, or `emit` wants none. */
export function compileScene(
  scene: SceneModel,
  parts: SceneParts,
  { emit }: SceneSettings,
  context: SceneContext,
): Uint8Array | undefined {
  if (emit === false) return undefined;
  const warn = warnOnce(context);
  const numbers = numberScene(scene, parts.materials);
  const cameras = cameraRows(scene);
  const lights = lightRows(scene);
  const extras = extrasRows(scene.extras ?? [], numbers);
  const isJoint = (node: number): boolean => parts.isBaked && parts.joints.has(node);
  const clips = sceneClips(scene, {
    numbers,
    isJoint,
    spline: parts.spline,
    warn,
    countKeys: keyCounter(parts.maxKeys, context),
  });
  const hides = numbers.visited.some((index) => scene.nodes[index]?.visible === false);
  const hasMore = cameras.length + lights.length + extras.length + clips.length > 0;
  if (emit === 'auto' && parts.isBaked && !hides && !hasMore) return undefined;
  const { nodes, instances } = nodeRows(scene, numbers, parts, context.path, warn);
  return encodeHscene({ meshesAreBaked: parts.isBaked, nodes, cameras, lights, instances, extras, clips });
}

function extrasRows(extras: readonly ExtrasModel[], numbers: SceneNumbers): readonly HsceneExtras[] {
  return extras.flatMap(({ target, index, text }) => {
    const row = target === 'scene' || target === 'asset' ? 0 : numbers[target].get(index);
    return row === undefined ? [] : [{ target, index: row, json: text }];
  });
}

function keyCounter(maxKeys: number, { path }: SceneContext): (count: number, where: Place) => void {
  let total = 0;
  return (count, where) => {
    total += count;
    if (total <= maxKeys) return;
    const message = `the clips of the scene have at least ${total} keys; the limit is ${maxKeys} (animation.maxKeys)`;
    throw new AssetError({ code: 'gltf/too-large', file: path, where, message });
  };
}

/** The first place of each kind is enough. */
function warnOnce(context: SceneContext): (code: DiagnosticCode, where: Place, message: string) => void {
  const warned = new Set<string>();
  return (code, where, message) => {
    if (warned.has(code)) return;
    warned.add(code);
    context.warn({ code, file: context.path, where, message });
  };
}
