import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../testing/processor-ms.js';
import { matchesGlob } from './glob.js';

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

  it('is fast on patterns that make naive matchers exponential', () => {
    const takenMs = processorMs(() => expect(matchesGlob(`${'*a'.repeat(40)}b`, 'a'.repeat(4000))).toBe(false));
    expect(takenMs).toBeLessThan(1000);
  });
});
