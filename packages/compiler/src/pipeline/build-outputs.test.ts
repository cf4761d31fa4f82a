// Which outputs a build writes, removes and leaves alone, and what happens if two sources write the same one.

import { describe, expect, it } from 'vitest';
import { clean } from './clean.js';
import { MemoryProject, rule } from './testing/memory-project.js';

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

describe('sources that get in each other’s way', () => {
  it('names both sources that would write one output and writes neither', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'a.LIST': 'two', 'b.list': 'three' });
    const result = await project.build();
    expect(result).toMatchObject({ status: 'failed', built: 1, failed: 2 });
    const message = 'a.LIST and a.list would both write a.out';
    expect(result.diagnostics).toMatchObject([
      { code: 'build/output-collision', file: 'a.LIST', message },
      { code: 'build/output-collision', file: 'a.list', message },
    ]);
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

  it('reports them once, even if other sources wait for what refers to them', async () => {
    const layers = [rule('*.chunk', { toy: { open: true } })];
    const project = new MemoryProject(
      { 'Brick.json': '1', 'brick.json': '2', 'd.chunk': 'x', 'e.list': 'f' },
      { layers },
    );
    const result = await project.build();
    expect(result.diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'build/output-collision Brick.json',
      'build/output-collision brick.json',
    ]);
    const failed = project.events.flatMap((event) =>
      event.type === 'asset' && event.status === 'failed' ? event.id : [],
    );
    expect(failed).toEqual(['Brick.json', 'brick.json']);
  });

  it.each(['a:b.json', 'C:brick.list'])('refuses a name that begins like a drive: %s', async (name) => {
    const project = new MemoryProject({ [name]: '1' });
    const result = await project.build();
    expect(result.diagnostics).toMatchObject([
      {
        code: 'build/bad-output',
        file: name,
        message: expect.stringContaining('a path must be free of a drive letter'),
      },
      { code: 'build/unportable-name', file: name },
    ]);
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
