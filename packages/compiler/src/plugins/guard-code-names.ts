// Checks what `codeNames` of a plug-in returns: generated code must not depend on a plug-in keeping to its types.

import type { CodeNames } from '../model/kind/code-names.js';
import type { Kind } from '../model/kind/kind.js';
import { KindMistake } from '../model/kind/kind-mistake.js';

type AskNames = NonNullable<Kind['codeNames']>;

/** `fail` makes the error to throw. */
export function guardCodeNames(ask: AskNames, kind: string, fail: (error: unknown, doing: string) => Error): AskNames {
  return async (path, read) => {
    try {
      const names = await ask(path, read);
      const mistake = names === undefined ? undefined : mistakeIn(names);
      if (mistake === undefined) return names;
      throw new KindMistake('bad-definition', `codeNames of the kind ${kind} returned ${mistake}`);
    } catch (error) {
      throw fail(error, `when codeNames of the kind ${kind} was asked about ${path}`);
    }
  };
}

/** A plug-in in JavaScript returns anything. */
function mistakeIn(names: CodeNames): string | undefined {
  const { lists = [], shader }: { readonly lists?: unknown; readonly shader?: unknown } = names;
  if (!Array.isArray(lists)) return 'lists that are no array';
  const seen = new Set<string>();
  for (const { of, names: all } of lists as readonly { readonly of?: unknown; readonly names?: unknown }[]) {
    if (typeof of !== 'string' || of === '') return 'a list without `of`, which says what is named';
    if (!Array.isArray(all) || all.some((name) => typeof name !== 'string')) return `names of ${of} that are no texts`;
    if (seen.has(of)) return `two lists of ${of}`;
    seen.add(of);
  }
  return shader === undefined || isInterface(shader) ? undefined : 'a shader that reflectSpirv did not return';
}

const isInterface = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'stage' in value &&
  ['inputs', 'bindings', 'specializationConstants'].every((key) => Array.isArray(Reflect.get(value, key)));
