// A pack as a program sees it.

import type { PackKind } from './layout.js';

export interface PackEntry {
  readonly path: string;
  readonly kind: PackKind;
  readonly offset: number;
  readonly size: number;
}

export interface Hpack {
  /** Sorted by path; `bytes` are views. */
  readonly entries: readonly (PackEntry & { readonly bytes: Uint8Array })[];
}
