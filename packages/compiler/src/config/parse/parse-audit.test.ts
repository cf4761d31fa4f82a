import { expect, it } from 'vitest';
import { complaint, parse } from '../testing/complaints-of.js';

it('reads levels, globs and limits, with the limits of the table', () => {
  const text = [
    'audit:',
    '  powerOfTwo: error',
    '  triangles: { level: warn, match: "props\\\\*", max: 500 }',
    '  texelDensity:',
    '    - { level: error, min: 256 }',
    '    - { level: off, match: "sky/*" }',
    '  names: { pattern: "^[a-z]+$" }',
  ].join('\n');
  expect(parse(text).audits).toEqual([
    { rule: 'powerOfTwo', level: 'error', match: undefined, limits: {} },
    { rule: 'triangles', level: 'warn', match: 'props/*', limits: { max: 500 } },
    { rule: 'texelDensity', level: 'error', match: undefined, limits: { min: 256, max: 4096 } },
    { rule: 'texelDensity', level: 'off', match: 'sky/*', limits: { min: 64, max: 4096 } },
    { rule: 'names', level: 'warn', match: undefined, limits: { pattern: '^[a-z]+$' } },
  ]);
});

it.each([
  ['audit: { triangels: warn }', 'unknown key "triangels" in audit'],
  ['audit: { triangles: loud }', 'audit.triangles'],
  ['audit: { triangles: { max: many } }', 'audit.triangles.max'],
  ['audit: { triangles: { maximum: 3 } }', 'unknown key "maximum" in audit.triangles'],
  ['audit: { names: { pattern: "(" } }', 'audit.names.pattern is not a regular expression'],
  ['audit: [warn]', 'audit must be a mapping'],
])('reports what is wrong in %s', (text, message) => {
  expect(complaint(text)).toContain(message);
});
