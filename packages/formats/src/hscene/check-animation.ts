// The tables of ANIM: clips tile the channels, channels tile times and values, and targets exist.

import type { Problems } from '../core/problem.js';
import type { Infer } from '../core/struct.js';
import { type HsceneAnimHeader, HsceneChannelRow, HsceneClipRow, type HsceneDesc } from './layout.js';
import { SCENE_PROPERTIES, targetOf } from './properties.js';

type Channel = Infer<typeof HsceneChannelRow>;

/** Returns false if channels cannot be assigned to clips. */
export function checkClips(
  clips: readonly Infer<typeof HsceneClipRow>[],
  channelCount: number,
  offset: number,
  problems: Problems,
): boolean {
  let next = 0;
  for (const [i, clip] of clips.entries()) {
    if (clip.firstChannel !== next || next + clip.channelCount > channelCount) {
      const message = `must be ${next}, where the last ended, and end inside the ${channelCount} channels`;
      problems.add('bad-range', offset + i * HsceneClipRow.size, `ANIM.clip[${i}].firstChannel`, message);
      return false;
    }
    next += clip.channelCount;
  }
  if (next === channelCount) return true;
  problems.add('bad-range', offset, 'ANIM.clip', `covers ${next} of ${channelCount} channels`);
  return false;
}

/** Returns false if keys cannot be assigned to channels. */
export function checkChannels(
  channels: readonly Channel[],
  { timeCount, valueCount }: Infer<typeof HsceneAnimHeader>,
  desc: Infer<typeof HsceneDesc>,
  offset: number,
  problems: Problems,
): boolean {
  let time = 0;
  let value = 0;
  for (const [i, channel] of channels.entries()) {
    const complain = (field: keyof Channel & string, code: 'bad-range' | 'bad-value', message: string): void => {
      const at = offset + i * HsceneChannelRow.size + HsceneChannelRow.offsetOf(field);
      problems.add(code, at, `ANIM.channel[${i}].${field}`, message);
    };
    checkTarget(channel, desc, complain);
    const floats = channel.keyCount * channel.components;
    if (channel.firstTime !== time || time + channel.keyCount > timeCount) {
      complain(
        'firstTime',
        'bad-range',
        `must be ${time}, where the last ended, and end inside the ${timeCount} times`,
      );
      return false;
    }
    if (channel.firstValue !== value || value + floats > valueCount) {
      const message = `must be ${value}, where the last ended, and end inside the ${valueCount} values`;
      complain('firstValue', 'bad-range', message);
      return false;
    }
    time += channel.keyCount;
    value += floats;
  }
  if (time === timeCount && value === valueCount) return true;
  problems.add(
    'bad-range',
    offset,
    'ANIM.channel',
    `cover ${time} of ${timeCount} times, ${value} of ${valueCount} values`,
  );
  return false;
}

type Complain = (field: keyof Channel & string, code: 'bad-range' | 'bad-value', message: string) => void;

function checkTarget(channel: Channel, desc: Infer<typeof HsceneDesc>, complain: Complain): void {
  const target = targetOf(channel.target);
  if (target === undefined) {
    complain('target', 'bad-value', 'must be 1, 3, 4 or 5');
    return;
  }
  const counts = { node: desc.nodeCount, camera: desc.cameraCount, light: desc.lightCount, material: undefined };
  const count = counts[target];
  if (count !== undefined && channel.index >= count)
    complain('index', 'bad-range', `is ${channel.index}, must be below ${count}`);
  const property = SCENE_PROPERTIES[target].find(({ number }) => number === channel.property);
  if (property === undefined) {
    complain('property', 'bad-value', `is not a property of a ${target}`);
    return;
  }
  if (channel.components !== property.components)
    complain('components', 'bad-value', `must be ${property.components} for ${property.name}`);
  if (property.name === 'visibility' && channel.interp !== 0)
    complain('interp', 'bad-value', 'must be 0 for visibility');
}
