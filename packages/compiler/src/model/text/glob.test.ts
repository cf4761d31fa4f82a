import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../../tests/support/processor-time.js';
import { matchesGlob, mayMatchInside } from './glob.js';

describe('matchesGlob', () => {
  it.each([
    ['ui/*', 'ui/button.png', true],
    ['ui/*', 'ui/deep/down/button.png', true],
    ['ui/*', 'ui', false],
    ['ui/*', 'gui/button.png', false],
    ['*', '', true],
    ['*', 'a/b/c', true],
    ['', '', true],
    ['', 'a', false],
    ['*.png', 'a/b.png', true],
    ['*.png', 'a/b.PNG', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a?c', 'ac', false],
    ['?', '😀', true],
    ['??', '😀', false],
    ['*??', 'a😀', true],
    ['a*??', 'a😀', false],
    ['*?', '😀', true],
    ['[ab].png', 'a.png', false],
    ['[ab].png', '[ab].png', true],
    ['{a,b}', 'a', false],
    ['a.b', 'axb', false],
    ['\\*', '\\x', true],
    ['a**b', 'ab', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
    ['x.array', 'x.array', true],
    ['é*', 'étoile', true],
  ])('%j on %j is %j', (pattern, path, expected) => {
    expect(matchesGlob(pattern, path)).toBe(expected);
  });

  it('agrees with the same glob written as a regular expression', () => {
    const letters = fc.constantFrom('a', 'b', '/', '.', '😀', '*', '?');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), fc.array(letters, { maxLength: 10 }), (pattern, path) => {
        const source = pattern
          .map((c) => (c === '*' ? '[^]*' : c === '?' ? '[^/]' : c.replace(/[.*?]/g, '\\$&').replace('/', '\\/')))
          .join('');
        const expected = new RegExp(`^${source}$`, 'u').test(path.join(''));
        expect(matchesGlob(pattern.join(''), path.join(''))).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes time by the length of the path, even for patterns that make naive matchers exponential', async () => {
    const pattern = `${'*a'.repeat(40)}xb`;
    await expectLinear((length) => expect(matchesGlob(pattern, `${'a'.repeat(length)}b`)).toBe(false), 64_000);
  });
});

describe('mayMatchInside', () => {
  it.each([
    ['ui/*', 'ui', true],
    ['ui/*.png', 'ui', true],
    ['ui/a', 'ui', true],
    ['u*', 'ui', true],
    ['*.png', 'ui', true],
    ['u?/x', 'ui', true],
    ['ui', 'ui', false],
    ['ui/', 'ui', false],
    ['ui?x', 'ui', false],
    ['gui/*', 'ui', false],
    ['ui/deep/*', 'ui/flat', false],
    ['', 'ui', false],
  ])('%j in %j is %j', (pattern, folder, expected) => {
    expect(mayMatchInside(pattern, folder)).toBe(expected);
  });

  it('is true of every folder above a path that the glob matches', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '/'), maxLength: 8 });
    fc.assert(
      fc.property(glob, fc.array(part, { minLength: 1, maxLength: 2 }), part, (pattern, folders, name) => {
        const folder = folders.join('/');
        return !matchesGlob(pattern, `${folder}/${name}`) || mayMatchInside(pattern, folder);
      }),
      { numRuns: 2000 },
    );
  });
});
