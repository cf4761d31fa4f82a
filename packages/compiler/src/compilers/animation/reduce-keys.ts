// Drops linear keys that interpolation restores. For every dropped key, the reduced channel at its time differs from it by at most the
// tolerance, in the joint's own units. Between two keys both curves are straight, so the bound holds there as well.

import type { ChannelModel } from '../../model/scene/animation.js';

interface KeyedChannel extends Pick<ChannelModel, 'interpolation' | 'times' | 'values'> {
  readonly path: ChannelModel['path'] | 'weights';
}

/** Rotations are compared as normalized shortest-arc interpolation, component by component. */
export function reduceKeys<C extends KeyedChannel>(channel: C, tolerance: number): C {
  const count = channel.times.length;
  if (tolerance <= 0 || count < 2) return channel;
  const kept = channel.interpolation === 'linear' ? keepLinear(channel, tolerance) : keepSteps(channel, tolerance);
  if (kept.length === count) return channel;
  const components = channel.values.length / count;
  const times = new Float32Array(kept.length);
  const values = new Float32Array(kept.length * components);
  for (const [i, key] of kept.entries()) {
    times[i] = channel.times[key] ?? 0;
    values.set(channel.values.subarray(key * components, (key + 1) * components), i * components);
  }
  return { ...channel, times, values };
}

/** Bounds the work for a million keys of a curve that always splits at one end. */
const WINDOW = 512;

/** Douglas–Peucker with an explicit stack: the worst key of a segment is kept until every segment is within tolerance. */
function keepLinear(channel: KeyedChannel, tolerance: number): number[] {
  const last = channel.times.length - 1;
  const keep = new Uint8Array(last + 1);
  keep[last] = 1;
  const stack: [number, number][] = [];
  for (let from = 0; from < last; from += WINDOW) {
    keep[from] = 1;
    stack.push([from, Math.min(last, from + WINDOW)]);
  }
  for (let segment = stack.pop(); segment !== undefined; segment = stack.pop()) {
    const [from, to] = segment;
    const worst = worstKey(channel, from, to, tolerance);
    if (worst < 0) continue;
    keep[worst] = 1;
    stack.push([from, worst], [worst, to]);
  }
  return Array.from(keep.keys()).filter((key) => keep[key] === 1);
}

/** The key between two others with the largest error above the tolerance, else −1. */
function worstKey(channel: KeyedChannel, from: number, to: number, tolerance: number): number {
  // A rotation too large to measure is halved, instead of being split near one end.
  if (to - from > 1 && isLargeRotation(channel, from, to)) return (from + to) >>> 1;
  let worst = -1;
  let largest = tolerance;
  for (let key = from + 1; key < to; key++) {
    const error = errorAt(channel, from, to, key);
    if (error <= largest) continue;
    largest = error;
    worst = key;
  }
  return worst;
}

/** Drops a step that repeats the kept value before it. The last key stays: it defines the clip's duration. */
function keepSteps(channel: KeyedChannel, tolerance: number): number[] {
  const count = channel.times.length;
  const components = channel.values.length / count;
  const kept = [0];
  for (let key = 1; key < count; key++) {
    const before = kept.at(-1) ?? 0;
    let differs = key === count - 1;
    for (let c = 0; c < components; c++)
      if (Math.abs(valueAt(channel, key, components, c) - valueAt(channel, before, components, c)) > tolerance)
        differs = true;
    if (differs) kept.push(key);
  }
  return kept;
}

const valueAt = (channel: KeyedChannel, key: number, components: number, c: number): number =>
  channel.values[key * components + c] ?? 0;

/** Largest component of the difference between a key and the interpolation of `from` and `to` at its time. */
function errorAt(channel: KeyedChannel, from: number, to: number, key: number): number {
  const components = channel.values.length / channel.times.length;
  const start = channel.times[from] ?? 0;
  const end = channel.times[to] ?? 0;
  const t = ((channel.times[key] ?? 0) - start) / (end - start);
  let error = 0;
  if (channel.path !== 'rotation') {
    for (let c = 0; c < components; c++) {
      const a = valueAt(channel, from, components, c);
      const interpolated = a + (valueAt(channel, to, components, c) - a) * t;
      error = Math.max(error, Math.abs(interpolated - valueAt(channel, key, components, c)));
    }
    return error;
  }
  return rotationError(channel, from, to, key, t);
}

function dotOf(channel: KeyedChannel, a: number, b: number): number {
  let dot = 0;
  for (let c = 0; c < 4; c++) dot += valueAt(channel, a, 4, c) * valueAt(channel, b, 4, c);
  return dot;
}

const isLargeRotation = (channel: KeyedChannel, from: number, to: number): boolean =>
  channel.path === 'rotation' && !(Math.abs(dotOf(channel, from, to)) >= MIN_COSINE);

function rotationError(channel: KeyedChannel, from: number, to: number, key: number, t: number): number {
  const dot = dotOf(channel, from, to);
  const sign = dot < 0 ? -1 : 1;
  const interpolated: [number, number, number, number] = [0, 0, 0, 0];
  let length = 0;
  for (let c = 0; c < 4; c++) {
    const value = valueAt(channel, from, 4, c) * (1 - t) + sign * valueAt(channel, to, 4, c) * t;
    interpolated[c] = value;
    length += value * value;
  }
  let alignment = 0;
  for (let c = 0; c < 4; c++) alignment += (interpolated[c] ?? 0) * valueAt(channel, key, 4, c);
  const scale = (alignment < 0 ? -1 : 1) / Math.sqrt(length);
  let error = 0;
  for (let c = 0; c < 4; c++)
    error = Math.max(error, Math.abs((interpolated[c] ?? 0) * scale - valueAt(channel, key, 4, c)));
  return error + slerpDifference(Math.abs(dot));
}

/** cos of 15°, half the angle of a 30° rotation. */
const MIN_COSINE = 0.9659258;

/**
 * The maximum difference between slerp, which engines use, and the normalized lerp above, by the cosine of the angle between two quaternions:
 * angle³ · t(1 − t)(1 − 2t) / 12 to first order, at most 0.00802 · angle³. Below 15°, 1 − cos is at least angle² / 2.02.
 */
function slerpDifference(cosine: number): number {
  const angleSquared = 2.02 * Math.max(0, 1 - cosine);
  return 0.0081 * angleSquared * Math.sqrt(angleSquared);
}
