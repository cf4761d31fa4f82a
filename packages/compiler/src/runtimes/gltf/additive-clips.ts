// glTF has no additive clips: their differences are applied to the bind pose, so that a viewer shows the motion.

import {
  bindPoseOf,
  type CompressedClip,
  defaultWeightsOf,
  type ExpandedClips,
  expandHclip,
  type Hmesh,
} from '@assetc/formats';

const POSE_FLOATS = 10;
const PLACES = { translation: 0, rotation: 3, scale: 7 } as const;

/** Compressed clips as keys. */
export function expandClips(clips: readonly CompressedClip[], mesh: Pick<Hmesh, 'skin' | 'morphs'>): ExpandedClips {
  const all = clips.map((clip) => {
    const keys = expandHclip([clip], mesh);
    return clip.isAdditive ? applyToBind(keys, mesh) : keys;
  });
  return { joints: all.flatMap(({ joints }) => joints), weights: all.flatMap(({ weights }) => weights) };
}

function applyToBind({ joints, weights }: ExpandedClips, mesh: Pick<Hmesh, 'skin' | 'morphs'>): ExpandedClips {
  const bind = bindPoseOf(mesh);
  const defaults = defaultWeightsOf(mesh);
  return {
    joints: joints.map((clip) => ({
      ...clip,
      channels: clip.channels.map((channel) => {
        const at = channel.joint * POSE_FLOATS + PLACES[channel.path];
        const base = bind.subarray(at, at + (channel.path === 'rotation' ? 4 : 3));
        return {
          ...channel,
          values: channel.path === 'rotation' ? turn(base, channel.values) : add(base, channel.values),
        };
      }),
    })),
    weights: weights.map((clip) => ({
      ...clip,
      channels: clip.channels.map((channel) => ({
        ...channel,
        values: add(defaults.subarray(channel.target, channel.target + 1), channel.values),
      })),
    })),
  };
}

const add = (base: Float32Array, values: Float32Array): Float32Array =>
  values.map((value, i) => value + (base[i % base.length] ?? 0));

/** The products of a rotation and others. */
function turn([ax = 0, ay = 0, az = 0, aw = 1]: Float32Array, values: Float32Array): Float32Array {
  const out = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 4) {
    const [x = 0, y = 0, z = 0, w = 0] = values.subarray(at, at + 4);
    out[at] = aw * x + ax * w + ay * z - az * y;
    out[at + 1] = aw * y + ay * w + az * x - ax * z;
    out[at + 2] = aw * z + az * w + ax * y - ay * x;
    out[at + 3] = aw * w - ax * x - ay * y - az * z;
  }
  return out;
}
