// Blends of poses against a plain model: slerp by sines, in the order of the layers.

import { describe, expect, it } from 'vitest';
import { POSE_FLOATS } from '../hclip/sample.js';
import { generator } from '../testing/random-hclip.js';
import { addPose, blendPoses, type PoseLayer } from './blend.js';

const JOINTS = 40;

type Numbers = readonly number[];
const unit = (q: Numbers): Numbers => q.map((v) => v / Math.hypot(...q));
const slerp = (a: Numbers, b: Numbers, t: number): Numbers => {
  const dot = a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const weight = (share: number): number => (angle < 1e-9 ? share : Math.sin(share * angle) / Math.sin(angle));
  return unit(a.map((v, i) => v * weight(1 - t) + (b[i] ?? 0) * Math.sign(dot || 1) * weight(t)));
};
const times = ([ax = 0, ay = 0, az = 0, aw = 0]: Numbers, [bx = 0, by = 0, bz = 0, bw = 0]: Numbers): Numbers => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

function randomPose(seed: number): Float32Array {
  const next = generator(seed);
  const pose = Float32Array.from({ length: JOINTS * POSE_FLOATS }, () => next(1e6) / 250000 - 2);
  for (let joint = 0; joint < JOINTS; joint++) {
    const at = joint * POSE_FLOATS + 3;
    pose.set(unit([...pose.subarray(at, at + 4)]), at);
  }
  return pose;
}

const joint = (pose: Float32Array, i: number) => {
  const floats = [...pose.subarray(i * POSE_FLOATS, (i + 1) * POSE_FLOATS)];
  return { vector: [...floats.slice(0, 3), ...floats.slice(7)], rotation: floats.slice(3, 7) };
};

function expectJoints(out: Float32Array, wanted: (i: number) => ReturnType<typeof joint>): void {
  for (let i = 0; i < JOINTS; i++) {
    const [own, model] = [joint(out, i), wanted(i)];
    for (const [c, v] of own.vector.entries()) expect(v).toBeCloseTo(model.vector[c] ?? 0, 5);
    const dot = own.rotation.reduce((sum, v, c) => sum + v * (model.rotation[c] ?? 0), 0);
    expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-6);
  }
}

describe('blendPoses', () => {
  const poses = [1, 2, 3, 4].map(randomPose);
  const base = randomPose(9);
  const mask = Float32Array.from({ length: JOINTS }, (_, i) => (i % 5) / 4);
  const modelOf = (layers: readonly PoseLayer[]) => (i: number) => {
    let sum = 0;
    let mixed = joint(base, i);
    for (const { pose, weight, mask: own } of [...layers, { pose: base, weight: Number.NaN, mask: undefined }]) {
      const share = Number.isNaN(weight) ? Math.max(0, 1 - sum) : weight * (own?.[i] ?? 1);
      if (share === 0) continue;
      sum += share;
      const next = joint(pose, i);
      mixed = {
        vector: mixed.vector.map((v, c) => v + ((next.vector[c] ?? 0) - v) * (share / sum)),
        rotation: [...slerp(mixed.rotation, next.rotation, share / sum)],
      };
    }
    return mixed;
  };

  it.each([
    ['two that add up to 1', [0.25, 0.75], []],
    ['four that add up to more', [0.5, 1, 0.25, 2], []],
    ['less than 1, so that the base has the rest', [0.2, 0.3], []],
    ['masks', [1, 0.5, 0.75], [1, 2]],
    ['none', [], []],
  ] as const)('%s', (_, weights, masked) => {
    const layers = weights.map((weight, i) => ({
      pose: poses[i] ?? base,
      weight,
      mask: masked.some((each) => each === i) ? mask : undefined,
    }));
    const out = new Float32Array(base.length);
    blendPoses(layers, base, out);
    expectJoints(out, modelOf(layers));
  });

  it('returns a single pose unchanged, and may write to any of its inputs', () => {
    const [pose = base, other = base] = poses;
    const out = new Float32Array(base.length);
    blendPoses([{ pose, weight: 1 }], base, out);
    expect(out).toEqual(pose);
    const layers = [
      { pose, weight: 0.5 },
      { pose: other, weight: 0.25 },
    ];
    blendPoses(layers, base, out);
    for (const target of [pose, other, base]) {
      const [kept, into] = [target.slice(), target];
      blendPoses(layers, base, into);
      expect(into).toEqual(out);
      into.set(kept);
    }
  });
});

describe('addPose', () => {
  const [base, pose, reference] = [randomPose(21), randomPose(22), randomPose(23)];
  const mask = Float32Array.from({ length: JOINTS }, (_, i) => (i % 3) / 2);

  it.each([0, 0.3, 1])('adds a share of %s of the difference, by joint', (weight) => {
    const out = new Float32Array(base.length);
    addPose(base, { pose, weight, mask }, reference, out);
    expectJoints(out, (i) => {
      const share = weight * (mask[i] ?? 0);
      const [own, added, from] = [joint(base, i), joint(pose, i), joint(reference, i)];
      const [x = 0, y = 0, z = 0, w = 0] = from.rotation;
      const turned = times(own.rotation, times([-x, -y, -z, w], added.rotation));
      return {
        vector: own.vector.map((v, c) => v + ((added.vector[c] ?? 0) - (from.vector[c] ?? 0)) * share),
        rotation: [...slerp(own.rotation, turned, share)],
      };
    });
  });

  it('leads from the reference to the pose', () => {
    const out = new Float32Array(base.length);
    addPose(reference, { pose, weight: 1 }, reference, out);
    expectJoints(out, (i) => joint(pose, i));
  });
});
