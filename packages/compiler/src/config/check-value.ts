// Checks a value of the file against the declared type of a setting, and words the message.

import { nearest } from '../diagnostics/nearest.js';
import { plural } from '../diagnostics/plural.js';
import type { Tree } from '../diagnostics/yaml-tree.js';
import type { SettingType, SettingValue } from '../model/kind/setting.js';
import { parseByteSize } from './byte-size.js';

interface Misfit {
  readonly code: 'config/wrong-type' | 'config/out-of-range';
  readonly at: number;
  /** For a key inside the value: `.maxVertices`. */
  readonly inner: string;
  /** Follows the key's name: `must be true or false, not the text "yes"`. */
  readonly message: string;
  readonly hint: string | undefined;
}

type Checked = { readonly value: SettingValue } | { readonly misfits: readonly Misfit[] };

export function checkValue(type: SettingType, tree: Tree): Checked {
  switch (type.is) {
    case 'boolean':
      return isScalarOf(tree, 'boolean') ? { value: tree.value } : misfit(type, tree);
    case 'choice': {
      const value = tree.is === 'scalar' ? type.values.find((candidate) => candidate === tree.value) : undefined;
      return value === undefined ? misfit(type, tree) : { value };
    }
    case 'integer':
    case 'number': {
      if (!isScalarOf(tree, 'number') || !Number.isFinite(tree.value)) return misfit(type, tree);
      if (type.is === 'integer' && !Number.isInteger(tree.value)) return misfit(type, tree);
      if (tree.value >= type.min && tree.value <= type.max) return { value: tree.value };
      return misfit(type, tree, 'config/out-of-range');
    }
    case 'text':
      return isScalarOf(tree, 'string') && (type.isFilled !== true || tree.value !== '')
        ? { value: tree.value }
        : misfit(type, tree);
    case 'size': {
      if (tree.is !== 'scalar') return misfit(type, tree);
      const bytes = typeof tree.value === 'string' ? parseByteSize(tree.value) : tree.value;
      if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes)) return misfit(type, tree);
      return bytes < type.min ? misfit(type, tree, 'config/out-of-range') : { value: bytes };
    }
    case 'list': {
      if (tree.is !== 'list') return misfit(type, tree);
      if (type.maxLength !== undefined && tree.items.length > type.maxLength)
        return misfit(type, tree, 'config/out-of-range');
      return collect(
        tree.items.map((item) => checkValue(type.of, item)),
        (values) => values,
      );
    }
    case 'map': {
      // As the value of an ordered map is stored.
      if (
        tree.is === 'list' &&
        type.ordered === true &&
        tree.items.every((item) => item.is === 'map' && item.entries.size === 1)
      )
        return collect(
          tree.items.map((item) => checkValue({ is: 'map', of: type.of }, item)),
          (values) => values,
        );
      if (tree.is !== 'map') return misfit(type, tree);
      const keys = [...tree.entries.keys()];
      return collect(
        [...tree.entries].map(([key, { keyAt, value }]) =>
          type.keys?.includes(key) === false ? strangeKey(key, keyAt, type.keys) : checkValue(type.of, value),
        ),
        (values) => {
          const entries = keys.map((key, i) => [key, values[i] ?? ''] as const);
          return type.ordered === true
            ? entries.map((entry) => Object.fromEntries([entry]))
            : Object.fromEntries(entries);
        },
      );
    }
    case 'one':
    case 'record': {
      if (tree.is !== 'map' || (type.is === 'one' && tree.entries.size !== 1)) return misfit(type, tree);
      const keys = [...tree.entries.keys()];
      return collect(
        [...tree.entries].map(([key, { keyAt, value }]) => {
          const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
          return field === undefined
            ? strangeKey(key, keyAt, Object.keys(type.fields))
            : inside(key, checkValue(field, value));
        }),
        (values) => Object.fromEntries(keys.map((key, i) => [key, values[i] ?? ''])),
      );
    }
    case 'any': {
      for (const alternative of type.of) {
        const checked = checkValue(alternative, tree);
        if ('value' in checked) return checked;
      }
      // A list or mapping is meant as the alternative of its form, so what is wrong inside can be reported.
      const meant = type.of.filter(
        ({ is }) => is === tree.is || (tree.is === 'map' && is === 'one' && tree.entries.size === 1),
      );
      return meant.length === 1 && meant[0] !== undefined ? checkValue(meant[0], tree) : misfit(type, tree);
    }
  }
}

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

function misfit(type: SettingType, tree: Tree, code: Misfit['code'] = 'config/wrong-type'): Checked {
  const message = `must be ${describeType(type)}, not ${describeTree(tree)}`;
  return { misfits: [{ code, at: tree.at, inner: '', message, hint: hintFor(type, tree) }] };
}

function inside(key: string, checked: Checked): Checked {
  if ('value' in checked) return checked;
  return { misfits: checked.misfits.map((each) => ({ ...each, inner: `.${key}${each.inner}` })) };
}

function strangeKey(key: string, at: number, known: readonly string[]): Checked {
  const meant = nearest(key, known);
  const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
  const message = `has the key ${JSON.stringify(key)}; known keys are ${known.join(', ')}`;
  return { misfits: [{ code: 'config/wrong-type', at, inner: '', message, hint }] };
}

function hintFor(type: SettingType, tree: Tree): string | undefined {
  if (tree.is !== 'scalar') return undefined;
  const { value } = tree;
  const mayBeBoolean = type.is === 'boolean' || (type.is === 'choice' && type.values.includes(true));
  if (mayBeBoolean && typeof value === 'string') {
    if (/^(yes|on|true)$/i.test(value)) return 'Write true, without quotes.';
    if (/^(no|off|false)$/i.test(value)) return 'Write false, without quotes.';
  }
  if (type.is === 'choice' && typeof value === 'string') {
    const meant = nearest(value, type.values.map(String));
    return meant === undefined ? undefined : `Did you mean ${meant}?`;
  }
  if (type.is === 'text' && value !== null && value !== '') return `Put it in quotes: "${String(value)}".`;
  if (type.is === 'any') return type.of.map((each) => hintFor(each, tree)).find((hint) => hint !== undefined);
  if (type.is === 'list') {
    const inside = checkValue(type.of, tree);
    if ('value' in inside) return `Write a list of one: [${JSON.stringify(inside.value)}].`;
  }
  if ((type.is === 'integer' || type.is === 'number') && typeof value === 'string' && /^-?[\d.]+$/.test(value))
    return 'Remove the quotes.';
  return undefined;
}

function collect(parts: readonly Checked[], join: (values: readonly SettingValue[]) => SettingValue): Checked {
  const misfits = parts.flatMap((part) => ('misfits' in part ? part.misfits : []));
  if (misfits.length > 0) return { misfits };
  return { value: join(parts.flatMap((part) => ('value' in part ? [part.value] : []))) };
}

function isScalarOf<T extends 'boolean' | 'number' | 'string'>(
  tree: Tree,
  type: T,
): tree is { readonly is: 'scalar'; readonly at: number; readonly value: Primitive[T] } {
  return tree.is === 'scalar' && typeof tree.value === type;
}

interface Primitive {
  readonly boolean: boolean;
  readonly number: number;
  readonly string: string;
}
