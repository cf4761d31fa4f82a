// Words for messages about settings: what a type accepts, and what a value is.

import { plural } from '../../diagnostics/plural.js';
import type { Tree } from '../../diagnostics/yaml-tree.js';
import type { SettingType } from '../../model/kind/setting.js';

/** The type, worded to follow "must be". */
export function describeType(type: SettingType): string {
  switch (type.is) {
    case 'boolean':
      return 'true or false';
    case 'choice':
      return orList(type.values.map(String));
    case 'integer':
      return type.min === type.max ? `${type.min}` : `a whole number ${range(type)}`.trim();
    case 'number':
      return `a number ${range(type)}`.trim();
    case 'text':
      return type.isFilled === true ? 'text that is not empty' : 'text';
    case 'size':
      return `bytes, such as 200 kB${type.min > 0 ? `, of at least ${type.min}` : ''}`;
    case 'list':
      return `a list of ${listed(type)}`;
    case 'map':
      return `a mapping of ${mapped(type)}`;
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

const listed = ({ of, maxLength }: Extract<SettingType, { readonly is: 'list' }>): string =>
  maxLength === undefined ? describeMany(of) : `at most ${maxLength} ${describeMany(of)}`;

const mapped = ({ keys, of }: Extract<SettingType, { readonly is: 'map' }>): string =>
  `${keys === undefined ? 'names' : orList(keys)} to ${describeMany(of)}`;

/** Several values of the type, worded to follow "a list of". */
function describeMany(type: SettingType): string {
  switch (type.is) {
    case 'integer':
      return `whole numbers ${range(type)}`.trim();
    case 'number':
      return `numbers ${range(type)}`.trim();
    case 'text':
      return type.isFilled === true ? 'texts that are not empty' : 'texts';
    case 'list':
      return `lists of ${listed(type)}`;
    case 'map':
      return `mappings of ${mapped(type)}`;
    case 'any':
      return orList(type.of.map(describeMany));
    default:
      return describeType(type).replace(/^a mapping/, 'mappings');
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

/** Bounds as large as this only exclude infinity, and smaller positive ones only exclude 0. */
const [NO_BOUND, NEARLY_ZERO] = [1e15, 1e-12];

const range = ({ min, max }: { readonly min: number; readonly max: number }): string => {
  const low = Math.abs(min) < NO_BOUND;
  const high = Math.abs(max) < NO_BOUND;
  if (low && !high && min > 0 && min < NEARLY_ZERO) return 'above 0';
  if (low && high) return `from ${min} to ${max}`;
  if (low) return `of at least ${min}`;
  return high ? `of at most ${max}` : '';
};

const orList = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
