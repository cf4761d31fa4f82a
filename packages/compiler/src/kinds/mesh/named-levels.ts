// Levels of detail by name: siblings `rock_LOD0`, `rock_LOD1` …, as Unity and Unreal import them.

import type { LodGroupModel, SceneModel } from '../../model/scene/scene.js';
import { walkNodes } from '../../model/scene/walk-nodes.js';

/** A separator, or capital letters: `melod1` is no level. */
const NAMES = [/^(?:(.*?)[ ._-]+)?lod[ ._-]?(\d{1,2})$/i, /^(.+?)LOD[ ._-]?(\d{1,2})$/];

interface NamedNode {
  readonly node: number;
  readonly base: string;
  readonly level: number;
}

/** Without nodes of the groups that the scene has. */
export function namedLevels({ nodes, roots, meshes, lodGroups = [] }: SceneModel): readonly LodGroupModel[] {
  const grouped = new Set(lodGroups.flatMap(({ levels, inner }) => [...levels.flat(), ...inner]));
  const groups: LodGroupModel[] = [];
  const nameOf = (node: number): string => nodes[node]?.name || meshes[nodes[node]?.mesh ?? -1]?.name || '';
  const addSiblings = (siblings: readonly number[]): void => {
    const named = siblings.flatMap((node) => (grouped.has(node) ? [] : (parseName(node, nameOf(node)) ?? [])));
    for (const group of groupNamed(named)) {
      const levels = group.map((tops) => walkNodes(nodes, tops));
      for (const node of levels.flat()) grouped.add(node);
      groups.push({ levels, inner: [], origin: nodes[group[0]?.[0] ?? -1]?.origin ?? {} });
    }
  };
  addSiblings(roots);
  for (const node of walkNodes(nodes, roots)) if (!grouped.has(node)) addSiblings(nodes[node]?.children ?? []);
  return groups;
}

function parseName(node: number, name: string): NamedNode | undefined {
  const found = NAMES.map((pattern) => pattern.exec(name)).find((match) => match !== null);
  return found ? { node, base: (found[1] ?? '').toLowerCase(), level: Number(found[2]) } : undefined;
}

/**
 * The nodes of each level, for each group. Nodes whose names differ only in the number are a group. If some of them have no level as fine as
 * the finest of all, the coarse levels were made for all of them together (`body_LOD0`, `hat_LOD0`, `all_LOD1`): then all are one group.
 */
function groupNamed(named: readonly NamedNode[]): readonly (readonly (readonly number[])[])[] {
  const finest = named.reduce((min, { level }) => Math.min(min, level), Number.POSITIVE_INFINITY);
  const byBase = new Map<string, NamedNode[]>();
  for (const each of named) {
    const list = byBase.get(each.base);
    if (list === undefined) byBase.set(each.base, [each]);
    else list.push(each);
  }
  const lists = [...byBase.values()];
  const areSeparate = lists.every((list) => list.some(({ level }) => level === finest));
  return (areSeparate ? lists : [named]).map(levelsOf).filter((levels) => levels.length > 1);
}

function levelsOf(named: readonly NamedNode[]): readonly (readonly number[])[] {
  const numbers = [...new Set(named.map(({ level }) => level))].sort((a, b) => a - b);
  return numbers.map((number) => named.flatMap(({ node, level }) => (level === number ? [node] : [])));
}
