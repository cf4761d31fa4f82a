// The on-disk structs of `.hpatch`: what turns one pack into another. Sections follow the header; each is a plan with its bytes.

import { array, u8, u32, u64 } from '../core/scalar.js';
import { atMost, field, fourcc, is, struct } from '../core/struct.js';

/** The bytes HPCH. */
export const HPATCH_MAGIC = fourcc('HPCH');
export const HPATCH_VERSION = 1;
/** The largest plan of a section. Sections have limits so that a program can apply patches of any size in constant memory. */
export const MAX_PLAN_BYTES = 1 << 20;
/** The most literals, and the most differences, of a section. */
export const MAX_DATA_BYTES = 1 << 22;
/** The largest dictionary of a section. */
export const MAX_DICTIONARY_BYTES = 1 << 23;

/** Starts a patch; the sections follow. */
export const HpatchHeader = struct('HpatchHeader', 128, 'Starts a patch; the sections follow.', {
  magic: field(u32, 'The bytes "HPCH".', is(HPATCH_MAGIC)),
  version: field(u32, 'Readers reject any other.', is(HPATCH_VERSION)),
  oldBytes: field(u64, 'Size of the old pack.'),
  newBytes: field(u64, 'Size of the new pack.'),
  oldSha256: field(array(u8, 32), 'SHA-256 of the old pack.'),
  newSha256: field(array(u8, 32), 'SHA-256 of the new pack.'),
  bodySha256: field(array(u8, 32), 'SHA-256 of everything after the header.'),
  sections: field(u32, 'Sections that follow.'),
  flags: field(u32, '0.', is(0)),
});

/** HpatchSection.kind: the plan says what to copy and what to write. */
export const SECTION_PLAN = 0;
/** HpatchSection.kind: the header and table of a pack as columns; only the first section. */
export const SECTION_TABLE = 1;

/** One section; its plan, literals and differences follow. */
export const HpatchSection = struct(
  'HpatchSection',
  32,
  'One section; plan, literals and differences follow, each of its stored size.',
  {
    kind: field(u32, '0: a plan. 1: the table of the new pack; only the first section.', atMost(1)),
    planBytes: field(u32, 'Bytes of the plan, at most 1 MiB.', atMost(MAX_PLAN_BYTES)),
    planStored: field(u32, 'Its bytes in the file; fewer if it is a Zstandard frame.', atMost(MAX_PLAN_BYTES)),
    literalBytes: field(u32, 'Bytes of the literals, at most 4 MiB.', atMost(MAX_DATA_BYTES)),
    literalStored: field(
      u32,
      'Their bytes in the file; fewer if they are a Zstandard frame, with the dictionary.',
      atMost(MAX_DATA_BYTES),
    ),
    differenceBytes: field(u32, 'Bytes of the differences, at most 4 MiB.', atMost(MAX_DATA_BYTES)),
    differenceStored: field(
      u32,
      'Their bytes in the file; fewer if they are a Zstandard frame.',
      atMost(MAX_DATA_BYTES),
    ),
    dictionaryBytes: field(u32, 'Bytes of the dictionary, at most 8 MiB.', atMost(MAX_DICTIONARY_BYTES)),
  },
);

/** Low bits of a command: bytes from the literals. */
export const COMMAND_LITERAL = 0;
/** Low bits of a command: bytes of the old pack. */
export const COMMAND_COPY = 1;
/** Low bits of a command: bytes of the old pack plus the differences, modulo 256. */
export const COMMAND_ADD = 2;
/** Bit of a command: zeros follow, up to a multiple of 16 bytes of the new pack. */
export const COMMAND_PAD = 4;
/** The length of a command is its number divided by this. */
export const COMMAND_LENGTH = 8;
