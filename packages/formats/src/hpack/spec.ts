// The layouts and constants of packs, for docs/formats/hpack.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import { HPACK_MAGIC, HPACK_VERSION, HpackEntryHead, HpackHeader, PACK_KINDS, PAYLOAD_ALIGNMENT } from './layout.js';

export const hpackSpec: FormatSpec = {
  page: 'hpack',
  prefix: 'HPACK',
  doc: '.hpack, version 2: one file with the contents of an output folder.',
  constants: [
    { name: 'MAGIC', value: HPACK_MAGIC, doc: 'The bytes HPAK.' },
    { name: 'VERSION', value: HPACK_VERSION, doc: 'Current version.' },
    { name: 'PAYLOAD_ALIGNMENT', value: PAYLOAD_ALIGNMENT, doc: 'Every payload starts on a multiple of this.' },
    ...PACK_KINDS.map((kind, value) => ({
      name: `KIND_${kind.toUpperCase()}`,
      value,
      doc: kind === 'other' ? 'HpackEntryHead.kind: any other extension.' : `HpackEntryHead.kind: .${kind}.`,
    })),
  ],
  layouts: [HpackHeader, HpackEntryHead],
};
