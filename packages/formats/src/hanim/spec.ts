// The layouts and constants of animation clips, for docs/formats/hanim.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
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
  WEIGHT_PATH,
} from './layout.js';

export const hanimSpec: FormatSpec = {
  page: 'hanim',
  prefix: 'HANIM',
  doc: '.hanim, version 1: animation clips of a skeleton; .hanimx, version 2: clips of morph weights.',
  constants: [
    { name: 'MAGIC', value: HANIM_MAGIC, doc: 'The bytes HANM.' },
    { name: 'VERSION', value: HANIM_VERSION, doc: 'Clips of joints: .hanim.' },
    { name: 'VERSION_WEIGHTS', value: HANIMX_VERSION, doc: 'Clips of morph weights: .hanimx.' },
    ...CHANNEL_PATHS.map((path, value) => ({
      name: `PATH_${path.toUpperCase()}`,
      value,
      doc: `HanimChannel.path: ${path}.`,
    })),
    { name: 'PATH_WEIGHT', value: WEIGHT_PATH, doc: 'HanimChannel.path: weight, only in .hanimx.' },
    ...INTERPOLATIONS.map((name, value) => ({ name: `INTERP_${name}`, value, doc: `HanimChannel.interp: ${name}.` })),
  ],
  layouts: [HanimHeader, HanimClipName, HanimClip, HanimChannel],
  unaligned: ['HanimClipName', 'HanimClip', 'HanimChannel'],
};
