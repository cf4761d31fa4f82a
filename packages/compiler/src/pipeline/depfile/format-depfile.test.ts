// The text of depfiles. tests/cli/depfile.test.ts has Make and Ninja read them.

import { expect, it } from 'vitest';
import { formatDepfile, isUnreadableName } from './format-depfile.js';

it('lists the inputs once each, sorted, and an empty rule for them, so that a removed one is no error', () => {
  expect(formatDepfile('out', ['/b', '/a', '/b'])).toBe('out: \\\n  /a \\\n  /b\n\n/a \\\n  /b:\n');
  expect(formatDepfile('out', [])).toBe('out:\n');
});

it.each([
  ['/a b', '/a\\ b'],
  ['/a#b', '/a\\#b'],
  ['/a$b', '/a$$b'],
  ['/a:b', '/a\\:b'],
  ['C:/a b', 'C:/a\\ b'],
  ['/a\\b', '/a\\b'],
  ['/a\\ b', '/a\\\\\\ b'],
  ['/a\nb', '/a_b'],
  ['/a;b|c', '/a_b_c'],
  ["/a'b", "/a'b"],
  ['/old (1)', '/old\\ (1)/.'],
  ['/old (1).png', '/old\\ (1).png'],
])('writes %j as %j', (path, written) => {
  expect(formatDepfile('out', [path])).toBe(`out: \\\n  ${written}\n\n${written}:\n`);
  expect(formatDepfile(path, [])).toBe(`${written}:\n`);
});

it('knows the names that a tool cannot read', () => {
  for (const name of ['/a b', '/ä', '/日本', '/a#1', '/a$', '/a:b', 'C:/x', '/a(1)', '/a[1]', '/a+b,c~d@e!f{h}-i_j.k'])
    expect(isUnreadableName(name), name).toBe(false);
  for (const name of [
    "/a'b",
    '/a"b',
    '/a&b',
    '/a;b',
    '/a|b',
    '/a*b',
    '/a?b',
    '/a<b',
    '/a\tb',
    '/a\nb',
    '/a\rb',
    '/a\\#b',
  ])
    expect(isUnreadableName(name), name).toBe(true);
});
