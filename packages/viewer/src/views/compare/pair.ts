// The two files that a comparison shows: A at the left, B at the right.

import type { Store } from '../../store/store.js';

export interface Side {
  readonly store: Store;
  readonly path: string;
  /** Changes with the content. */
  readonly version: string;
  /** `current`, `quality: high`, `small` */
  readonly label: string;
  /** Of a trial, whose output only knows when the asset was built before: how long it took, if it was compiled. */
  readonly milliseconds?: number | null;
}

export interface Pair {
  readonly a: Side;
  /** Undefined: A is shown alone. */
  readonly b: Side | undefined;
}

export type PairMode = 'side' | 'swipe' | 'difference';

/** How two files are shown. It stays if one of them is replaced. */
export interface PairLook {
  readonly mode: PairMode;
  /** Where the line is, in percent. */
  readonly swipe: number;
  /** Of textures, in CSS pixels per texel; 0: as large as fits. */
  readonly zoom: number;
  /** Of meshes: the level of detail. */
  readonly level: number;
}

export const FIRST_LOOK: PairLook = { mode: 'side', swipe: 50, zoom: 0, level: 0 };

export interface ShownPair extends Pair {
  readonly look: PairLook;
  readonly onLook: (change: Partial<PairLook>) => void;
}

export const PAIR_MODES = [
  { value: 'side', label: 'Side by side' },
  { value: 'swipe', label: 'Swipe', title: 'A at the left of a line, B at its right' },
  { value: 'difference', label: 'Difference', title: 'The difference as a heat map, amplified to fill its scale' },
] as const;
