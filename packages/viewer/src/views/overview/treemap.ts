// Files as rectangles in groups of kinds, with areas in proportion to their sizes. Files too small to see are drawn as one.

import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import type { Kind } from '../../kinds.js';

/** What areas show. */
export type Measure = 'source' | 'stored' | 'video';

export interface Sized {
  readonly path: string;
  readonly kind: Kind;
  readonly value: number;
}

export interface Cell {
  readonly path: string;
  readonly kind: Kind;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface KindArea extends Omit<Cell, 'path'> {
  readonly cells: readonly Cell[];
}

/** More would be too small to see. */
const MAX_CELLS = 1_500;
const HEAD = 18;

interface Node {
  readonly name: string;
  readonly kind: Kind;
  readonly value?: number;
  readonly children?: readonly Node[];
}

/** Kinds sorted by size, with the largest file first in each. */
export function layOut(files: readonly Sized[], width: number, height: number): readonly KindArea[] {
  if (width <= 0 || height <= 0) return [];
  const root = hierarchy<Node>(
    { name: '', kind: 'other', children: kindsOf(files) },
    ({ children }) => children && [...children],
  )
    .sum(({ value }) => value ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  if ((root.value ?? 0) === 0) return [];
  const laid = treemap<Node>()
    .tile(treemapSquarify.ratio(1.3))
    .size([width, height])
    .paddingOuter(1)
    .paddingTop(({ depth }) => (depth === 1 ? HEAD : 0))
    .paddingInner(1)(root);
  return (laid.children ?? []).map((area) => ({
    ...boxOf(area),
    kind: area.data.kind,
    value: area.value ?? 0,
    cells: (area.children ?? []).map((leaf) => ({
      ...boxOf(leaf),
      path: leaf.data.name,
      kind: leaf.data.kind,
      value: leaf.value ?? 0,
    })),
  }));
}

const boxOf = ({
  x0,
  y0,
  x1,
  y1,
}: {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}) => ({
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
});

function kindsOf(files: readonly Sized[]): readonly Node[] {
  const largest = files
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1));
  const kinds = new Map<Kind, Node[]>();
  const rest = new Map<Kind, { count: number; value: number }>();
  for (const [i, { path, kind, value }] of largest.entries()) {
    if (i < MAX_CELLS) {
      const own = kinds.get(kind) ?? [];
      kinds.set(kind, own);
      own.push({ name: path, kind, value });
    } else {
      const own = rest.get(kind) ?? { count: 0, value: 0 };
      rest.set(kind, { count: own.count + 1, value: own.value + value });
    }
  }
  for (const [kind, { count, value }] of rest)
    kinds.set(kind, [...(kinds.get(kind) ?? []), { name: `${count} more`, kind, value }]);
  return [...kinds].map(([kind, children]) => ({ name: kind, kind, children }));
}
