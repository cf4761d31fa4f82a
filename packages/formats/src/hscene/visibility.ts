// A node is visible if it and all its ancestors are. Needed to draw a scene, and to move nodes out of their tree.

import type { Interpolation } from '../hanim/layout.js';
import type { HsceneChannel, HsceneNode } from './model.js';

interface SceneTree {
  readonly nodes: readonly Pick<HsceneNode, 'parent' | 'visible'>[];
}

/** A node of a scene and its ancestors, itself first. */
export function withAncestors({ nodes }: SceneTree, index: number): readonly number[] {
  const list: number[] = [];
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) list.push(at);
  return list;
}

/** When all of several nodes are visible, as steps of 1 and 0. Undefined if no channel switches any of them. */
export function jointVisibility(
  scene: SceneTree,
  nodes: readonly number[],
  channels: readonly HsceneChannel[],
): { readonly interpolation: Interpolation; readonly times: Float32Array; readonly values: Float32Array } | undefined {
  const own = channels.filter(
    ({ target, property, index }) => target === 'node' && property === 'visibility' && nodes.includes(index),
  );
  if (own.length === 0) return undefined;
  const still = nodes.filter((node) => !own.some(({ index }) => index === node));
  const isShown = still.every((node) => scene.nodes[node]?.visible !== false);
  const times = Float32Array.from(new Set(own.flatMap((channel) => [...channel.times]))).sort();
  const values = times.map((time) => (isShown && own.every((channel) => flagAt(channel, time)) ? 1 : 0));
  return { interpolation: 'STEP', times, values };
}

function flagAt({ times, values }: HsceneChannel, time: number): boolean {
  let last = 0;
  while (last + 1 < times.length && (times[last + 1] ?? 0) <= time) last++;
  return values[last] !== 0;
}
