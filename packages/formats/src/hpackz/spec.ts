// The layouts and constants of compressed packs, for docs/formats/hpackz.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import {
  FILTER_DIFFERENCES,
  FILTER_NONE,
  FILTER_PLANES,
  HPACKZ_MAGIC,
  HPACKZ_VERSION,
  HpackzEntry,
  HpackzFrame,
  HpackzHeader,
  MAX_DIRECTORY_BYTES,
  MAX_FRAME_BYTES,
  MAX_FRAME_RATIO,
} from './layout.js';

export const hpackzSpec: FormatSpec = {
  page: 'hpackz',
  prefix: 'HPACKZ',
  doc: '.hpackz, version 1: a pack for transport.',
  constants: [
    { name: 'MAGIC', value: HPACKZ_MAGIC, doc: 'The bytes HPKZ.' },
    { name: 'VERSION', value: HPACKZ_VERSION, doc: 'Current version.' },
    { name: 'MAX_FRAME_BYTES', value: MAX_FRAME_BYTES, doc: 'The most bytes of a frame, after decompression.' },
    { name: 'MAX_FRAME_RATIO', value: MAX_FRAME_RATIO, doc: 'The most bytes of a frame for each stored one.' },
    { name: 'MAX_DIRECTORY_BYTES', value: MAX_DIRECTORY_BYTES, doc: 'The most bytes of the directory.' },
    { name: 'FILTER_NONE', value: FILTER_NONE, doc: 'HpackzFrame.filter: the bytes as they are.' },
    { name: 'FILTER_PLANES', value: FILTER_PLANES, doc: 'HpackzFrame.filter: byte planes.' },
    { name: 'FILTER_DIFFERENCES', value: FILTER_DIFFERENCES, doc: 'HpackzFrame.filter: differences in byte planes.' },
  ],
  layouts: [HpackzHeader, HpackzFrame, HpackzEntry],
};
