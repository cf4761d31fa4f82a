// Reads and checks values of a `.mat` file. The first wrong one fails the file with its position; unknown keys cause warnings.

import { AssetError, type Diagnostic, type Place } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import type { Mapping, Tree } from '../../diagnostics/yaml-tree.js';

export type Warn = (diagnostic: Omit<Diagnostic, 'severity'>) => void;

interface Range {
  readonly min?: number;
  readonly max?: number;
}

export class TreeReader {
  readonly #file: string;
  readonly #placeAt: (offset: number) => Place;
  readonly #warn: Warn;

  constructor(file: string, placeAt: (offset: number) => Place, warn: Warn) {
    this.#file = file;
    this.#placeAt = placeAt;
    this.#warn = warn;
  }

  placeOf(tree: Tree): Place {
    return this.#placeAt(tree.at);
  }

  /** The value of a key; undefined if it is missing or null. */
  get(map: Mapping, key: string): Tree | undefined {
    const value = map.entries.get(key)?.value;
    return value === undefined || (value.is === 'scalar' && value.value === null) ? undefined : value;
  }

  number(tree: Tree, key: string, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Range): number {
    const value = tree.is === 'scalar' && typeof tree.value === 'number' ? tree.value : Number.NaN;
    if (!Number.isFinite(Math.fround(value))) this.fail(tree, `${key} must be a finite number`);
    if (value < min || value > max)
      this.fail(
        tree,
        Number.isFinite(max) ? `${key} must be between ${min} and ${max}` : `${key} must be at least ${min}`,
      );
    return value;
  }

  numbers(tree: Tree, key: string, lengths: readonly number[], range: Range): readonly number[] {
    if (tree.is !== 'list' || !lengths.includes(tree.items.length))
      return this.fail(tree, `${key} must be a list of ${lengths.join(' or ')} numbers`);
    return tree.items.map((item) => this.number(item, key, range));
  }

  choice<T extends string>(tree: Tree, key: string, values: readonly T[]): T {
    const found = tree.is === 'scalar' ? values.find((value) => value === tree.value) : undefined;
    return found ?? this.fail(tree, `${key} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`);
  }

  boolean(tree: Tree, key: string): boolean {
    if (tree.is !== 'scalar' || typeof tree.value !== 'boolean') return this.fail(tree, `${key} must be true or false`);
    return tree.value;
  }

  warnUnknown(map: Mapping, known: readonly string[], what: string): void {
    for (const [key, { keyAt }] of map.entries) {
      if (known.includes(key)) continue;
      const suggestion = nearest(key, known);
      this.#warn({
        code: 'material/unknown-key',
        file: this.#file,
        where: this.#placeAt(keyAt),
        message: `${JSON.stringify(key)} is not a ${what}`,
        ...(suggestion === undefined ? {} : { hint: `Did you mean ${suggestion}?` }),
      });
    }
  }

  fail(tree: Tree, message: string): never {
    throw new AssetError({ code: 'material/wrong-type', file: this.#file, where: this.placeOf(tree), message });
  }
}
