// Random compressed clips, by a seed: any forms, widths, segments, times.

import type { HclipClipModel, HclipModel, SegmentTrack, SteppedTrack } from '../hclip/model.js';

type Next = (below: number) => number;

/** Whole numbers from 0 to before `below` that depend on the seed only. */
export function generator(seed: number): Next {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

/** A number with a sign of up to `bits` bits. */
const signed = (next: Next, bits: number): number => next(2 ** bits) - 2 ** (bits - 1);
const list = <T>(count: number, item: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i));
const float = (next: Next): number => Math.fround((next(2 ** 24) / 2 ** 23 - 1) * 10 ** (next(12) - 6));

function randomTrack(next: Next, components: number, length: number): SegmentTrack {
  if (next(5) === 0) return { form: 'raw', values: Float32Array.from(list(components * length, () => float(next))) };
  const isRotation = components === 4;
  const omitted = isRotation && next(4) > 0 ? next(4) : undefined;
  const stored = omitted === undefined ? components : 3;
  const exponent = isRotation ? next(25) : next(64) - 20;
  // Rotations about as long as 1, and others far from it.
  const baseBits = isRotation ? (next(3) === 0 ? exponent + 2 : exponent + 1) : 1 + next(32);
  const widths = list(stored, () => next(next(3) === 0 ? 25 : 8));
  return {
    form: 'grid',
    ...(omitted === undefined ? {} : { omitted }),
    exponent,
    bases: Int32Array.from(list(stored, () => signed(next, baseBits))),
    ...(next(2) === 0
      ? {}
      : { slopes: Int32Array.from(list(stored, () => signed(next, 1 + next(next(4) === 0 ? 32 : 8)))) }),
    residuals: Uint32Array.from(list(stored * length, (i) => next(2 ** (widths[i % stored] ?? 0)))),
  };
}

function randomStepped(next: Next, track: number, components: number): SteppedTrack {
  const count = 1 + next(5);
  return {
    track,
    times: Float32Array.from(list(count, () => next(40) / 8)).sort(),
    values: Float32Array.from(list(count * components, () => float(next))),
  };
}

function randomClip(next: Next, name: string, jointCount: number, targetCount: number): HclipClipModel {
  const groups = (['rotation', 'translation', 'scale', 'weight'] as const).filter(() => next(4) > 0);
  const sizes = { rotation: 4, translation: 3, scale: 3, weight: 1 };
  const components = groups.flatMap((group) => list(group === 'weight' ? targetCount : jointCount, () => sizes[group]));
  // Mostly none in some clips, so that whole words of kinds are 0.
  const span = next(3) === 0 ? 40 : 4;
  const drawn = components.map(() => next(span));
  const kinds = drawn.map((n) => (['none', 'rest', 'constant', 'animated'] as const)[n] ?? 'none');
  const hasSamples = kinds.includes('animated');
  const sampleCount = hasSamples ? 1 + next(next(8) === 0 ? 300 : 20) : 0;
  const segmentCount = hasSamples ? Math.min(sampleCount, Math.ceil(sampleCount / 256) + next(6)) : 0;
  const start = (i: number): number => Math.floor((i * sampleCount) / segmentCount);
  const animated = components.filter((_, track) => kinds[track] === 'animated');
  const hasTimes = hasSamples && next(3) === 0;
  return {
    name,
    duration: next(6) === 0 ? 0 : (1 + next(80)) / 16,
    rate: hasSamples && !hasTimes ? (1 + next(64)) / 4 : 0,
    isLoop: hasSamples && next(2) === 0,
    ...(next(4) === 0 ? { isAdditive: true } : {}),
    error: 0,
    groups,
    kinds,
    constants: components.filter((_, track) => kinds[track] === 'constant').map((size) => randomTrack(next, size, 1)),
    stepped: components.flatMap((size, track) =>
      drawn[track] === 0 && next(2) === 0 ? [randomStepped(next, track, size)] : [],
    ),
    sampleCount,
    times: hasTimes ? Float32Array.from(list(sampleCount, (i) => i / 4 + (i === 0 ? 0 : next(4) / 32))) : undefined,
    segments: list(segmentCount, (i) => animated.map((size) => randomTrack(next, size, start(i + 1) - start(i)))),
  };
}

/** Equal seeds give equal clips. */
export function randomHclip(seed: number): HclipModel {
  const next = generator(seed);
  for (let i = 0; i < 8; i++) next(2);
  const jointCount = 1 + next(next(4) === 0 ? 40 : 6);
  const targetCount = next(4);
  return {
    jointCount,
    targetCount,
    clips: list(1 + next(3), (i) => randomClip(next, `clip ${i}`, jointCount, targetCount)),
  };
}
