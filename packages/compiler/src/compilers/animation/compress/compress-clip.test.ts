// Compressed clips against an evaluation of their own: Euler-free quaternion arithmetic with sines, which production code does not use.

import { createHash } from 'node:crypto';
import { decodeHclip, encodeHclip, neutralPose, sampleHclip, sampleHclipWeights } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { ClipInput, ClipTargets, InputTrack } from './clip-input.js';
import { compressClip } from './compress-clip.js';
import type { ClipSkeleton } from './joint-tree.js';
import { startOf } from './reference-pose.js';

const ERROR = 0.001;
const JOINTS = 5;
const NO_TARGETS: ClipTargets = { defaults: new Float32Array(0), limits: new Float64Array(0) };

/** A chain of bones, each 0.3 long. `scale`: of the first one; the others have smaller units. */
function chain(limits: readonly number[] = new Array<number>(JOINTS).fill(ERROR), scale = 1): ClipSkeleton {
  const bind = new Float32Array(JOINTS * 10);
  for (let joint = 0; joint < JOINTS; joint++) {
    const [length, size] = joint === 0 ? [0, scale] : [0.3 / scale, 1];
    bind.set([0, length, 0, 0, 0, 0, 1, size, size, size], joint * 10);
  }
  return {
    parents: Int32Array.from({ length: JOINTS }, (_, joint) => joint - 1),
    bind,
    shells: new Float64Array(JOINTS).fill(0.1 / scale),
    limits: Float64Array.from(limits),
  };
}

type Quaternion = readonly [number, number, number, number];

const about = (axis: number, angle: number): Quaternion => {
  const s = Math.sin(angle / 2);
  return [axis === 0 ? s : 0, axis === 1 ? s : 0, axis === 2 ? s : 0, Math.cos(angle / 2)];
};

/** Rotations of one joint around one axis, at the given times. */
function swing(index: number, times: Float32Array, angle: (time: number) => number, isStepped = false): InputTrack {
  const values = Float32Array.from([...times].flatMap((time) => [...about(index % 3, angle(time))]));
  return { group: 'rotation', index, isStepped, times, values };
}

const frames = (count: number, rate = 30) => Float32Array.from({ length: count }, (_, i) => i / rate);
const clipOf = (tracks: readonly InputTrack[]): ClipInput => ({
  name: 'clip',
  duration: Math.max(...tracks.map(({ times }) => times.at(-1) ?? 0)),
  tracks,
});

function slerp(a: Float32Array, b: Float32Array, t: number): Quaternion {
  let dot = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, Math.abs(dot));
  const theta = Math.acos(dot);
  const mix = (i: number): number => {
    const [p, q] = [a[i] ?? 0, (b[i] ?? 0) * sign];
    if (theta < 1e-6) return p + (q - p) * t;
    return (p * Math.sin((1 - t) * theta) + q * Math.sin(t * theta)) / Math.sin(theta);
  };
  return [mix(0), mix(1), mix(2), mix(3)];
}

/** The source at a time, by definition. */
function valueAt({ times, values, isStepped }: InputTrack, time: number): readonly number[] {
  const components = values.length / times.length;
  const key = Math.max(
    0,
    times.findLastIndex((each) => each <= time),
  );
  const [from, to] = [key, key + 1].map((k) => values.subarray(k * components, (k + 1) * components));
  const next = times[key + 1];
  if (from === undefined || to === undefined || next === undefined || isStepped) return [...(from ?? [])];
  const t = (time - (times[key] ?? 0)) / (next - (times[key] ?? 0));
  if (components === 4) return slerp(from, to, t);
  return [...from].map((value, i) => value + ((to[i] ?? 0) - value) * t);
}

function rotate([x, y, z, w]: readonly number[], [a = 0, b = 0, c = 0]: readonly number[]): number[] {
  const [qx, qy, qz, qw] = [x ?? 0, y ?? 0, z ?? 0, w ?? 0];
  const [tx, ty, tz] = [2 * (qy * c - qz * b), 2 * (qz * a - qx * c), 2 * (qx * b - qy * a)];
  return [a + qw * tx + qy * tz - qz * ty, b + qw * ty + qz * tx - qx * tz, c + qw * tz + qx * ty - qy * tx];
}

/** Where a point near a joint is in the space of the mesh: up its chain, without matrices. */
function place(pose: Float32Array, parents: Int32Array, joint: number, point: readonly number[]): number[] {
  let at = [...point];
  for (let each = joint; each >= 0; each = parents[each] ?? -1) {
    const t = pose.subarray(each * 10, each * 10 + 10);
    const scaled = at.map((value, i) => value * (t[7 + i] ?? 1));
    at = rotate([...t.subarray(3, 7)], scaled).map((value, i) => value + (t[i] ?? 0));
  }
  return at;
}

const PLACES = { translation: 0, rotation: 3, scale: 7, weight: 0 };

/** The largest distance of a point around each joint, at 101 times. */
function distances(input: ClipInput, skeleton: ClipSkeleton) {
  const result = compressClip(input, skeleton, NO_TARGETS, { rate: undefined });
  const bytes = encodeHclip({ jointCount: JOINTS, targetCount: 0, clips: [result.clip] });
  const [clip] = decodeHclip(bytes);
  if (clip === undefined) throw new Error('no clip');
  const found = skeleton.bind.slice();
  const wanted = skeleton.bind.slice();
  const worst = new Array<number>(JOINTS).fill(0);
  for (let i = 0; i <= 100; i++) {
    const time = (input.duration * i) / 100;
    sampleHclip(clip, time, skeleton.bind, found);
    for (const track of input.tracks) wanted.set(valueAt(track, time), track.index * 10 + PLACES[track.group]);
    for (let joint = 0; joint < JOINTS; joint++)
      for (const axis of [0, 1, 2]) {
        const point = [0, 0, 0].map((_, c) => (c === axis ? (skeleton.shells[joint] ?? 0) : 0));
        const [a, b] = [found, wanted].map((pose) => place(pose, skeleton.parents, joint, point));
        worst[joint] = Math.max(worst[joint] ?? 0, Math.hypot(...(a ?? []).map((value, c) => value - (b?.[c] ?? 0))));
      }
  }
  return { ...result, worst, bytes, decoded: clip };
}

const wave = [0, 1, 2, 3, 4].map((joint) =>
  swing(joint, frames(61), (time) => 0.8 * Math.sin(time * Math.PI * (joint + 1))),
);

describe('a compressed clip', () => {
  it('keeps every point within the error, at the keys and between them, in a quarter of the bytes', () => {
    const { worst, isHeld, bytes, clip } = distances(clipOf(wave), chain());
    expect(isHeld).toBe(true);
    for (const distance of worst) expect(distance).toBeLessThan(ERROR * 1.03);
    expect(clip.error).toBeLessThanOrEqual(ERROR);
    expect(Math.max(...worst)).toBeGreaterThan(ERROR * 0.2);
    expect(bytes.length).toBeLessThan((61 * 5 * 20) / 4);
  });

  it.each([100, 0.01])('keeps them in an armature that is scaled by %s, as exporters write it', (scale) => {
    const slide: InputTrack = {
      group: 'translation',
      index: 2,
      isStepped: false,
      times: frames(20),
      values: Float32Array.from({ length: 60 }, (_, i) => (i % 3 === 1 ? 0.3 + 0.0015 * Math.sin(i) : 0) / scale),
    };
    const nod = swing(0, frames(20), (time) => 0.0025 * Math.sin(time * 20));
    const { worst, isHeld } = distances(clipOf([slide, nod]), chain(undefined, scale));
    expect(isHeld).toBe(true);
    for (const distance of worst) expect(distance).toBeLessThan(ERROR * 1.03);
  });

  it('gives joints with a smaller limit that', () => {
    const { worst } = distances(clipOf(wave), chain([ERROR, ERROR, ERROR, ERROR, ERROR / 10]));
    expect(worst[4]).toBeLessThan(ERROR / 9);
  });

  it('is sampled at the times of irregular keys', () => {
    const times = Float32Array.of(0, 0.1, 0.13, 0.4, 0.77, 1.3);
    const { worst, clip } = distances(clipOf([swing(1, times, (time) => 0.1 * Math.cos(time * 5))]), chain());
    expect([...(clip.times ?? [])].map((time) => time.toFixed(2))).toEqual([
      '0.00',
      '0.10',
      '0.13',
      '0.40',
      '0.77',
      '1.30',
    ]);
    for (const distance of worst) expect(distance).toBeLessThan(ERROR * 1.03);
  });

  it('gets more samples where the source turns far between two keys', () => {
    const { worst, clip, isHeld } = distances(clipOf([swing(0, frames(5, 2), (time) => time * 5)]), chain());
    expect(clip.sampleCount).toBeGreaterThan(5);
    expect(isHeld).toBe(true);
    for (const distance of worst) expect(distance).toBeLessThan(ERROR * 1.03);
  });

  it('jumps where the source does, and nowhere else', () => {
    const steps = swing(2, Float32Array.of(0, 0.5, 0.75), (time) => time, true);
    const { decoded } = distances(clipOf([...wave.slice(0, 2), steps]), chain());
    const bind = chain().bind;
    const pose = bind.slice();
    for (const [time, key] of [
      [0.4999, 0],
      [0.5, 1],
      [0.7499, 1],
      [2, 2],
    ] as const) {
      sampleHclip(decoded, time, bind, pose);
      expect([...pose.subarray(23, 27)], `at ${time}`).toEqual([...steps.values.subarray(key * 4, key * 4 + 4)]);
    }
  });

  it('holds the error across a jump between two keys that are very close', () => {
    const times = Float32Array.of(0, 0.5, 1, 1.000001, 1.5);
    const { clip, isHeld, worst } = distances(
      clipOf([swing(1, times, (time) => (time > 1 ? 0.5 : time * 0.1))]),
      chain(),
    );
    expect(isHeld).toBe(true);
    expect(clip.error).toBeLessThanOrEqual(ERROR);
    for (const distance of worst) expect(distance).toBeLessThan(ERROR * 1.03);
  });

  it('stays a loop: the end is the start, bit by bit', () => {
    const loop = [0, 1].map((joint) => {
      const track = swing(joint, frames(31), (time) => Math.sin(time * Math.PI * 2));
      track.values.copyWithin(30 * 4, 0, 4);
      return track;
    });
    const { decoded, clip } = distances(clipOf(loop), chain());
    expect(clip.isLoop).toBe(true);
    const bind = chain().bind;
    const [start, end] = [0, clip.duration].map((time) => {
      const pose = bind.slice();
      sampleHclip(decoded, time, bind, pose);
      return pose;
    });
    expect(end).toEqual(start);
  });

  it('stores nothing for what stays in the bind pose, and one value for what stays elsewhere', () => {
    const still = swing(3, frames(10), () => 0);
    const turned = swing(4, frames(10), () => 1);
    const { clip, worst } = distances(clipOf([still, turned]), chain());
    expect(clip.kinds).toEqual(['none', 'none', 'none', 'rest', 'constant']);
    expect(clip.segments).toEqual([]);
    for (const distance of worst) expect(distance).toBeLessThan(ERROR * 0.1);
  });

  it('keeps weights within the error of what they move', () => {
    const times = frames(20);
    const values = Float32Array.from(times, (time) => Math.sin(time * 9) ** 2);
    const targets = { defaults: Float32Array.of(0, 0), limits: Float64Array.of(0.01, 0.01) };
    const input = clipOf([{ group: 'weight', index: 1, isStepped: false, times, values }]);
    const { clip } = compressClip(input, chain(), targets, { rate: undefined });
    const [decoded] = decodeHclip(encodeHclip({ jointCount: JOINTS, targetCount: 2, clips: [clip] }));
    if (decoded === undefined) throw new Error('no clip');
    const weights = new Float32Array(2);
    for (const [i, time] of times.entries()) {
      sampleHclipWeights(decoded, time, targets.defaults, weights);
      expect(Math.abs((weights[1] ?? 0) - (values[i] ?? 0))).toBeLessThanOrEqual(0.01);
      expect(weights[0]).toBe(0);
    }
  });

  it('is within the error if it is additive and applied to its reference pose', () => {
    const skeleton = chain();
    const input = clipOf([
      ...wave,
      { ...swing(2, frames(2), () => 0), group: 'translation', values: Float32Array.of(0, 0.3, 0, 0.1, 0.4, 0) },
    ]);
    const start = clipOf(
      wave.map((track) => ({
        ...track,
        values: track.values.map((_, i) => (i % 4 === 3 ? 0.8 : i % 4 === 1 ? 0.6 : 0)),
      })),
    );
    const reference = startOf(start, skeleton, NO_TARGETS);
    const { clip, isHeld } = compressClip(input, skeleton, NO_TARGETS, { rate: undefined, reference });
    expect(isHeld).toBe(true);
    const [decoded] = decodeHclip(encodeHclip({ jointCount: JOINTS, targetCount: 0, clips: [clip] }));
    if (decoded === undefined) throw new Error('no clip');
    expect(decoded.isAdditive).toBe(true);
    const neutral = neutralPose(JOINTS);
    const found = neutral.slice();
    const [sum, wanted] = [reference.pose.slice(), reference.pose.slice()];
    for (let i = 0; i <= 50; i++) {
      const time = (input.duration * i) / 50;
      sampleHclip(decoded, time, neutral, found);
      for (const track of input.tracks) wanted.set(valueAt(track, time), track.index * 10 + PLACES[track.group]);
      for (let at = 0; at < sum.length; at += 10) {
        const [d, base] = [found.subarray(at, at + 10), reference.pose.subarray(at, at + 10)];
        for (const c of [0, 1, 2, 7, 8, 9]) sum[at + c] = (base[c] ?? 0) + (d[c] ?? 0);
        // A product of quaternions turns by the right one, then by the left one.
        const [q, r] = [base.subarray(3, 7), d.subarray(3, 7)];
        const scalar =
          (q[3] ?? 0) * (r[3] ?? 0) - (q[0] ?? 0) * (r[0] ?? 0) - (q[1] ?? 0) * (r[1] ?? 0) - (q[2] ?? 0) * (r[2] ?? 0);
        const cross = (i: number, j: number) => (q[i] ?? 0) * (r[j] ?? 0) - (q[j] ?? 0) * (r[i] ?? 0);
        const vector = [cross(1, 2), cross(2, 0), cross(0, 1)].map(
          (value, c) => value + (q[3] ?? 0) * (r[c] ?? 0) + (r[3] ?? 0) * (q[c] ?? 0),
        );
        sum.set([...vector, scalar], at + 3);
      }
      for (let joint = 0; joint < JOINTS; joint++) {
        const [a, b] = [sum, wanted].map((pose) => place(pose, skeleton.parents, joint, [0.1, 0, 0]));
        expect(Math.hypot(...(a ?? []).map((value, c) => value - (b?.[c] ?? 0)))).toBeLessThan(ERROR * 1.03);
      }
    }
  });

  it('stores a track that no grid holds as floats', () => {
    const far: InputTrack = {
      group: 'translation',
      index: 0,
      isStepped: false,
      times: frames(8),
      values: Float32Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? 1e12 : -3e11) + i * 1e9),
    };
    const { clip } = compressClip(clipOf([far, ...wave.slice(1, 2)]), chain(), NO_TARGETS, { rate: undefined });
    const [decoded] = decodeHclip(encodeHclip({ jointCount: JOINTS, targetCount: 0, clips: [clip] }));
    if (decoded === undefined) throw new Error('no clip');
    expect(clip.segments[0]?.map(({ form }) => form)).toEqual(['grid', 'raw']);
    const pose = chain().bind.slice();
    for (let i = 0; i < 8; i++) {
      sampleHclip(decoded, i / 30, chain().bind, pose);
      expect([...pose.subarray(0, 3)].map((value, c) => value / (far.values[i * 3 + c] ?? 1))).toEqual(
        [1, 1, 1].map((one) => expect.closeTo(one, 5)),
      );
    }
  });

  it('has the same bytes on every machine; if they are to change, increase MOTION_VERSION in mesh-kind.ts', () => {
    const zigzag = [0, 1, 2, 3, 4].map((joint): InputTrack => {
      const times = frames(40);
      const values = Float32Array.from({ length: 160 }, (_, i) => {
        const key = i >> 2;
        return i % 4 === 3 ? 8 : (Math.abs(((key * (joint + 2 + (i % 4))) % 23) - 11) - 5) / 4;
      });
      return { group: 'rotation', index: joint, isStepped: false, times, values };
    });
    const { bytes } = distances(clipOf(zigzag), chain());
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex').slice(0, 16)]).toEqual([
      860,
      'd8120cd2e26c4cb4',
    ]);
  });
});
