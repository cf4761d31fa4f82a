// Writes clips of either version.

import { Problems } from '../core/problem.js';
import { writeText } from '../core/text.js';
import {
  CHANNEL_PATHS,
  HANIM_MAGIC,
  HanimChannel,
  HanimClip,
  HanimClipName,
  HanimHeader,
  INTERPOLATIONS,
  WEIGHT_PATH,
} from './layout.js';
import { type AnimationClipModel, durationOf, type WeightClipModel } from './model.js';
import { type ClipDialect, HANIM, HANIMX, inspectClips, type RawChannel } from './read-clips.js';

/** Encodes clips of joints. Equal clips give equal bytes. Throws a plain Error for clips that cannot be stored. */
export const encodeHanim = (clips: readonly AnimationClipModel[]): Uint8Array =>
  encodeClips(
    HANIM,
    clips.map(({ name, channels }) => ({
      name,
      channels: channels.map((channel) => ({ ...channel, path: CHANNEL_PATHS.indexOf(channel.path) })),
    })),
  );

/** Encodes clips of morph weights, with one channel per target. Throws a plain Error for clips that cannot be stored. */
export const encodeHanimx = (clips: readonly WeightClipModel[]): Uint8Array =>
  encodeClips(
    HANIMX,
    clips.map(({ name, channels }) => ({
      name,
      channels: channels.map(({ target, ...channel }) => ({ ...channel, joint: target, path: WEIGHT_PATH })),
    })),
  );

interface ClipToWrite {
  readonly name: string;
  readonly channels: readonly RawChannel[];
}

function encodeClips(dialect: ClipDialect, clips: readonly ClipToWrite[]): Uint8Array {
  const names = clips.map(({ name }) => writeText(name));
  let size = HanimHeader.size;
  for (const [i, clip] of clips.entries()) {
    size += HanimClipName.size + (names[i]?.length ?? 0) + HanimClip.size;
    for (const { times, values } of clip.channels) size += HanimChannel.size + times.byteLength + values.byteLength;
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  HanimHeader.write(bytes, 0, { magic: HANIM_MAGIC, version: dialect.version, clipCount: clips.length, reserved: 0 });
  let at = HanimHeader.size;
  for (const [i, { channels }] of clips.entries()) {
    const name = names[i] ?? new Uint8Array(0);
    if (name.length > 0xffff) throw new Error(`a clip's name has ${name.length} bytes`);
    HanimClipName.write(bytes, at, { nameLen: name.length });
    bytes.set(name, at + HanimClipName.size);
    at += HanimClipName.size + name.length;
    HanimClip.write(bytes, at, { duration: durationOf(channels), channelCount: channels.length });
    at += HanimClip.size;
    for (const channel of channels) at = writeChannel(dialect, channel, bytes, view, at);
  }
  const problems = new Problems();
  inspectClips(bytes, dialect, problems, undefined);
  const [problem] = problems.list();
  if (problem) throw new Error(`the clips cannot be written: ${problem.field} ${problem.message}`);
  return bytes;
}

/** Returns the offset of the next channel. */
function writeChannel(
  { paths }: ClipDialect,
  { joint, path, interpolation, times, values }: RawChannel,
  bytes: Uint8Array,
  view: DataView,
  start: number,
): number {
  const { name, components } = paths.get(path) ?? { name: 'unknown', components: 0 };
  const keyCount = times.length;
  if (values.length !== keyCount * components) throw new Error(`${name}: ${values.length} values, ${keyCount} keys`);
  const interp = INTERPOLATIONS.indexOf(interpolation);
  HanimChannel.write(bytes, start, { joint, path, interp, components, pad: 0, keyCount });
  let at = start + HanimChannel.size;
  for (let key = 0; key < keyCount; key++) {
    view.setFloat32(at, times[key] ?? 0, true);
    at += 4;
    for (let c = 0; c < components; c++, at += 4) view.setFloat32(at, values[key * components + c] ?? 0, true);
  }
  return at;
}
