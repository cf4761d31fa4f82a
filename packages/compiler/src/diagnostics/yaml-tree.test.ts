import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../tests/support/processor-time.js';
import { MAX_YAML_BYTES } from './yaml-limits.js';
import { readYaml, type Tree } from './yaml-tree.js';

const read = (text: string) => readYaml(new TextEncoder().encode(text));

function plain(tree: Tree | undefined): unknown {
  if (tree === undefined) return undefined;
  if (tree.is === 'scalar') return tree.value;
  if (tree.is === 'list') return tree.items.map(plain);
  return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, plain(value)]));
}

/** A text over and over. */
const flood = (unit: string, sizeBytes: number) => unit.repeat(Math.floor(sizeBytes / unit.length));

describe('readYaml', () => {
  it('reads a long line of JSON as it is', () => {
    const value = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`key${i}`, [i, { a: `[{"${i}` }]]));
    const { root, faults } = read(JSON.stringify(value));
    expect(faults).toEqual([]);
    expect(plain(root)).toEqual(value);
  });

  it('lets brackets in text, comments and block scalars be', () => {
    const text = `a: |\n  ${'[{'.repeat(500)}\nb: "${'['.repeat(500)}"\n# ${'{'.repeat(500)}\nc: x${'['.repeat(500)}\n`;
    const { root, faults } = read(text);
    expect(faults).toEqual([]);
    expect(plain(root)).toMatchObject({ b: '['.repeat(500), c: `x${'['.repeat(500)}` });
  });

  it('names the size and the limit of a file that is too large, without decoding it', () => {
    const { root, faults } = readYaml(new Uint8Array(MAX_YAML_BYTES + 1).fill(0xff));
    expect(root).toBeUndefined();
    expect(faults).toEqual([
      { is: 'too-complex', at: undefined, message: 'the file has 1048577 bytes; the limit is 1048576' },
    ]);
  });

  it.each([
    ['brackets', `a:\n  ${'['.repeat(300)}`, 200],
    ['dashes', `a:\n  ${'- '.repeat(300)}x`, 200],
    ['indentation', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 200],
  ])('names the place where %s nest too deeply', (_, text, most) => {
    const { faults, placeAt } = read(text);
    expect(faults).toMatchObject([
      { is: 'too-complex', message: `values are nested more than ${most} levels deep here` },
    ]);
    const place = placeAt(faults[0]?.at ?? 0);
    expect(place.line).toBe(text.includes('a:\n a') ? 200 : 2);
  });

  it('stops at the first thing that follows the document', () => {
    expect(read('{}'.repeat(1000)).faults.length).toBeLessThan(3);
    expect(read(']'.repeat(1000)).faults.length).toBeLessThan(3);
    expect(read('a: 1\n---\nb: 2\n---\nc: 3\n').faults).toMatchObject([
      { message: expect.stringContaining('more than one') },
    ]);
  });

  it('takes the last anchor of a name before its alias, however many there are', () => {
    const { root, faults } = read(`[${Array.from({ length: 3000 }, (_, i) => `&a ${i}, *a`).join(', ')}]`);
    expect(faults).toEqual([]);
    expect(plain(root)).toEqual(Array.from({ length: 6000 }, (_, i) => Math.floor(i / 2)));
  });

  it('ends aliases that multiply', () => {
    const levels = Array.from({ length: 12 }, (_, i) =>
      i === 0 ? 'l0: &l0 [x, x, x, x, x, x, x, x, x, x]' : `l${i}: &l${i} [${`*l${i - 1}, `.repeat(10)}]`,
    );
    expect(read(levels.join('\n')).faults[0]).toMatchObject({ is: 'alias' });
  });

  it.each([
    ' ',
    '\t',
    '"',
    "'",
    '[',
    ']',
    '{}',
    '{',
    '- ',
    '? ',
    'a: ',
    '\n',
    '---\n',
    '&a ',
    '*a ',
    '"\n',
    '" ',
    '!',
    '|\n',
    '- a\n',
    '1',
    '-.',
    '\r\n',
    'a: b\n',
    '\ufeff',
    '%a\n',
    ',',
    '[],',
  ])('reads or refuses a megabyte of %j in time by its length', async (unit) => {
    await expectLinear(
      (sizeBytes) => expect(read(flood(unit, sizeBytes)).faults.length).toBeLessThan(60),
      MAX_YAML_BYTES,
    );
  });
});
