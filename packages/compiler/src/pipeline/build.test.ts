import { decodeHman } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { hostError } from './testing/memory-file.js';
import { ids, MemoryProject } from './testing/memory-project.js';
import { chunkCompiles } from './testing/toy-registry.js';

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

  it('compiles equal content once, wherever it is stored', async () => {
    const project = new MemoryProject({ 'a.chunk': 'same', 'b/c.chunk': 'same', 'd.chunk': 'other' });
    chunkCompiles.count = 0;
    const result = await project.build({ noCache: true });
    expect(chunkCompiles.count).toBe(2);
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
    chunkCompiles.count = 0;
    const result = await project.build();
    expect(result.status).toBe('ok');
    expect(chunkCompiles.count).toBe(2);
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
    chunkCompiles.count = 0;
    project.write('d.raw', '__abcd');
    project.write('a.list', 'derive d.raw x 2 4');
    const result = await project.build();
    expect(ids(result, 'built')).toEqual(['a.list']);
    expect(chunkCompiles.count).toBe(0);
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

  it('compiles sources that yield only if nothing refers to them', async () => {
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
    // Longer than what is kept when it is hashed.
    const project = new MemoryProject({ 'a.list': 'one'.repeat(6000), 'b.list': 'two' });
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

  it.each([
    ['small', ''],
    ['larger', '\n'.repeat(20_000)],
  ])('records what was really read when a %s file changes between the look and the compile', async (_, more) => {
    const project = new MemoryProject({ 'a.list': `first${more}` });
    await project.build({
      onEvent: (event) => {
        if (event.type === 'asset-start') project.write('a.list', `second${more}`);
      },
    });
    expect(project.output('a.out')).toContain('second');
    expect(await project.build()).toMatchObject({ built: 0 });
    project.write('a.list', `first${more}`);
    await project.build();
    expect(project.output('a.out')).toContain('first');
  });

  it('reads a small source once, and a larger one again where it is compiled', async () => {
    const reads: string[] = [];
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two\n'.repeat(6000), 'c.list': 'part c.list 0 4' });
    project.host.onRead = (path) => {
      if (path.endsWith('.list')) reads.push(path.slice(-6));
    };
    expect(await project.build()).toMatchObject({ status: 'ok', built: 3 });
    expect(reads.sort()).toEqual(['a.list', 'b.list', 'b.list', 'c.list']);
    expect(project.output('c.out')).toContain('part');
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
