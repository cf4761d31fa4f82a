import { expect, it } from 'vitest';
import { jsonParts, linesOf, textOf } from './lines.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('detects UTF-8 as text, and control characters or broken sequences as bytes', () => {
  expect(textOf(bytes('Grüße\n\tzwei'))).toBe('Grüße\n\tzwei');
  expect(textOf(Uint8Array.from([0x41, 0xff, 0x42]))).toBeUndefined();
  expect(textOf(Uint8Array.from([0x41, 0, 0x42]))).toBeUndefined();
});

it('splits lines at the line ends of any system, without a line after the last', () => {
  expect(linesOf('a\r\nb\rc\n\nd\n')).toEqual(['a', 'b', 'c', '', 'd']);
  expect(linesOf('')).toEqual(['']);
});

it('splits JSON into keys, strings, numbers and words without losing characters', () => {
  const line = '  "a\\"b": [-1.5e3, true, "x", null],';
  const parts = jsonParts(line);
  expect(parts.map(({ text }) => text).join('')).toBe(line);
  const of = (role: string): string[] => parts.filter((part) => part.role === role).map(({ text }) => text);
  expect(of('key')).toEqual(['"a\\"b"']);
  expect(of('number')).toEqual(['-1.5e3']);
  expect(of('word')).toEqual(['true', 'null']);
  expect(of('string')).toEqual(['"x"']);
});
