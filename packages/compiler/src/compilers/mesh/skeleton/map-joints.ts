// Maps the clips of one file to the joints of another by node names.

import type { NodeModel, SceneModel } from '../../../model/scene/scene.js';
import type { JointModel, SkeletonModel } from '../../../model/scene/skeleton.js';
import { foldNodes } from './fold-nodes.js';
import { animatedNodes } from './moving-nodes.js';

export interface MappedJoints {
  /** The other model's joints, by their numbers there, with this file's folded transforms above them. */
  readonly joints: readonly Pick<JointModel, 'above'>[];
  /** By node of this file. */
  readonly ofNode: ReadonlyMap<number, readonly number[]>;
  /** Animated or transformed nodes without a joint. */
  readonly unmatched: readonly number[];
}

type Target = Pick<SkeletonModel, 'ofNode'> & { readonly joints: readonly Pick<JointModel, 'name' | 'node'>[] };

/**
 * Poses stay as in this file: its nodes between two mapped ones are folded into the lower one's keys. The other model's folding would be wrong if only
 * one of the two has a scaled armature.
 */
export function mapJoints(scene: Pick<SceneModel, 'nodes' | 'animations'>, target: Target): MappedJoints {
  const animated = animatedNodes(scene);
  const ofNode = matchNodes(scene.nodes, animated, jointsByName(target));
  const placement = foldNodes(scene.nodes, ofNode.keys());
  const joints: Pick<JointModel, 'above'>[] = target.joints.map(() => ({ above: undefined }));
  for (const [node, numbers] of ofNode) for (const joint of numbers) joints[joint] = { above: placement.above(node) };
  const relevant = new Set([...animated, ...placement.nodes]);
  return { joints, ofNode, unmatched: [...relevant].filter((node) => !ofNode.has(node)).sort((a, b) => a - b) };
}

/** If joints share a name, the first counts, with the others of its node. */
function jointsByName({ joints, ofNode }: Target): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const { name, node } of joints)
    if (name !== '' && node !== undefined && !found.has(name)) found.set(name, ofNode.get(node) ?? []);
  return found;
}

/** A joint follows one node: the first animated one with its name, else the first. */
function matchNodes(
  nodes: readonly NodeModel[],
  animated: ReadonlySet<number>,
  byName: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<number, readonly number[]> {
  const staticNodes = [...nodes.keys()].filter((node) => !animated.has(node));
  const taken = new Map<string, number>();
  for (const node of [...[...animated].sort((a, b) => a - b), ...staticNodes]) {
    const name = nodes[node]?.name ?? '';
    if (byName.has(name) && !taken.has(name)) taken.set(name, node);
  }
  return new Map([...taken].map(([name, node]) => [node, byName.get(name) ?? []]));
}
