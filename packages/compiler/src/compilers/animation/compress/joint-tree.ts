// The joints of a clip in the order that the kernel works in: each before all below it.

import { type JointTree, MotionKernel } from '@assetc/kernels';

/** What the compressor must know of a skeleton. */
export interface ClipSkeleton {
  /** Into the joints; −1 for a root. Parents may follow their children. */
  readonly parents: Int32Array;
  /** Ten floats per joint: translation, rotation, scale. */
  readonly bind: Float32Array;
  /** Per joint: the distance of the points at which errors are measured. */
  readonly shells: Float64Array;
  /** Per joint: the largest error. */
  readonly limits: Float64Array;
}

/** A skeleton whose joints are ordered: `limits` and others of the tree by place, not by joint. */
export interface OrderedSkeleton extends ClipSkeleton {
  /** Joints, each before all below it, which follow without gaps. */
  readonly order: Int32Array;
  /** By joint: where it is in the order. */
  readonly places: Int32Array;
  readonly tree: JointTree;
}

export function orderJoints(skeleton: ClipSkeleton): OrderedSkeleton {
  const { parents, shells, limits } = skeleton;
  const order = sortJoints(parents);
  const places = new Int32Array(parents.length);
  for (const [place, joint] of order.entries()) places[joint] = place;
  const tree = {
    parents: order.map((joint) => {
      const parent = parents[joint] ?? -1;
      return parent < 0 ? -1 : (places[parent] ?? -1);
    }),
    shells: Float64Array.from(order, (joint) => shells[joint] ?? 0),
    limits: Float64Array.from(order, (joint) => limits[joint] ?? 0),
  };
  return { ...skeleton, order, places, tree };
}

let kernel: MotionKernel | undefined;
/** That of this thread. */
export function motionKernel(): MotionKernel {
  kernel ??= new MotionKernel();
  return kernel;
}

function sortJoints(parents: Int32Array): Int32Array {
  const children: number[][] = Array.from(parents, () => []);
  const open: number[] = [];
  for (let joint = parents.length - 1; joint >= 0; joint--) (children[parents[joint] ?? -1] ?? open).push(joint);
  const order: number[] = [];
  for (let joint = open.pop(); joint !== undefined; joint = open.pop()) {
    order.push(joint);
    open.push(...(children[joint] ?? []));
  }
  return Int32Array.from(order);
}
