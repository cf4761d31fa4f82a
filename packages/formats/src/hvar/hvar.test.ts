// The golden variants file, written here straight from the spec's text, and the search in it.

import { describe, expect, it } from 'vitest';
import { pathRef } from '../refs/source-ref.js';
import { ByteWriter } from '../testing/byte-writer.js';
import { survivesDamage, survivesOverwrites } from '../testing/damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeHvar } from './encode.js';
import { findVariant } from './find-variant.js';
import type { Hvar } from './model.js';
import { decodeHvar } from './read.js';
import { validateHvar } from './validate.js';

const NONE = 0xffffffff;
const stems = ['sky/fragment.SHADOWS=false.QUALITY=0', 'sky/fragment.SHADOWS=1.QUALITY=2', 'sky/vertex'];
const sample: Hvar = {
  axes: [
    { name: 'SHADOWS', values: ['false', '1'] },
    { name: 'QUALITY', values: ['0', '1', '2'] },
  ],
  entries: ['fragment', 'vertex'],
  modules: stems.map((stem) => ({ path: `${stem}.spv`, hash: pathRef(stem) })),
  cells: Uint32Array.of(0, 0, NONE, 0, 0, 1, 2, 2, NONE, 2, 2, 2),
};

function golden(): Uint8Array {
  const names = [
    'SHADOWS',
    'QUALITY',
    'false',
    '1',
    '0',
    '1',
    '2',
    'fragment',
    'vertex',
    ...stems.map((s) => `${s}.spv`),
  ];
  const w = new ByteWriter().ascii('HVAR').u32(1, 2, 5, 2, 3, 6, 0).u32(2, 3, 3, 1);
  for (const stem of stems) w.u64(pathRef(stem));
  w.u32(0, 0, NONE, 0, 0, 1, 2, 2, NONE, 2, 2, 2);
  let end = 0;
  w.u32(0, ...names.map((name) => (end += name.length)));
  // 13 offsets are 52 bytes.
  w.u32(0, 0, 0);
  return Uint8Array.from(w.ascii(names.join('')).done());
}

describe('the golden variants file', () => {
  it('follows the spec, byte for byte', () => {
    writeGoldenIfAsked('sky.hvar', golden());
    writeGoldenIfAsked('sky-hvar.json', `${JSON.stringify(toTwin(sample), null, 1)}\n`);
    expect(readGolden('sky.hvar')).toEqual(golden());
  });

  it('decodes to its twin and comes back from the encoder unchanged', () => {
    const bytes = readGolden('sky.hvar');
    expect(toTwin(decodeHvar(bytes))).toEqual(readTwin('sky-hvar.json'));
    expect(encodeHvar(sample)).toEqual(bytes);
    expect(validateHvar(bytes)).toEqual([]);
  });

  it('survives every truncation and flipped bit', () => {
    const report = survivesDamage({ bytes: golden(), decode: decodeHvar, validate: validateHvar });
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(golden().length);
  });

  it('survives words overwritten by extremes', () => {
    const report = survivesOverwrites({ bytes: golden(), decode: decodeHvar, validate: validateHvar }, 5000);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(1000);
  });
});

describe('a variant', () => {
  const find = (entry: string, defines: Record<string, string | number | boolean>) =>
    findVariant(sample, entry, defines)?.path;

  it('is found by its defines, in any order and form', () => {
    expect(find('fragment', { SHADOWS: true, QUALITY: 2 })).toBe('sky/fragment.SHADOWS=1.QUALITY=2.spv');
    expect(find('fragment', { QUALITY: '2', SHADOWS: 1 })).toBe('sky/fragment.SHADOWS=1.QUALITY=2.spv');
    expect(find('fragment', { SHADOWS: false, QUALITY: 1 })).toBe('sky/fragment.SHADOWS=false.QUALITY=0.spv');
    expect(find('vertex', { SHADOWS: true, QUALITY: 0 })).toBe('sky/vertex.spv');
  });

  it('is not found if it was not compiled, or by other macros', () => {
    expect(find('fragment', { SHADOWS: false, QUALITY: 2 })).toBeUndefined();
    expect(find('fragment', { SHADOWS: true })).toBeUndefined();
    expect(find('fragment', { SHADOWS: true, QUALITY: 3 })).toBeUndefined();
    expect(find('fragment', { SHADOWS: true, QUALITY: 2, FOG: 1 })).toBeUndefined();
    expect(find('fragment', { SHADOWS: true, toString: 2 })).toBeUndefined();
    expect(find('geometry', { SHADOWS: true, QUALITY: 2 })).toBeUndefined();
  });
});

describe('the rules of .hvar', () => {
  const put = (at: number, value: number): readonly string[] => {
    const bytes = golden();
    new DataView(bytes.buffer).setUint32(at, value, true);
    return validateHvar(bytes).map(({ code, offset, field }) => `${code} ${offset} ${field}`);
  };

  it.each([
    ['a stride that is not the product', 36, 2, 'bad-value 36 axes[0].stride'],
    ['too many combinations', 32, 30000, 'bad-value 32 axes[0].valueCount'],
    ['values that do not add up', 12, 6, 'bad-value 12 HvarHeader.valueCount'],
    ['combinations that are not the product', 24, 5, 'bad-value 24 HvarHeader.combinationCount'],
    ['a module that does not exist', 72, 3, 'bad-range 72 cells[0]'],
    ['a key that is not that of the path', 48, 1, 'bad-value 48 modules[0].hash'],
  ])('%s', (_, at, value, wanted) => {
    expect(put(at, value)[0]).toBe(wanted);
  });

  it('are kept by the writer', () => {
    const [first] = sample.axes;
    if (first === undefined) throw new Error('the sample has axes');
    expect(() => encodeHvar({ ...sample, entries: ['a', 'a'] })).toThrow('two entry points are equal');
    expect(() => encodeHvar({ ...sample, axes: [first, first] })).toThrow('two macros are equal');
    expect(() => encodeHvar({ ...sample, cells: new Uint32Array(3) })).toThrow('there must be 12 cells');
    expect(() => encodeHvar({ ...sample, modules: [] })).toThrow('must be below 0');
  });
});
