// Keyboard behavior of the tree: pure functions, so that tests need no page.

import { findByPrefix, parentOf, type TreeRow } from './tree-rows.js';

type TreeAction =
  | { readonly type: 'move'; readonly to: number }
  | { readonly type: 'fold'; readonly path: string; readonly open: boolean }
  | { readonly type: 'open'; readonly path: string };

interface TreeKey {
  readonly key: string;
  /** Rows per page of the list. */
  readonly page: number;
  /** Characters typed shortly before. */
  readonly typed: string;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** Returns undefined for keys that the tree does not use. */
export function actOnKey(
  rows: readonly TreeRow[],
  active: number,
  { key, page, typed }: TreeKey,
): TreeAction | undefined {
  const last = rows.length - 1;
  const row = rows[active];
  const move = (to: number): TreeAction => ({ type: 'move', to: clamp(to, last) });
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return move(active + 1);
    case 'ArrowUp':
      return move(active < 0 ? last : active - 1);
    case 'PageDown':
      return move(active + page);
    case 'PageUp':
      return move(active - page);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'ArrowRight':
      if (row?.type !== 'folder') return undefined;
      return row.isOpen ? move(active + 1) : { type: 'fold', path: row.path, open: true };
    case 'ArrowLeft':
      if (row?.type === 'folder' && row.isOpen) return { type: 'fold', path: row.path, open: false };
      return move(parentOf(rows, active) ?? active);
    case 'Enter':
    case ' ':
      if (row === undefined) return undefined;
      return row.type === 'folder'
        ? { type: 'fold', path: row.path, open: !row.isOpen }
        : { type: 'open', path: row.path };
  }
  if (key.length !== 1) return undefined;
  const found = findByPrefix(rows, active, typed + key);
  return found === undefined ? undefined : move(found);
}
