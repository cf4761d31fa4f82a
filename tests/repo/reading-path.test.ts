// ARCHITECTURE.md walks a reader from the command line to the pack. Every file on that path exists, is named once, and is imported
// (statically, dynamically or as a worker) by a file named before it, so the reader never has to search.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const source = 'packages/compiler/src';
const MAX_FILES = 30;

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function readingPath(): readonly string[] {
  const section = /<!-- reading path -->([\s\S]*?)<!-- end -->/.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
}

/** Relative to the compiler's source. A worker's bundle has its source's name. */
function importedBy(path: string): ReadonlySet<string> {
  const text = read(`${source}/${path}`);
  const modules = [...text.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'(\.[^']+)\.js'/g)];
  const imported = modules.map(([, module = '']) => `${posix.join(posix.dirname(path), module)}.ts`);
  const workers =
    /'\.\/(\w+)\.js'[\s\S]*new URL\(/
      .exec(text)
      ?.slice(1)
      .map((name) => `pipeline/workers/${name}.ts`) ?? [];
  return new Set([...imported, ...workers]);
}

it('is short, and names each file once', () => {
  const path = readingPath();
  expect(path.length).toBeGreaterThan(10);
  expect(path.length).toBeLessThanOrEqual(MAX_FILES);
  expect(new Set(path).size).toBe(path.length);
});

it('names files that exist', () => {
  expect(readingPath().filter((path) => !existsSync(join(root, source, path)))).toEqual([]);
});

it('reaches from the arguments to the pack', () => {
  const path = readingPath();
  expect(path[0]).toBe('cli/main.ts');
  expect(path.at(-1)).toBe('pipeline/finish/write-pack.ts');
});

it('names each file after one that imports it', () => {
  const reached = new Set(['cli/main.ts']);
  const unreached: string[] = [];
  for (const path of readingPath()) {
    if (!reached.has(path)) unreached.push(path);
    for (const imported of importedBy(path)) reached.add(imported);
  }
  expect(unreached).toEqual([]);
});
