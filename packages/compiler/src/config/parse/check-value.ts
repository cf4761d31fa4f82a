// Checks a value of the file against the declared type of a setting, and words the message.

import { nearest } from '../../diagnostics/nearest.js';
import type { Tree } from '../../diagnostics/yaml-tree.js';
import type { SettingType, SettingValue } from '../../model/kind/setting.js';
import { parseByteSize } from './byte-size.js';
import { describeTree, describeType } from './describe-value.js';

interface Misfit {
  readonly code: 'config/wrong-type' | 'config/out-of-range';
  readonly at: number;
  /** For a key inside the value: `.maxVertices`. */
  readonly inner: string;
  /** Follows the key's name: `must be true or false, not the text "yes"`. */
  readonly message: string;
  readonly hint: string | undefined;
}

type TypeOf<Is extends SettingType['is']> = Extract<SettingType, { readonly is: Is }>;

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
    case 'list':
      return checkList(type, tree);
    case 'map':
      return checkMap(type, tree);
    case 'one':
    case 'record':
      return checkRecord(type, tree);
    case 'any':
      return checkAny(type, tree);
  }
}

function checkList(type: TypeOf<'list'>, tree: Tree): Checked {
  if (tree.is !== 'list') return misfit(type, tree);
  if (type.maxLength !== undefined && tree.items.length > type.maxLength)
    return misfit(type, tree, 'config/out-of-range');
  return collect(
    tree.items.map((item) => checkValue(type.of, item)),
    (values) => values,
  );
}

function checkMap(type: TypeOf<'map'>, tree: Tree): Checked {
  // The value of an ordered map is stored as a list of mappings with one key each.
  if (
    tree.is === 'list' &&
    type.ordered === true &&
    tree.items.every((item) => item.is === 'map' && item.entries.size === 1)
  )
    return collect(
      tree.items.map((item) => checkMap({ is: 'map', of: type.of }, item)),
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
      return type.ordered === true ? entries.map((entry) => Object.fromEntries([entry])) : Object.fromEntries(entries);
    },
  );
}

function checkRecord(type: TypeOf<'one'> | TypeOf<'record'>, tree: Tree): Checked {
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

function checkAny(type: TypeOf<'any'>, tree: Tree): Checked {
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
