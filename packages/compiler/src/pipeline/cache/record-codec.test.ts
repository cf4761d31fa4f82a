import { describe, expect, it } from 'vitest';
import { decodeFile, decodeRecord, encodeRecords } from './record-codec.js';
import { fileCount, filePath, type RecordTables } from './record-rows.js';
import { RecordTable } from './record-table.js';
import { derivedRecord, digestOf, sampleFile, sampleRecord } from './testing/sample-records.js';

const fileOf = (path: string) => (path === 'data.raw' ? sampleFile('data') : undefined);
const throughJson = (tables: RecordTables): RecordTables => JSON.parse(JSON.stringify(tables));
const tables = throughJson(encodeRecords([sampleRecord, derivedRecord], fileOf));

describe('records as rows', () => {
  it('come back as they were, with every sort of dependency and output', () => {
    expect(tables.assets.map((row) => decodeRecord(tables, row))).toEqual([sampleRecord, derivedRecord]);
  });

  it('name kinds, settings and files once each', () => {
    const many = encodeRecords([sampleRecord, { ...sampleRecord, source: 'b.list' }, derivedRecord], fileOf);
    expect(many.kinds).toEqual([
      ['toy.list', '1'],
      ['toy.part', '1'],
    ]);
    expect(many.settings).toEqual(['{"toy":{"loud":true}}', '{"toy":{}}']);
    expect(Array.from({ length: fileCount(many) }, (_, i) => filePath(many, i))).toEqual([
      'models/chair.list',
      'data.raw',
    ]);
  });

  it('keep what stat said of a file, and trust nothing where it said nothing', () => {
    expect(decodeFile(tables, 1)).toEqual(sampleFile('data'));
    expect(decodeFile(tables, 0)).toMatchObject({ mtimeMs: -1, digest: digestOf('chair') });
  });

  it('keep the digest that was seen where the file has another by now', () => {
    const newer = throughJson(encodeRecords([sampleRecord], () => sampleFile('edited since')));
    expect(newer.assets.map((row) => decodeRecord(newer, row))).toEqual([sampleRecord]);
  });
});

describe('a table of records', () => {
  it('finds rows by asset and gives way to what is set later', () => {
    const table = new RecordTable(tables);
    expect(table.size).toBe(2);
    expect(table.get('models/chair.list')).toEqual(sampleRecord);
    expect(table.get('models/chair.list\0part')).toEqual(derivedRecord);
    const renewed = { ...sampleRecord, base: 'elsewhere' };
    table.set('models/chair.list', renewed);
    expect(table.get('models/chair.list')).toBe(renewed);
    expect(table.row('models/chair.list')).toBeUndefined();
    table.delete('models/chair.list\0part');
    expect([...table.keys()]).toEqual(['models/chair.list']);
  });

  it('tells outputs with their sizes and whose they are', () => {
    expect([...new RecordTable(tables).outputs()]).toEqual([
      ['models/chair.out', 3, 'models/chair.list'],
      ['models/chair.more', 4, 'models/chair.list'],
    ]);
  });
});
