// Clips of one file for the joints of another, which are found by the names of nodes.

import type { NodeModel, SceneModel } from '../../../model/scene.js';
import type { JointModel, SkeletonModel } from '../../../model/skeleton.js';
import { foldPlacement } from './fold-placement.js';
import { animatedNodes } from './moving-nodes.js';

export interface MappedJoints {
  /** The other model's, by their numbers there, with what this file has above them. */
  readonly joints: readonly Pick<JointModel, 'above'>[];
  /** By node of this file. */
  readonly ofNode: ReadonlyMap<number, readonly number[]>;
  /** Nodes that do something, and have no joint. */
  readonly unknown: readonly number[];
}

type Target = Pick<SkeletonModel, 'ofNode'> & { readonly joints: readonly Pick<JointModel, 'name' | 'node'>[] };

/**
 * Poses stay as this file has them: its nodes between two that were found are folded into the lower one's keys. The fold of the other
 * model would be wrong where only one of the two has an armature that scales.
 */
export function mapJoints(scene: Pick<SceneModel, 'nodes' | 'animations'>, target: Target): MappedJoints {
  const animated = animatedNodes(scene);
  const ofNode = matched(scene.nodes, animated, jointsByName(target));
  const placement = foldPlacement(scene.nodes, ofNode.keys());
  const joints: Pick<JointModel, 'above'>[] = target.joints.map(() => ({ above: undefined }));
  for (const [node, numbers] of ofNode) for (const joint of numbers) joints[joint] = { above: placement.above(node) };
  const acting = new Set([...animated, ...placement.nodes]);
  return { joints, ofNode, unknown: [...acting].filter((node) => !ofNode.has(node)).sort((a, b) => a - b) };
}

/** Of joints with one name the first counts, with the others of its node. */
function jointsByName({ joints, ofNode }: Target): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const { name, node } of joints)
    if (name !== '' && node !== undefined && !found.has(name)) found.set(name, ofNode.get(node) ?? []);
  return found;
}

/** A joint follows one node: of those with its name the first that moves, else the first. */
function matched(
  nodes: readonly NodeModel[],
  animated: ReadonlySet<number>,
  byName: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<number, readonly number[]> {
  const still = [...nodes.keys()].filter((node) => !animated.has(node));
  const taken = new Map<string, number>();
  for (const node of [...[...animated].sort((a, b) => a - b), ...still]) {
    const name = nodes[node]?.name ?? '';
    if (byName.has(name) && !taken.has(name)) taken.set(name, node);
  }
  return new Map([...taken].map(([name, node]) => [node, byName.get(name) ?? []]));
}
