import { sep } from 'node:path';
import { decodeHpack } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { MemoryProject } from '../testing/memory-project.js';

const PACK = '/project/runtime.hpack';
const entriesOf = (project: MemoryProject) => decodeHpack(project.host.readFile(PACK)).entries;
const pathsOf = (project: MemoryProject) => entriesOf(project).map(({ path }) => path);
const codesOf = ({ diagnostics }: Awaited<ReturnType<MemoryProject['build']>>) => diagnostics.map(({ code }) => code);

describe('a pack', () => {
  it('holds the whole output folder, kinds by extension, and names what no build wrote', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.json': '2' });
    project.host.put('/project/runtime/mine.ktx2', 'mine');
    project.host.put('/project/runtime/keys/secret.pem', 'secret');
    const result = await project.build({ pack: true, verify: true });
    expect(result).toMatchObject({ packFile: PACK, pack: 'written', strays: ['keys/secret.pem', 'mine.ktx2'] });
    expect(project.events).toContainEqual(
      expect.objectContaining({ type: 'pack', entries: 5, strays: ['keys/secret.pem', 'mine.ktx2'] }),
    );
    expect(entriesOf(project).map(({ path, kind }) => [path, kind])).toEqual([
      ['a.out', 'other'],
      ['assets.hman', 'hman'],
      ['b.json', 'other'],
      ['keys/secret.pem', 'other'],
      ['mine.ktx2', 'ktx2'],
    ]);
    expect(new TextDecoder().decode(entriesOf(project)[3]?.bytes)).toBe('secret');
  });

  it('leaves out dot files, packs and outputs of others', async () => {
    const project = new MemoryProject({ 'b.json': '2' });
    for (const path of ['.env', '.git/config', '.assetc-note', 'old.hpack', 'mobile/.assetc-cache', 'mobile/a.ktx2'])
      project.host.put(`/project/runtime/${path}`, 'x');
    expect(await project.build({ pack: true })).toMatchObject({ status: 'ok', strays: [] });
    expect(pathsOf(project)).toEqual(['assets.hman', 'b.json']);
  });

  it('contains only what builds wrote if the configuration asks for it', async () => {
    const project = new MemoryProject({ 'b.json': '2' }, { pack: 'recorded' });
    project.host.put('/project/runtime/mine.txt', 'mine');
    expect(await project.build({ pack: true })).toMatchObject({ pack: 'written', strays: [] });
    expect(pathsOf(project)).toEqual(['assets.hman', 'b.json']);
  });

  it('is written again exactly when a file of anybody comes, changes or goes', async () => {
    const project = new MemoryProject({ 'b.json': '2' }, { pack: true });
    const build = async () => (await project.build()).pack;
    expect([await build(), await build()]).toEqual(['written', 'unchanged']);
    project.host.put('/project/runtime/mine.txt', 'mine');
    expect([await build(), await build()]).toEqual(['written', 'unchanged']);
    project.host.put('/project/runtime/mine.txt', 'MINE');
    expect([await build(), await build()]).toEqual(['written', 'unchanged']);
    project.host.files.delete('/project/runtime/mine.txt');
    expect([await build(), await build()]).toEqual(['written', 'unchanged']);
    expect(pathsOf(project)).toEqual(['assets.hman', 'b.json']);
  });

  it.each<readonly [string, string, string]>([
    // On Windows it separates folders.
    ...(sep === '/' ? [['with a backslash', 'a\\b.txt', 'a\\\\b'] as const] : []),
    ['past 65,535 bytes', 'x'.repeat(65_536), 'is longer than 65535 bytes'],
  ])('fails with a name %s, which no pack can hold, and the previous one stands', async (_, name, problem) => {
    const project = new MemoryProject({ 'b.json': '2' }, { pack: true });
    await project.build();
    const before = project.host.text(PACK);
    project.host.put(`/project/runtime/${name}`, 'x');
    const result = await project.build();
    expect(result).toMatchObject({ status: 'failed', pack: 'kept' });
    expect(result.diagnostics).toMatchObject([
      { code: 'build/pack-failed', message: expect.stringContaining(problem) },
    ]);
    expect(project.host.text(PACK)).toBe(before);
  });
});

describe('a build that makes no pack', () => {
  it('names the pack of an earlier build stale once it is', async () => {
    const project = new MemoryProject({ 'b.json': '2' });
    await project.build({ pack: true });
    expect(await project.build()).toMatchObject({ pack: 'none', warnings: 0 });
    project.write('c.json', '3');
    const stale = await project.build();
    expect(stale).toMatchObject({ status: 'ok', pack: 'stale' });
    expect(codesOf(stale)).toEqual(['build/stale-pack']);
    expect(codesOf(await project.build())).toEqual(['build/stale-pack']);
    expect(codesOf(await project.build({ pack: true }))).toEqual([]);
    expect(codesOf(await project.build())).toEqual([]);
  });

  it('counts files of others', async () => {
    const project = new MemoryProject({ 'b.json': '2' });
    await project.build({ pack: true });
    project.host.put('/project/runtime/mine.txt', 'mine');
    expect(await project.build()).toMatchObject({ pack: 'stale' });
  });

  it('compares content where no record vouches for the pack', async () => {
    const project = new MemoryProject({ 'b.json': '2' });
    await project.build({ pack: true });
    project.host.files.delete('/project/runtime/.assetc-cache');
    expect(await project.build()).toMatchObject({ pack: 'none', warnings: 0 });
    project.host.files.delete('/project/runtime/.assetc-cache');
    project.write('b.json', '5');
    expect(await project.build()).toMatchObject({ pack: 'stale' });
  });

  it("leaves somebody else's file of that name alone", async () => {
    const project = new MemoryProject({ 'b.json': '2' });
    project.host.put(PACK, 'no pack of ours');
    expect(await project.build()).toMatchObject({ pack: 'none', warnings: 0 });
  });
});
