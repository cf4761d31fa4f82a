// The list of entries: only rows in sight are in the document, so that thousands cost what thirty do. One stop for the Tab key; the row that
// keys are at is told to screen readers by its id.

import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { TreeItem } from './tree-item.js';
import { actOnKey } from './tree-keys.js';
import { ROW_PIXELS, type TreeRow } from './tree-rows.js';

/** Rows beyond the edges, so that a scroll finds them drawn. */
const BEYOND = 8;
const TYPING_MS = 700;

interface TreeProps {
  readonly rows: readonly TreeRow[];
  readonly selected: string;
  /** What keys are led to from elsewhere; another object each time. */
  readonly followed: { readonly path: string };
  readonly onFold: (path: string, open: boolean) => void;
  /** `isStep`: by an arrow key, on the way to elsewhere. */
  readonly onOpen: (path: string, isStep: boolean) => void;
}

export function Tree({ rows, selected, followed, onFold, onOpen }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [scroll, setScroll] = useState(0);
  const [height, setHeight] = useState(600);
  const [activePath, setActivePath] = useState(selected);
  const active = rows.findIndex(({ path }) => path === activePath);

  useLayoutEffect(() => setActivePath(followed.path), [followed]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || active < 0) return;
    const top = active * ROW_PIXELS;
    const above = element.scrollTop - top;
    const below = top + ROW_PIXELS - element.scrollTop - element.clientHeight;
    // A step goes on at the edge; what lies far off comes to the middle.
    if (Math.max(above, below) > 4 * ROW_PIXELS) element.scrollTop = top - element.clientHeight / 2;
    else if (above > 0) element.scrollTop = top;
    else if (below > 0) element.scrollTop += below;
  }, [activePath, active < 0]);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === '/') return;
    const now = event.timeStamp;
    const text = now - typed.current.at < TYPING_MS ? typed.current.text : '';
    const page = Math.max(1, Math.floor(height / ROW_PIXELS) - 1);
    const action = actOnKey(rows, active, { key: event.key, page, typed: text });
    if (event.key.length === 1) typed.current = { text: text + event.key, at: now };
    if (action === undefined) return;
    event.preventDefault();
    if (action.type === 'fold') onFold(action.path, action.open);
    else if (action.type === 'open') onOpen(action.path, false);
    else {
      const row = rows[action.to];
      if (row === undefined) return;
      setActivePath(row.path);
      if (row.type === 'file') onOpen(row.path, true);
    }
  };

  const onPress = (target: EventTarget | null): void => {
    box.current?.focus({ preventScroll: true });
    const at = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined;
    const row = rows[Number(at ?? -1)];
    if (row === undefined) return;
    setActivePath(row.path);
    if (row.type === 'folder') onFold(row.path, !row.isOpen);
    else onOpen(row.path, false);
  };

  // Fewer rows than before: the browser tells of its new place only later.
  const top = Math.min(scroll, Math.max(0, rows.length * ROW_PIXELS - height));
  const first = Math.max(0, Math.floor(top / ROW_PIXELS) - BEYOND);
  const end = Math.min(rows.length, Math.ceil((top + height) / ROW_PIXELS) + BEYOND);
  const activeId = active >= first && active < end ? `tree-${active}` : undefined;
  return (
    <div
      ref={box}
      class="tree"
      role="tree"
      aria-label="Files of the output"
      tabIndex={0}
      {...(activeId === undefined ? {} : { 'aria-activedescendant': activeId })}
      onKeyDown={onKeyDown}
      onClick={(event) => onPress(event.target)}
      onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
    >
      <div class="tree-all" role="presentation" style={{ height: `${rows.length * ROW_PIXELS}px` }}>
        {rows.slice(first, end).map((row, i) => (
          <TreeItem
            // By its place: a file that comes or goes changes what rows say, and moves none.
            key={first + i}
            row={row}
            index={first + i}
            isActive={first + i === active}
            isSelected={row.type === 'file' && row.path === selected}
          />
        ))}
      </div>
    </div>
  );
}
