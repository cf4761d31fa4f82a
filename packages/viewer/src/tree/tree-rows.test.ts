import { describe, expect, it } from 'vitest';
import type { Kind } from '../kinds.js';
import { kindOf } from '../kinds.js';
import { actOnKey } from './tree-keys.js';
import { findByPrefix, type TreeFilter, treeRows } from './tree-rows.js';

const entries = ['a.hman', 'models/fox.hmesh', 'models/fox/tex_0.ktx2', 'models/zebra.hmesh', 'ui/<b>.ktx2'].map(
  (path) => ({ path, size: 10, version: '1', kind: kindOf(path) }),
);
const all: TreeFilter = { search: '', kinds: new Set<Kind>(), shut: new Set() };
const names = (filter: Partial<TreeFilter>) => treeRows(entries, { ...all, ...filter }).map(({ name }) => name);
const rows = treeRows(entries, all);
const press = (active: number, key: string, typed = '') => actOnKey(rows, active, { key, page: 2, typed });

describe('treeRows', () => {
  it('puts folders before files', () => {
    expect(names({})).toEqual(['models', 'fox', 'tex_0.ktx2', 'fox.hmesh', 'zebra.hmesh', 'ui', '<b>.ktx2', 'a.hman']);
    expect(rows[0]).toMatchObject({ type: 'folder', count: 3, size: 30, level: 1, isOpen: true });
  });

  it('omits entries of closed folders, unless they match a search', () => {
    const shut = new Set(['models']);
    expect(names({ shut })).toEqual(['models', 'ui', '<b>.ktx2', 'a.hman']);
    expect(names({ shut, search: 'ZEB mod' })).toEqual(['models', 'zebra.hmesh']);
  });

  it('shows the selected kinds, without empty folders', () => {
    expect(names({ kinds: new Set<Kind>(['texture']) })).toEqual(['models', 'fox', 'tex_0.ktx2', 'ui', '<b>.ktx2']);
  });

  it('marks files, and closed folders by the worst below them', () => {
    const severities = new Map([
      ['models/fox.hmesh', 'error'],
      ['models/zebra.hmesh', 'warning'],
    ] as const);
    const marked = treeRows(entries, { ...all, severities }).filter(({ severity }) => severity !== undefined);
    expect(marked.map(({ path, severity }) => [path, severity])).toEqual([
      ['models', 'error'],
      ['models/fox.hmesh', 'error'],
      ['models/zebra.hmesh', 'warning'],
    ]);
  });

  it('handles 5,000 entries', () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({
      path: `folder ${i % 50}/${i}.ktx2`,
      size: i,
      version: '1',
      kind: 'texture' as const,
    }));
    expect(treeRows(many, all)).toHaveLength(5050);
  });
});

describe('keys', () => {
  it('move, and stop at the ends', () => {
    expect(press(0, 'ArrowDown')).toEqual({ type: 'move', to: 1 });
    expect(press(7, 'ArrowDown')).toEqual({ type: 'move', to: 7 });
    expect(press(0, 'PageDown')).toEqual({ type: 'move', to: 2 });
    expect(press(3, 'Home')).toEqual({ type: 'move', to: 0 });
    expect(press(3, 'End')).toEqual({ type: 'move', to: 7 });
  });

  it('close folders and move to their parents', () => {
    expect(press(1, 'ArrowLeft')).toEqual({ type: 'fold', path: 'models/fox', open: false });
    expect(press(2, 'ArrowLeft')).toEqual({ type: 'move', to: 1 });
    expect(press(1, 'ArrowRight')).toEqual({ type: 'move', to: 2 });
    expect(press(3, 'ArrowRight')).toBeUndefined();
    expect(press(3, 'Enter')).toEqual({ type: 'open', path: 'models/fox.hmesh' });
  });

  it('find a name while it is typed', () => {
    expect(press(1, 'f')).toEqual({ type: 'move', to: 3 });
    expect(press(3, 'f')).toEqual({ type: 'move', to: 1 });
    expect(press(3, 'o', 'f')).toEqual({ type: 'move', to: 3 });
    expect(press(3, 'x', 'q')).toBeUndefined();
    expect(findByPrefix([], 0, 'a')).toBeUndefined();
  });
});
