// Root motion: how a clip moves the whole character. The motion of a time turns and moves the character from the start of the clip so that
// what is left of the root joint stays in its place. Twin of assetc_hclip_root_motion in C. Nothing is allocated.

import type { CompressedClip } from '../hclip/model.js';
import { POSE_FLOATS, sampleHclipJoint } from '../hclip/sample.js';
import { multiplyRotations } from './turn.js';

/** What becomes motion of the character. Directions are those of the joint's parent. */
export interface RootMotionOptions {
  readonly joint: number;
  /** Axes of the translation, for example `xz`. */
  readonly axes: string;
  /** Whether turns around the y axis do, too. */
  readonly yaw: boolean;
}

const ROTATION = 3;
/** A translation x y z, then a rotation x y z w. */
const MOTION = 7;

// Reused by every call.
const start = new Float32Array(POSE_FLOATS);
const local = new Float32Array(POSE_FLOATS);
const rotation = new Float64Array(4);
const product = new Float64Array(MOTION);
const moved = new Float64Array(3);
const before = new Float64Array(MOTION);
const after = new Float64Array(MOTION);
const loop = new Float64Array(MOTION);

/**
 * Sets `delta`, ten floats as of a joint, to the motion between two times: append it to the transform of the character. With `isLooping`, times
 * before the start and after the end continue the clip, as often as needed; otherwise they are clamped. `to` may be before `from`.
 */
export function extractRootMotion(
  clip: CompressedClip,
  from: number,
  to: number,
  isLooping: boolean,
  bind: Float32Array,
  options: RootMotionOptions,
  delta: Float32Array,
): void {
  const first = isLooping ? loopsBefore(clip, from) : 0;
  const last = isLooping ? loopsBefore(clip, to) : 0;
  motionAt(clip, from - first * clip.duration, bind, options, before);
  motionAt(clip, to - last * clip.duration, bind, options, after);
  motionAt(clip, clip.duration, bind, options, loop);
  if (last < first) invert(loop);
  invert(before);
  // A power by squares, so that a long pause takes no longer.
  for (let left = Math.abs(last - first); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) append(before, loop);
    append(loop, loop);
  }
  append(before, after);
  for (let c = 0; c < POSE_FLOATS; c++) delta[c] = c < MOTION ? (before[c] ?? 0) : 1;
}

/** Takes the motion since the start of the clip out of a pose of that time, so that the character stays in its place. */
export function removeRootMotion(
  clip: CompressedClip,
  time: number,
  bind: Float32Array,
  options: RootMotionOptions,
  pose: Float32Array,
): void {
  const at = options.joint * POSE_FLOATS;
  motionAt(clip, time, bind, options, before);
  invert(before);
  for (let c = 0; c < MOTION; c++) after[c] = pose[at + c] ?? 0;
  append(before, after);
  for (let c = 0; c < MOTION; c++) pose[at + c] = before[c] ?? 0;
}

/** Whole loops before a time. */
function loopsBefore({ duration }: CompressedClip, time: number): number {
  const loops = Math.floor(time / duration);
  return loops > -MAX_LOOPS && loops < MAX_LOOPS ? loops : 0;
}

/** Beyond, times have no fraction. */
const MAX_LOOPS = 2 ** 52;

/** The motion from the start of the clip to a time in it. */
function motionAt(
  clip: CompressedClip,
  time: number,
  bind: Float32Array,
  { joint, axes, yaw }: RootMotionOptions,
  out: Float64Array,
): void {
  sampleHclipJoint(clip, 0, joint, bind, start);
  sampleHclipJoint(clip, Math.fround(time), joint, bind, local);
  rotation.fill(0);
  rotation[3] = 1;
  if (yaw) findYaw();
  for (let c = 0; c < 3; c++) moved[c] = start[c] ?? 0;
  rotate(moved, rotation, 0);
  // The start of the joint is turned and moved to where the motion leads it.
  for (let c = 0; c < 3; c++) {
    const isTaken = axes.includes(c === 0 ? 'x' : c === 1 ? 'y' : 'z');
    out[c] = ((isTaken ? local[c] : start[c]) ?? 0) - (moved[c] ?? 0);
  }
  for (let c = 0; c < 4; c++) out[ROTATION + c] = rotation[c] ?? 0;
}

/** Makes `rotation` the part of the turn since the start that is around y. */
function findYaw(): void {
  multiplyRotations(rotation, local, ROTATION, start, ROTATION, true);
  const y = rotation[1] ?? 0;
  const w = rotation[3] ?? 0;
  const length = Math.sqrt(y * y + w * w);
  rotation.fill(0);
  rotation[1] = length > 0 ? y / length : 0;
  rotation[3] = length > 0 ? w / length : 1;
}

/** Rotates the first three numbers of `v` by the rotation at `at`. */
function rotate(v: Float64Array, q: Float64Array, at: number): void {
  const qx = q[at] ?? 0;
  const qy = q[at + 1] ?? 0;
  const qz = q[at + 2] ?? 0;
  const qw = q[at + 3] ?? 0;
  const x = v[0] ?? 0;
  const y = v[1] ?? 0;
  const z = v[2] ?? 0;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  v[0] = x + qw * tx + (qy * tz - qz * ty);
  v[1] = y + qw * ty + (qz * tx - qx * tz);
  v[2] = z + qw * tz + (qx * ty - qy * tx);
}

/** a = a · b; both may be one motion. */
function append(a: Float64Array, b: Float64Array): void {
  for (let c = 0; c < 3; c++) product[c] = b[c] ?? 0;
  rotate(product, a, ROTATION);
  for (let c = 0; c < 3; c++) product[c] = (product[c] ?? 0) + (a[c] ?? 0);
  multiplyRotations(rotation, a, ROTATION, b, ROTATION, false);
  for (let c = 0; c < 3; c++) a[c] = product[c] ?? 0;
  for (let c = 0; c < 4; c++) a[ROTATION + c] = rotation[c] ?? 0;
}

function invert(a: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    a[c] = -(a[c] ?? 0);
    a[ROTATION + c] = -(a[ROTATION + c] ?? 0);
  }
  rotate(a, a, ROTATION);
}
