import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeInside } from './source-path.js';

describe('a path inside the input', () => {
  it.each([
    ['a.png', 'a.png'],
    ['d/..a/.b/c..', 'd/..a/.b/c..'],
    ['d//a', 'd/a'],
    ['d/./a/', 'd/a'],
    ['d/../a', 'a'],
    ['d\\a', 'd/a'],
    ['a:b', undefined],
    ['C:/a', undefined],
    ['/a', undefined],
    ['..', undefined],
    ['../a', undefined],
    ['a/../..', undefined],
    ['a/..', undefined],
    ['.', undefined],
    ['', undefined],
    ['a\0', undefined],
    ['d/a\0', undefined],
  ])('%j is %j', (path, normal) => {
    expect(normalizeInside(path)).toBe(normal);
  });

  it('is as Node normalizes it, where it stays inside', () => {
    const part = fc.constantFrom('.', '..', '', '...', 'a', '.a', 'a.', 'é', 'a\n', ' ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const path = parts.join('/');
        const normal = posix.normalize(path).replace(/\/$/, '');
        const isInside = path !== '' && !/^(?:\/|\.\.(?:\/|$)|\.?$)/.test(normal);
        expect(normalizeInside(path)).toBe(isInside ? normal : undefined);
      }),
      { numRuns: 500 },
    );
  });
});
