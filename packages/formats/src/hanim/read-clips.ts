// Reads clips of either version. Shared by decoders, which stop at the first problem, and validators, which continue while the structure is
// usable. Every count is compared with the remaining bytes before memory is allocated for it.

import type { Problems } from '../core/problem.js';
import { shortestDecimal, wentBack } from '../core/shortest-decimal.js';
import { readText } from '../core/text.js';
import {
  CHANNEL_PATHS,
  HANIM_MAGIC,
  HANIM_VERSION,
  HANIMX_VERSION,
  HanimChannel,
  HanimClip,
  HanimClipName,
  HanimHeader,
  INTERPOLATIONS,
  type Interpolation,
  WEIGHT_PATH,
} from './layout.js';
import { componentsOf } from './model.js';

/** The differences between the two versions. */
export interface ClipDialect {
  readonly version: number;
  /** What the field `joint` refers to. */
  readonly moves: 'joint' | 'target';
  /** By the number on disk: the name of the path and the floats of a value. */
  readonly paths: ReadonlyMap<number, { readonly name: string; readonly components: number }>;
}

export const HANIM: ClipDialect = {
  version: HANIM_VERSION,
  moves: 'joint',
  paths: new Map(CHANNEL_PATHS.map((name, i) => [i, { name, components: componentsOf(name) }])),
};

export const HANIMX: ClipDialect = {
  version: HANIMX_VERSION,
  moves: 'target',
  paths: new Map([[WEIGHT_PATH, { name: 'weight', components: 1 }]]),
};

/** A channel as stored in the file. */
export interface RawChannel {
  readonly joint: number;
  readonly path: number;
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  readonly values: Float32Array;
}

interface RawClip {
  readonly name: string;
  readonly duration: number;
  readonly channels: readonly RawChannel[];
}

/** Returns undefined if the structure is unusable, which has been reported. `count`: number of joints or targets, if known. */
export function inspectClips(
  bytes: Uint8Array,
  dialect: ClipDialect,
  problems: Problems,
  count: number | undefined,
): readonly RawClip[] | undefined {
  const header = HanimHeader.inspect(bytes, 0, problems);
  if (header === undefined || header.magic !== HANIM_MAGIC) return undefined;
  if (header.version !== dialect.version) {
    // Any other number has been reported already.
    if (header.version === HANIM_VERSION || header.version === HANIMX_VERSION)
      problems.add(
        'bad-version',
        HanimHeader.offsetOf('version'),
        'HanimHeader.version',
        `must be ${dialect.version} for clips of ${dialect.moves}s`,
      );
    return undefined;
  }
  const reader = new ClipReader(bytes, dialect, problems, count);
  const smallest = HanimClipName.size + HanimClip.size;
  if (!reader.hasRoom(header.clipCount, smallest, 8, 'HanimHeader.clipCount')) return undefined;
  const clips: RawClip[] = [];
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
  readonly #dialect: ClipDialect;
  readonly #count: number | undefined;

  constructor(bytes: Uint8Array, dialect: ClipDialect, problems: Problems, count: number | undefined) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#problems = problems;
    this.#dialect = dialect;
    this.#count = count;
  }

  hasRoom(count: number, size: number, countOffset: number, label: string): boolean {
    const left = this.#bytes.length - this.at;
    if (count * size <= left) return true;
    this.#problems.add('truncated', countOffset, label, `asks for ${count * size} bytes, ${left} are left`);
    return false;
  }

  clip(label: string): RawClip | undefined {
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
    const channels: RawChannel[] = [];
    let longest: number | undefined;
    for (let i = 0; i < info.channelCount; i++) {
      const channel = this.channel(`${label}.channel[${i}]`);
      if (channel === undefined) return undefined;
      channels.push(channel);
      for (const time of channel.times) if (longest === undefined || time > longest) longest = time;
    }
    if (Number.isFinite(info.duration) && info.duration !== (longest ?? 0))
      this.#problems.add(
        'bad-value',
        infoOffset,
        `${label}.duration`,
        `must be ${shortestDecimal(longest ?? 0)}, the largest key time`,
      );
    return { name: name ?? '', duration: info.duration, channels };
  }

  channel(label: string): RawChannel | undefined {
    const start = this.at;
    const head = HanimChannel.inspect(this.#bytes, start, this.#problems, label);
    if (head === undefined) return undefined;
    this.at += HanimChannel.size;
    if (!this.checkChannel(head, start, label)) return undefined;
    if (!this.hasRoom(head.keyCount, 4 + head.components * 4, start + 8, `${label}.keyCount`)) return undefined;
    const keys = this.keys(head.keyCount, head.components, label);
    return { joint: head.joint, path: head.path, interpolation: INTERPOLATIONS[head.interp] ?? 'STEP', ...keys };
  }

  /** Returns false if the number of components is implausible: then the start of the next channel is unknown. */
  checkChannel(head: ReturnType<typeof HanimChannel.read>, start: number, label: string): boolean {
    const { paths, moves } = this.#dialect;
    const path = paths.get(head.path);
    // A number that neither version has was reported with the fields.
    if (path === undefined && head.path <= WEIGHT_PATH)
      this.#problems.add(
        'bad-value',
        start + HanimChannel.offsetOf('path'),
        `${label}.path`,
        `is ${head.path}, must be ${[...paths.keys()].join(', ')} for clips of ${moves}s`,
      );
    const place = start + HanimChannel.offsetOf('components');
    if (head.components !== 1 && head.components !== 3 && head.components !== 4) return false;
    if (![...paths.values()].some(({ components }) => components === head.components)) {
      this.#problems.add('bad-value', place, `${label}.components`, `cannot be ${head.components} here`);
      return false;
    }
    if (path !== undefined && head.components !== path.components)
      this.#problems.add('bad-value', place, `${label}.components`, `must be ${path.components} for ${path.name}`);
    if (this.#count !== undefined && head.joint >= this.#count)
      this.#problems.add('bad-range', start, `${label}.joint`, `is ${head.joint}, must be below ${this.#count}`);
    return true;
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
        this.#problems.add('bad-order', this.at, `${label}.key[${key}].time`, wentBack(previous, time));
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
