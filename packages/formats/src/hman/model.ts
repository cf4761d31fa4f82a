// A manifest in memory.

import type { AssetKind } from './layout.js';

/** How a texture's values are interpreted. */
export type ColorSpace = 'linear' | 'srgb';

/** One line of a manifest: which hash means which file. */
export interface ManifestEntry {
  readonly hash: bigint;
  /** `unknown` is a kind of a later version; its file can still be read. */
  readonly kind: AssetKind | 'unknown';
  /** The number in the file, for an unknown kind. */
  readonly kindNumber?: number;
  readonly colorspace: ColorSpace;
  readonly path: string;
}

/** A whole manifest in memory. */
export interface Hman {
  /** Ascending by hash. */
  readonly entries: readonly ManifestEntry[];
}
