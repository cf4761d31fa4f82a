// The layouts and constants of material tables, for docs/formats/hmat.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import {
  ALPHA_MODE_MASK,
  ALPHA_MODE_SHIFT,
  ALPHA_MODES,
  FLAG_DOUBLE_SIDED,
  HMAT_MAGIC,
  HMAT_VERSION,
  HmatHeader,
  HmatRow,
} from './layout.js';

export const hmatSpec: FormatSpec = {
  page: 'hmat',
  prefix: 'HMAT',
  doc: '.hmat, version 1: a table of materials.',
  constants: [
    { name: 'MAGIC', value: HMAT_MAGIC, doc: 'The bytes HMAT.' },
    { name: 'VERSION', value: HMAT_VERSION, doc: 'Current version.' },
    { name: 'FLAG_DOUBLE_SIDED', value: FLAG_DOUBLE_SIDED, doc: 'HmatRow.flags.' },
    { name: 'ALPHA_MODE_SHIFT', value: ALPHA_MODE_SHIFT, doc: 'HmatRow.flags: shift of the alpha mode.' },
    { name: 'ALPHA_MODE_MASK', value: ALPHA_MODE_MASK, doc: 'HmatRow.flags: bits of the alpha mode.' },
    ...ALPHA_MODES.map((mode, value) => ({
      name: `ALPHA_${mode}`,
      value,
      doc: `Alpha mode ${value}, after the shift.`,
    })),
  ],
  layouts: [HmatHeader, HmatRow],
};
