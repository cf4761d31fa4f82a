// Checks a value that did not come from a configuration file against the declared type of a setting, by the same rules.

import type { Tree } from '../diagnostics/yaml-tree.js';
import type { SettingType, SettingValue } from '../model/kind/setting.js';
import { checkValue } from './parse/check-value.js';

export function fitsType(type: SettingType, value: unknown): value is SettingValue {
  const tree = treeOf(value);
  return tree !== undefined && 'value' in checkValue(type, tree);
}

/** Undefined if it contains a value that no file can contain. */
function treeOf(value: unknown): Tree | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { is: 'scalar', at: 0, value };
  if (Array.isArray(value)) {
    const items = value.map(treeOf);
    return items.every((item) => item !== undefined) ? { is: 'list', at: 0, items } : undefined;
  }
  if (typeof value !== 'object') return undefined;
  const entries = new Map<string, { keyAt: number; value: Tree }>();
  for (const [key, inner] of Object.entries(value)) {
    const tree = treeOf(inner);
    if (tree === undefined) return undefined;
    entries.set(key, { keyAt: 0, value: tree });
  }
  return { is: 'map', at: 0, entries };
}
