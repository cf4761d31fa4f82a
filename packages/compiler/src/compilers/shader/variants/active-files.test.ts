import { describe, expect, it } from 'vitest';
import type { ShaderSources } from '../../../model/shader-sources.js';
import { activeFiles } from './active-files.js';
import { isTrue } from './condition.js';

const MACROS = new Map([
  ['A', '1'],
  ['B', '0'],
  ['C', 'A'],
  ['TEXT', 'half'],
  ['NOT', null],
]);

describe('a condition', () => {
  it.each([
    ['1', true],
    ['0x10 == 16 && 010 == 8', true],
    ['A', true],
    ['B', false],
    ['C == 1', true],
    ['!A || B', false],
    ['A && !B', true],
    ['A + 2 * 3 - 1 == 6', true],
    ['(A > B) != (B >= A)', true],
    ['-A < 0 && ~B == -1', true],
    ['defined(A) && defined B && !defined(NOT)', true],
    ['defined NOT', false],
    ['NOT', false],
  ])('%s holds: %s', (text, wanted) => {
    expect(isTrue(text, MACROS)).toBe(wanted);
  });

  it.each([
    'UNKNOWN',
    'defined(UNKNOWN)',
    'UNKNOWN == 1',
    'A(1)',
    'TEXT',
    'A << 31',
    '1u',
    '65536 * 65536',
    '7 / 2 == 3',
    'A ? 1 : 0',
    'A ==',
    '(A',
    'A A',
    '',
    '"a"',
    '1.5',
  ])('%s is not certain', (text) => {
    expect(isTrue(text, MACROS)).toBeUndefined();
  });

  it('is certain if the unknown part does not matter', () => {
    expect(isTrue('B && UNKNOWN', MACROS)).toBe(false);
    expect(isTrue('UNKNOWN && B', MACROS)).toBe(false);
    expect(isTrue('UNKNOWN || A', MACROS)).toBe(true);
    expect(isTrue('B || UNKNOWN', MACROS)).toBeUndefined();
  });

  it('does not follow macros in a circle', () => {
    const circle = new Map([
      ['X', 'Y'],
      ['Y', 'X'],
    ]);
    expect(isTrue('X', circle)).toBeUndefined();
  });
});

/** Includes `a.glsl` where the text has `<a>`. */
function sourcesOf(texts: Readonly<Record<string, string>>): ShaderSources {
  const files = Object.entries(texts).map(([path, marked]) => {
    const references = [...marked.matchAll(/<(\w+)>/g)].map(({ 0: text, 1: name, index }) => ({
      is: 'include' as const,
      start: index,
      end: index + text.length,
      target: `${name}.glsl`,
    }));
    return { path, text: marked, references };
  });
  const roots = [{ path: 'root.glsl', language: 'glsl' as const, stage: 'fragment', declaresEntries: true }];
  return { folder: '', includeFolders: [], files, roots };
}

function filesFor(macros: Readonly<Record<string, string | null>>, root: string, others: Record<string, string> = {}) {
  const sources = sourcesOf({ ...others, 'root.glsl': root });
  const [first] = sources.roots;
  if (first === undefined) throw new Error('there is a root');
  return activeFiles(sources, first, new Map(Object.entries(macros))).map(({ path }) => path.replace('.glsl', ''));
}

const LEAVES = { 'a.glsl': '', 'b.glsl': '', 'c.glsl': '' };
const BRANCHES = '#if Q == 0\n#include <a>\n#elif Q == 1\n#include <b>\n#else\n#include <c>\n#endif\n';

describe('the files of a variant', () => {
  it('are those of the active branch', () => {
    expect(filesFor({ Q: '0' }, BRANCHES, LEAVES)).toEqual(['a', 'root']);
    expect(filesFor({ Q: '1' }, BRANCHES, LEAVES)).toEqual(['b', 'root']);
    expect(filesFor({ Q: '2' }, BRANCHES, LEAVES)).toEqual(['c', 'root']);
    expect(filesFor({}, BRANCHES, LEAVES)).toEqual(['a', 'b', 'c', 'root']);
  });

  it('are all after a condition that is not certain, until one holds', () => {
    const text = '#if U\n#include <a>\n#elif Q\n#include <b>\n#else\n#include <c>\n#endif\n';
    expect(filesFor({ Q: '1' }, text, LEAVES)).toEqual(['a', 'b', 'root']);
    expect(filesFor({ Q: '0' }, text, LEAVES)).toEqual(['a', 'c', 'root']);
  });

  it('are those of nested conditions, of ifdef and ifndef', () => {
    const text = '#ifdef Q\n#if Q > 1\n#include <a>\n#endif\n#endif\n#ifndef Q\n#include <b>\n#endif\n#include <c>\n';
    expect(filesFor({ Q: '2' }, text, LEAVES)).toEqual(['a', 'c', 'root']);
    expect(filesFor({ Q: '1' }, text, LEAVES)).toEqual(['c', 'root']);
    expect(filesFor({ Q: null }, text, LEAVES)).toEqual(['b', 'c', 'root']);
  });

  it('do not depend on conditions in comments, and follow continued ones', () => {
    expect(filesFor({ Q: '0' }, '// #if Q\n/*\n#if Q\n*/\n#include <a>\n', LEAVES)).toContain('a');
    expect(filesFor({ Q: '0' }, '#if Q || \\\n U\n#include <a>\n#endif\n', LEAVES)).toContain('a');
    expect(filesFor({ Q: '0' }, '#if Q /* and\n*/ || U\n#include <a>\n#endif\n', LEAVES)).toContain('a');
    expect(filesFor({ Q: '0' }, '#if Q /* or\n*/ && U\n#include <a>\n#endif\n', LEAVES)).not.toContain('a');
  });

  it('are all if an active line changes the macro, also in an included file', () => {
    const text = '#include <b>\n#if Q\n#include <a>\n#endif\n';
    expect(filesFor({ Q: '0' }, text, { ...LEAVES, 'b.glsl': '#undef Q\n#define Q 1\n' })).toEqual(['a', 'b', 'root']);
    expect(filesFor({ Q: '0' }, text, { ...LEAVES, 'b.glsl': '#ifdef U\n#define Q 1\n#endif\n' })).toContain('a');
  });

  it('are not more if only a default would be defined', () => {
    const text = '#ifndef Q\n#define Q 1\n#endif\n#if Q\n#include <a>\n#endif\n';
    expect(filesFor({ Q: '0' }, text, LEAVES)).toEqual(['root']);
    expect(filesFor({ Q: '1' }, text, LEAVES)).toEqual(['a', 'root']);
    expect(filesFor({ Q: null }, text, LEAVES)).toEqual(['a', 'root']);
  });

  it('are all if conditions do not match', () => {
    expect(filesFor({ Q: '0' }, '#endif\n#if Q\n#include <a>\n#endif\n', LEAVES)).toContain('a');
  });
});
