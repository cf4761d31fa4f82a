// The list of entries. Only visible rows are in the document, so that thousands cost no more than thirty. One Tab stop; screen readers
// learn the active row by its id.

import type { TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useBoxSize } from '../parts/use-box-size.js';
import { TreeItem } from './tree-item.js';
import { actOnKey } from './tree-keys.js';
import type { Hovered } from './tree-preview.js';
import { ROW_PIXELS, type TreeRow } from './tree-rows.js';
import { useActiveRow } from './use-active-row.js';

/** Rows beyond the edges, so that they are there when scrolling. */
const OVERSCAN_ROWS = 8;
const TYPING_MS = 700;

interface TreeProps {
  readonly rows: readonly TreeRow[];
  readonly selected: string;
  /** The entry selected elsewhere; a new object each time. */
  readonly followed: { readonly path: string };
  readonly onFold: (path: string, open: boolean) => void;
  /** `isStep`: by an arrow key, possibly on the way to another entry. */
  readonly onOpen: (path: string, isStep: boolean) => void;
  /** Undefined when the pointer leaves the files. */
  readonly onHover: (hovered: Hovered | undefined) => void;
}

export function Tree({ rows, selected, followed, onFold, onOpen, onHover }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const { height } = useBoxSize(box, { width: 0, height: 600 });
  const [scroll, setScroll] = useState(0);
  const { active, setActive } = useActiveRow(box, rows, followed);
  const typedText = useTyping();

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === '/') return;
    const page = Math.max(1, Math.floor(height / ROW_PIXELS) - 1);
    const action = actOnKey(rows, active, { key: event.key, page, typed: typedText(event) });
    if (action === undefined) return;
    event.preventDefault();
    if (action.type === 'fold') onFold(action.path, action.open);
    else if (action.type === 'open') onOpen(action.path, false);
    else {
      const row = rows[action.to];
      if (row === undefined) return;
      setActive(row.path);
      if (row.type === 'file') onOpen(row.path, true);
    }
  };
  const onPress = (target: EventTarget | null): void => {
    box.current?.focus({ preventScroll: true });
    const row = rows[rowNumber(rowElement(target))];
    if (row === undefined) return;
    setActive(row.path);
    if (row.type === 'folder') onFold(row.path, !row.isOpen);
    else onOpen(row.path, false);
  };

  const { first, end } = rowsInView(scroll, height, rows.length);
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
      onPointerMove={(event) => event.pointerType === 'mouse' && onHover(hoveredIn(event.target, rows))}
      onPointerLeave={() => onHover(undefined)}
      onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
    >
      <div class="tree-all" role="presentation" style={{ height: `${rows.length * ROW_PIXELS}px` }}>
        {rows.slice(first, end).map((row, i) => (
          <TreeItem
            // Keyed by position: adding or removing a file changes the text of rows, and moves no elements.
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

/** The rows in the document: `first` up to `end`. */
function rowsInView(scroll: number, height: number, count: number): { readonly first: number; readonly end: number } {
  // With fewer rows, the browser reports the new scroll position only later.
  const top = Math.min(scroll, Math.max(0, count * ROW_PIXELS - height));
  return {
    first: Math.max(0, Math.floor(top / ROW_PIXELS) - OVERSCAN_ROWS),
    end: Math.min(count, Math.ceil((top + height) / ROW_PIXELS) + OVERSCAN_ROWS),
  };
}

const rowElement = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;

const rowNumber = (element: HTMLElement | null): number => Number(element?.dataset.row ?? -1);

function hoveredIn(target: EventTarget | null, rows: readonly TreeRow[]): Hovered | undefined {
  const element = rowElement(target);
  const row = rows[rowNumber(element)];
  if (element === null || row?.type !== 'file') return undefined;
  const { top, height } = element.getBoundingClientRect();
  return { path: row.path, y: top + height / 2 };
}

/** Returns the characters typed shortly before a key, and remembers the key. */
function useTyping(): (event: KeyboardEvent) => string {
  const typed = useRef({ text: '', at: 0 });
  return ({ key, timeStamp }) => {
    const text = timeStamp - typed.current.at < TYPING_MS ? typed.current.text : '';
    if (key.length === 1) typed.current = { text: text + key, at: timeStamp };
    return text;
  };
}
