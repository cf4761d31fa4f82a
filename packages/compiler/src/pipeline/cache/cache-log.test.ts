import { afterEach, describe, expect, it } from 'vitest';
import { MemoryHost } from '../testing/memory-host.js';
import { loadCache } from './cache-log.js';
import { CACHE_FILE } from './cache-state.js';
import { CacheWriter } from './cache-writer.js';
import { loadPart } from './load-part.js';
import { assetKey } from './record.js';
import { recordBlocks } from './record-blocks.js';
import { prepareSeal } from './seal.js';
import { derivedRecord, sampleFile, sampleRecord } from './testing/sample-records.js';

const OUTPUT = '/out';
const FILE = `${OUTPUT}/${CACHE_FILE}`;

function freshHost(): MemoryHost {
  const host = new MemoryHost();
  host.makeFolder(OUTPUT);
  prepareSeal(host);
  return host;
}

async function written(host = freshHost()): Promise<MemoryHost> {
  const state = loadCache(host, OUTPUT);
  state.records.set('models/chair.list', sampleRecord);
  state.files.set('data.raw', sampleFile('data'));
  state.leftovers.add('old/one.out');
  state.settled = true;
  const writer = new CacheWriter(host, OUTPUT);
  await writer.writeSnapshot(state);
  await writer.close();
  return host;
}

describe('the record of an output folder', () => {
  it('is absent where there is none, and that is no fault', () => {
    expect(loadCache(freshHost(), OUTPUT)).toMatchObject({ cold: 'absent', needsSnapshot: true });
  });

  it('comes back as it was written', async () => {
    const state = loadCache(await written(), OUTPUT);
    expect(state).toMatchObject({ cold: undefined, sealed: true, settled: true, needsSnapshot: false });
    expect(state.records.get('models/chair.list')).toEqual(sampleRecord);
    expect(state.files.get('data.raw')).toEqual(sampleFile('data'));
    expect([...state.leftovers]).toEqual(['old/one.out']);
  });

  it('remembers what a killed build meant to write and what it finished', async () => {
    const host = await written();
    const writer = new CacheWriter(host, OUTPUT);
    await writer.intend(['new/two.out', 'new/three.out']);
    writer.noteAsset(derivedRecord, () => undefined);
    await writer.intend(['new/four.out']);
    await writer.close();
    const state = loadCache(host, OUTPUT);
    expect(state).toMatchObject({ settled: false, needsSnapshot: true, sealed: true });
    expect([...state.leftovers].sort()).toEqual(['new/four.out', 'new/three.out', 'new/two.out', 'old/one.out']);
    expect(state.intended).toEqual(['new/two.out', 'new/three.out', 'new/four.out']);
    expect(state.records.get('models/chair.list\0part')).toEqual(derivedRecord);
  });

  it('remembers what an asset wrote under other names until a killed build made it again', async () => {
    const host = await written();
    const [output] = sampleRecord.outputs;
    if (output === undefined) throw new Error('the sample has no output');
    const writer = new CacheWriter(host, OUTPUT);
    await writer.intend(['models/other.out']);
    writer.noteAsset({ ...sampleRecord, base: 'models/other' }, () => undefined);
    await writer.keepNotes();
    const state = loadCache(host, OUTPUT);
    expect([...state.leftovers]).toContain(`${sampleRecord.base}${output.suffix}`);
    expect([...state.leftovers]).not.toContain(`models/other${output.suffix}`);
  });

  it('is in order again after the end of a narrow build, unless a kill tore it', async () => {
    const host = await written();
    const before = loadCache(host, OUTPUT);
    const writer = new CacheWriter(host, OUTPUT, undefined, before.identity);
    await writer.intend(['new/two.out']);
    const times = [['models/chair.list', 'part', 5, ['it changed'], 1]] as const;
    const identity = await writer.end(before, [derivedRecord], times);
    await writer.close();
    const after = loadCache(host, OUTPUT);
    expect(after).toMatchObject({ settled: true, needsSnapshot: false, sealed: true, intended: [], identity });
    expect([...after.leftovers]).toEqual([]);
    expect(after.records.get('models/chair.list')).toEqual(sampleRecord);
    expect(after.records.get('models/chair.list\0part')).toEqual(derivedRecord);
    expect(after.times.get('models/chair.list\0part')).toEqual({ ms: 5, reasons: ['it changed'], build: 1 });
    const bytes = host.readFile(FILE);
    host.put(FILE, bytes.slice(0, bytes.length - 6));
    const torn = loadCache(host, OUTPUT);
    expect(torn).toMatchObject({ settled: false, needsSnapshot: true, sealed: true, intended: ['new/two.out'] });
    expect(torn.identity).not.toBe(identity);
    expect([...torn.leftovers]).toContain('new/two.out');
  });

  it('gets a new snapshot when many lines follow the old one', async () => {
    const host = await written();
    for (let build = 0; build < 300; build++) {
      const state = loadCache(host, OUTPUT);
      expect(state).toMatchObject({ settled: true, needsSnapshot: false });
      const writer = new CacheWriter(host, OUTPUT, undefined, state.identity);
      const identity = await writer.end(state, [sampleRecord], []);
      await writer.close();
      expect(loadCache(host, OUTPUT).identity).toBe(identity);
    }
    expect(loadCache(host, OUTPUT).appendedLines).toBeLessThan(100);
  });

  it('skips a line that a kill tore, and keeps those before it', async () => {
    const host = await written();
    const writer = new CacheWriter(host, OUTPUT);
    await writer.intend(['new/two.out']);
    await writer.intend(['new/three.out']);
    await writer.close();
    const bytes = host.readFile(FILE);
    host.put(FILE, bytes.slice(0, bytes.length - 6));
    const state = loadCache(host, OUTPUT);
    expect(state.cold).toBeUndefined();
    expect(state.intended).toEqual(['new/two.out']);
  });

  it('is a cold start after any cut or flipped byte of its first two lines, never an error', async () => {
    const host = await written();
    const bytes = host.readFile(FILE);
    for (let at = 0; at < bytes.length - 1; at += 13) {
      host.put(FILE, bytes.slice(0, at));
      expect(loadCache(host, OUTPUT).cold, `cut at ${at}`).toBe('damaged');
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      host.put(FILE, flipped);
      const state = loadCache(host, OUTPUT);
      // A byte of the sum or the seal leaves the content whole: then it is at most a hint.
      expect(state.cold !== undefined || !state.sealed || state.records.size === 1, `flipped at ${at}`).toBe(true);
      expect(state.sealed && state.cold === undefined ? state.records.get('models/chair.list') : sampleRecord).toEqual(
        sampleRecord,
      );
    }
  });

  it('of another user is a hint at most: nothing that it names may be deleted', async () => {
    const bytes = (await written()).readFile(FILE);
    const host = freshHost();
    host.put(FILE, bytes);
    const state = loadCache(host, OUTPUT);
    expect(state.sealed).toBe(false);
    for (const path of state.leftovers) expect(state.foreign).toContain(path);
    for (const [path] of state.records.outputs()) expect(state.foreign).toContain(path);
  });
});

describe('a record of many assets', () => {
  const { rows } = recordBlocks;
  afterEach(() => {
    recordBlocks.rows = rows;
  });

  const many = Array.from({ length: 23 }, (_, i) => ({
    ...sampleRecord,
    source: `models/${i}.list`,
    base: `models/${i}`,
    dependencies: [
      { type: 'bytes', path: `models/${i}.list`, digest: sampleFile(`${i}`).digest } as const,
      { type: 'bytes', path: `shared/${i % 3}.raw`, digest: sampleFile(`shared ${i % 3}`).digest } as const,
    ],
  }));
  const parts = [4, 5].map((i) => ({
    ...derivedRecord,
    source: `models/${i}.list`,
    base: 'shared/part',
    outputs: sampleRecord.outputs,
  }));

  async function writtenInBlocks(): Promise<MemoryHost> {
    recordBlocks.rows = 4;
    const host = freshHost();
    const state = loadCache(host, OUTPUT);
    for (const record of [...many, ...parts]) {
      state.records.set(assetKey(record.source, record.name), record);
      state.files.set(record.source, sampleFile(record.source));
    }
    for (let i = 0; i < 3; i++) state.files.set(`shared/${i}.raw`, sampleFile(`shared ${i}`));
    state.settled = true;
    const writer = new CacheWriter(host, OUTPUT);
    await writer.writeSnapshot(state);
    await writer.close();
    return host;
  }

  it('comes back as it was written', async () => {
    const state = loadCache(await writtenInBlocks(), OUTPUT);
    expect(state).toMatchObject({
      cold: undefined,
      sealed: true,
      settled: true,
      needsSnapshot: false,
      appendedLines: 0,
    });
    for (const record of [...many, ...parts])
      expect(state.records.get(assetKey(record.source, record.name))).toEqual(record);
    expect(state.records.size).toBe(25);
    expect(state.files.get('shared/2.raw')).toEqual(sampleFile('shared 2'));
  });

  it('finds the assets that a file concerns, by its readers and by its writer', async () => {
    const host = await writtenInBlocks();
    const none = new Set<string>();
    const whole = loadCache(host, OUTPUT);
    const read = loadPart(host, OUTPUT, { inputs: new Set(['shared/1.raw']), outputs: none });
    const readers = many.filter((_, i) => i % 3 === 1).map(({ source }) => source);
    expect([...(read?.sources ?? [])].sort()).toEqual([...readers].sort());
    expect(read?.cache.identity).toBe(whole.identity);
    for (const source of readers) expect(read?.cache.records.get(source)).toEqual(whole.records.get(source));
    expect(read?.cache.files.get('shared/1.raw')).toEqual(sampleFile('shared 1'));
    for (const [i, { source, base, outputs: made }] of many.entries()) {
      const wrote = loadPart(host, OUTPUT, { inputs: none, outputs: new Set([`${base}${made[0]?.suffix}`]) });
      expect([...(wrote?.sources ?? [])], `${i}`).toEqual([source]);
      const own = loadPart(host, OUTPUT, { inputs: new Set([source]), outputs: none });
      expect([...(own?.sources ?? [])], `${i}`).toEqual([source]);
    }
    expect(loadPart(host, OUTPUT, { inputs: new Set(['nowhere.raw']), outputs: none })).toBeUndefined();
    expect(loadPart(host, OUTPUT, { inputs: none, outputs: new Set(['nowhere.out']) })).toBeUndefined();
  });

  it('loads every asset that shares an output', async () => {
    const host = await writtenInBlocks();
    const part = loadPart(host, OUTPUT, { inputs: new Set(['models/4.list']), outputs: new Set() });
    expect([...(part?.sources ?? [])]).toEqual(['models/4.list']);
    expect([...(part?.cache.records.keys() ?? [])].sort()).toEqual(
      ['models/4.list', 'models/5.list'].flatMap((source) => [source, assetKey(source, 'part')]),
    );
  });

  it('keeps all assets if a line of a narrow build was torn before its end', async () => {
    const host = await writtenInBlocks();
    const part = loadPart(host, OUTPUT, { inputs: new Set(['models/7.list']), outputs: new Set() });
    if (part === undefined) throw new Error('the part cannot be loaded');
    const writer = new CacheWriter(host, OUTPUT, undefined, part.cache.identity);
    host.onOperation = (operation) => {
      if (operation === 'write') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    await expect(writer.intend(['new/two.out'])).rejects.toThrow('full');
    host.onOperation = undefined;
    await writer.end(part.cache, [...part.cache.records.values()], []);
    await writer.close();
    const state = loadCache(host, OUTPUT);
    expect(state.records.size).toBe(many.length + parts.length);
    expect(state).toMatchObject({ sealed: true, settled: false, needsSnapshot: true });
  });

  it('is no proof after any cut or flipped byte, never an error', async () => {
    const host = await writtenInBlocks();
    const files = { inputs: new Set(['shared/1.raw']), outputs: new Set<string>() };
    const { identity } = loadCache(host, OUTPUT);
    const expected = loadPart(host, OUTPUT, files);
    const bytes = host.readFile(FILE);
    for (let at = 0; at < bytes.length - 1; at += 41) {
      host.put(FILE, bytes.slice(0, at));
      expect(loadCache(host, OUTPUT).cold, `cut at ${at}`).toBe('damaged');
      const cut = loadPart(host, OUTPUT, files);
      expect(cut === undefined || cut.cache.identity !== identity, `cut at ${at}`).toBe(true);
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      host.put(FILE, flipped);
      const part = loadPart(host, OUTPUT, files);
      // What was not read may be damaged; what was read may not.
      if (part?.cache.identity !== identity) continue;
      expect([...part.cache.records.entries()], `flipped at ${at}`).toEqual([
        ...(expected?.cache.records.entries() ?? []),
      ]);
    }
  });
});
