// What docs/formats/hanim.md and the C header say about animation clips.

import type { FormatSpec } from '../core/format-spec.js';
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

export const hanimSpec: FormatSpec = {
  page: 'hanim',
  prefix: 'HANIM',
  doc: '.hanim, version 1: animation clips of a skeleton.',
  constants: [
    { name: 'MAGIC', value: HANIM_MAGIC, doc: 'The bytes HANM.' },
    { name: 'VERSION', value: HANIM_VERSION, doc: 'Current version.' },
    ...CHANNEL_PATHS.map((path, value) => ({
      name: `PATH_${path.toUpperCase()}`,
      value,
      doc: `HanimChannel.path: ${path}.`,
    })),
    ...INTERPOLATIONS.map((name, value) => ({ name: `INTERP_${name}`, value, doc: `HanimChannel.interp: ${name}.` })),
  ],
  layouts: [HanimHeader, HanimClipName, HanimClip, HanimChannel],
  unaligned: ['HanimClipName', 'HanimClip', 'HanimChannel'],
};
