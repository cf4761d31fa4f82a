// The order of test files: the slowest first, by a table of times that must be about files that still exist.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareOrder } from '../../scripts/test/order/slowest-first.js';
import times from '../../scripts/test/order/times.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');

describe('the order of test files', () => {
  it('starts with those that run alone, the slowest first', () => {
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

  it('has times of files that exist, except for a few that were moved since', () => {
    const paths = Object.keys(times);
    expect(paths.filter((path) => existsSync(join(root, path))).length).toBeGreaterThan(paths.length * 0.9);
  });
});
