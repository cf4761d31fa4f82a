// Writes the clips of a scene: rows of clips and channels, then all times, then all values.

import { alignUp } from '../core/struct.js';
import { bytesOf } from '../core/typed-section.js';
import { INTERPOLATIONS } from '../hanim/layout.js';
import { durationOf } from '../hanim/model.js';
import { HsceneAnimHeader, HsceneChannelRow, HsceneClipRow } from './layout.js';
import type { HsceneChannel, HsceneClipModel } from './model.js';
import { ANIMATION_TARGETS, SCENE_PROPERTIES } from './properties.js';

/** Empty if there are no clips. */
export function encodeAnimation(clips: readonly HsceneClipModel[]): Uint8Array {
  if (clips.length === 0) return new Uint8Array(0);
  const channels = clips.flatMap((clip) => clip.channels);
  const timeCount = channels.reduce((sum, { times }) => sum + times.length, 0);
  const valueCount = channels.reduce((sum, { values }) => sum + values.length, 0);
  const channelsOffset = HsceneAnimHeader.size + clips.length * HsceneClipRow.size;
  const timesOffset = channelsOffset + channels.length * HsceneChannelRow.size;
  const valuesOffset = alignUp(timesOffset + timeCount * 4, 16);
  const bytes = new Uint8Array(valuesOffset + valueCount * 4);
  const counts = { clipCount: clips.length, channelCount: channels.length, timeCount, valueCount };
  HsceneAnimHeader.write(bytes, 0, counts);
  let firstChannel = 0;
  for (const [i, clip] of clips.entries()) {
    const channelCount = clip.channels.length;
    const row = { firstChannel, channelCount, duration: durationOf(clip.channels), pad: 0 };
    HsceneClipRow.write(bytes, HsceneAnimHeader.size + i * HsceneClipRow.size, row);
    firstChannel += channelCount;
  }
  let firstTime = 0;
  let firstValue = 0;
  for (const [i, channel] of channels.entries()) {
    const at = channelsOffset + i * HsceneChannelRow.size;
    HsceneChannelRow.write(bytes, at, { ...channelRow(channel), firstTime, firstValue });
    bytes.set(bytesOf(channel.times), timesOffset + firstTime * 4);
    bytes.set(bytesOf(channel.values), valuesOffset + firstValue * 4);
    firstTime += channel.times.length;
    firstValue += channel.values.length;
  }
  return bytes;
}

function channelRow({ target, index, property: name, interpolation, times, values }: HsceneChannel) {
  const property = SCENE_PROPERTIES[target].find((each) => each.name === name);
  if (property === undefined) throw new Error(`${name} is not a property of a ${target}`);
  const { number, components } = property;
  if (values.length !== times.length * components)
    throw new Error(`${name}: ${values.length} values, ${times.length} keys of ${components}`);
  return {
    target: ANIMATION_TARGETS[target],
    index,
    property: number,
    interp: INTERPOLATIONS.indexOf(interpolation),
    components,
    pad: 0,
    keyCount: times.length,
    pad2: 0,
  };
}
