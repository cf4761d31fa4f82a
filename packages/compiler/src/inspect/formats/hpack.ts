// info and check for a pack that is named among other files. Packs as trees are opened by asset-tree.ts.

import { decodeHpack, validateHpack } from '@assetc/formats';
import { HPACK_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat } from '../../runtimes/file-format.js';

export const hpackFormat: FileFormat = {
  name: 'hpack',
  extensions: ['.hpack'],
  recognizes: (bytes) => hasMagic(bytes, HPACK_MAGIC),
  validate: async (bytes) => validateHpack(bytes),
  describe(bytes) {
    const { entries } = decodeHpack(bytes);
    const payload = entries.reduce((sum, { size }) => sum + size, 0);
    return {
      facts: { entries: entries.length, payloadBytes: payload },
      statements: [counted(entries.length, 'entry', 'entries'), `${counted(payload, 'byte')} of payload`],
    };
  },
};
