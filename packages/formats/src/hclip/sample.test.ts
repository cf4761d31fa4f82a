// The sampler next to another one, which works on the model and knows nothing of bits.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomHclip } from '../testing/random-hclip.js';
import { sampleHclipModel } from '../testing/sample-hclip.js';
import { arcShare } from './arc-share.js';
import { encodeHclip } from './encode.js';
import type { HclipClipModel, HclipModel, SegmentTrack } from './model.js';
import { decodeHclip } from './read.js';
import { POSE_FLOATS, sampleHclip, sampleHclipWeights } from './sample.js';

const GROUPS = ['rotation', 'translation', 'scale', 'weight'] as const;
const COMPONENTS = { rotation: 4, translation: 3, scale: 3, weight: 1 };
const PLACES = { rotation: 3, translation: 0, scale: 7, weight: 0 };

/** The value of a track in sample `i` of its segment, in the order x y z w. */
function storedValue(track: SegmentTrack, components: number, i: number): number[] {
  if (track.form === 'raw') return [...track.values.subarray(i * components, (i + 1) * components)];
  const stored = track.bases.length;
  const value = [...track.bases].map((base, c) => {
    const slope = track.slopes?.[c] ?? 0;
    return (base + (track.residuals[i * stored + c] ?? 0) + (slope * i) / 32) * 2 ** -track.exponent;
  });
  if (track.omitted === undefined) return value;
  const squares = value.reduce((sum, v) => sum + v * v, 0);
  value.splice(track.omitted, 0, Math.sqrt(Math.max(0, 1 - squares)));
  return value;
}

function unit(q: readonly number[]): readonly number[] {
  const length = Math.hypot(...q);
  return length === 0 ? [0, 0, 0, 1] : q.map((v) => v / length);
}

function segmentOf({ segments, sampleCount }: HclipClipModel, sample: number) {
  const start = (i: number): number => Math.floor((i * sampleCount) / segments.length);
  const index = segments.findIndex((_, i) => sample < start(i + 1));
  return { tracks: segments[index] ?? [], local: sample - start(index) };
}

/** The number of the sample before a time, and the share of the one after it. */
function positionOf({ times, rate, duration, isLoop, sampleCount }: HclipClipModel, time: number): [number, number] {
  const spans = isLoop ? sampleCount : sampleCount - 1;
  if (times === undefined) return [Math.floor(Math.min(time * rate, spans)), Math.min(time * rate, spans) % 1];
  const before = times.findLastIndex((each) => each <= time);
  const from = times[before] ?? 0;
  const to = times[before + 1] ?? duration;
  const share = before < spans && to > from ? (time - from) / (to - from) : 0;
  return share < 1 ? [before, share] : [before + 1, 0];
}

function animatedValue(clip: HclipClipModel, number: number, components: number, time: number): readonly number[] {
  const [before, share] = positionOf(clip, time);
  const next = clip.isLoop ? (before + 1) % clip.sampleCount : Math.min(before + 1, clip.sampleCount - 1);
  const [a, b] = [before % clip.sampleCount, next].map((sample) => {
    const { tracks, local } = segmentOf(clip, sample);
    const track = tracks[number];
    if (track === undefined) throw new Error('an animated track has values in each segment');
    return storedValue(track, components, local);
  });
  const dot = a?.reduce((sum, v, c) => sum + v * (b?.[c] ?? 0), 0) ?? 0;
  const sign = components === 4 && dot < 0 ? -1 : 1;
  const chord = components === 4 ? arcShare(Math.abs(dot), share) : share;
  const mixed = (a ?? []).map((v, c) => v * (1 - chord) + (b?.[c] ?? 0) * sign * chord);
  return components === 4 ? unit(mixed) : mixed;
}

/** What the clip writes: place and value of each track. */
function* writes(
  { jointCount, targetCount }: HclipModel,
  clip: HclipClipModel,
  time: number,
  rest: Float32Array,
  isWeights: boolean,
) {
  const clamped = time > 0 ? Math.min(time, clip.duration) : 0;
  const counts = { constant: 0, animated: 0 };
  let track = 0;
  for (const group of GROUPS.filter((name) => clip.groups.includes(name)))
    for (let i = 0; i < (group === 'weight' ? targetCount : jointCount); i++, track++) {
      const components = COMPONENTS[group];
      const place = i * (group === 'weight' ? 1 : POSE_FLOATS) + PLACES[group];
      const kind = clip.kinds[track];
      const stepped = clip.stepped.find((each) => each.track === track);
      let value: readonly number[] | undefined;
      if (kind === 'rest') value = [...rest.subarray(place, place + components)];
      if (kind === 'constant') {
        const constant = clip.constants[counts.constant++];
        const plain =
          constant === undefined
            ? []
            : storedValue(
                { ...constant, slopes: undefined, residuals: new Uint32Array(4) } as SegmentTrack,
                components,
                0,
              );
        value = components === 4 ? unit(plain) : plain;
      }
      if (kind === 'animated') value = animatedValue(clip, counts.animated++, components, clamped);
      if (stepped !== undefined) {
        const key = Math.max(
          0,
          stepped.times.findLastIndex((each) => each <= clamped),
        );
        value = [...stepped.values.subarray(key * components, (key + 1) * components)];
      }
      if (value !== undefined && (group === 'weight') === isWeights) yield { place, value };
    }
}

/** The time of each sample, and what is exactly stored there. */
const timesOf = ({ times, rate, sampleCount, duration }: HclipClipModel): readonly number[] => [
  ...Array.from({ length: sampleCount }, (_, i) => times?.[i] ?? (rate > 0 ? i / rate : 0)).filter(
    (time) => time <= duration,
  ),
  duration,
];

function expectPoses(model: HclipModel, timesIn: (clip: HclipClipModel) => readonly number[], closeness: number): void {
  const opened = decodeHclip(encodeHclip(model));
  const poseRest = Float32Array.from({ length: model.jointCount * POSE_FLOATS }, (_, i) => i / 8);
  const weightRest = Float32Array.from({ length: model.targetCount }, (_, i) => i / 8);
  for (const [i, clip] of model.clips.entries()) {
    const compressed = opened[i];
    if (compressed === undefined) throw new Error('each clip is opened');
    for (const time of timesIn(clip))
      for (const isWeights of [false, true]) {
        const rest = isWeights ? weightRest : poseRest;
        const wanted = new Float32Array(rest.length).fill(-77);
        for (const { place, value } of writes(model, clip, time, rest, isWeights)) wanted.set(value, place);
        const pose = new Float32Array(rest.length).fill(-77);
        (isWeights ? sampleHclipWeights : sampleHclip)(compressed, time, rest, pose);
        for (const [k, v] of wanted.entries())
          if (!(Math.abs(v - (pose[k] ?? 0)) <= closeness * Math.max(1, Math.abs(v))))
            expect.fail(`${clip.name} at ${time}, float ${k}: ${pose[k]}, not ${v}`);
      }
  }
}

describe('sampling', () => {
  it('returns what is stored, at any time of any clip', () => {
    const times = (clip: HclipClipModel): readonly number[] => [
      ...timesOf(clip),
      ...Array.from({ length: 12 }, (_, i) => Math.fround((clip.duration * (i + 0.37)) / 12)),
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      -1,
      1e30,
      Number.POSITIVE_INFINITY,
    ];
    expectPoses(sampleHclipModel(), times, 1e-6);
    fc.assert(
      fc.property(fc.nat(0xffffffff), (seed) => expectPoses(randomHclip(seed), times, 1e-6)),
      { numRuns: 30 },
    );
  });

  it('is exact at samples: base, residual and slope', () => {
    // Without rotations: those are normalized.
    for (let seed = 100; seed < 140; seed++) {
      const model = randomHclip(seed);
      const clips = model.clips.filter(({ groups }) => !groups.includes('rotation'));
      const atSamples = ({ isLoop, ...clip }: HclipClipModel): readonly number[] =>
        timesOf({ isLoop, ...clip })
          .slice(0, -1)
          .filter((time) => Number.isInteger(time * 4096));
      expectPoses(
        { ...model, clips },
        (clip) => (clip.rate % 1 === 0 && Math.log2(clip.rate || 1) % 1 === 0 ? atSamples(clip) : []),
        0,
      );
    }
  });

  it('gives the same pose in any order of times, and for NaN, early and late times the nearest end', () => {
    for (const [i, clip] of decodeHclip(encodeHclip(sampleHclipModel())).entries()) {
      const bind = new Float32Array(6 * POSE_FLOATS).fill(0.5);
      const poseAt = (time: number): readonly number[] => {
        const pose = new Float32Array(bind.length);
        sampleHclip(clip, time, bind, pose);
        return [...pose];
      };
      const times = Array.from({ length: 40 }, (_, k) => (clip.duration * k) / 39);
      const forward = times.map(poseAt);
      expect([...times].reverse().map(poseAt).reverse(), `clip ${i}`).toEqual(forward);
      expect(poseAt(Number.NaN)).toEqual(forward[0]);
      expect(poseAt(-5)).toEqual(forward[0]);
      expect(poseAt(1e9)).toEqual(forward.at(-1));
    }
  });

  it('ends a loop with its start', () => {
    const loop = decodeHclip(encodeHclip(sampleHclipModel()))[1];
    if (loop === undefined) throw new Error('the second clip is a loop');
    const bind = new Float32Array(6 * POSE_FLOATS);
    const [start, end] = [0, loop.duration].map((time) => {
      const pose = new Float32Array(bind.length);
      sampleHclip(loop, time, bind, pose);
      return pose;
    });
    expect(end).toEqual(start);
  });
});
