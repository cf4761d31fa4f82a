// Records that no build on this machine wrote: they may show what is up to date, but never permit deleting.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyRecord, type Json, readRecord, Surroundings, treeOf, writeRecord } from './surroundings.js';

let around: Surroundings;
afterEach(() => around.remove());

const SOURCES = { 'a.list': 'derive x.txt part 0 3', 'b.json': '{}', 'x.txt': 'abcdef' };
const out = (path: string) => join(around.output, path);
const codes = (result: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  result.diagnostics.map(({ code }) => code);

type Fields = { [key: string]: Json };
const asFields = (value: Json | undefined): Fields => value as Fields;
const asList = (value: Json | undefined): Json[] => value as Json[];

/** The snapshot of a real build, changed by somebody who knows the format. */
async function forge(change: (snapshot: Fields, path: string) => void, path: string): Promise<void> {
  around = new Surroundings(SOURCES);
  await around.build();
  const lines = readRecord(around.output);
  change(asFields(lines[1]), path);
  writeRecord(around.output, lines);
}

const rows = (snapshot: Fields): Json[][] => snapshot.assets as Json[][];
const rowWith = (snapshot: Fields, extra: string): Json[] =>
  rows(snapshot).find((row) => asFields(row[6])?.[extra] !== undefined) ?? [];

const PLACES: Readonly<Record<string, (snapshot: Fields, path: string) => void>> = {
  leftovers: (snapshot, path) => void asList(snapshot.leftovers).push(path),
  foreign: (snapshot, path) => void asList(snapshot.foreign).push(path),
  'the base of an asset': (snapshot, path) => void asList(rows(snapshot)[0]).splice(3, 1, path),
  'the suffix of an output': (snapshot, path) =>
    void asList(asList(rows(snapshot)[0]?.[5])[0]).splice(0, 1, `/${path.replace('C:', '..')}`),
  'the base of a derived asset': (snapshot, path) => {
    asFields(asList(asFields(rowWith(snapshot, 'derived')[6]).derived)[0]).base = path;
  },
  'a source': (snapshot, path) => void asList(rows(snapshot)[0]).splice(0, 1, path),
  'a file of the input': (snapshot, path) => void asList(snapshot.files).splice(0, 1, path),
};
const BAD = [
  '../victim.txt',
  '/etc/passwd',
  'C:/victim.txt',
  'x\\..\\..\\victim.txt',
  'a/../../victim.txt',
  'a\0b',
  '',
];

describe('a forged record with a path that leads out', () => {
  it.each(Object.keys(PLACES).flatMap((place) => BAD.map((path) => [place, path] as const)))(
    'as %s: %j is damaged as a whole',
    async (place, path) => {
      await forge(PLACES[place] ?? (() => {}), path);
      const plan = await around.build({ dryRun: true });
      expect(
        plan.plan.every(
          ({ reasons }) => reasons[0] === 'the record of earlier builds is damaged or from another version',
        ),
      ).toBe(true);
      expect(await around.clean()).toMatchObject({ removed: 0 });
      expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
      expect(around.outside()).toEqual(around.untouched);
    },
  );

  it.each(['.assetc-cache', 'x/.assetc-lock', '.ASSETC-tmp-1'])('may not name %j', async (path) => {
    await forge((snapshot) => void asList(snapshot.leftovers).push(path), path);
    expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
    expect(around.outside()).toEqual(around.untouched);
  });

  it.each(['~/victim.txt', '__proto__', 'constructor/prototype'])('takes %j for a name', async (path) => {
    await forge((snapshot) => void asList(snapshot.leftovers).push(path), path);
    writeRecord(around.output, readRecord(around.output));
    mkdirSync(join(out(path), '..'), { recursive: true });
    writeFileSync(out(path), 'mine');
    expect(codes(await around.build())).toEqual(['build/foreign-leftover']);
    expect(readFileSync(out(path), 'utf8')).toBe('mine');
    expect(around.outside()).toEqual(around.untouched);
  });

  it('is not harmed by prototype keys', async () => {
    around = new Surroundings(SOURCES);
    await around.build();
    const text = JSON.stringify(readRecord(around.output)[1]);
    const evil = JSON.parse(
      `${text.slice(0, -1)},"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
    );
    writeRecord(around.output, [{ assetc: 'cache', version: 6 }, evil]);
    expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(around.outside()).toEqual(around.untouched);
  });
});

describe('a forged record of which only the manifest or the pack is forged', () => {
  const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');
  const MINE = 'a pack of my own';
  const product = (changes: Fields): Fields => ({
    sizeBytes: MINE.length,
    digest: digestOf(MINE),
    mtimeMs: 1,
    ctimeMs: 1,
    inode: 1,
    entries: 1,
    madeOf: 'all',
    ...changes,
  });
  const FORGERIES: readonly (readonly [string, Json])[] = [
    ['that is there', product({})],
    ['of another size', product({ sizeBytes: 1e15 })],
    ['of another digest', product({ digest: '0'.repeat(64) })],
    ['of other contents', product({ madeOf: '../../victim.txt', entries: 1e9 })],
    ['with a path', product({ path: '../victim.txt', file: '../victim.txt' })],
    ['of no digest', product({ digest: '../victim.txt' })],
    ['of a negative size', product({ sizeBytes: -1 })],
    ['that is a text', '../victim.txt'],
    ['that is a list', ['../victim.txt']],
    ['that is absent', null],
  ];

  it.each(FORGERIES)(
    'pack %s: it is not deleted by its word, and replaced only by a build that packs',
    async (_, pack) => {
      await forge((snapshot) => void Object.assign(snapshot, { pack }), '');
      const packFile = `${around.output}.hpack`;
      writeFileSync(packFile, MINE);
      utimesSync(packFile, 0.001, 0.001);
      expect(await around.clean()).toMatchObject({ removed: 0 });
      expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
      expect(readFileSync(packFile, 'utf8')).toBe(MINE);
      const packed = await around.build({ pack: true });
      expect(packed).toMatchObject({ status: 'ok', pack: 'written' });
      expect(readFileSync(packFile, 'latin1').startsWith('HPAK')).toBe(true);
      expect(around.outside()).toEqual(around.untouched);
    },
  );

  it.each(FORGERIES)('manifest %s: the build writes what a clean one does', async (_, manifest) => {
    await forge((snapshot) => void Object.assign(snapshot, { manifest }), '');
    const wanted = treeOf(around.output, ['.assetc-cache']);
    writeFileSync(out('assets.hman'), MINE);
    utimesSync(out('assets.hman'), 0.001, 0.001);
    expect(await around.clean()).toMatchObject({ removed: 0 });
    expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
    expect(treeOf(around.output, ['.assetc-cache'])).toEqual(wanted);
    expect(around.outside()).toEqual(around.untouched);
  });
});

describe('a record from elsewhere', () => {
  /** As it comes with an archive: the key that sealed it is not here. */
  async function fromElsewhere(sources: Readonly<Record<string, string>> = SOURCES): Promise<void> {
    around = new Surroundings(sources);
    await around.build();
    rmSync(join(around.root, 'home'), { recursive: true });
  }

  it('says what is up to date, and is ours from then on', async () => {
    await fromElsewhere();
    expect(await around.build()).toMatchObject({ status: 'ok', built: 0, restored: 0, cached: 3 });
    expect(await around.build()).toMatchObject({ status: 'ok', built: 0, cached: 3 });
  });

  it('does not hide an output that was exchanged with its stat data kept', async () => {
    await fromElsewhere();
    const { mtime, atime } = statSync(out('b.json'));
    writeFileSync(out('b.json'), '[]');
    utimesSync(out('b.json'), atime, mtime);
    expect(await around.build()).toMatchObject({ status: 'ok', built: 1, cached: 2 });
    expect(readFileSync(out('b.json'), 'utf8')).toBe('{}');
  });

  it('deletes nothing, now or after builds here have taken it over, and says so once', async () => {
    await fromElsewhere({ ...SOURCES, 'gone.json': '1', 'later.json': '2' });
    rmSync(join(around.config.input, 'gone.json'));
    const first = await around.build();
    expect(first).toMatchObject({ status: 'ok', removed: 0 });
    expect(first.diagnostics).toMatchObject([{ code: 'build/foreign-leftover', severity: 'warning' }]);
    expect(first.diagnostics[0]?.message).toContain('gone.json');
    rmSync(join(around.config.input, 'later.json'));
    const second = await around.build();
    expect(second).toMatchObject({ removed: 0 });
    expect(second.diagnostics[0]?.message).toContain('later.json');
    expect(codes(await around.build())).toEqual([]);
    expect([existsSync(out('gone.json')), existsSync(out('later.json'))]).toEqual([true, true]);
  });

  it('may lose what a build here has written since', async () => {
    await fromElsewhere();
    around.write('a/project/assets/b.json', '[1]');
    await around.build();
    rmSync(join(around.config.input, 'b.json'));
    expect(await around.build()).toMatchObject({ removed: 1 });
    expect(existsSync(out('b.json'))).toBe(false);
  });

  it('is not believed about a source that leaves out what is inside it', async () => {
    await forge((snapshot) => void delete asFields(rowWith(snapshot, 'derived')[6]).derived, '');
    const wanted = treeOf(around.output, ['.assetc-cache']);
    expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
    expect(treeOf(around.output, ['.assetc-cache'])).toEqual(wanted);
  });

  it('is no reason for clean to delete anything', async () => {
    await fromElsewhere();
    writeFileSync(`${around.output}.hpack`, 'mine');
    const before = treeOf(around.output);
    expect(await around.clean()).toMatchObject({ removed: 0, diagnostics: [{ code: 'build/foreign-leftover' }] });
    expect(treeOf(around.output)).toEqual(before);
    expect(readFileSync(`${around.output}.hpack`, 'utf8')).toBe('mine');
  });

  it('is not extended by a line that somebody appends to ours', async () => {
    around = new Surroundings(SOURCES);
    await around.build();
    writeFileSync(out('mine.txt'), 'mine');
    const own = readFileSync(out('.assetc-cache'));
    writeRecord(around.output, [{ intent: ['mine.txt'] }]);
    writeFileSync(out('.assetc-cache'), Buffer.concat([own, readFileSync(out('.assetc-cache'))]));
    expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
    expect(readFileSync(out('mine.txt'), 'utf8')).toBe('mine');
  });

  it('of nothing but leftovers is reported, not obeyed', async () => {
    around = new Surroundings(SOURCES);
    writeRecord(around.output, emptyRecord({ leftovers: ['mine.txt', 'nothing.txt'] }));
    writeFileSync(out('mine.txt'), 'mine');
    const result = await around.build();
    expect(codes(result)).toEqual(['build/foreign-leftover']);
    expect(result.diagnostics[0]?.message).not.toContain('nothing.txt');
    expect(readFileSync(out('mine.txt'), 'utf8')).toBe('mine');
  });
});

describe.skipIf(process.platform === 'win32')('what the user keeps between builds', () => {
  const home = (path: string) => join(around.root, 'home/assetc', path);

  it('is made for the user alone', async () => {
    around = new Surroundings({ ...SOURCES, 'long.json': JSON.stringify('long '.repeat(4000)) });
    await around.build();
    const mode = (path: string) => (lstatSync(home(path)).mode & 0o777).toString(8);
    expect([mode(''), mode('v1'), mode('v1/trace'), mode('v1/artifact')]).toEqual(['700', '700', '700', '700']);
    expect(mode('record-key')).toBe('600');
    const files = Object.keys(treeOf(home('v1'))).filter((path) => !path.endsWith('/'));
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) expect(mode(`v1/${path}`)).toBe('600');
  });

  it.each(['', 'v1', 'v1/trace'])(
    'is not restored from where others may write (%j), with one warning',
    async (path) => {
      around = new Surroundings(SOURCES, { cache: { dir: '', maxSizeBytes: 1e9 } });
      const store = join(around.root, 'home/store');
      const config = { ...around.config, cache: { dir: store, maxSizeBytes: 1e9 } };
      await around.build({ config });
      rmSync(around.output, { recursive: true });
      chmodSync(join(store, path), 0o777);
      const result = await around.build({ config });
      expect(result).toMatchObject({ status: 'ok', built: 3, restored: 0 });
      expect(codes(result)).toEqual(['build/foreign-store']);
      chmodSync(join(store, path), 0o700);
      rmSync(around.output, { recursive: true });
      expect(await around.build({ config })).toMatchObject({ built: 0, restored: 3, diagnostics: [] });
    },
  );

  it('does without a key that others may read', async () => {
    around = new Surroundings(SOURCES);
    await around.build();
    chmodSync(home('record-key'), 0o644);
    rmSync(join(around.config.input, 'b.json'));
    const result = await around.build();
    expect(codes(result)).toEqual(['build/no-record-key', 'build/foreign-leftover']);
    expect(existsSync(out('b.json'))).toBe(true);
  });

  it('does without a cache folder that cannot be made', async () => {
    around = new Surroundings(SOURCES);
    writeFileSync(join(around.root, 'home'), 'a file where the folder should be');
    const result = await around.build();
    expect(result).toMatchObject({ status: 'ok', built: 3 });
    expect(codes(result)).toEqual(['build/no-record-key']);
    expect(await around.build()).toMatchObject({ status: 'ok', built: 0 });
  });
});
