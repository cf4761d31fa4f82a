// The on-disk structs of `.hpackz`: a pack for transport, in frames that can be read apart from each other.

import { array, u8, u16, u32, u64 } from '../core/scalar.js';
import { atMost, field, fourcc, is, struct } from '../core/struct.js';

/** The bytes HPKZ. */
export const HPACKZ_MAGIC = fourcc('HPKZ');
export const HPACKZ_VERSION = 1;
/** The most bytes of a frame, before compression. */
export const MAX_FRAME_BYTES = 1 << 22;
/** The most bytes of a frame for each stored one: Zstandard's densest block makes 128 KiB of four bytes. */
export const MAX_FRAME_RATIO = 1 << 15;
/** The most bytes of the directory, before compression. */
export const MAX_DIRECTORY_BYTES = 1 << 26;

/** Starts the file; the directory follows. */
export const HpackzHeader = struct('HpackzHeader', 72, 'Starts the file; the directory follows, then the frames.', {
  magic: field(u32, 'The bytes "HPKZ".', is(HPACKZ_MAGIC)),
  version: field(u32, 'Readers reject any other.', is(HPACKZ_VERSION)),
  packBytes: field(u64, 'Size of the pack.'),
  packSha256: field(array(u8, 32), 'SHA-256 of the pack.'),
  directoryBytes: field(u32, 'Bytes of the directory.', atMost(MAX_DIRECTORY_BYTES)),
  directoryStored: field(u32, 'Its bytes in the file; fewer if it is a Zstandard frame.', atMost(MAX_DIRECTORY_BYTES)),
  frames: field(u32, 'Frames; the directory begins with one HpackzFrame for each.'),
  entries: field(u32, 'Entries of the pack; one HpackzEntry for each follows.'),
  headBytes: field(u32, 'Header and table of the pack, which end the directory.'),
  flags: field(u32, '0.', is(0)),
});

/** The bytes as they are. */
export const FILTER_NONE = 0;
/** All first bytes of each `stride` bytes, then all second ones, and so on. */
export const FILTER_PLANES = 1;
/** Planes, and of each byte the difference to the one before in its plane. */
export const FILTER_DIFFERENCES = 2;

/** A frame; frames follow each other in the file. */
export const HpackzFrame = struct('HpackzFrame', 12, 'A frame. Frames follow each other in the file, in this order.', {
  frameBytes: field(u32, 'Bytes after decompression, at most 4 MiB.', atMost(MAX_FRAME_BYTES)),
  stored: field(u32, 'Bytes in the file, at least 1; fewer if it is a Zstandard frame.', atMost(MAX_FRAME_BYTES)),
  filter: field(u16, '0 none, 1 planes, 2 differences in planes.', atMost(2)),
  stride: field(u16, 'Bytes from one byte of a plane to the next; 0 without a filter.'),
});

/** Where an entry is; in the order of the pack's table. */
export const HpackzEntry = struct(
  'HpackzEntry',
  8,
  'Where the bytes of an entry are, in the order of the pack’s table.',
  {
    frame: field(u32, 'The frame in which they begin; they go on in the next ones.'),
    at: field(u32, 'Where they begin in it, after decompression.'),
  },
);
