// Whether two JSON values are equal, in any order of keys, without serializing them.

import type { Json } from '../../model/text/json.js';

export function isEqualJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((part, i) => isEqualJson(part, b[i]));
  if (isList(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqualJson(a[name], b[name]))
  );
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
