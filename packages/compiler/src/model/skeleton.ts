// The joints that a scene's vertices follow, whatever made them: skins, what lies above skins, and nodes that clips move.

import type { RestPose } from './scene.js';

/** A turn, one scale for all axes and a shift: what can be folded into a pose and its keys without loss. */
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
  /** What nodes between the parent joint and this one's node do; folded into `rest`, and due to every key of the node. */
  readonly above: Similarity | undefined;
  /** Where rigid geometry is stored: in the bind space of a skin, in its rest place, or in the node's own space. */
  readonly stores: 'bound' | 'placed' | 'local';
}

export interface SkeletonModel {
  readonly joints: readonly JointModel[];
  /** By skin of the scene: where its joints are among these; undefined where nothing uses the skin. */
  readonly seats: readonly (Uint16Array | undefined)[];
  /** By node of the scene: the joints that it moves. */
  readonly ofNode: ReadonlyMap<number, readonly number[]>;
  /** The joint that never moves. */
  readonly still: number | undefined;
}

/** Whether a skin's joints keep their numbers. */
export const keepsNumbers = (seats: Uint16Array): boolean => seats.every((seat, i) => seat === i);
