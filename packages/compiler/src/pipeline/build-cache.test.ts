// What builds take from the record and from the content store, and what becomes of damaged ones.

import { describe, expect, it } from 'vitest';
import { digestText } from './cache/digest.js';
import { openSeal, SEAL_DIGITS } from './cache/seal.js';
import { why } from './report/why.js';
import { hostError } from './testing/memory-file.js';
import { MemoryProject, reasonsOf, rule } from './testing/memory-project.js';
import { toyRegistry } from './testing/toy-registry.js';

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
    expect(reasonsOf(result, 'a.list')).toEqual(['the record of earlier builds is damaged or from another version']);
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
    const project = new MemoryProject({ 'a.list': 'include long.txt', 'long.txt': 'one '.repeat(4000) });
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

  it('keeps small outputs in the trace, and believes them by their digest alone', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    const expected = project.output('a.out');
    const stored = [...project.host.files.keys()].filter((path) => path.startsWith('/cache/v1/'));
    expect(stored.map((path) => path.split('/')[3])).toEqual(['trace']);
    const restoredAfterLoss = async () => {
      project.host.files.delete('/project/runtime/a.out');
      return project.build();
    };
    expect(await restoredAfterLoss()).toMatchObject({ built: 0, restored: 1 });
    expect(project.output('a.out')).toBe(expected);
    // A trace as a build would have written it, with the bytes of something else.
    const path = stored[0] ?? '';
    const seal = openSeal(project.host);
    const key = path.slice(path.lastIndexOf('/') + 1);
    const [trace] = JSON.parse((project.host.text(path) ?? '').slice(SEAL_DIGITS + 65));
    expect(Buffer.from(trace.outputs[0].content, 'base64').toString()).toBe(expected);
    trace.outputs[0].content = Buffer.from('other bytes').toString('base64');
    const json = JSON.stringify([trace]);
    const text = Buffer.from(`${digestText(json)} ${json}`);
    project.host.put(path, seal.of('trace', text, key) + text);
    expect(await restoredAfterLoss()).toMatchObject({ built: 1, restored: 0 });
    expect(project.output('a.out')).toBe(expected);
  });

  it('keeps one trace where the same is made again', async () => {
    const project = new MemoryProject({ 'a.list': 'include long.txt', 'long.txt': 'one '.repeat(4000) });
    await project.build();
    const stored = (space: string) =>
      [...project.host.files.keys()].filter((path) => path.startsWith(`/cache/v1/${space}/`));
    for (const path of [...stored('artifact'), '/project/runtime/a.out']) project.host.files.delete(path);
    expect(await project.build()).toMatchObject({ built: 1, restored: 0 });
    const texts = stored('trace').map((path) => (project.host.text(path) ?? '').slice(SEAL_DIGITS + 65));
    expect(texts.map((text) => JSON.parse(text).length)).toEqual([1]);
  });

  it('bypasses record and store with noCache', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    const stored = [...project.host.files.keys()].filter((path) => path.startsWith('/cache/')).length;
    const result = await project.build({ noCache: true });
    expect(result).toMatchObject({ built: 1, cached: 0 });
    expect(reasonsOf(result, 'a.list')).toEqual(['--no-cache was given']);
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
