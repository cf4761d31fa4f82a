// Animation clips as a program sees them. Keys lie interleaved and unaligned on disk, so times and values are copied out.

import { decoded, FirstProblem } from '../core/first-problem.js';
import { type Problem, Problems } from '../core/problem.js';
import { writeText } from '../core/text.js';
import {
  CHANNEL_PATHS,
  type ChannelPath,
  HANIM_MAGIC,
  HanimChannel,
  HanimClip,
  HanimClipName,
  HanimHeader,
  INTERPOLATIONS,
  type Interpolation,
} from './layout.js';
import { readHanim } from './read-hanim.js';

export interface AnimationChannel {
  readonly joint: number;
  readonly path: ChannelPath;
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  /** Four floats a key for rotations (x y z w), three for the others. */
  readonly values: Float32Array;
}

/** What `encodeHanim` takes; the duration follows from the keys. */
export interface AnimationClipModel {
  readonly name: string;
  readonly channels: readonly AnimationChannel[];
}

export interface AnimationClip extends AnimationClipModel {
  readonly duration: number;
}

export const componentsOf = (path: ChannelPath): 3 | 4 => (path === 'rotation' ? 4 : 3);

/** Throws FormatError and nothing else. */
export const decodeHanim = (bytes: Uint8Array): readonly AnimationClip[] =>
  decoded(readHanim(bytes, new FirstProblem(), undefined));

/** With `jointCount`, the number of joints of the companion's skeleton, joint indices are checked too. */
export function validateHanim(bytes: Uint8Array, jointCount?: number): readonly Problem[] {
  const problems = new Problems();
  readHanim(bytes, problems, jointCount);
  return problems.list();
}

/** Equal clips give equal bytes. Throws a plain Error for clips that no file can hold. */
export function encodeHanim(clips: readonly AnimationClipModel[]): Uint8Array {
  const names = clips.map(({ name }) => writeText(name));
  let size = HanimHeader.size;
  for (const [i, clip] of clips.entries()) {
    size += HanimClipName.size + (names[i]?.length ?? 0) + HanimClip.size;
    for (const { times, values } of clip.channels) size += HanimChannel.size + times.byteLength + values.byteLength;
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  HanimHeader.write(bytes, 0, { magic: HANIM_MAGIC, version: 1, clipCount: clips.length, reserved: 0 });
  let at = HanimHeader.size;
  for (const [i, { channels }] of clips.entries()) {
    const name = names[i] ?? new Uint8Array(0);
    if (name.length > 0xffff) throw new Error(`a clip's name has ${name.length} bytes`);
    HanimClipName.write(bytes, at, { nameLen: name.length });
    bytes.set(name, at + HanimClipName.size);
    at += HanimClipName.size + name.length;
    HanimClip.write(bytes, at, { duration: durationOf(channels), channelCount: channels.length });
    at += HanimClip.size;
    for (const { joint, path, interpolation, times, values } of channels) {
      const components = componentsOf(path);
      const keyCount = times.length;
      if (values.length !== keyCount * components)
        throw new Error(`${path}: ${values.length} values, ${keyCount} keys`);
      HanimChannel.write(bytes, at, {
        joint,
        path: CHANNEL_PATHS.indexOf(path),
        interp: INTERPOLATIONS.indexOf(interpolation),
        components,
        pad: 0,
        keyCount,
      });
      at += HanimChannel.size;
      for (let key = 0; key < keyCount; key++) {
        view.setFloat32(at, times[key] ?? 0, true);
        at += 4;
        for (let c = 0; c < components; c++, at += 4) view.setFloat32(at, values[key * components + c] ?? 0, true);
      }
    }
  }
  const [problem] = validateHanim(bytes);
  if (problem) throw new Error(`the clips cannot be written: ${problem.field} ${problem.message}`);
  return bytes;
}

/** The largest key time, 0 where there are no keys. */
export function durationOf(channels: readonly AnimationChannel[]): number {
  let duration: number | undefined;
  for (const { times } of channels) {
    const last = times.at(-1);
    if (last !== undefined && (duration === undefined || last > duration)) duration = last;
  }
  return duration ?? 0;
}
