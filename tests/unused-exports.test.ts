// What nobody else names is not exported: an export is a promise to somebody.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'generated']);

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sources(path);
    return /\.(ts|tsx|mjs|js)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });

it('exports no function, constant or class that no other file names', () => {
  const filesOf = new Map<string, Set<string>>();
  const texts = new Map(
    ['packages', 'tests', 'scripts', 'bench', 'examples']
      .flatMap(sources)
      .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
  );
  for (const [path, text] of texts)
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const files = filesOf.get(word);
      if (files === undefined) filesOf.set(word, new Set([path]));
      else files.add(path);
    }
  const unused: string[] = [];
  let exported = 0;
  for (const [path, text] of texts) {
    if (!/^packages\/[\w-]+\/src\//.test(path)) continue;
    for (const match of text.matchAll(/^export (?:async )?(?:function\*?|const|class) ([\w$]+)/gm)) {
      exported++;
      if (match[1] !== undefined && filesOf.get(match[1])?.size === 1) unused.push(`${path}: ${match[1]}`);
    }
  }
  expect(exported).toBeGreaterThan(500);
  expect(unused).toEqual([]);
});
