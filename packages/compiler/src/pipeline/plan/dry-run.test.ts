// What --dry-run predicts, and what `why` reports about an asset that was not built.

import { describe, expect, it } from 'vitest';
import type { Layer } from '../../config/config.js';
import { clean } from '../clean.js';
import { why } from '../report/why.js';
import { MemoryProject, rule } from '../testing/memory-project.js';
import { toyRegistry } from '../testing/toy-registry.js';

const SHY = [{ origin: 'default', match: undefined, values: { toy: { shy: true } } }];

const whyOf = async (project: MemoryProject, path: string) =>
  (await why({ config: project.config, path }, project.host, toyRegistry)).find(({ id }) => id === path);

describe('a dry run', () => {
  it('lists what would be removed, with the reason, and removes nothing', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'x/b.list': 'derive ../a.list part 0 1', 'c.list': 'two' });
    await project.build();
    project.delete('x/b.list');
    const before = project.host.tree('/project');
    const result = await project.build({ dryRun: true });
    expect(result.removals).toEqual([
      { path: 'x/b.out', reason: 'x/b.list is gone', keptBy: null, assumed: false },
      { path: 'x/b/part.bin', reason: 'x/b.list is gone', keptBy: null, assumed: false },
    ]);
    expect(project.events.filter(({ type }) => type === 'plan-removal')).toHaveLength(2);
    expect(result.removed).toBe(0);
    expect(project.host.tree('/project')).toEqual(before);
    await project.build();
    expect(project.events.filter(({ type }) => type === 'removed')).toEqual([
      { type: 'removed', path: 'x/b.out', reason: 'x/b.list is gone', keptBy: null },
      { type: 'removed', path: 'x/b/part.bin', reason: 'x/b.list is gone', keptBy: null },
    ]);
  });

  it('names what becomes of an output whose source is now left to others', async () => {
    const project = new MemoryProject({ 'a.list': 'derive d.chunk x 0 2', 'd.chunk': 'abcd' });
    await project.build();
    project.config = { ...project.config, layers: SHY };
    const { removals, plan } = await project.build({ dryRun: true });
    const gone = { path: 'd.bin', reason: 'compiled with a.list (toy.shy)', keptBy: 'toy.shy: false' };
    expect(removals).toEqual([{ ...gone, assumed: false }]);
    expect(plan.find(({ id }) => id === 'd.chunk')).toMatchObject({ action: 'yield' });
    await project.build();
    expect(project.events.filter(({ type }) => type === 'removed')).toEqual([{ type: 'removed', ...gone }]);
  });

  it('keeps on its own what a rule names, unless that rule is the one that leaves it to others', async () => {
    const project = new MemoryProject(
      { 'a.list': 'derive d.chunk x 0 2', 'd.chunk': 'abcd' },
      { layers: [...SHY, rule('d.chunk', { toy: { level: 2 } })] },
    );
    const actionUnder = async (...layers: Layer[]) => {
      project.config = { ...project.config, layers: [...SHY, ...layers] };
      return (await project.build({ dryRun: true })).plan.find(({ id }) => id === 'd.chunk')?.action;
    };
    await project.build();
    expect(project.output('d.bin')).toBeDefined();
    expect(await actionUnder(rule('d.chunk', { toy: { level: 2 } }))).toBe('keep');
    expect(await actionUnder(rule('d.*', { toy: { level: 2 } }))).toBe('yield');
    expect(await actionUnder(rule('d.chunk', { other: { depth: 2 } }))).toBe('yield');
    expect(await actionUnder(rule('d.chunk', { toy: { level: 2, shy: true } }))).toBe('yield');
  });

  it('promises no removal that a failing build would not do', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two' });
    await project.build();
    project.delete('b.list');
    project.write('A.list', 'a rival');
    const result = await project.build({ dryRun: true });
    expect(result.status).toBe('failed');
    expect(result.plan.map(({ id, action }) => [id, action])).toEqual([
      ['A.list', 'fail'],
      ['a.list', 'fail'],
    ]);
    expect(result.removals).toEqual([]);
  });

  it('marks what rests on the last record of a source that is about to be built again', async () => {
    const project = new MemoryProject({ 'a.list': 'derive d.raw x 0 2', 'd.raw': 'abcd', 'e.list': 'two' });
    await project.build();
    project.write('a.list', 'derive d.raw x 0 2\nmore');
    const { plan } = await project.build({ dryRun: true });
    expect(plan.map(({ id, action, assumed }) => [id, action, assumed])).toEqual([
      ['a.list', 'build', false],
      ['a.list#x', 'keep', true],
      ['e.list', 'keep', false],
    ]);
  });
});

describe('a source that is left to others', () => {
  const SOURCES = { 'a.list': 'derive d.chunk x 0 2', 'd.chunk': 'abcd', 'e.chunk': 'efgh' };

  it('is distinguished from one that is new', async () => {
    const project = new MemoryProject(SOURCES, { layers: SHY });
    await project.build();
    expect(await whyOf(project, 'd.chunk')).toMatchObject({
      action: 'yield',
      wouldRebuild: false,
      reasons: ['compiled with a.list (toy.shy)'],
    });
    expect(await whyOf(project, 'e.chunk')).toMatchObject({ action: 'keep', reasons: [] });
  });

  it('is reported by --explain', async () => {
    const project = new MemoryProject(SOURCES, { layers: SHY });
    await project.build({ explain: true });
    const verdicts = project.events.flatMap((event) => (event.type === 'plan' ? [[event.id, event.action]] : []));
    expect(verdicts).toContainEqual(['d.chunk', 'yield']);
  });

  it('is nobody’s rival', async () => {
    const project = new MemoryProject({ ...SOURCES, 'D.chunk': 'xy', 'b.list': 'include D.chunk' }, { layers: SHY });
    const result = await project.build();
    // Their names are, on some systems.
    expect(result.diagnostics).toMatchObject([{ code: 'build/unportable-name', file: 'd.chunk' }]);
    expect(Object.keys(project.outputs())).toEqual(['a.out', 'a/x.bin', 'assets.hman', 'b.out', 'e.bin']);
    expect((await project.build({ dryRun: true })).diagnostics).toEqual([]);
  });

  it('is a rival as soon as nobody refers to it', async () => {
    const project = new MemoryProject({ 'd.chunk': 'ab', 'D.chunk': 'xy' }, { layers: SHY });
    const result = await project.build();
    expect(result.diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'build/output-collision D.chunk',
      'build/output-collision d.chunk',
    ]);
    expect(result).toMatchObject({ failed: 2, built: 0 });
  });

  it('stays left to them when only it is asked for', async () => {
    const project = new MemoryProject(SOURCES, { layers: SHY });
    await project.build();
    expect(await project.build({ paths: ['d.chunk'] })).toMatchObject({ status: 'ok', built: 0, restored: 0 });
    expect(project.output('d.bin')).toBeUndefined();
  });
});

describe('an asset that failed', () => {
  it('says with what, until it is built', async () => {
    const project = new MemoryProject({ 'a.list': 'fail', 'b.list': 'fine' });
    await project.build();
    const report = await whyOf(project, 'a.list');
    expect(report).toMatchObject({ action: 'build', cache: 'none', reasons: ['it failed in the last build'] });
    expect(report?.failed).toMatchObject([{ code: 'shader/error', file: 'a.list', message: 'was reported to fail' }]);
    expect((await whyOf(project, 'b.list'))?.failed).toEqual([]);
    expect(await project.build()).toMatchObject({ failed: 1, cached: 1 });
    project.write('a.list', 'mended');
    expect(await project.build()).toMatchObject({ status: 'ok', built: 1 });
    expect((await whyOf(project, 'a.list'))?.failed).toEqual([]);
  });

  it('is found inside one that did not', async () => {
    const project = new MemoryProject({ 'a.list': 'derive d.raw x', 'd.raw': 'fail' });
    expect(await project.build()).toMatchObject({ failed: 1, built: 1 });
    expect(await project.build()).toMatchObject({ failed: 1, cached: 1 });
    expect((await whyOf(project, 'a.list#x'))?.failed).toMatchObject([{ code: 'shader/error' }]);
  });

  it('leaves the last good manifest and pack, and the result says so', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'fail' });
    expect(await project.build({ pack: true })).toMatchObject({ manifest: 'missing', pack: 'missing' });
    project.write('b.list', 'two');
    expect(await project.build({ pack: true })).toMatchObject({ manifest: 'written', pack: 'written' });
    expect(await project.build({ pack: true })).toMatchObject({ manifest: 'unchanged', pack: 'unchanged' });
    project.write('b.list', 'fail');
    const result = await project.build({ pack: true });
    expect(result).toMatchObject({ manifest: 'kept', pack: 'kept' });
    expect(project.events.at(-1)).toMatchObject({ type: 'done', failed: 1, manifest: 'kept', pack: 'kept' });
    expect(await project.build()).toMatchObject({ manifest: 'kept', pack: 'none' });
  });
});

describe('events', () => {
  it('end with the facts of the summary, in whole milliseconds', async () => {
    const project = new MemoryProject({ 'a.list': 'warn me', 'b.list': 'fail' });
    const { assets: _assets, ...result } = await project.build();
    const done = project.events.at(-1);
    expect(done).toMatchObject({ type: 'done', status: 'failed', built: 1, failed: 1, warnings: 1, ms: result.ms });
    for (const event of project.events) if ('ms' in event) expect(Number.isInteger(event.ms)).toBe(true);
  });
});

describe('clean', () => {
  it('leaves a record that it cannot read, and takes one that it can', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    const record = '/project/runtime/.assetc-cache';
    const whole = project.host.readFile(record);
    project.host.put(record, 'not ours');
    await clean({ config: project.config }, project.host);
    expect(project.host.text(record)).toBe('not ours');
    project.host.put(record, whole);
    await clean({ config: project.config }, project.host);
    expect(project.host.text(record)).toBeUndefined();
  });
});
