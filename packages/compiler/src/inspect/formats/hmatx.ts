// info and check for .hmatx.

import { decodeHmatx, MATERIAL_EXTENSIONS, MATERIAL_TEXTURE_SLOTS, validateHmatx } from '@assetc/formats';
import { HMATX_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat } from '../../runtimes/file-format.js';

export const hmatxFormat: FileFormat = {
  name: 'hmatx',
  extensions: ['.hmatx'],
  isListedAsEmbedded: true,
  recognizes: (bytes) => hasMagic(bytes, HMATX_MAGIC),
  validate: async (bytes) => validateHmatx(bytes),
  describe(bytes) {
    const hmatx = decodeHmatx(bytes);
    const { rowCount, uses, variants } = hmatx;
    const textureSlots: Record<string, number> = {};
    for (const slot of MATERIAL_TEXTURE_SLOTS) {
      const count = uses.filter((use) => use.slot === slot).length;
      if (count > 0) textureSlots[slot] = count;
    }
    const extensions: Record<string, number> = {};
    for (const name of MATERIAL_EXTENSIONS) {
      const count = hmatx[name]?.length ?? 0;
      if (count > 0) extensions[name] = count;
    }
    const names = variants?.names ?? [];
    return {
      facts: { rows: rowCount, textureSlots, extensions, variants: names, variantMappings: variants?.maps.length ?? 0 },
      statements: [
        counted(rowCount, 'row'),
        ...(uses.length === 0 ? [] : [`textures: ${listed(textureSlots)}`]),
        ...(Object.keys(extensions).length === 0 ? [] : [`extensions: ${listed(extensions)}`]),
        ...(names.length === 0
          ? []
          : [`${counted(names.length, 'variant')}: ${names.map((name) => JSON.stringify(name)).join(', ')}`]),
      ],
      totals: { variants: names.length },
    };
  },
};

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
