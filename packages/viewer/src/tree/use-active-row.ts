// The active row for keys, identified by its path, so that it stays the same while files come and go. It is kept visible.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { ROW_PIXELS, type TreeRow } from './tree-rows.js';

interface ActiveRow {
  /** Index of its row; -1 if it is not shown. */
  readonly active: number;
  readonly setActive: (path: string) => void;
}

/** `followed`: the entry selected elsewhere; a new object each time. */
export function useActiveRow(
  box: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  followed: { readonly path: string },
): ActiveRow {
  const [path, setActive] = useState(followed.path);
  const active = rows.findIndex((row) => row.path === path);
  useLayoutEffect(() => setActive(followed.path), [followed]);
  useLayoutEffect(() => {
    if (box.current !== null && active >= 0) bringIntoSight(box.current, active);
  }, [path, active < 0]);
  return { active, setActive };
}

/** Scrolls minimally for a neighboring row; centers a distant one. */
function bringIntoSight(element: HTMLElement, row: number): void {
  const top = row * ROW_PIXELS;
  const above = element.scrollTop - top;
  const below = top + ROW_PIXELS - element.scrollTop - element.clientHeight;
  if (Math.max(above, below) > 4 * ROW_PIXELS) element.scrollTop = top - element.clientHeight / 2;
  else if (above > 0) element.scrollTop = top;
  else if (below > 0) element.scrollTop += below;
}
