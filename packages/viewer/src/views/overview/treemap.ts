// Files as rectangles in groups of kinds or folders, with areas in proportion to their sizes. Files too small to see are drawn as one.

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

export interface MapArea extends Omit<Cell, 'path'> {
  /** A kind, or a folder. */
  readonly group: string;
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

/** Groups sorted by size, with the largest file first in each. */
export function layOut(
  files: readonly Sized[],
  width: number,
  height: number,
  groupOf: (file: Sized) => string = ({ kind }) => kind,
): readonly MapArea[] {
  if (width <= 0 || height <= 0) return [];
  const root = hierarchy<Node>(
    { name: '', kind: 'other', children: groupsOf(files, groupOf) },
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
    group: area.data.name,
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

function groupsOf(files: readonly Sized[], groupOf: (file: Sized) => string): readonly Node[] {
  const largest = files
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1));
  const groups = new Map<string, Node[]>();
  const rest = new Map<string, { readonly kind: Kind; readonly count: number; readonly value: number }>();
  for (const [i, file] of largest.entries()) {
    const group = groupOf(file);
    const { path, kind, value } = file;
    if (i < MAX_CELLS) {
      const own = groups.get(group) ?? [];
      groups.set(group, own);
      own.push({ name: path, kind, value });
    } else {
      const own = rest.get(group) ?? { kind, count: 0, value: 0 };
      rest.set(group, { kind, count: own.count + 1, value: own.value + value });
    }
  }
  for (const [group, { kind, count, value }] of rest)
    groups.set(group, [...(groups.get(group) ?? []), { name: `${count} more`, kind, value }]);
  return [...groups].map(([name, children]) => ({ name, kind: children[0]?.kind ?? 'other', children }));
}

/** The folder below `folder` that contains the path; empty for a file of `folder` itself. */
export function folderBelow(folder: string, path: string): string {
  const start = folder === '' ? 0 : folder.length + 1;
  const slash = path.indexOf('/', start);
  return slash < 0 ? '' : path.slice(0, slash);
}
