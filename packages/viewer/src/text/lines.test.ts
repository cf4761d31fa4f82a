import { expect, it } from 'vitest';
import { jsonParts, linesOf, textOf } from './lines.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('takes UTF-8 for text, and what has control characters or broken letters for bytes', () => {
  expect(textOf(bytes('Grüße\n\tzwei'))).toBe('Grüße\n\tzwei');
  expect(textOf(Uint8Array.from([0x41, 0xff, 0x42]))).toBeUndefined();
  expect(textOf(Uint8Array.from([0x41, 0, 0x42]))).toBeUndefined();
});

it('ends lines as any system does, and shows no line after the last end', () => {
  expect(linesOf('a\r\nb\rc\n\nd\n')).toEqual(['a', 'b', 'c', '', 'd']);
  expect(linesOf('')).toEqual(['']);
});

it('tells keys, strings, numbers and words of JSON apart, and loses no letter', () => {
  const line = '  "a\\"b": [-1.5e3, true, "x", null],';
  const parts = jsonParts(line);
  expect(parts.map(({ text }) => text).join('')).toBe(line);
  const of = (role: string): string[] => parts.filter((part) => part.role === role).map(({ text }) => text);
  expect(of('key')).toEqual(['"a\\"b"']);
  expect(of('number')).toEqual(['-1.5e3']);
  expect(of('word')).toEqual(['true', 'null']);
  expect(of('string')).toEqual(['"x"']);
});
