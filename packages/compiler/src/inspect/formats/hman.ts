// info and check for .hman.

import { decodeHman, validateHman } from '@assetc/formats';
import { HMAN_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat } from '../../runtimes/file-format.js';

/** Kinds that are not their name and an s. */
const WORDS: Readonly<Record<string, readonly [one: string, many?: string]>> = {
  mesh: ['mesh', 'meshes'],
  lut: ['LUT'],
  embed: ['embedded file'],
  unknown: ['of another kind', 'of other kinds'],
};

export const hmanFormat: FileFormat = {
  name: 'hman',
  extensions: ['.hman'],
  recognizes: (bytes) => hasMagic(bytes, HMAN_MAGIC),
  validate: async (bytes) => validateHman(bytes),
  describe(bytes) {
    const { entries } = decodeHman(bytes);
    const kinds: Record<string, number> = {};
    const colorspaces: Record<string, number> = { linear: 0, srgb: 0 };
    for (const { kind, colorspace } of entries) {
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      colorspaces[colorspace] = (colorspaces[colorspace] ?? 0) + 1;
    }
    const names = Object.keys(kinds).sort();
    return {
      facts: { entries: entries.length, kinds, colorspaces },
      statements: [
        counted(entries.length, 'entry', 'entries'),
        ...names.map((kind) => counted(kinds[kind] ?? 0, ...(WORDS[kind] ?? [kind]))),
        `${colorspaces.srgb} sRGB, ${colorspaces.linear} linear`,
      ],
    };
  },
};
