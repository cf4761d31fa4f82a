// Plain lines are read by a kernel, but only in long texts. So a text after many comments must give the same result as alone.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { ObjText } from './obj-text.js';
import { parseObj } from './parse-obj.js';

const COMMENTS = 2000;
const PADDING = '# a comment that makes the text long enough\n'.repeat(COMMENTS);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string, lines: number, maxCorners?: number): object {
  try {
    const { faceLines, ...rest }: ObjText = parseObj(encode(text), 'a.obj', maxCorners);
    const above = (numbers: Int32Array) => [...numbers].map((line) => line - lines);
    const moved = (named: readonly { name: string; line: number }[]) =>
      named.map(({ name, line }) => ({ name, line: line - lines }));
    return {
      ...rest,
      faceLines: above(faceLines),
      lines: { ...rest.lines, faceLines: above(rest.lines.faceLines) },
      points: { ...rest.points, faceLines: above(rest.points.faceLines) },
      materialNames: moved(rest.materialNames),
      libraries: moved(rest.libraries),
      unsupported: moved(rest.unsupported),
      missingParts: moved(rest.missingParts),
    };
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    const { code, message, where } = error.diagnostic;
    const place = where !== undefined && 'line' in where ? where : undefined;
    return { code, message, line: (place?.line ?? 0) - lines, column: place?.column };
  }
}

const expectSame = (text: string, maxCorners?: number): void => {
  expect(read(PADDING + text, COMMENTS, maxCorners)).toEqual(read(text, 0, maxCorners));
};

const BOX = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvn 0 0 1\n';

describe('a long text', () => {
  it.each([
    ['plain', `${BOX}f 1 2 3\nf 1/1 2/2 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/2/1 3/1/1\n`],
    ['with backward indices', `${BOX}f -3 -2 -1\nv 5 5 5\nf -1/-1/-1 1 2\n`],
    ['with CRLF line ends', `${BOX}f 1 2 3\n`.replaceAll('\n', '\r\n')],
    ['with CR line ends', `${PADDING}${BOX}f 1 2 3\n`.replaceAll('\n', '\r')],
    ['with blanks and tabs', `  v\t0  0 0 \nv 1 0\t0\n\n \t\nv 0 1 0\nf  1 2\t3  \n`],
    ['with names, materials and groups', `o a\n${BOX}usemtl m\ns 1\nf 1 2 3\nusemtl n\ns off\nf 3 2 1\ng b c\n`],
    ['with colors', 'v 0 0 0\nv 1 0 0 1 0.5 0\nv 0 1 0 0 0 1 0.5\nf 1 2 3\n'],
    ['with continued lines and comments', 'v 0 0 \\\n0\nv 1 0 0 # here\nv 0 1 0\nf 1 2 \\\n3\nf 1 2 3 # there\n'],
    ['with polygons', `${BOX}v 1 1 0\nf 1 2 4 3\nf ${'1 2 4 3 '.repeat(40)}\n`],
    ['with short faces', `${BOX}f 1 2\nf 1\nf\nf 1 2 3\n`],
    ['with other keywords', `${BOX}vp 1\nl 1 2\np 1\nfo 1 2 3\nf 1 2 3\n`],
    ['without a final line end', `${BOX}f 1 2 3`],
    ['with one, two, three and four numbers', `${BOX}vt 1\nvt 1 2 3\nvt 1 2 3 4\nv 1 2 3 4\nf 1 2 3\n`],
    ['with signs and points', 'v +1 -.5 5.\nv -0 00012 1E3\nv 1e-3 1.5e+2 0\nf 1 2 3\n'],
    ['with forward indices', `f 1 2 3\n${BOX}`],
    ['with indices out of range', `${BOX}f 1/1/1 2/2/1 9/1/1\n`],
    ['with missing texture coordinates', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/2 3/3\nf -1/-1 -2/-2 -3/-3\n'],
    ['with zeros for missing parts', `${BOX}f 1/0/1 2/0/1 3/0/1\nf 1/1/0 2/2/0 3/1/0\n`],
    ['with an index of zero', `${BOX}f 0 1 2\n`],
    ['with an index before the first', `${BOX}f -9 1 2\n`],
    ['with an invalid index', `${BOX}f 1 2 x\n`],
    ['with too many slashes', `${BOX}f 1/1/1/1 2/2/1/1 3/1/1\nf 1/ 2/ 3/\nf 1/1/ 2/2/ 3/1/\n`],
    ['with a vertex of two numbers', 'v 0 0 0\nv 1 0\n'],
    ['with an invalid number', 'v 0 0 0\nv 1 0 0,5\n'],
    ['with a number that is too large', 'v 0 0 0\nv 1e19 0 0\n'],
    ['with a very long number', `v 0 0 0\nv 0.${'1'.repeat(1200)} 0 0\n`],
    ['with a very long index', `${BOX}f 1 2 ${'1'.repeat(20)}\n`],
  ])('%s is read like a short one', (_, text) => expectSame(text));

  it('rejects exactly the face that has a corner too many', () => {
    expectSame(`${BOX}f 1 2 3\nf 1 2 3\nf 1 2 3\n`, 8);
    expectSame(`${BOX}f 1 2 3\nf 1 2 3\n`, 6);
  });

  it('is read like a short one, for any content', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map(String),
      fc.constantFrom('1', '-2', '.5', '1e3', 'x', ''),
    );
    const corner = fc.constantFrom('1', '2', '3', '-1', '-2', '1/1', '2//1', '3/1/1', '0', '7', '1/', '');
    const line = fc.oneof(
      fc.tuple(fc.constantFrom('v', 'v', 'vt', 'vn'), fc.array(number, { minLength: 1, maxLength: 5 })),
      fc.tuple(fc.constantFrom('f', 'f', 'l'), fc.array(corner, { minLength: 2, maxLength: 6 })),
      fc.tuple(
        fc.constantFrom('#', 'usemtl', 's', 'o', ' '),
        fc.array(fc.constantFrom('a', 'b', '1'), { maxLength: 2 }),
      ),
    );
    const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r', ' \n', '\t\n', '\\\n')), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(lines, (all) =>
        expectSame(all.map(([[word, rest], end]) => `${word} ${rest.join(' ')}${end}`).join('')),
      ),
      { numRuns: 300 },
    );
  });

  it('has the same floats as JavaScript, for any spelling', () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 24 })
      .map((list) => list.join(''));
    const text = fc.oneof(
      fc.float({ noNaN: true, noDefaultInfinity: true, min: -Math.fround(1e17), max: Math.fround(1e17) }).map(String),
      fc.double({ noNaN: true, min: -1e17, max: 1e17 }).map(String),
      fc.tuple(digits, digits).map(([a, b]) => `${a.slice(0, 17)}.${b}`),
      fc.tuple(digits, fc.integer({ min: -30, max: 0 })).map(([a, e]) => `-0.${a}e${e}`),
      // Just off the midpoint between two floats, where double rounding shows.
      fc.tuple(fc.integer({ min: 1 << 23, max: (1 << 24) - 1 }), digits).map(([a, tail]) => `${a}.5000000${tail}`),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 3, maxLength: 90 }), (numbers) => {
        const rows = Math.floor(numbers.length / 3);
        const used = numbers.slice(0, rows * 3);
        const source = Array.from({ length: rows }, (_, i) => `v ${used.slice(i * 3, i * 3 + 3).join(' ')}\n`).join('');
        const { positions } = parseObj(encode(PADDING + source), 'a.obj');
        expect([...positions]).toEqual(used.map((n) => Math.fround(Number(n))));
      }),
      { numRuns: 200 },
    );
  });
});
