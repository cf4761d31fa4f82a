// A manifest as a program sees it.

import type { AssetKind } from './layout.js';

export type ColorSpace = 'linear' | 'srgb';

export interface ManifestEntry {
  readonly hash: bigint;
  /** `unknown` is a kind that this version has no name for; the file is listed and can be read all the same. */
  readonly kind: AssetKind | 'unknown';
  /** Of an unknown kind, the number that stands in the file. */
  readonly kindNumber?: number;
  readonly colorspace: ColorSpace;
  readonly path: string;
}

export interface Hman {
  /** Ascending by hash. */
  readonly entries: readonly ManifestEntry[];
}
