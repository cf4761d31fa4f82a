// Merges the weights of several morph targets into the single channel of glTF.

import type { Interpolation } from '@assetc/formats';

interface WeightKeys {
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  /** One float per key. */
  readonly values: Float32Array;
}

/** `channels`: by target, undefined if the clip does not animate it. Values: all targets, key by key. */
export function mergeWeights(
  channels: readonly (WeightKeys | undefined)[],
  defaults: readonly number[],
): WeightKeys | undefined {
  const moving = channels.flatMap((channel) => (channel === undefined || channel.times.length === 0 ? [] : [channel]));
  const [first] = moving;
  if (first === undefined) return undefined;
  const interpolation = moving.every((each) => each.interpolation === 'STEP') ? 'STEP' : 'LINEAR';
  const times = commonTimes(moving, interpolation);
  const values = new Float32Array(times.length * channels.length);
  for (const [target, channel] of channels.entries())
    for (let key = 0; key < times.length; key++)
      values[key * channels.length + target] =
        channel === undefined ? (defaults[target] ?? 0) : weightAt(channel, times[key] ?? 0);
  return { interpolation, times, values };
}

/** A step between linear segments begins one float before it ends. */
function commonTimes(channels: readonly WeightKeys[], interpolation: Interpolation): Float32Array {
  const all = new Set<number>();
  for (const { interpolation: own, times } of channels)
    for (const [key, time] of times.entries()) {
      all.add(time);
      if (own !== interpolation && key > 0) all.add(floatBefore(time));
    }
  return Float32Array.from(all).sort();
}

function floatBefore(time: number): number {
  const float = Float32Array.of(time);
  const bits = new Uint32Array(float.buffer);
  if (time > 0) bits[0] = (bits[0] ?? 0) - 1;
  return float[0] ?? 0;
}

/** The first and last values apply before and after. */
function weightAt({ interpolation, times, values }: WeightKeys, time: number): number {
  let low = 0;
  for (let high = times.length; high - low > 1; ) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  const start = times[low] ?? 0;
  const value = values[low] ?? 0;
  const end = times[low + 1];
  if (interpolation === 'STEP' || end === undefined || time <= start) return value;
  return value + ((values[low + 1] ?? 0) - value) * ((time - start) / (end - start));
}
