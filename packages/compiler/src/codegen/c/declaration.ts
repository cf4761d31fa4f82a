// A constant or a table of generated C. All names of a header are chosen together, so that no two things get the same one, whatever they are.

import { distinctNames } from '../identifiers.js';

export interface Declaration {
  /** What it is: unique in the header. */
  readonly key: string;
  /** The name that it wants, without `ASSET_`. */
  readonly name: string;
  readonly write: (name: string) => string;
}

export function define(key: string, name: string, value: string | number, comment?: string): Declaration {
  const number = typeof value === 'number' ? `${value}u` : value;
  const note = comment === undefined ? '' : ` // ${comment}`;
  return { key, name, write: (own) => `#define ${own} ${number}${note}` };
}

/** Compilers leave it out of object files that do not use it. */
export function table(key: string, name: string, type: string, rows: readonly string[]): Declaration {
  return { key, name, write: (own) => [`static const ${type} ${own}[] = {`, ...rows, '};'].join('\n') };
}

/** The name of each declaration in the header. `taken`: names, without `ASSET_`, of what the header always has. */
export function declaredNames(
  declarations: readonly Declaration[],
  taken: readonly string[],
): (declaration: Pick<Declaration, 'key' | 'name'>) => string {
  const names = distinctNames([
    ...taken.map((name) => [`always ${name}`, name] as const),
    ...declarations.map(({ key, name }) => [key, name] as const),
  ]);
  return ({ key, name }) => `ASSET_${names.get(key) ?? name}`;
}
