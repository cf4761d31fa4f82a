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
  /** The space of rigid geometry: the bind space of a skin, its rest pose, or the node's own space. */
  readonly stores: 'bound' | 'placed' | 'local';
}

export interface SkeletonModel {
  readonly joints: readonly JointModel[];
  /** By skin of the scene: the indices of its joints; undefined if nothing uses the skin. */
  readonly seats: readonly (Uint16Array | undefined)[];
  /** By node of the scene: the joints that it moves. */
  readonly ofNode: ReadonlyMap<number, readonly number[]>;
  /** The joint that never moves. */
  readonly still: number | undefined;
}

/** Whether a skin's joints keep their numbers. */
export const keepsNumbers = (seats: Uint16Array): boolean => seats.every((seat, i) => seat === i);
