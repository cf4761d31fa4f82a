// Blends of poses. Twins of assetc_blend_layers and assetc_add_pose in C: the same steps in the same order, so that both give the same floats.
// Nothing is allocated.

import { POSE_FLOATS } from '../hclip/sample.js';
import { multiplyRotations, newTurn, turnTowards } from './turn.js';

/** A pose that takes part in a blend: ten floats per joint, as `sampleHclip` writes it. */
export interface PoseLayer {
  readonly pose: Float32Array;
  readonly weight: number;
  /** For each joint a factor of the weight; 1 for all if undefined. */
  readonly mask?: Float32Array | undefined;
}

const ROTATION = 3;
// Reused by every call.
const turn = newTurn();
const mixed = new Float64Array(POSE_FLOATS);

/**
 * Blends any number of poses into `out`, joint by joint: each layer has its weight times its mask. If these add up to less than 1, the pose `base`,
 * in most cases the bind pose, has the rest; if to more, they are divided by their sum. Layers are added one after another, rotations along the
 * shorter arc. `out` may be any of the poses.
 */
export function blendPoses(layers: readonly PoseLayer[], base: Float32Array, out: Float32Array): void {
  for (let at = 0, joint = 0; at < out.length; at += POSE_FLOATS, joint++) {
    let sum = 0;
    for (let i = 0; i < layers.length; i++) {
      const layer = layers[i];
      if (layer === undefined) continue;
      const weight = Math.fround(layer.weight) * (layer.mask === undefined ? 1 : (layer.mask[joint] ?? 0));
      if (!(weight > 0)) continue;
      sum += weight;
      turn[4] = weight / sum;
      mixJoint(layer.pose, at);
    }
    if (sum < 1) {
      turn[4] = 1 - sum;
      mixJoint(base, at);
    }
    storeJoint(out, at);
  }
}

/** Moves the joint in `mixed` and `turn` to that of a pose by the share in `turn`, which is 1 for the first one. */
function mixJoint(pose: Float32Array, at: number): void {
  const share = turn[4] ?? 0;
  for (let c = 0; c < POSE_FLOATS; c++) {
    const value = pose[at + c] ?? 0;
    const before = mixed[c] ?? 0;
    mixed[c] = share === 1 ? value : before + (value - before) * share;
  }
  if (share === 1) for (let c = 0; c < 4; c++) turn[c] = pose[at + ROTATION + c] ?? 0;
  else turnTowards(turn, pose, at + ROTATION);
}

function storeJoint(out: Float32Array, at: number): void {
  for (let c = 0; c < POSE_FLOATS; c++)
    out[at + c] = c < ROTATION || c >= ROTATION + 4 ? (mixed[c] ?? 0) : (turn[c - ROTATION] ?? 0);
}

const added = new Float64Array(4);

/**
 * Adds a share of the difference between an additive pose and its reference to `base`: translations and scales by their differences, rotations by
 * the turn from the reference to the pose, in the space of the joint. `reference`: the pose that the clip is relative to. `out` may be any of the poses.
 */
export function addPose(
  base: Float32Array,
  { pose, weight, mask }: PoseLayer,
  reference: Float32Array,
  out: Float32Array,
): void {
  for (let at = 0, joint = 0; at < out.length; at += POSE_FLOATS, joint++) {
    const share = Math.fround(weight) * (mask === undefined ? 1 : (mask[joint] ?? 0));
    for (let c = 0; c < POSE_FLOATS; c++)
      mixed[c] = (base[at + c] ?? 0) + ((pose[at + c] ?? 0) - (reference[at + c] ?? 0)) * share;
    for (let c = 0; c < 4; c++) turn[c] = base[at + ROTATION + c] ?? 0;
    if (share !== 0) {
      multiplyRotations(added, turn, 0, reference, at + ROTATION, true);
      multiplyRotations(added, added, 0, pose, at + ROTATION, false);
      turn[4] = share;
      turnTowards(turn, added, 0);
    }
    storeJoint(out, at);
  }
}
