// In which order and in which processes tests run: it is quick only where the table of times is about files that are there, and right only
// where nothing that changes its process shares it.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownProcess } from '../../scripts/test/order/own-process.js';
import { compareOrder } from '../../scripts/test/order/slowest-first.js';
import times from '../../scripts/test/order/times.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');

describe('the order of test files', () => {
  it('begins with those in a process of their own, the slowest first', () => {
    const [slowest = '', second = ''] = Object.keys(times);
    const files = [
      { path: 'b.test.ts', isAlone: false },
      { path: second, isAlone: false },
      { path: 'a.test.ts', isAlone: false },
      { path: 'c.test.ts', isAlone: true },
      { path: slowest, isAlone: true },
    ];
    expect(files.sort(compareOrder).map(({ path }) => path)).toEqual([
      slowest,
      'c.test.ts',
      second,
      'a.test.ts',
      'b.test.ts',
    ]);
  });

  it('knows times of files that are there, but for a few that were moved since', () => {
    const paths = Object.keys(times);
    expect(paths.filter((path) => existsSync(join(root, path))).length).toBeGreaterThan(paths.length * 0.9);
  });
});

describe('a process of its own', () => {
  const alone = (files: { readonly [path: string]: string }) =>
    ownProcess(
      Object.keys(files).filter((path) => path.endsWith('.test.ts')),
      (path) => files[path],
    );

  it.each([
    "process.env.PATH = '';",
    'delete process.env.HOME;',
    'process.chdir(folder);',
    "vi.stubGlobal('fetch', fetch);",
    'vi.useFakeTimers();',
    'expect(process.memoryUsage().rss).toBeLessThan(1e9);',
    'globalThis.Date = Later;',
  ])('is for a file with %s', (line) => {
    expect(alone({ '/r/tests/a.test.ts': line, '/r/tests/b.test.ts': 'const x = 1;' })).toEqual(['/r/tests/a.test.ts']);
  });

  it('is for a file that imports such a thing, near or far, and for what loads plug-ins', () => {
    expect(
      alone({
        '/r/tests/near.test.ts': "import { x } from './set.js';",
        '/r/tests/far.test.ts': "import { x } from '../src/testing/between.js';",
        '/r/tests/none.test.ts': "import { x } from '../src/product.js';",
        '/r/tests/plugins/any.test.ts': '',
        '/r/tests/set.ts': "process.env.SLANGC = '';",
        '/r/src/testing/between.ts': "import { x } from '../../tests/set.js';\nimport { y } from './between.js';",
        '/r/src/product.ts': 'process.on("exit", done);',
      }),
    ).toEqual(['/r/tests/near.test.ts', '/r/tests/far.test.ts', '/r/tests/plugins/any.test.ts']);
  });
});
