// The layouts and constants of shader variants, for docs/formats/hvar.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import { HVAR_MAGIC, HVAR_VERSION, HvarAxis, HvarHeader, HvarModule, MAX_COMBINATIONS, NO_MODULE } from './layout.js';

export const hvarSpec: FormatSpec = {
  page: 'hvar',
  prefix: 'HVAR',
  doc: '.hvar, version 1: variants of shaders.',
  constants: [
    { name: 'MAGIC', value: HVAR_MAGIC, doc: 'The bytes HVAR.' },
    { name: 'VERSION', value: HVAR_VERSION, doc: 'Current version.' },
    { name: 'MAX_COMBINATIONS', value: MAX_COMBINATIONS, doc: 'Combinations of one file.' },
    { name: 'NO_MODULE', value: NO_MODULE, doc: 'A cell of a combination that was not compiled.' },
  ],
  layouts: [HvarHeader, HvarAxis, HvarModule],
};
