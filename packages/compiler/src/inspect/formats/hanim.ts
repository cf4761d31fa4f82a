// info and check for .hanim and .hanimx.

import {
  type AnimationClip,
  decodeHanim,
  decodeHanimx,
  validateHanim,
  validateHanimx,
  type WeightClip,
} from '@assetc/formats';
import { hanimVersion } from '@assetc/formats/layouts';
import { counted, type Description, type FileFormat, short } from '../../runtimes/file-format.js';

const WEIGHTS = 2;

export const hanimFormat: FileFormat = {
  name: 'hanim',
  extensions: ['.hanim'],
  recognizes: (bytes) => ![undefined, WEIGHTS].includes(hanimVersion(bytes)),
  validate: async (bytes) => validateHanim(bytes),
  describe: (bytes) => describeClips(decodeHanim(bytes)),
};

/** Clips of morph weights. */
export const hanimxFormat: FileFormat = {
  name: 'hanimx',
  extensions: ['.hanimx'],
  isListedAsEmbedded: true,
  recognizes: (bytes) => hanimVersion(bytes) === WEIGHTS,
  validate: async (bytes) => validateHanimx(bytes),
  describe: (bytes) => describeClips(decodeHanimx(bytes)),
};

function describeClips(all: readonly (AnimationClip | WeightClip)[]): Description {
  const clips = all.map(({ name, channels, duration }) => ({
    name,
    channels: channels.length,
    keys: channels.reduce((sum, { times }) => sum + times.length, 0),
    duration,
  }));
  const channels = clips.reduce((sum, clip) => sum + clip.channels, 0);
  const duration = clips.reduce((sum, clip) => sum + clip.duration, 0);
  return {
    facts: { clips, channels, duration },
    statements: [
      counted(clips.length, 'clip'),
      counted(channels, 'channel'),
      `${short(duration)} s`,
      ...clips.map((clip) => `"${clip.name}": ${counted(clip.channels, 'channel')}, ${short(clip.duration)} s`),
    ],
    totals: { clips: clips.length },
  };
}
