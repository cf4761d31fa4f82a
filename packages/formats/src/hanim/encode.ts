// Writes animation clips.

import { writeText } from '../core/text.js';
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
import { type AnimationClipModel, componentsOf, durationOf } from './model.js';
import { validateHanim } from './validate.js';

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
  HanimHeader.write(bytes, 0, { magic: HANIM_MAGIC, version: HANIM_VERSION, clipCount: clips.length, reserved: 0 });
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
