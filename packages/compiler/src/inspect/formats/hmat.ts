// info and check for .hmat.

import { decodeHmat, TEXTURE_SLOTS, validateHmat } from '@assetc/formats';
import { HMAT_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat } from '../../runtimes/file-format.js';

export const hmatFormat: FileFormat = {
  name: 'hmat',
  extensions: ['.hmat'],
  recognizes: (bytes) => hasMagic(bytes, HMAT_MAGIC),
  validate: async (bytes) => validateHmat(bytes),
  describe(bytes) {
    const rows = decodeHmat(bytes);
    const textureSlots: Record<string, number> = {};
    for (const slot of TEXTURE_SLOTS) textureSlots[slotName(slot)] = rows.filter((row) => row[slot] !== 0n).length;
    const alphaModes: Record<string, number> = { OPAQUE: 0, MASK: 0, BLEND: 0 };
    for (const { alphaMode } of rows) alphaModes[alphaMode] = (alphaModes[alphaMode] ?? 0) + 1;
    const doubleSided = rows.filter((row) => row.doubleSided).length;
    const used = Object.entries(textureSlots).filter(([, count]) => count > 0);
    const modes = Object.entries(alphaModes).filter(([, count]) => count > 0);
    return {
      facts: { rows: rows.length, textureSlots, alphaModes, doubleSided },
      statements: [
        counted(rows.length, 'row'),
        used.length === 0 ? 'no textures' : `textures: ${used.map(([slot, count]) => `${slot} ${count}`).join(', ')}`,
        ...modes.map(([mode, count]) => `${count} ${mode.toLowerCase()}`),
        `${doubleSided} double-sided`,
      ],
      totals: { materials: rows.length },
    };
  },
};

/** `baseColorTex` → `baseColor`. */
export const slotName = (slot: string): string => slot.replace(/Tex$/, '');
