// A pack in memory.

import type { PackKind } from './layout.js';

/** One file in a pack and the position of its payload. */
export interface PackEntry {
  readonly path: string;
  readonly kind: PackKind;
  readonly offset: number;
  readonly size: number;
}

/** A whole pack in memory. */
export interface Hpack {
  /** Sorted by path; `bytes` are views. */
  readonly entries: readonly (PackEntry & { readonly bytes: Uint8Array })[];
}
