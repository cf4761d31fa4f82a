// The joints that a scene's vertices follow: those of skins, their ancestors, and nodes that clips move.

import type { RestPose } from './scene.js';

/** Rotation, uniform scale and translation: can be folded into a pose and its keys without loss. */
export interface Similarity {
  readonly translation: readonly number[];
  /** x y z w. */
  readonly rotation: readonly number[];
  readonly scale: number;
}

export interface JointModel {
  /** Into the scene's nodes; undefined for the joint that never moves. */
  readonly node: number | undefined;
  readonly name: string;
  /** Column-major. */
  readonly inverseBind: Float32Array;
  /** Relative to the parent joint. */
  readonly rest: RestPose;
  /** Into the joints, −1 for a root. */
  readonly parent: number;
  /** The transform of the nodes between the parent joint and this one's node. Included in `rest`; must be applied to every key of the node. */
  readonly above: Similarity | undefined;
  /** The space of rigid geometry: the skin's bind space, the rest pose, or the node's own space. */
  readonly vertexSpace: 'bind' | 'rest' | 'node';
}

export interface SkeletonModel {
  readonly joints: readonly JointModel[];
  /** By skin of the scene: maps its joints to those of the skeleton. Undefined if nothing uses the skin. */
  readonly jointMaps: readonly (Uint16Array | undefined)[];
  /** By node of the scene: the joints that it moves. */
  readonly ofNode: ReadonlyMap<number, readonly number[]>;
  /** The joint that never moves. */
  readonly staticJoint: number | undefined;
}

/** Whether a skin's joints have the same numbers in the skeleton. */
export const isIdentityMapping = (jointMap: Uint16Array): boolean => jointMap.every((joint, i) => joint === i);
