// Copyright and license of a file, as REUSE and SPDX write them: tags in a text, and the annotations of a REUSE.toml.

import { matchesGlob } from '../../../model/text/glob.js';

/** Who made something, and under which license it may be used. */
export interface Credit {
  /** SPDX identifiers or expressions, or the text of a `.license` file without tags. Sorted. */
  readonly licenses: readonly string[];
  /** As written, sorted. */
  readonly copyrights: readonly string[];
}

const unique = (list: Iterable<string>): readonly string[] => [...new Set(list)].filter((one) => one !== '').sort();

export const creditOf = (licenses: Iterable<string>, copyrights: Iterable<string>): Credit => ({
  licenses: unique(licenses),
  copyrights: unique(copyrights),
});

export const isEmptyCredit = ({ licenses, copyrights }: Credit): boolean =>
  licenses.length === 0 && copyrights.length === 0;

/** The tags in a text, after any comment characters. */
export function tagsOf(text: string): Credit {
  const values = (tag: string) =>
    Array.from(text.matchAll(new RegExp(`${tag}:[ \\t]*([^\\r\\n]*)`, 'g')), ([, value = '']) => withoutEnd(value));
  return creditOf(values('SPDX-License-Identifier'), values('SPDX-FileCopyrightText'));
}

/** Comments of one line may end with these. */
const withoutEnd = (value: string): string => value.replace(/(?:\*\/|-->)\s*$/, '').trim();

/** A `.license` file: its tags, or else its whole text. */
export function licenseFile(text: string): Credit {
  const tags = tagsOf(text);
  return isEmptyCredit(tags) ? creditOf([text.trim()], []) : tags;
}

interface Annotation extends Credit {
  readonly globs: readonly string[];
}

/** The annotations of a REUSE.toml. Keys that are not known are ignored. */
export function annotationsOf(toml: string): readonly Annotation[] {
  return toml
    .split(/^\s*\[\[annotations\]\]\s*$/m)
    .slice(1)
    .map((table) => ({
      globs: valuesOf(table, 'path'),
      ...creditOf(valuesOf(table, 'SPDX-License-Identifier'), valuesOf(table, 'SPDX-FileCopyrightText')),
    }));
}

/** A string or a list of strings. */
function valuesOf(table: string, key: string): readonly string[] {
  const found = new RegExp(`^\\s*"?${key}"?\\s*=\\s*(\\[[^\\]]*\\]|"(?:[^"\\\\\\n]|\\\\.)*"|'[^'\\n]*')`, 'm').exec(
    table,
  )?.[1];
  return Array.from((found ?? '').matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g), ([, basic, literal]) =>
    basic === undefined ? (literal ?? '') : basic.replace(/\\(.)/g, '$1'),
  );
}

/** What the last matching annotation says about a path relative to the file's folder: later ones win. */
export const annotated = (annotations: readonly Annotation[], path: string): Credit | undefined =>
  annotations.findLast(({ globs }) => globs.some((glob) => matchesGlob(glob, path)));
