import { decodeHman } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { clean } from './clean.js';
import { hostError } from './testing/memory-host.js';
import { ids, MemoryProject, reasonsOf, rule } from './testing/memory-project.js';
import { chunkKind, toyRegistry } from './testing/toy-registry.js';
import { why } from './why.js';

describe('a build', () => {
  it('compiles every source and lists the outputs in the manifest', async () => {
    const project = new MemoryProject({
      'a.list': 'hello',
      'scene/level.json': '{}',
      'readme.md': 'x',
      'b.box/1': 'one',
    });
    const result = await project.build();
    expect(result.status).toBe('ok');
    expect(ids(result, 'built')).toEqual(['a.list', 'b.box', 'scene/level.json']);
    expect(result.ignored).toBe(1);
    expect(project.output('a.out')).toContain('hello');
    expect(project.output('b.box.txt')).toBe('1=one');
    expect(project.output('scene/level.json')).toBe('{}');
    const manifest = decodeHman(project.host.readFile('/project/runtime/assets.hman'));
    expect(manifest.entries.map((entry) => entry.path).sort()).toEqual(['a.out', 'b.box.txt', 'scene/level.json']);
  });

  it('leaves everything alone the second time and writes nothing', async () => {
    const project = new MemoryProject({ 'a.list': 'warn me\nderive c.chunk one', 'c.chunk': 'bytes' });
    await project.build();
    await project.build(); // confirms stat data of files that were too young
    const writes: string[] = [];
    project.host.onOperation = (operation, path) => {
      if (!path.endsWith('.assetc-lock')) writes.push(`${operation} ${path}`);
    };
    const again = await project.build();
    expect(again).toMatchObject({ status: 'ok', built: 0, cached: 3, restored: 0 });
    expect(writes).toEqual([]);
    expect(again.diagnostics.map((d) => [d.severity, d.file, d.message])).toEqual([['warning', 'a.list', 'me']]);
  });

  it('compiles equal content once, wherever it lies', async () => {
    const project = new MemoryProject({ 'a.chunk': 'same', 'b/c.chunk': 'same', 'd.chunk': 'other' });
    chunkKind.compiled = 0;
    const result = await project.build({ noCache: true });
    expect(chunkKind.compiled).toBe(2);
    expect(result).toMatchObject({ status: 'ok', built: 2, shared: 1, cached: 0, restored: 0 });
    expect(project.output('a.bin')).toBe('same|3');
    expect(project.output('b/c.bin')).toBe('same|3');
  });

  it('replays the warnings of a twin under its own name', async () => {
    const project = new MemoryProject({ 'a.chunk': 'warn', 'b.chunk': 'warn' });
    const result = await project.build();
    expect(result.diagnostics.map((d) => d.file)).toEqual(['a.chunk', 'b.chunk']);
  });

  it('makes derived assets, also where several parents share one', async () => {
    const project = new MemoryProject({
      'a.list': 'share data.raw x 0 4\nderive data.raw y 4',
      'b.list': 'share data.raw x 0 4',
      'data.raw': 'abcdefgh',
    });
    chunkKind.compiled = 0;
    const result = await project.build();
    expect(result.status).toBe('ok');
    expect(chunkKind.compiled).toBe(2);
    expect(project.output('tex/x.bin')).toBe('>abcd|3');
    expect(project.output('a/y.bin')).toBe('>efgh|3');
    project.delete('a.list');
    expect(await project.build()).toMatchObject({ status: 'ok', removed: 2 });
    expect(Object.keys(project.outputs())).toEqual(['assets.hman', 'b.out', 'tex/x.bin']);
  });

  it('fails assets that derive different content under one name, and names both', async () => {
    const project = new MemoryProject({
      'a.list': 'share d.raw x 0 4',
      'b.list': 'share d.raw x 2 4',
      'd.raw': 'abcdefgh',
    });
    const result = await project.build();
    expect(result.status).toBe('failed');
    const [problem] = result.diagnostics;
    expect(problem).toMatchObject({ code: 'build/derived-conflict' });
    expect(problem?.message).toContain('a.list#x and b.list#x would both write tex/x.bin');
  });

  it('keeps derived outputs when only the place of their bytes changed', async () => {
    const project = new MemoryProject({ 'a.list': 'derive d.raw x 0 4', 'd.raw': 'abcdefgh' });
    await project.build();
    chunkKind.compiled = 0;
    project.write('d.raw', '__abcd');
    project.write('a.list', 'derive d.raw x 2 4');
    const result = await project.build();
    expect(ids(result, 'built')).toEqual(['a.list']);
    expect(chunkKind.compiled).toBe(0);
    expect(project.output('a/x.bin')).toBe('>abcd|3');
    expect(await project.build()).toMatchObject({ built: 0, cached: 2 });
  });

  it('runs a sub-job for every index', async () => {
    const project = new MemoryProject({ 'a.list': 'parallel 5' });
    await project.build();
    expect(project.output('a.out')).toContain('0,1,4,9,16');
  });

  it('turns an exception of a kind into one diagnostic and goes on', async () => {
    const project = new MemoryProject({
      'a.list': 'crash',
      'b.list': 'malformed',
      'c.list': 'ok',
      'd.list': 'parallel 4 2',
    });
    const result = await project.build();
    expect(result).toMatchObject({ status: 'failed', built: 1, failed: 3 });
    expect(result.diagnostics.map((d) => [d.file, d.code])).toEqual([
      ['a.list', 'internal/compiler'],
      ['b.list', 'build/malformed'],
      ['d.list', 'internal/compiler'],
    ]);
    expect(result.diagnostics[0]?.message).toContain('toy-registry');
    expect(result.diagnostics[1]?.where).toEqual({ offset: 7 });
  });

  it('writes a manifest of textures that materials refer to when asked', async () => {
    const project = new MemoryProject({ 'a.json': '{}' }, { manifest: 'textures' });
    await project.build();
    expect(decodeHman(project.host.readFile('/project/runtime/assets.hman')).entries).toEqual([]);
    project.config = { ...project.config, manifest: 'all' };
    expect(await project.build()).toMatchObject({ built: 0, cached: 1 });
    expect(decodeHman(project.host.readFile('/project/runtime/assets.hman')).entries).toHaveLength(1);
  });

  it('compiles shy sources only where nobody refers to them', async () => {
    const shy = [{ origin: 'default', match: undefined, values: { toy: { shy: true } } }];
    const project = new MemoryProject(
      { 'a.list': 'derive d.chunk x 0 2', 'd.chunk': 'abcd', 'e.chunk': 'efgh' },
      { layers: shy },
    );
    await project.build();
    expect(Object.keys(project.outputs())).toEqual(['a.out', 'a/x.bin', 'assets.hman', 'e.bin']);
    expect(await project.build()).toMatchObject({ built: 0, cached: 3, removed: 0 });
    project.write('a.list', 'nothing');
    await project.build();
    expect(Object.keys(project.outputs())).toEqual(['a.out', 'assets.hman', 'd.bin', 'e.bin']);
  });
});

describe('a failing asset among many', () => {
  it('leaves a manifest that the next build renews, even where that has nothing to build', async () => {
    const project = new MemoryProject({ 'a.list': 'text', 'b.chunk': 'content' });
    await project.build();
    project.write('c.chunk', 'new');
    project.write('a.list', 'fail');
    expect((await project.build()).status).toBe('failed');
    project.write('a.list', 'text');
    const result = await project.build();
    expect([result.built, result.restored, result.manifest]).toEqual([0, 0, 'written']);
    const manifest = decodeHman(project.host.readFile('/project/runtime/assets.hman'));
    expect(manifest.entries.map((entry) => entry.path).sort()).toEqual(['a.out', 'b.bin', 'c.bin']);
    expect((await project.build()).manifest).toBe('unchanged');
  });

  it('leaves the last good manifest, pack and outputs, builds and caches the others', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two', 'c.json': '1' });
    await project.build({ pack: true });
    const before = project.outputs();
    const pack = project.host.text('/project/runtime.hpack');
    project.write('a.list', 'fail');
    project.write('b.list', 'zwei');
    project.delete('c.json');
    const failed = await project.build({ pack: true });
    expect(failed).toMatchObject({ status: 'failed', built: 1, failed: 1, removed: 0 });
    expect(project.outputs()['assets.hman']).toBe(before['assets.hman']);
    expect(project.host.text('/project/runtime.hpack')).toBe(pack);
    expect(project.output('a.out')).toContain('one');
    expect(project.output('b.out')).toContain('zwei');
    const again = await project.build({ pack: true });
    expect(again).toMatchObject({ status: 'failed', built: 0, cached: 1, failed: 1 });
    project.write('a.list', 'mended');
    expect(await project.build({ pack: true })).toMatchObject({ status: 'ok', built: 1, removed: 1 });
    expect(project.output('c.json')).toBeUndefined();
    expect(project.host.text('/project/runtime.hpack')).not.toBe(pack);
  });
});

describe('outputs that are ours and files that are not', () => {
  it('removes the outputs of a source that is gone, and empty folders with them', async () => {
    const project = new MemoryProject({ 'x/y/a.list': 'one', 'b.list': 'two' });
    await project.build();
    project.delete('x/y/a.list');
    expect(await project.build()).toMatchObject({ removed: 1 });
    expect(project.host.folders.has('/project/runtime/x')).toBe(false);
    expect(Object.keys(project.outputs())).toEqual(['assets.hman', 'b.out']);
  });

  it("never touches a file of the user's own inside the output folder", async () => {
    const project = new MemoryProject({ 'x/a.list': 'one' });
    project.host.put('/project/runtime/x/mine.txt', 'mine');
    project.host.put('/project/runtime/notes.txt', 'mine too');
    await project.build();
    project.delete('x/a.list');
    await project.build();
    expect(project.output('x/mine.txt')).toBe('mine');
    await clean({ config: project.config }, project.host);
    expect(project.host.tree('/project/runtime')).toEqual({ 'x/mine.txt': 'mine', 'notes.txt': 'mine too' });
  });

  it('overwrites a target even if it was not recorded', async () => {
    const project = new MemoryProject({ 'a.json': 'new' });
    project.host.put('/project/runtime/a.json', 'old');
    await project.build();
    expect(project.output('a.json')).toBe('new');
  });

  it('hands an output over from one source to another', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    project.delete('a.list');
    project.write('a.LIST', 'two');
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1, removed: 0 });
    expect(project.output('a.out')).toContain('two');
  });

  it('puts a folder where a file of ours stood, and a file where a folder stood', async () => {
    const project = new MemoryProject({ a: 'file' }, { embed: ['*'] });
    await project.build();
    project.delete('a');
    project.write('a/b', 'inside');
    expect(await project.build()).toMatchObject({ status: 'ok' });
    expect(project.output('a/b')).toBe('inside');
    project.host.files.delete('/project/assets/a/b');
    project.host.folders.delete('/project/assets/a');
    project.write('a', 'file again');
    expect(await project.build()).toMatchObject({ status: 'ok' });
    expect(project.output('a')).toBe('file again');
  });

  it('cleans the pack and the record as well', async () => {
    const project = new MemoryProject({ 'a/a.list': 'one' });
    await project.build({ pack: true });
    const result = await clean({ config: project.config }, project.host);
    expect(result.removed).toBe(4);
    expect(Object.keys(project.host.tree('/project')).filter((path) => path.startsWith('runtime'))).toEqual([]);
  });

  it('leaves a nested output with its own record alone and does not compile it', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'out/b.list': 'compiled elsewhere' });
    project.host.put('/project/assets/out/.assetc-cache', 'whatever');
    const result = await project.build();
    expect(result.assets.map((asset) => asset.id)).toEqual(['a.list']);
  });
});

describe('an output inside another', () => {
  it('is not written into by the outer build', async () => {
    const project = new MemoryProject({ 'inner/a.json': '1', 'b.json': '2' });
    project.host.put('/project/runtime/inner/.assetc-cache', 'of another build');
    const result = await project.build();
    expect(result.diagnostics).toMatchObject([{ code: 'build/reserved-output', file: 'inner/a.json' }]);
    expect(Object.keys(project.host.tree('/project/runtime/inner'))).toEqual(['.assetc-cache']);
  });
});

describe('the order in which folders list their names', () => {
  it('does not show in outputs, manifest or pack', async () => {
    const sources: Record<string, string> = {};
    for (let i = 0; i < 20; i++)
      sources[`${i % 3}/f${i}.list`] = `derive ../data.raw x ${i % 4} 3\nshare ../data.raw s 0 2`;
    for (let i = 0; i < 9; i++) sources[`b.box/${9 - i}`] = `${i}`;
    sources['data.raw'] = 'abcdefghij';
    const trees: unknown[] = [];
    for (const seed of [1, 7, 1234]) {
      const project = new MemoryProject(sources);
      let state = seed;
      project.host.order = (names) =>
        names
          .map((name) => {
            state = (Math.imul(state, 1103515245) + 12345) >>> 0;
            return { name, at: state };
          })
          .sort((a, b) => a.at - b.at)
          .map(({ name }) => name);
      expect(await project.build({ pack: true, jobs: seed % 4 })).toMatchObject({ status: 'ok' });
      trees.push({ ...project.outputs(), pack: project.host.tree('/project')['runtime.hpack'] });
    }
    expect(trees[1]).toEqual(trees[0]);
    expect(trees[2]).toEqual(trees[0]);
  });
});

describe('sources that get in each other’s way', () => {
  it('names both sources that would write one output and writes neither', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'a.LIST': 'two', 'b.list': 'three' });
    const result = await project.build();
    expect(result).toMatchObject({ status: 'failed', built: 1, failed: 2 });
    expect(result.diagnostics).toHaveLength(1);
    expect(result.diagnostics[0]).toMatchObject({ code: 'build/output-collision' });
    expect(result.diagnostics[0]?.message).toBe('a.LIST and a.list would both write a.out');
    expect(project.output('a.out')).toBeUndefined();
  });

  it.each([
    ['names that differ only in case', 'Brick.json', 'brick.json'],
    ['NFC and NFD twins', 'caf\u00e9.json', 'cafe\u0301.json'],
  ])('refuses %s', async (_, first, second) => {
    const project = new MemoryProject({ [first]: '1', [second]: '2' });
    const result = await project.build();
    expect(result.failed).toBe(2);
    expect(result.diagnostics[0]?.message).toContain(first);
    expect(result.diagnostics[0]?.message).toContain(second);
  });

  it('fails both when a second source joins one that was built', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    project.write('a.LIST', 'two');
    expect(await project.build()).toMatchObject({ status: 'failed', failed: 2, built: 0, cached: 0 });
  });

  it('refuses to write what the build keeps for itself', async () => {
    const project = new MemoryProject({ 'assets.hman': 'x' }, { embed: ['*'] });
    expect((await project.build()).diagnostics[0]).toMatchObject({ code: 'build/reserved-output' });
  });

  it('copies a file with a 255-byte name and refuses one whose output name grows longer', async () => {
    const fits = `${'x'.repeat(250)}.json`;
    const grows = `${'y'.repeat(250)}.box`;
    const project = new MemoryProject({ [fits]: 'long', [`${grows}/1`]: 'one' });
    const result = await project.build();
    expect(project.output(fits)).toBe('long');
    expect(result.diagnostics).toMatchObject([{ code: 'build/name-too-long', file: grows }]);
  });

  it('takes names with spaces and Unicode as they are', async () => {
    const project = new MemoryProject({ 'my level/über – 空.json': 'ok' });
    await project.build();
    expect(project.output('my level/über – 空.json')).toBe('ok');
  });
});

describe('reading', () => {
  it('refuses references that leave the input', async () => {
    const project = new MemoryProject({
      'a.list': 'include ../../secret',
      'b.list': 'include /etc/passwd',
      'c.list': 'try C:\\x',
    });
    project.host.put('/secret', 'secret');
    const result = await project.build();
    expect(result.diagnostics.map((d) => d.code)).toEqual(Array(3).fill('build/outside-input'));
  });

  it('says which file is missing and rebuilds when it appears', async () => {
    const project = new MemoryProject({ 'a.list': 'include parts/b.txt' });
    const result = await project.build();
    expect(result.diagnostics[0]).toMatchObject({ code: 'build/missing-file', file: 'a.list' });
    expect(result.diagnostics[0]?.message).toContain('parts/b.txt');
    project.write('parts/b.txt', 'here');
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1 });
  });

  it('reports a file that vanishes during the build and builds the others', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two' });
    let reads = 0;
    project.host.onRead = (path) => {
      if (path.endsWith('/a.list') && ++reads === 2) {
        project.delete('a.list');
        throw hostError('ENOENT', path);
      }
    };
    const result = await project.build();
    expect(result).toMatchObject({ status: 'failed', built: 1, failed: 1 });
    expect(result.diagnostics[0]).toMatchObject({ code: 'build/vanished', file: 'a.list' });
  });

  it('reports an unreadable file and builds the others', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two' });
    project.host.onRead = (path) => {
      if (path.endsWith('/a.list')) throw hostError('EACCES', path);
    };
    const result = await project.build();
    expect(result).toMatchObject({ built: 1, failed: 1 });
    expect(result.diagnostics[0]).toMatchObject({ code: 'build/unreadable', file: 'a.list' });
    project.host.onRead = undefined;
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1 });
  });

  it('records what was really read when a file changes between the look and the compile', async () => {
    const project = new MemoryProject({ 'a.list': 'first' });
    let reads = 0;
    project.host.onRead = (path) => {
      if (path.endsWith('/a.list') && ++reads === 2) project.write('a.list', 'second');
    };
    await project.build();
    project.host.onRead = undefined;
    expect(project.output('a.out')).toContain('second');
    expect(await project.build()).toMatchObject({ built: 0 });
    project.write('a.list', 'first');
    await project.build();
    expect(project.output('a.out')).toContain('first');
  });

  it('excludes what the configuration excludes', async () => {
    const project = new MemoryProject(
      { 'wip/a.list': 'x', 'b.list': 'y', '.hidden/c.list': 'z' },
      { exclude: ['wip/*'] },
    );
    expect((await project.build()).assets.map((asset) => asset.id)).toEqual(['b.list']);
  });

  it('fails where there is no input and creates nothing', async () => {
    const project = new MemoryProject({}, { input: '/project/nowhere' });
    const result = await project.build();
    expect(result.diagnostics[0]).toMatchObject({ code: 'build/no-input' });
    expect(project.host.folders.has('/project/runtime')).toBe(false);
  });
});

describe('building some paths only', () => {
  it('builds those and keeps the manifest complete', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'm/b.list': 'two', 'm/c.list': 'three' });
    await project.build();
    project.write('a.list', 'eins');
    project.write('m/b.list', 'zwei');
    project.delete('m/c.list');
    const result = await project.build({ paths: ['/project/assets/m'] });
    expect(ids(result, 'built')).toEqual(['m/b.list']);
    expect(result.removed).toBe(0);
    expect(project.output('a.out')).toContain('one');
    const manifest = decodeHman(project.host.readFile('/project/runtime/assets.hman'));
    expect(manifest.entries).toHaveLength(3);
    expect(await project.build()).toMatchObject({ built: 1, removed: 1 });
  });

  it('complains about a path that names nothing', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    const result = await project.build({ paths: ['b.list'] });
    expect(result).toMatchObject({ status: 'failed', diagnostics: [{ code: 'build/no-such-source', file: 'b.list' }] });
  });
});

describe('the cache', () => {
  it.each([
    ['garbage', 'not ours at all'],
    ['an empty file', ''],
    ['another version', '0000000000000000 {"assetc":"cache","version":0}\n'],
  ])('starts cold on %s and removes nothing', async (_, content) => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two' });
    await project.build();
    project.host.put('/project/runtime/.assetc-cache', content);
    project.delete('b.list');
    const result = await project.build();
    expect(result).toMatchObject({ status: 'ok', cached: 1, restored: 1, removed: 0 });
    expect(reasonsOf(result, 'a.list')).toEqual(['the cache is damaged or of another version']);
    expect(project.output('b.out')).toContain('two');
  });

  it('survives every flipped byte of the record', async () => {
    const project = new MemoryProject({ 'a.list': 'derive b.chunk x\nexists n', 'b.chunk': 'y' });
    await project.build();
    const clean = project.outputs();
    const record = project.host.readFile('/project/runtime/.assetc-cache');
    for (let i = 0; i < record.length; i += 7) {
      const damaged = record.slice();
      damaged[i] = (damaged[i] ?? 0) ^ 0x15;
      project.host.put('/project/runtime/.assetc-cache', damaged);
      expect(await project.build()).toMatchObject({ status: 'ok', failed: 0, removed: 0 });
      expect(project.outputs()).toEqual(clean);
    }
  });

  it('restores from the content store when the record is gone', async () => {
    const project = new MemoryProject({ 'a.list': 'warn again\ninclude b.txt\nderive b.txt x 0 1', 'b.txt': 'two' });
    await project.build();
    const before = project.outputs();
    project.host.files.delete('/project/runtime/.assetc-cache');
    for (const path of Object.keys(before)) project.host.files.delete(`/project/runtime/${path}`);
    const result = await project.build();
    expect(result).toMatchObject({ built: 0, cached: 2, restored: 2 });
    expect(result.diagnostics[0]?.message).toBe('again');
    expect(project.outputs()).toEqual(before);
  });

  it('restores in a second checkout and after switching back and forth', async () => {
    const project = new MemoryProject({ 'a.list': 'include b.txt', 'b.txt': 'branch one' });
    await project.build();
    project.write('b.txt', 'branch two');
    expect(await project.build()).toMatchObject({ built: 1 });
    project.write('b.txt', 'branch one');
    expect(await project.build()).toMatchObject({ built: 0, restored: 1 });
    expect(project.output('a.out')).toContain('branch one');
    for (const name of ['a.list', 'b.txt'])
      project.host.put(`/other/assets/${name}`, project.host.text(`/project/assets/${name}`) ?? '');
    project.config = { ...project.config, input: '/other/assets', output: '/other/runtime' };
    expect(await project.build()).toMatchObject({ built: 0, restored: 1 });
  });

  it('drops a damaged artifact and rebuilds', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    const expected = project.output('a.out');
    const artifacts = [...project.host.files.keys()].filter((path) => path.startsWith('/cache/v1/artifact/'));
    expect(artifacts.length).toBeGreaterThan(0);
    for (const path of artifacts) project.host.put(path, 'damaged');
    project.host.files.delete('/project/runtime/a.out');
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1, restored: 0 });
    expect(project.output('a.out')).toBe(expected);
    for (const path of artifacts) expect(project.host.text(path)).toBe(expected);
  });

  it('bypasses record and store with noCache', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    const stored = [...project.host.files.keys()].filter((path) => path.startsWith('/cache/')).length;
    const result = await project.build({ noCache: true });
    expect(result).toMatchObject({ built: 1, cached: 0 });
    expect(reasonsOf(result, 'a.list')).toEqual(['no cache was asked for']);
    expect([...project.host.files.keys()].filter((path) => path.startsWith('/cache/'))).toHaveLength(stored);
  });

  it('never caches a failure', async () => {
    const project = new MemoryProject({ 'a.list': 'fail' });
    await project.build();
    expect(await project.build()).toMatchObject({ status: 'failed', failed: 1, built: 0 });
  });

  it('works with a store that cannot be written', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    project.host.onOperation = (_, path) => {
      if (path.startsWith('/cache')) throw hostError('EROFS', path);
    };
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1 });
  });

  it('keeps the store within its size, dropping what was used least recently', async () => {
    const project = new MemoryProject({}, { cache: { dir: '/cache', maxSizeBytes: 20_000 } });
    for (let i = 0; i < 10; i++) {
      project.write('a.json', `${i}`.repeat(4000));
      await project.build();
    }
    const stored = [...project.host.files].filter(([path]) => path.startsWith('/cache/'));
    expect(stored.reduce((sum, [, file]) => sum + file.bytes.length, 0)).toBeLessThanOrEqual(20_000);
    project.write('a.json', '8'.repeat(4000));
    expect(await project.build()).toMatchObject({ restored: 1 });
    project.write('a.json', '0'.repeat(4000));
    expect(await project.build()).toMatchObject({ built: 1 });
  });
});

describe('plan and why', () => {
  it('says what a dry run would do and writes nothing', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two' });
    await project.build();
    project.write('a.list', 'eins');
    const before = project.host.tree('/project');
    const result = await project.build({ dryRun: true });
    expect(result.plan).toEqual([
      { id: 'a.list', source: 'a.list', kind: 'list', action: 'build', reasons: ['a.list changed'], assumed: false },
      { id: 'b.list', source: 'b.list', kind: 'list', action: 'keep', reasons: [], assumed: false },
    ]);
    expect(project.host.tree('/project')).toEqual(before);
  });

  it('tells settings with their origins, dependencies and outputs', async () => {
    const project = new MemoryProject(
      { 'a.list': 'include b.txt', 'b.txt': 'x' },
      { layers: [rule('a*', { toy: { level: 4 } })] },
    );
    await project.build();
    project.write('b.txt', 'y');
    const [report] = await why({ config: project.config, path: 'a.out' }, project.host, toyRegistry);
    expect(report).toMatchObject({
      id: 'a.list',
      cache: 'recorded',
      wouldRebuild: true,
      reasons: ['b.txt changed'],
      settings: [
        { name: 'toy.style', value: 'plain', origin: 'built-in' },
        { name: 'toy.level', value: 4, origin: 'default.rules[0]' },
      ],
      dependencies: [
        { path: 'a.list', what: 'bytes', state: 'unchanged' },
        { path: 'b.txt', what: 'bytes', state: 'changed' },
      ],
      outputs: [{ path: 'a.out', state: 'intact' }],
    });
    expect(await why({ config: project.config, path: 'nobody' }, project.host, toyRegistry)).toEqual([]);
  });
});

describe('verifying', () => {
  it('finds an output that breaks its format and writes no manifest', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two' });
    project.validate = (path) =>
      path === 'a.out' ? [{ code: 'bad-value', offset: 3, field: 'Toy.field', message: 'is bad' }] : [];
    const result = await project.build({ verify: true });
    expect(result.status).toBe('failed');
    expect(result.diagnostics).toMatchObject([{ code: 'build/verify-failed', file: 'a.out', where: { offset: 3 } }]);
    expect(project.output('assets.hman')).toBeUndefined();
    expect(project.events).toContainEqual({ type: 'verified', files: 2 });
  });

  it('finds an output that was damaged behind the record’s back', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    await project.build();
    const file = project.host.files.get('/project/runtime/a.out');
    if (file === undefined) throw new Error('a.out was written');
    file.bytes = file.bytes.map((byte) => byte ^ 1); // size, time and inode as recorded
    expect(await project.build()).toMatchObject({ status: 'ok' });
    const result = await project.build({ verify: true });
    expect(result.diagnostics).toMatchObject([{ code: 'build/verify-failed', file: 'a.out' }]);
  });
});
