// The two files that a comparison shows: A at the left, B at the right.

import type { Store } from '../../store/store.js';

export interface Side {
  readonly store: Store;
  readonly path: string;
  /** Changes with the content. */
  readonly version: string;
  /** `current`, `quality: high`, `small` */
  readonly label: string;
  /** How long a trial took: its output only knows when the asset was built. */
  readonly milliseconds?: number;
}

export interface Pair {
  readonly a: Side;
  readonly b: Side;
}

export type PairMode = 'side' | 'swipe' | 'difference';

export const PAIR_MODES = [
  { value: 'side', label: 'Side by side' },
  { value: 'swipe', label: 'Swipe', title: 'A at the left of a line, B at its right' },
  { value: 'difference', label: 'Difference', title: 'The difference as a heat map, amplified to fill its scale' },
] as const;
