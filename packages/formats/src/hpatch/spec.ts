// The layouts and constants of patches, for docs/formats/hpatch.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import {
  COMMAND_ADD,
  COMMAND_COPY,
  COMMAND_LENGTH,
  COMMAND_LITERAL,
  COMMAND_PAD,
  HPATCH_MAGIC,
  HPATCH_VERSION,
  HpatchHeader,
  HpatchSection,
  MAX_DATA_BYTES,
  MAX_DICTIONARY_BYTES,
  MAX_PLAN_BYTES,
  SECTION_PLAN,
  SECTION_TABLE,
} from './layout.js';

export const hpatchSpec: FormatSpec = {
  page: 'hpatch',
  prefix: 'HPATCH',
  doc: '.hpatch, version 1: what turns one pack into another.',
  constants: [
    { name: 'MAGIC', value: HPATCH_MAGIC, doc: 'The bytes HPCH.' },
    { name: 'VERSION', value: HPATCH_VERSION, doc: 'Current version.' },
    { name: 'MAX_PLAN_BYTES', value: MAX_PLAN_BYTES, doc: 'The largest plan of a section.' },
    {
      name: 'MAX_DATA_BYTES',
      value: MAX_DATA_BYTES,
      doc: 'The most literals, and the most differences, of a section.',
    },
    { name: 'MAX_DICTIONARY_BYTES', value: MAX_DICTIONARY_BYTES, doc: 'The largest dictionary of a section.' },
    { name: 'SECTION_PLAN', value: SECTION_PLAN, doc: 'HpatchSection.kind: a plan with its bytes.' },
    { name: 'SECTION_TABLE', value: SECTION_TABLE, doc: 'HpatchSection.kind: header and table of the new pack.' },
    { name: 'COMMAND_LITERAL', value: COMMAND_LITERAL, doc: 'Bytes from the literals.' },
    { name: 'COMMAND_COPY', value: COMMAND_COPY, doc: 'Bytes of the old pack.' },
    { name: 'COMMAND_ADD', value: COMMAND_ADD, doc: 'Bytes of the old pack plus the differences, modulo 256.' },
    { name: 'COMMAND_PAD', value: COMMAND_PAD, doc: 'Added to a command that zeros follow, up to a multiple of 16.' },
    { name: 'COMMAND_LENGTH', value: COMMAND_LENGTH, doc: 'The length of a command times this is added to it.' },
  ],
  layouts: [HpatchHeader, HpatchSection],
};
