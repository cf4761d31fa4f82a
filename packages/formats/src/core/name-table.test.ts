import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../testing/byte-writer.js';
import { survivesDamage } from '../testing/damage.js';
import { decoded, FirstProblem } from './first-problem.js';
import { encodeNameTable, readNameTable } from './name-table.js';
import { type Problem, Problems } from './problem.js';

const decode = (bytes: Uint8Array, count: number) =>
  decoded(readNameTable(bytes, 0, bytes.length, count, 'NAMS', new FirstProblem()));

function validate(bytes: Uint8Array, count: number): readonly Problem[] {
  const problems = new Problems();
  readNameTable(bytes, 0, bytes.length, count, 'NAMS', problems);
  return problems.list();
}

const sample = ['Stuhl', '', 'Füße', 'a'];
const golden = (): Uint8Array =>
  new ByteWriter()
    .u32(0, 5, 5, 11, 12)
    .pad(16)
    .ascii('Stuhl')
    .bytes([0x46, 0xc3, 0xbc, 0xc3, 0x9f, 0x65])
    .ascii('a')
    .done();

describe('a table of names', () => {
  it('is offsets, padding and text, byte for byte', () => {
    expect(encodeNameTable(sample)).toEqual(golden());
    expect(decode(golden(), 4)).toEqual(sample);
  });

  it('has one offset where there are no names', () => {
    expect(encodeNameTable([])).toEqual(new Uint8Array(16));
    expect(decode(new Uint8Array(16), 0)).toEqual([]);
  });

  it('round-trips any names', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        const bytes = encodeNameTable(names);
        expect(decode(bytes, names.length)).toEqual(names);
        expect(validate(bytes, names.length)).toEqual([]);
      }),
    );
  });

  it('is read in place, and reports offsets from the start of the file', () => {
    const file = new ByteWriter().u32(1, 2, 3, 4).bytes(golden()).u32(9).done();
    const problems = new Problems();
    expect(readNameTable(file, 16, golden().length, 4, 'NAMS', problems)).toEqual(sample);
    file[16 + 32] = 0xff;
    expect(readNameTable(file, 16, golden().length, 4, 'NAMS', problems)).toEqual(['', ...sample.slice(1)]);
    expect(problems.list()).toMatchObject([{ code: 'bad-text', field: 'NAMS[0]', offset: 48 }]);
  });

  it('refuses to write half a surrogate pair', () => {
    expect(() => encodeNameTable(['\ud800'])).toThrow('lone surrogate');
  });

  it('survives every truncation and flipped bit', () => {
    const report = survivesDamage({
      bytes: golden(),
      decode: (bytes) => decode(bytes, 4),
      validate: (bytes) => validate(bytes, 4),
    });
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(golden().length);
  });

  it.each([
    ['a first offset that is not zero', 0, 1, 'bad-range', 'NAMS.offsets[0]', 0],
    ['offsets that go back', 8, 4, 'bad-order', 'NAMS.offsets[2]', 8],
    ['text that the offsets leave over', 16, 11, 'bad-range', 'NAMS.offsets[4]', 16],
    ['offsets past the text', 16, 13, 'bad-range', 'NAMS.offsets[4]', 16],
    ['padding that is not zero', 20, 0x100, 'bad-value', 'NAMS.padding', 21],
    ['text that is not UTF-8', 32, 0xff, 'bad-text', 'NAMS[0]', 32],
  ] as const)('rejects %s', (_, at, value, code, field, offset) => {
    const bytes = golden();
    new DataView(bytes.buffer).setUint32(at, value, true);
    expect(validate(bytes, 4)).toContainEqual(expect.objectContaining({ code, field, offset }));
    expect(() => decode(bytes, 4)).toThrow(expect.objectContaining({ name: 'FormatError', code, offset }));
  });

  it('rejects a count that has no room, without asking for memory', () => {
    expect(validate(golden(), 0xffffffff)).toMatchObject([{ code: 'bad-range', field: 'NAMS', offset: 0 }]);
  });

  it('rejects a name that splits a character with its neighbor', () => {
    const bytes = golden();
    new DataView(bytes.buffer).setUint32(8, 7, true);
    expect(validate(bytes, 4)).toMatchObject([
      { code: 'bad-text', field: 'NAMS[1]' },
      { code: 'bad-text', field: 'NAMS[2]' },
    ]);
  });
});
