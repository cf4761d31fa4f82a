import { expect, it } from 'vitest';
import { painter } from './style.js';
import { wrapWords } from './wrap-words.js';

it('breaks lines at words, and indents what follows', () => {
  expect(wrapWords('one two three four five', 11, '  ')).toBe('one two\n  three\n  four five');
  expect(wrapWords('short\n  hint: one two three', 16, '  ')).toBe('short\n  hint: one two\n    three');
});

it('does not break a long word, and counts no colors', () => {
  const path = 'a/very/long/path/of/a/texture.png:';
  expect(wrapWords(`${path} error`, 20)).toBe(`${path}\n    error`);
  const red = painter(true)('one two', 'red');
  expect(wrapWords(`${red} three`, 13)).toBe(`${red} three`);
});
