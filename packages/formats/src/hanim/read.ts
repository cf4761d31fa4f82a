// From bytes to clips. Shared by the decoder, which stops at the first problem, and the validator, which goes on until the
// structure itself is lost. Every count is held against the bytes that are left before anything is allocated for it.

import { decoded, FirstProblem } from '../core/first-problem.js';
import type { Problems } from '../core/problem.js';
import { readText } from '../core/text.js';
import {
  CHANNEL_PATHS,
  HANIM_MAGIC,
  HANIM_VERSION,
  HanimChannel,
  HanimClip,
  HanimClipName,
  HanimHeader,
  INTERPOLATIONS,
} from './layout.js';
import type { AnimationChannel, AnimationClip } from './model.js';

/** Throws FormatError and nothing else. */
export const decodeHanim = (bytes: Uint8Array): readonly AnimationClip[] =>
  decoded(inspectHanim(bytes, new FirstProblem(), undefined));

/** Undefined when the structure is lost, which has been reported then. */
export function inspectHanim(
  bytes: Uint8Array,
  problems: Problems,
  jointCount: number | undefined,
): readonly AnimationClip[] | undefined {
  const header = HanimHeader.inspect(bytes, 0, problems);
  if (header === undefined || header.magic !== HANIM_MAGIC || header.version !== HANIM_VERSION) return undefined;
  const reader = new ClipReader(bytes, problems, jointCount);
  const smallest = HanimClipName.size + HanimClip.size;
  if (!reader.hasRoom(header.clipCount, smallest, 8, 'HanimHeader.clipCount')) return undefined;
  const clips: AnimationClip[] = [];
  for (let i = 0; i < header.clipCount; i++) {
    const clip = reader.clip(`clip[${i}]`);
    if (clip === undefined) return undefined;
    clips.push(clip);
  }
  if (reader.at < bytes.length)
    problems.add('trailing-bytes', reader.at, 'file', `has ${bytes.length - reader.at} bytes after the last clip`);
  return clips;
}

class ClipReader {
  at = HanimHeader.size;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #problems: Problems;
  readonly #jointCount: number | undefined;

  constructor(bytes: Uint8Array, problems: Problems, jointCount: number | undefined) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#problems = problems;
    this.#jointCount = jointCount;
  }

  hasRoom(count: number, size: number, countOffset: number, label: string): boolean {
    const left = this.#bytes.length - this.at;
    if (count * size <= left) return true;
    this.#problems.add('truncated', countOffset, label, `asks for ${count * size} bytes, ${left} are left`);
    return false;
  }

  clip(label: string): AnimationClip | undefined {
    const head = HanimClipName.inspect(this.#bytes, this.at, this.#problems, label);
    if (head === undefined) return undefined;
    this.at += HanimClipName.size;
    if (!this.hasRoom(head.nameLen, 1, this.at - 2, `${label}.nameLen`)) return undefined;
    const end = this.at + head.nameLen;
    const name = this.#problems.attempt(`${label}.name`, () => readText(this.#bytes, this.at, end, `${label}.name`));
    this.at += head.nameLen;
    const infoOffset = this.at;
    const info = HanimClip.inspect(this.#bytes, this.at, this.#problems, label);
    if (info === undefined) return undefined;
    this.at += HanimClip.size;
    if (!this.hasRoom(info.channelCount, HanimChannel.size, infoOffset + 4, `${label}.channelCount`)) return undefined;
    const channels: AnimationChannel[] = [];
    let longest: number | undefined;
    for (let i = 0; i < info.channelCount; i++) {
      const channel = this.channel(`${label}.channel[${i}]`);
      if (channel === undefined) return undefined;
      channels.push(channel);
      for (const time of channel.times) if (longest === undefined || time > longest) longest = time;
    }
    if (Number.isFinite(info.duration) && info.duration !== (longest ?? 0))
      this.#problems.add('bad-value', infoOffset, `${label}.duration`, `must be ${longest ?? 0}, the largest key time`);
    return { name: name ?? '', duration: info.duration, channels };
  }

  channel(label: string): AnimationChannel | undefined {
    const start = this.at;
    const head = HanimChannel.inspect(this.#bytes, start, this.#problems, label);
    if (head === undefined) return undefined;
    this.at += HanimChannel.size;
    const path = CHANNEL_PATHS[head.path];
    const interpolation = INTERPOLATIONS[head.interp];
    // Without a believable number of components there is no telling where the next channel begins.
    if (head.components !== 3 && head.components !== 4) return undefined;
    if (path !== undefined && head.components !== (path === 'rotation' ? 4 : 3))
      this.#problems.add(
        'bad-value',
        start + 6,
        `${label}.components`,
        `must be ${path === 'rotation' ? 4 : 3} for ${path}`,
      );
    if (this.#jointCount !== undefined && head.joint >= this.#jointCount)
      this.#problems.add('bad-range', start, `${label}.joint`, `is ${head.joint}, must be below ${this.#jointCount}`);
    if (!this.hasRoom(head.keyCount, 4 + head.components * 4, start + 8, `${label}.keyCount`)) return undefined;
    const keys = this.keys(head.keyCount, head.components, label);
    return { joint: head.joint, path: path ?? 'translation', interpolation: interpolation ?? 'STEP', ...keys };
  }

  keys(count: number, components: number, label: string): { times: Float32Array; values: Float32Array } {
    const times = new Float32Array(count);
    const values = new Float32Array(count * components);
    let previous = Number.NEGATIVE_INFINITY;
    for (let key = 0; key < count; key++) {
      const time = this.#view.getFloat32(this.at, true);
      times[key] = time;
      if (!Number.isFinite(time))
        this.#problems.add('bad-value', this.at, `${label}.key[${key}].time`, 'must be finite');
      else if (time < previous)
        this.#problems.add('bad-order', this.at, `${label}.key[${key}].time`, `goes back from ${previous} to ${time}`);
      else previous = time;
      this.at += 4;
      for (let c = 0; c < components; c++, this.at += 4) {
        const value = this.#view.getFloat32(this.at, true);
        values[key * components + c] = value;
        if (!Number.isFinite(value))
          this.#problems.add('bad-value', this.at, `${label}.key[${key}].value`, 'must be finite');
      }
    }
    return { times, values };
  }
}
