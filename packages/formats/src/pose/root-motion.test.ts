// Root motion of a clip that walks a curve: what is taken out of the poses and given to the character adds up to the clip, over any loops.

import { describe, expect, it } from 'vitest';
import { encodeHclip } from '../hclip/encode.js';
import { decodeHclip } from '../hclip/read.js';
import { POSE_FLOATS, sampleHclip } from '../hclip/sample.js';
import { extractRootMotion, type RootMotionOptions, removeRootMotion } from './root-motion.js';

const SAMPLES = 9;
const DURATION = 2;
const START = [0.5, 1, -0.25];

/** Walks 3 m along x and 1 m along z, sinks by 0.1 m, turns by a quarter around y, and leans. Joint 0 is at rest. */
function walk() {
  const translations: number[] = [];
  const rotations: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const t = i / (SAMPLES - 1);
    translations.push((START[0] ?? 0) + 3 * t, (START[1] ?? 0) - 0.1 * t, (START[2] ?? 0) + t * t);
    const [half, lean] = [(Math.PI / 4) * t, 0.1 * Math.sin(t * Math.PI)];
    // Leans around x first, then turns around y.
    rotations.push(
      Math.cos(half) * Math.sin(lean),
      Math.sin(half) * Math.cos(lean),
      -Math.sin(half) * Math.sin(lean),
      Math.cos(half) * Math.cos(lean),
    );
  }
  const raw = (values: readonly number[]) => ({ form: 'raw' as const, values: Float32Array.from(values) });
  const [clip] = decodeHclip(
    encodeHclip({
      jointCount: 2,
      targetCount: 0,
      clips: [
        {
          name: 'walk',
          duration: DURATION,
          rate: (SAMPLES - 1) / DURATION,
          isLoop: false,
          error: 0,
          groups: ['rotation', 'translation'],
          kinds: ['rest', 'animated', 'rest', 'animated'],
          constants: [],
          stepped: [],
          sampleCount: SAMPLES,
          segments: [[raw(rotations), raw(translations)]],
        },
      ],
    }),
  );
  if (clip === undefined) throw new Error('there is one clip');
  return clip;
}

const clip = walk();
const bind = Float32Array.from({ length: 2 * POSE_FLOATS }, (_, i) => (i % POSE_FLOATS >= 6 ? 1 : 0));
const ALL: RootMotionOptions = { joint: 1, axes: 'xyz', yaw: true };

/** A matrix of a joint's floats, column by column. */
function matrixOf(floats: ArrayLike<number>, at = 0): number[] {
  const [tx = 0, ty = 0, tz = 0, x = 0, y = 0, z = 0, w = 0] = Array.from({ length: 7 }, (_, i) => floats[at + i] ?? 0);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0],
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0],
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0],
    ...[tx, ty, tz, 1],
  ];
}

const multiply = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from({ length: 16 }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += (a[k * 4 + (i % 4)] ?? 0) * (b[Math.floor(i / 4) * 4 + k] ?? 0);
    return sum;
  });

const IDENTITY = matrixOf([0, 0, 0, 0, 0, 0, 1]);

function poseAt(time: number): Float32Array {
  const pose = bind.slice();
  sampleHclip(clip, time, bind, pose);
  return pose;
}

function motion(from: number, to: number, isLooping: boolean, options = ALL): number[] {
  const delta = new Float32Array(POSE_FLOATS);
  extractRootMotion(clip, from, to, isLooping, bind, options, delta);
  expect([...delta.subarray(7)]).toEqual([1, 1, 1]);
  return matrixOf(delta);
}

const expectEqual = (a: readonly number[], b: readonly number[]): void => {
  for (const [i, v] of a.entries()) expect(Math.abs(v - (b[i] ?? 0))).toBeLessThan(1e-5);
};

describe('root motion', () => {
  it.each(['xyz', 'xz', 'z', ''])('with %s, and what is left of the pose, is the pose', (axes) => {
    for (const yaw of [true, false])
      for (const time of [0, 0.3, 1, 1.7, 2, 5, -1, Number.NaN]) {
        const options = { joint: 1, axes, yaw };
        const left = poseAt(time);
        removeRootMotion(clip, time, bind, options, left);
        const whole = multiply(motion(0, time, false, options), matrixOf(left, POSE_FLOATS));
        expectEqual(whole, matrixOf(poseAt(time), POSE_FLOATS));
      }
  });

  it('leaves the root where it started, without turning it around y', () => {
    for (const time of [0, 0.5, 1.3, 2]) {
      const left = poseAt(time);
      removeRootMotion(clip, time, bind, ALL, left);
      const [x = 0, y = 0, z = 0, , qy = 0] = left.subarray(POSE_FLOATS);
      expectEqual([x, y, z, qy], [...START, 0]);
    }
  });

  it('leaves axes that are not named in the pose', () => {
    const left = poseAt(2);
    removeRootMotion(clip, 2, bind, { joint: 1, axes: 'xz', yaw: false }, left);
    expectEqual([...left.subarray(POSE_FLOATS, POSE_FLOATS + 3)], [0.5, 0.9, -0.25]);
  });

  it('adds up, step by step, over loops, in both directions', () => {
    const oneLoop = motion(0, DURATION, false);
    // 2.5 loops in uneven steps: two ends of the clip, then half of it.
    let character = IDENTITY;
    for (let time = 0; time < 5; time += 0.15625) character = multiply(character, motion(time, time + 0.15625, true));
    expectEqual(character, multiply(multiply(oneLoop, oneLoop), motion(0, 1, false)));
    expectEqual(character, motion(0, 5, true));
    expectEqual(multiply(character, motion(5, 0, true)), IDENTITY);
    expectEqual(multiply(motion(-3, 0, true), motion(0, -3, true)), IDENTITY);
  });

  it('is nothing at rest, for a joint that the clip does not move, and for times that are not finite', () => {
    expectEqual(motion(1, 1, true), IDENTITY);
    expectEqual(motion(0, 1.5, true, { ...ALL, joint: 0 }), IDENTITY);
    expectEqual(motion(Number.NaN, Number.NaN, true), IDENTITY);
    expect(motion(0, Number.POSITIVE_INFINITY, true).every(Number.isFinite)).toBe(true);
    // Four loops turn once: many loops take no longer than one.
    expect(motion(0, 4e9, true).every(Number.isFinite)).toBe(true);
  });
});
