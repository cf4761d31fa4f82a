// A manifest as a program sees it.

import type { AssetKind } from './layout.js';

/** How a texture's values are to be read. */
export type ColorSpace = 'linear' | 'srgb';

/** One line of a manifest: which hash means which file. */
export interface ManifestEntry {
  readonly hash: bigint;
  /** `unknown` is a kind that this version has no name for; the file is listed and can be read all the same. */
  readonly kind: AssetKind | 'unknown';
  /** Of an unknown kind, the number that stands in the file. */
  readonly kindNumber?: number;
  readonly colorspace: ColorSpace;
  readonly path: string;
}

/** A whole manifest in memory. */
export interface Hman {
  /** Ascending by hash. */
  readonly entries: readonly ManifestEntry[];
}
