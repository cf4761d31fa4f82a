// The layouts and constants of manifests, for docs/formats/hman.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import { ASSET_KINDS, HMAN_MAGIC, HMAN_VERSION, HmanEntryHead, HmanHeader } from './layout.js';

export const hmanSpec: FormatSpec = {
  page: 'hman',
  prefix: 'HMAN',
  doc: '.hman, version 1: which hash means which file.',
  constants: [
    { name: 'MAGIC', value: HMAN_MAGIC, doc: 'The bytes HMAN.' },
    { name: 'VERSION', value: HMAN_VERSION, doc: 'Current version.' },
    ...ASSET_KINDS.map((kind, value) => ({
      name: `KIND_${kind.toUpperCase()}`,
      value,
      doc: `HmanEntryHead.kind: ${kind}.`,
    })),
    { name: 'COLORSPACE_LINEAR', value: 0, doc: 'HmanEntryHead.colorspace.' },
    { name: 'COLORSPACE_SRGB', value: 1, doc: 'HmanEntryHead.colorspace.' },
  ],
  layouts: [HmanHeader, HmanEntryHead],
};
