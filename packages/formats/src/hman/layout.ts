// The on-disk structs of `.hman`, the manifest: which hash means which file.

import { u8, u16, u32, u64 } from '../core/scalar.js';
import { field, fourcc, is, struct } from '../core/struct.js';

/** The bytes HMAN. */
export const HMAN_MAGIC = fourcc('HMAN');
export const HMAN_VERSION = 1;

/** Starts a manifest; `count` entries follow, sorted by hash. */
export const HmanHeader = struct('HmanHeader', 16, 'Starts a manifest; `count` entries follow, sorted by hash.', {
  magic: field(u32, 'The bytes "HMAN".', is(HMAN_MAGIC)),
  version: field(u32, 'Readers reject any other.', is(HMAN_VERSION)),
  count: field(u32, 'Entries.'),
  reserved: field(u32, '0.', is(0)),
});

/** One entry; `pathLen` bytes of path follow. */
export const HmanEntryHead = struct('HmanEntryHead', 12, 'One entry; `pathLen` bytes of path follow.', {
  hash: field(u64, 'The key; ascending, each once.'),
  kind: field(
    u8,
    '0 texture, 1 mesh, 2 material, 3 lut, 4 shader, 5 embed, 6 animation, 7 font; later versions may add others.',
  ),
  colorspace: field(u8, '0 linear, 1 sRGB.'),
  pathLen: field(u16, 'Bytes of the path: UTF-8, relative to the output root, forward slashes.'),
});

/** Index: the number on disk. */
export const ASSET_KINDS = ['texture', 'mesh', 'material', 'lut', 'shader', 'embed', 'animation', 'font'] as const;
/** The kinds of manifest entries that have a name. */
export type AssetKind = (typeof ASSET_KINDS)[number];
