// The layouts and constants of extended materials, for docs/formats/hmatx.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import { fourcc } from '../core/struct.js';
import {
  HMATX_CHUNKS,
  HMATX_MAGIC,
  HMATX_VERSION,
  HmatxAnisotropyRow,
  HmatxClearcoatRow,
  HmatxDesc,
  HmatxDiffuseTransmissionRow,
  HmatxDispersionRow,
  HmatxFileHeader,
  HmatxIorRow,
  HmatxIridescenceRow,
  HmatxSheenRow,
  HmatxSpecularRow,
  HmatxTextureRow,
  HmatxTransmissionRow,
  HmatxUnlitRow,
  HmatxVariantRow,
  HmatxVolumeRow,
  MATERIAL_TEXTURE_SLOTS,
  TEXTURE_FILTERS,
  TEXTURE_WRAPS,
} from './layout.js';

const capitals = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();

export const hmatxSpec: FormatSpec = {
  page: 'hmatx',
  prefix: 'HMATX',
  doc: '.hmatx, version 1: what materials have beyond .hmat. The chunk table is that of .hmesh.',
  constants: [
    { name: 'MAGIC', value: HMATX_MAGIC, doc: 'The bytes HMTX.' },
    { name: 'VERSION', value: HMATX_VERSION, doc: 'Current version.' },
    ...HMATX_CHUNKS.map((name) => ({ name: `CHUNK_${name}`, value: fourcc(name), doc: `The bytes ${name}.` })),
    ...MATERIAL_TEXTURE_SLOTS.map((slot, value) => ({
      name: `SLOT_${capitals(slot)}`,
      value,
      doc: `HmatxTextureRow.slot: ${slot}.`,
    })),
    ...TEXTURE_WRAPS.map((wrap, value) => ({
      name: `WRAP_${capitals(wrap)}`,
      value,
      doc: `HmatxTextureRow.wrapS, wrapT: ${wrap}.`,
    })),
    ...TEXTURE_FILTERS.map((filter, value) => ({
      name: `FILTER_${capitals(filter)}`,
      value,
      doc: `HmatxTextureRow.minFilter${value < 3 ? ', magFilter' : ''}: ${filter}.`,
    })),
  ],
  layouts: [
    HmatxFileHeader,
    HmatxDesc,
    HmatxTextureRow,
    HmatxAnisotropyRow,
    HmatxClearcoatRow,
    HmatxDiffuseTransmissionRow,
    HmatxDispersionRow,
    HmatxIorRow,
    HmatxIridescenceRow,
    HmatxSheenRow,
    HmatxSpecularRow,
    HmatxTransmissionRow,
    HmatxUnlitRow,
    HmatxVolumeRow,
    HmatxVariantRow,
  ],
};
