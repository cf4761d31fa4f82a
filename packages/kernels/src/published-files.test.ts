// The package contains what its entry point imports, declarations included. The references and test helpers stay in the repository.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = import.meta.dirname;

function importedFiles(entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, specifier = ''] of readFileSync(entry, 'utf8').matchAll(/(?:from|import) '(\.[^']+)\.js'/g)) {
    const file = `${resolve(dirname(entry), specifier)}.ts`;
    if (!existsSync(file)) throw new Error(`${entry} imports ${file}, which does not exist`);
    importedFiles(file, found);
  }
  return found;
}

it('imports no reference and no test helper from production code', () => {
  const files = [...importedFiles(join(root, 'index.ts'))].map((file) => relative(root, file).replaceAll('\\', '/'));
  expect(files).toContain('uastc/uastc.ts');
  expect(files.filter((file) => /^(reference|testing)\//.test(file))).toEqual([]);
});
