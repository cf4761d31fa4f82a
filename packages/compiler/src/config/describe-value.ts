// Words for messages about settings: what a type accepts, and what a value is.

import { plural } from '../diagnostics/plural.js';
import type { Tree } from '../diagnostics/yaml-tree.js';
import type { SettingType } from '../model/kind/setting.js';

/** The type, worded to follow "must be". */
export function describeType(type: SettingType): string {
  switch (type.is) {
    case 'boolean':
      return 'true or false';
    case 'choice':
      return orList(type.values.map(String));
    case 'integer':
      return `a whole number ${range(type)}`.trim();
    case 'number':
      return `a number ${range(type)}`.trim();
    case 'text':
      return type.isFilled === true ? 'text that is not empty' : 'text';
    case 'size':
      return `bytes, such as 200 kB${type.min > 0 ? `, of at least ${type.min}` : ''}`;
    case 'list':
      return `a list${type.maxLength === undefined ? '' : ` of at most ${type.maxLength}`} (${describeType(type.of)} each)`;
    case 'map':
      return `a mapping ${type.keys === undefined ? '' : `from ${orList(type.keys)} `}(${describeType(type.of)} each)`;
    case 'record':
      return `a mapping with ${orList(Object.keys(type.fields))}`;
    case 'one':
      return `a mapping with one of ${Object.entries(type.fields)
        .map(([key, field]) => `${key} (${describeType(field)})`)
        .join(', ')}`;
    case 'any':
      return orList(type.of.map(describeType));
  }
}

/** The value as the user sees it in the file, shortened. */
export function describeTree(tree: Tree): string {
  if (tree.is === 'list') return `a list of ${plural(tree.items.length, 'item')}`;
  if (tree.is === 'map') return 'a mapping';
  if (tree.value === null) return 'an empty value';
  if (typeof tree.value !== 'string') return String(tree.value);
  return `the text ${JSON.stringify(tree.value.length > 40 ? `${tree.value.slice(0, 40)}…` : tree.value)}`;
}

const range = ({ min, max }: { readonly min: number; readonly max: number }): string => {
  const low = Math.abs(min) < Number.MAX_SAFE_INTEGER && Number.isFinite(min);
  const high = Math.abs(max) < Number.MAX_SAFE_INTEGER && Number.isFinite(max);
  if (low && high) return `from ${min} to ${max}`;
  if (low) return `of at least ${min}`;
  return high ? `of at most ${max}` : '';
};

const orList = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
