// The on-disk structs of `.hpack`: one file with the contents of an output folder, sorted so that a path is found by bisection.

import { u8, u16, u32, u64 } from '../core/scalar.js';
import { field, fourcc, is, struct } from '../core/struct.js';

/** The bytes HPAK. */
export const HPACK_MAGIC = fourcc('HPAK');
export const HPACK_VERSION = 2;
/** Every payload of a pack starts on a multiple of this. */
export const PAYLOAD_ALIGNMENT = 16;

/** Starts a pack; the table of contents follows. */
export const HpackHeader = struct('HpackHeader', 24, 'Starts a pack; the table of contents follows.', {
  magic: field(u32, 'The bytes "HPAK".', is(HPACK_MAGIC)),
  version: field(u32, 'Readers reject any other.', is(HPACK_VERSION)),
  count: field(u32, 'Entries.'),
  flags: field(u32, '0.', is(0)),
  tocBytes: field(u64, 'Bytes of the table of contents.'),
});

/** One entry of the table; `pathLen` bytes of path follow. */
export const HpackEntryHead = struct('HpackEntryHead', 19, 'One entry of the table; `pathLen` bytes of path follow.', {
  offset: field(u64, 'Start of the payload, from the start of the file; a multiple of 16.'),
  size: field(u64, 'Bytes of the payload.'),
  kind: field(
    u8,
    'By extension: 0 other, 1 .hmesh, 2 .hmat, 3 .hman, 4 .hanim, 5 .ktx2, 6 .spv, 7 .hfont; later versions may add others.',
  ),
  pathLen: field(u16, 'Bytes of the path: UTF-8, relative, forward slashes; entries sort by these bytes.'),
});

/** Index: the number on disk. */
export const PACK_KINDS = ['other', 'hmesh', 'hmat', 'hman', 'hanim', 'ktx2', 'spv', 'hfont'] as const;
/** The kind of a file in a pack, by its extension. */
export type PackKind = (typeof PACK_KINDS)[number];

/** The kind of a path, by its extension. */
export function packKindOf(path: string): PackKind {
  return PACK_KINDS.find((kind) => kind !== 'other' && path.endsWith(`.${kind}`)) ?? 'other';
}
