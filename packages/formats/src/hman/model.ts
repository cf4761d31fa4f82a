// A manifest as a program sees it.

import type { AssetKind } from './layout.js';

export type ColorSpace = 'linear' | 'srgb';

export interface ManifestEntry {
  readonly hash: bigint;
  readonly kind: AssetKind;
  readonly colorspace: ColorSpace;
  readonly path: string;
}

export interface Hman {
  /** Ascending by hash. */
  readonly entries: readonly ManifestEntry[];
}
