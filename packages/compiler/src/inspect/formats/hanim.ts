// info and check for .hanim.

import { decodeHanim, validateHanim } from '@assetc/formats';
import { HANIM_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat, short } from '../../runtimes/file-format.js';

export const hanimFormat: FileFormat = {
  name: 'hanim',
  extensions: ['.hanim'],
  recognises: (bytes) => hasMagic(bytes, HANIM_MAGIC),
  validate: async (bytes) => validateHanim(bytes),
  describe(bytes) {
    const clips = decodeHanim(bytes).map(({ name, channels, duration }) => ({
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
  },
};
