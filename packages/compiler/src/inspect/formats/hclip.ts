// info and check for .hclip.

import { decodeHclip, validateHclip } from '@assetc/formats';
import { HCLIP_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat, short } from '../../runtimes/file-format.js';

/** Compressed clips. */
export const hclipFormat: FileFormat = {
  name: 'hclip',
  extensions: ['.hclip'],
  isListedAsEmbedded: true,
  recognizes: (bytes) => hasMagic(bytes, HCLIP_MAGIC),
  validate: async (bytes) => validateHclip(bytes),
  describe(bytes) {
    const clips = decodeHclip(bytes).map(
      ({ name, duration, sampleCount, rate, isLoop, isAdditive, error, sizeBytes }) => ({
        name,
        duration,
        samples: sampleCount,
        rate,
        loops: isLoop,
        additive: isAdditive,
        error,
        bytes: sizeBytes,
      }),
    );
    const duration = clips.reduce((sum, clip) => sum + clip.duration, 0);
    const error = clips.reduce((largest, clip) => Math.max(largest, clip.error), 0);
    return {
      facts: { clips, duration, error },
      statements: [
        counted(clips.length, 'clip'),
        `${short(duration)} s`,
        `at most ${short(error)} from the source`,
        ...clips.map(
          (clip) =>
            `"${clip.name}": ${short(clip.duration)} s, ${counted(clip.samples, 'sample')}, ${counted(clip.bytes, 'byte')}${clip.loops ? ', loops' : ''}${clip.additive ? ', additive' : ''}`,
        ),
      ],
      totals: { clips: clips.length },
    };
  },
};
