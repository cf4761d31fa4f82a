import { describe, expect, it } from 'vitest';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Lut } from '../../model/image/lut.js';
import { importCube } from './import-cube.js';

function load(text: string): { lut: Lut; warnings: { code: string; line: number | undefined }[] } {
  const warnings: { code: string; line: number | undefined }[] = [];
  const lut = importCube({
    file: 'a.lut.cube',
    bytes: new TextEncoder().encode(text),
    warn: (d) => warnings.push({ code: d.code, line: d.where?.line }),
  });
  return { lut, warnings };
}

function expectFailure(text: string): Diagnostic {
  try {
    load(text);
  } catch (error) {
    if (error instanceof AssetError) return error.diagnostic;
    throw error;
  }
  throw new Error('the table was accepted');
}

const rows = Array.from({ length: 8 }, (_, i) => `${i & 1} ${(i >> 1) & 1} ${i >> 2}`);
const table = (head: readonly string[], body: readonly string[] = rows): string => [...head, ...body, ''].join('\n');

const shaped = ['LUT_1D_SIZE 2', 'LUT_3D_SIZE 2'];
/** A step at the first entry. */
const steep = Array.from({ length: 4096 }, (_, i) => (i === 0 ? '0 0 0' : '1 1 1'));

describe('importCube', () => {
  it('reads values in their order, red fastest', () => {
    const { lut, warnings } = load(table(['LUT_3D_SIZE 2']));
    expect(lut.size).toBe(2);
    expect([...lut.values]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1]);
    expect(warnings).toEqual([]);
  });

  it('accepts comments, titles, blank lines, CRLF, tabs, a byte order mark and a missing last newline', () => {
    const text = [
      '\uFEFF# made by hand',
      'TITLE "Größe 1"',
      '',
      '\tLUT_3D_SIZE\t2 ',
      '# values',
      ...rows.map((r) => `  ${r.replaceAll(' ', '\t')}`),
    ];
    const { lut, warnings } = load(text.join('\r\n'));
    expect(lut.values).toHaveLength(24);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['carriage returns alone', (text: string) => new TextEncoder().encode(text.replaceAll('\n', '\r'))],
    ['zeros after the end', (text: string) => new TextEncoder().encode(`${text}\0\0`)],
    ['Ctrl-Z after the end', (text: string) => new TextEncoder().encode(`${text}\x1a`)],
    ['comments after values', (text: string) => new TextEncoder().encode(text.replaceAll('\n', ' # here\n'))],
  ])('accepts %s', (_, encode) => {
    const text = table(['TITLE "a # b"', 'LUT_3D_SIZE 2']);
    const lut = importCube({
      file: 'a.lut.cube',
      bytes: encode(text),
      warn: ({ message }) => expect.fail(message),
    });
    expect(lut).toEqual(load(text).lut);
  });

  it.each([
    ['with a mark', '\uFEFF'],
    ['without a mark', ''],
  ])('accepts UTF-16 of either byte order %s, with a warning', (_, mark) => {
    const text = table(['TITLE "a # b"', 'LUT_3D_SIZE 2']);
    const little = Buffer.from(mark + text, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const warnings: unknown[] = [];
      const lut = importCube({ file: 'a.lut.cube', bytes, warn: (warning) => warnings.push(warning) });
      expect(lut).toEqual(load(text).lut);
      expect(warnings).toMatchObject([{ code: 'lut/utf-16', file: 'a.lut.cube' }]);
    }
  });

  it('counts lines the same for every line ending', () => {
    const broken = table(['LUT_3D_SIZE 2'], [...rows.slice(0, 4), '1 2', ...rows.slice(5)]);
    for (const end of ['\n', '\r\n', '\r']) expect(expectFailure(broken.replaceAll('\n', end)).where?.line).toBe(6);
  });

  it('applies a shaper for inputs other than 0 … 1, and warns about them', () => {
    const ranged = load(table([...shaped, 'LUT_1D_INPUT_RANGE -1 3'], ['0 0 0', '1 1 1', ...rows]));
    expect(ranged.warnings.map(({ code }) => code)).toEqual(['lut/domain', 'lut/resampled']);
    expect([...ranged.lut.values]).toEqual([...load(table(['LUT_3D_SIZE 2'])).lut.values]);
  });

  it('reads every spelling of a number', () => {
    const { lut } = load(table(['LUT_3D_SIZE 2'], ['1e-1 .5 +0.25', ...rows.slice(1, 7), '-1. 2E+1 1.0000000001']));
    expect([...lut.values.subarray(0, 3), ...lut.values.subarray(21)]).toEqual([
      Math.fround(0.1),
      0.5,
      0.25,
      -1,
      20,
      1,
    ]);
  });

  it('warns about a domain and keeps the values', () => {
    const { lut, warnings } = load(table(['DOMAIN_MIN 0 0 0', 'DOMAIN_MAX 4 4 4', 'LUT_3D_SIZE 2']));
    expect(warnings).toEqual([{ code: 'lut/domain', line: 2 }]);
    expect(lut.values[23]).toBe(1);
    expect(load(table(['LUT_3D_SIZE 2', 'LUT_3D_INPUT_RANGE 0.0 1.0'])).warnings).toEqual([]);
  });

  it('combines a shaper with the table, and reports the error', () => {
    const straight = load(table(shaped, ['0 0 0', '1 1 1', ...rows]));
    expect(straight.warnings).toEqual([{ code: 'lut/resampled', line: 1 }]);
    expect([...straight.lut.values]).toEqual([...load(table(['LUT_3D_SIZE 2'])).lut.values]);
    const halved = load(table(['LUT_3D_SIZE 2', 'LUT_1D_SIZE 2'], ['0 0.5 1', '1 1 0', ...rows])).lut;
    expect([...halved.values.subarray(0, 3)]).toEqual([0, 0.5, 1]);
    expect([...halved.values.subarray(21)]).toEqual([1, 1, 0]);
  });

  it("scales the shaper's output to the range of the table", () => {
    const { lut } = load(table([...shaped, 'LUT_3D_INPUT_RANGE -1 3'], ['0 0 0', '1 1 1', ...rows]));
    expect([...lut.values.subarray(0, 3), ...lut.values.subarray(21)]).toEqual([0.25, 0.25, 0.25, 0.5, 0.5, 0.5]);
  });

  it('warns about an unknown keyword', () => {
    expect(load(table(['LUT_3D_SIZE 2', 'MOOD warm'])).warnings).toEqual([{ code: 'lut/unknown-keyword', line: 2 }]);
  });

  const bad: [string, string, string, number][] = [
    ['a shaper and no table', table(['LUT_1D_SIZE 2', 'LUT_3D_SIZE 2'], ['0 0 0', '1 1 1']), 'lut/wrong-count', 4],
    ['a shaper with one entry', table(['LUT_1D_SIZE 1', 'LUT_3D_SIZE 2']), 'lut/bad-size', 1],
    ['a doubled shaper', table(['LUT_1D_SIZE 2', 'LUT_1D_SIZE 2', 'LUT_3D_SIZE 2']), 'lut/bad-size', 2],
    [
      'a keyword after the shaper',
      table(shaped, ['0 0 0', '1 1 1', 'LUT_3D_INPUT_RANGE 0 1', ...rows]),
      'lut/bad-line',
      5,
    ],
    ['a row too many after a shaper', table(shaped, ['0 0 0', '1 1 1', ...rows, '0 0 0']), 'lut/wrong-count', 13],
    ['a domain before a shaper', table([...shaped, 'DOMAIN_MAX 2 2 2'], ['0 0 0', '1 1 1', ...rows]), 'lut/shaper', 3],
    ['a reversed range', table([...shaped, 'LUT_3D_INPUT_RANGE 1 0'], ['0 0 0', '1 1 1', ...rows]), 'lut/bad-line', 3],
    [
      'a shaper too steep for a table',
      table(['LUT_1D_SIZE 4096', 'LUT_3D_SIZE 2'], [...steep, ...rows]),
      'lut/shaper',
      1,
    ],
    ['a 1D table', table(['LUT_1D_SIZE 2'], ['0 0 0', '1 1 1']), 'lut/one-dimensional', 1],
    ['no size', table([]), 'lut/bad-size', 1],
    ['nothing', '', 'lut/bad-size', 1],
    ['a doubled size', table(['LUT_3D_SIZE 2', 'LUT_3D_SIZE 2']), 'lut/bad-size', 2],
    ['a size of 1', table(['LUT_3D_SIZE 1']), 'lut/bad-size', 1],
    ['a size of 257', table(['# x', 'LUT_3D_SIZE 257']), 'lut/bad-size', 2],
    ['a size of 2.5', table(['LUT_3D_SIZE 2.5']), 'lut/bad-size', 1],
    ['a size after the values', table(['LUT_3D_SIZE 2'], [...rows, 'LUT_3D_SIZE 2']), 'lut/bad-line', 10],
    ['a missing row', table(['LUT_3D_SIZE 2'], rows.slice(1)), 'lut/wrong-count', 8],
    ['a row too many', table(['LUT_3D_SIZE 2'], [...rows, '0 0 0']), 'lut/wrong-count', 10],
    ['two numbers in a row', table(['LUT_3D_SIZE 2'], ['0 0', ...rows]), 'lut/bad-line', 2],
    ['four numbers in a row', table(['LUT_3D_SIZE 2'], ['0 0 0 0', ...rows]), 'lut/bad-line', 2],
    ['a decimal comma', table(['LUT_3D_SIZE 2'], ['0,5 0 0', ...rows]), 'lut/bad-line', 2],
    ['hexadecimal', table(['LUT_3D_SIZE 2'], ['0x1 0 0', ...rows]), 'lut/bad-line', 2],
    ['NaN', table(['LUT_3D_SIZE 2'], ['0 nan 0', ...rows]), 'lut/not-finite', 2],
    ['a row that begins with NaN', table(['LUT_3D_SIZE 2'], ['NaN 0 0', ...rows]), 'lut/not-finite', 2],
    ['infinity', table(['LUT_3D_SIZE 2'], ['0 0 -inf', ...rows]), 'lut/not-finite', 2],
    ['a number that overflows', table(['LUT_3D_SIZE 2'], ['0 0 1e999', ...rows]), 'lut/not-finite', 2],
    ['a doubled domain', table(['DOMAIN_MIN 0 0 0', 'DOMAIN_MIN 0 0 0', 'LUT_3D_SIZE 2']), 'lut/bad-line', 2],
    ['bytes that are not text', '\0\x01\x02\xff\n', 'lut/bad-line', 1],
  ];
  for (const [name, text, code, line] of bad)
    it(`rejects ${name}, with its line`, () => {
      const diagnostic = expectFailure(text);
      expect({ code: diagnostic.code, line: diagnostic.where?.line, file: diagnostic.file }).toEqual({
        code,
        line,
        file: 'a.lut.cube',
      });
    });

  it('does not allocate for a size that the file cannot contain', () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(expectFailure('LUT_3D_SIZE 256\n0 0 0\n').code).toBe('lut/wrong-count');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
  });
});
