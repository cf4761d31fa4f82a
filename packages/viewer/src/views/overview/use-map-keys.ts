// The map is one Tab stop: arrow keys go to the nearest file in their direction, Home and End to the first and last.

import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Cell } from './treemap.js';

type Box = Pick<Cell, 'path' | 'x' | 'y' | 'width' | 'height'>;

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = ({ x, y, width, height }: Box): readonly [number, number] => [x + width / 2, y + height / 2];

/** Undefined for other keys, and at the edge. Distance across the direction counts double. */
export function cellByKey(cells: readonly Box[], from: Box, key: string): Box | undefined {
  if (key === 'Home') return cells[0];
  if (key === 'End') return cells.at(-1);
  const direction = DIRECTIONS[key];
  if (direction === undefined) return undefined;
  const [fromX, fromY] = middle(from);
  let best: { readonly cell: Box; readonly cost: number } | undefined;
  for (const cell of cells) {
    const [x, y] = middle(cell);
    const along = (x - fromX) * direction[0] + (y - fromY) * direction[1];
    const across = Math.abs((x - fromX) * direction[1]) + Math.abs((y - fromY) * direction[0]);
    if (along <= 0.5) continue;
    const cost = along + 2 * across;
    if (best === undefined || cost < best.cost) best = { cell, cost };
  }
  return best?.cell;
}

interface MapKeys {
  /** The path whose link Tab reaches. */
  readonly stop: string | undefined;
  /** Attributes of the drawing. */
  readonly keys: { readonly role: 'group'; readonly onKeyDown: (event: KeyboardEvent) => void };
}

export function useMapKeys(map: RefObject<HTMLElement | null>, cells: readonly Box[]): MapKeys {
  const [chosen, setChosen] = useState<string>();
  const current = cells.find(({ path }) => path === chosen) ?? cells[0];
  return {
    stop: current?.path,
    keys: { role: 'group', onKeyDown },
  };

  function onKeyDown(event: KeyboardEvent): void {
    const next = current === undefined ? undefined : cellByKey(cells, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.path);
    const links = map.current?.querySelectorAll<SVGAElement>('a[data-path]') ?? [];
    [...links].find((link) => link.dataset.path === next.path)?.focus();
  }
}
