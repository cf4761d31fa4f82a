// Which files of equal size have other bytes: read in both outputs, one file after the other, while the page is already there.

import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../../store/store.js';
import { equallySized, type Sized } from './compare-entries.js';

interface Changed {
  readonly paths: ReadonlySet<string>;
  /** Files that are not read yet. */
  readonly left: number;
  readonly error?: unknown;
}

const NONE: Changed = { paths: new Set(), left: 0 };
/** Files that differ mostly do so early: reading ends there. */
const SLICE_BYTES = 1 << 20;
/** The page is drawn again after so many files. */
const STEP = 16;

export function useChanged(store: Store, other: Store | undefined, entries: readonly Sized[]): Changed {
  const [state, setState] = useState(NONE);
  useEffect(() => {
    setState(NONE);
    if (other === undefined) return;
    const life = new AbortController();
    const show = (next: Changed): unknown => life.signal.aborted || setState(next);
    void compareAll(store, other, equallySized(entries, other.entries), show, life.signal);
    return () => life.abort();
  }, [store, other, entries]);
  return state;
}

async function compareAll(
  a: Store,
  b: Store,
  files: readonly Sized[],
  show: (changed: Changed) => unknown,
  signal: AbortSignal,
): Promise<void> {
  const paths = new Set<string>();
  try {
    for (const [i, file] of files.entries()) {
      if (i % STEP === 0) show({ paths: new Set(paths), left: files.length - i });
      if (await differ(a, b, file, signal)) paths.add(file.path);
    }
    show({ paths, left: 0 });
  } catch (error) {
    show({ paths, left: 0, error });
  }
}

async function differ(a: Store, b: Store, { path, size }: Sized, signal: AbortSignal): Promise<boolean> {
  for (let start = 0; start < size; start += SLICE_BYTES) {
    const [x, y] = await Promise.all([a, b].map((store) => store.readRange(path, start, SLICE_BYTES, signal)));
    if (x === undefined || y === undefined || x.length !== y.length) return true;
    for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return true;
  }
  return false;
}
