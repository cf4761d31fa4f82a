// Checks the bulk data of a scene: the keys of its animations, its instances, the JSON of its extras.

import type { Problems } from '../core/problem.js';
import { shortestDecimal, wentBack } from '../core/shortest-decimal.js';
import { HsceneChannelRow, HsceneClipRow, HsceneExtrasRow, HsceneInstanceRow } from './layout.js';
import type { HsceneChannel, HsceneExtras } from './model.js';
import type { ReadAnimation } from './read-animation.js';

/** Times are finite and never decrease, values are finite, rotations are not zero; a clip's channels differ. */
export function checkKeys(animation: ReadAnimation, problems: Problems): void {
  const { clips, clipsOffset, channelsOffset, timesOffset, valuesOffset } = animation;
  let number = 0;
  let time = timesOffset;
  let value = valuesOffset;
  for (const [i, { channels, duration }] of clips.entries()) {
    const seen = new Set<string>();
    let longest: number | undefined;
    for (const channel of channels) {
      const label = `ANIM.channel[${number}]`;
      const key = `${channel.target} ${channel.index} ${channel.property}`;
      if (seen.has(key))
        problems.add('duplicate', channelsOffset + number * HsceneChannelRow.size, label, 'repeats one of its clip');
      seen.add(key);
      checkTimes(channel.times, time, label, problems);
      checkValues(channel, value, label, problems);
      for (const each of channel.times) if (longest === undefined || each > longest) longest = each;
      time += channel.times.byteLength;
      value += channel.values.byteLength;
      number++;
    }
    const wanted = longest ?? 0;
    if (Number.isFinite(duration) && duration !== wanted) {
      const at = clipsOffset + i * HsceneClipRow.size + HsceneClipRow.offsetOf('duration');
      problems.add(
        'bad-value',
        at,
        `ANIM.clip[${i}].duration`,
        `must be ${shortestDecimal(wanted)}, the largest key time`,
      );
    }
  }
}

/** Between the times and the values. */
export function checkKeyPadding(bytes: Uint8Array, animation: ReadAnimation, problems: Problems): void {
  let end = animation.timesOffset;
  for (const { channels } of animation.clips) for (const { times } of channels) end += times.byteLength;
  for (let at = end; at < animation.valuesOffset; at++)
    if (bytes[at] !== 0) {
      problems.add('bad-value', at, 'ANIM.padding', 'must be zero');
      return;
    }
}

function checkTimes(times: Float32Array, offset: number, label: string, problems: Problems): void {
  let previous = Number.NEGATIVE_INFINITY;
  for (const [key, time] of times.entries()) {
    if (!Number.isFinite(time)) problems.add('bad-value', offset + key * 4, `${label}.time[${key}]`, 'must be finite');
    else if (time < previous)
      problems.add('bad-order', offset + key * 4, `${label}.time[${key}]`, wentBack(previous, time));
    else previous = time;
  }
}

function checkValues({ property, values }: HsceneChannel, offset: number, label: string, problems: Problems): void {
  for (const [i, value] of values.entries()) {
    const at = offset + i * 4;
    if (!Number.isFinite(value)) problems.add('bad-value', at, `${label}.value[${i}]`, 'must be finite');
    else if (property === 'visibility' && value !== 0 && value !== 1)
      problems.add('bad-value', at, `${label}.value[${i}]`, 'must be 0 or 1');
  }
  if (property !== 'rotation') return;
  for (let i = 0; i + 3 < values.length; i += 4)
    if (isZero(values, i)) problems.add('bad-value', offset + i * 4, `${label}.value[${i}]`, 'must be of some length');
}

const isZero = (values: Float32Array, at: number): boolean =>
  values[at] === 0 && values[at + 1] === 0 && values[at + 2] === 0 && values[at + 3] === 0;

/** Every float is finite, and no rotation is zero. */
export function checkInstances(instances: Float32Array, offset: number, problems: Problems): void {
  const stride = HsceneInstanceRow.size / 4;
  const rotation = HsceneInstanceRow.offsetOf('rotation') / 4;
  for (let i = 0; i + stride <= instances.length; i += stride) {
    const label = `INST[${i / stride}]`;
    for (let j = i; j < i + stride; j++)
      if (!Number.isFinite(instances[j])) {
        problems.add('bad-value', offset + j * 4, label, 'must be finite');
        break;
      }
    if (isZero(instances, i + rotation))
      problems.add('bad-value', offset + (i + rotation) * 4, `${label}.rotation`, 'must be of some length');
  }
}

/** `offset`: of the first row. */
export function checkJson(extras: readonly HsceneExtras[], offset: number, problems: Problems): void {
  for (const [i, { json }] of extras.entries())
    try {
      JSON.parse(json);
    } catch {
      problems.add('bad-text', offset + i * HsceneExtrasRow.size, `EXTR[${i}]`, 'is not JSON');
    }
}
