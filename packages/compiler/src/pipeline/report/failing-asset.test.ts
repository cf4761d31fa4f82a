// A failing asset changes nothing in what is reported about the others: the same project with and without it is compared.

import { describe, expect, it } from 'vitest';
import type { Config, IgnoredWarning } from '../../config/config.js';
import { registry as allKinds } from '../../registry.js';
import { listSkipped, skipReason } from '../discover/skipped-files.js';
import { MemoryProject, rule } from '../testing/memory-project.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { why } from './why.js';

const BROKEN = { 'bad.list': 'fail' };
const LEVEL = { toy: { level: 2 } };
const OPEN = [{ origin: 'default', match: undefined, values: { toy: { open: true } } }];

const ignore = (match: string | undefined, index = 0): IgnoredWarning => ({
  origin: `warnings.ignore[${index}]`,
  code: 'shader/warning',
  match,
});

type Sources = Readonly<Record<string, string>>;

/** The diagnostics of the last of some builds, apart from those about bad.list. */
async function reported(
  sources: Sources,
  changes: Partial<Config>,
  prepare?: (project: MemoryProject) => Promise<void>,
) {
  const project = new MemoryProject(sources, changes);
  await prepare?.(project);
  const { diagnostics } = await project.build();
  return diagnostics.filter(({ file }) => file !== 'bad.list').map(({ code, message }) => `${code}: ${message}`);
}

async function expectSame(
  sources: Sources,
  changes: Partial<Config>,
  codes: readonly string[],
  prepare?: (project: MemoryProject) => Promise<void>,
): Promise<void> {
  const alone = await reported(sources, changes, prepare);
  expect(alone.map((line) => line.split(':', 1)[0])).toEqual(codes);
  expect(await reported({ ...sources, ...BROKEN }, changes, prepare)).toEqual(alone);
}

describe('with an asset that fails, a build still reports', () => {
  it('budgets, without the outputs of sources that are gone', async () => {
    const budgets = [
      { glob: 'a*', limitBytes: 1 },
      { glob: 'gone*', limitBytes: 1 },
    ];
    await expectSame({ 'a.list': 'one' }, { budgets }, ['build/over-budget'], async (project) => {
      project.write('gone.list', 'two');
      const { diagnostics } = await project.build();
      expect(diagnostics.filter(({ code }) => code === 'build/over-budget')).toHaveLength(2);
      project.delete('gone.list');
    });
  });

  it('files whose names come close to those of assets', async () => {
    const sources = { 'sky.slang': '', 'table.cube': '' };
    const build = async (more: Sources) => {
      const project = new MemoryProject({ ...sources, ...more }, { embed: [] });
      project.registry = allKinds;
      const { diagnostics, status } = await project.build();
      return { status, misses: diagnostics.filter(({ code }) => code === 'build/near-miss') };
    };
    const alone = await build({});
    expect(alone.misses).toHaveLength(2);
    expect(await build({ 'bad.png': 'no image' })).toEqual({ ...alone, status: 'failed' });
  });

  it('rules that match nothing', async () => {
    const layers = [rule('a.*', LEVEL), rule('ui/*', LEVEL, 'default.rules[1]')];
    await expectSame({ 'a.list': 'one' }, { layers }, ['config/unused-rule']);
  });

  it('silenced warnings that do not occur', async () => {
    const ignoredWarnings = [ignore('a.*'), ignore('ui/*', 1)];
    await expectSame({ 'a.list': 'warn one' }, { ignoredWarnings }, ['config/unused-ignore']);
  });

  it('a pack that has become stale', async () => {
    await expectSame({ 'a.list': 'one' }, {}, ['build/stale-pack'], async (project) => {
      const broken = project.host.text('/project/assets/bad.list');
      if (broken !== undefined) project.delete('bad.list');
      await project.build({ pack: true });
      if (broken !== undefined) project.write('bad.list', broken);
      project.write('a.list', 'two');
    });
  });

  it('nothing about a pack that only the failing asset would change', async () => {
    const project = new MemoryProject({ 'a.list': 'one', 'b.list': 'two' });
    await project.build({ pack: true });
    project.write('b.list', 'fail');
    const { diagnostics } = await project.build();
    expect(diagnostics.map(({ code }) => code)).toEqual(['shader/error']);
  });

  it('nothing about what the failing asset may need', async () => {
    const layers = [rule('bad/*', LEVEL), rule('b*/part_?', LEVEL, 'default.rules[1]')];
    const ignoredWarnings = [ignore('bad.*'), ignore('lib.raw', 1), ignore(undefined, 2)];
    const sources = { 'bad.list': 'include lib.raw\nfail', 'lib.raw': '', 'a.list': 'one' };
    expect(await reported(sources, { layers, ignoredWarnings })).toEqual([]);
  });

  it('the previous outputs of the failing asset in budgets and --verify', async () => {
    const project = new MemoryProject({ 'a.list': 'one' }, { budgets: [{ glob: 'a*', limitBytes: 1 }] });
    await project.build();
    project.write('a.list', 'fail');
    project.host.put('/project/runtime/a.out', 'damaged');
    const { diagnostics } = await project.build({ verify: true });
    expect(diagnostics.map(({ code }) => code)).toEqual(['shader/error', 'build/verify-failed', 'build/over-budget']);
  });
});

describe('why, while another asset fails,', () => {
  const report = async (project: MemoryProject, path: string) => {
    const [first] = await why({ config: project.config, path }, project.host, toyRegistry);
    return first;
  };

  it.each([
    ['that never compiled', { 'bad.list': 'fail' }, {}],
    ['that compiled before', { 'bad.list': 'use c.chunk <' }, { 'bad.list': 'use c.chunk <\nfail' }],
    ['that lacks a file', { 'bad.list': 'include gone.raw' }, {}],
    ['that lacks a part of a file', { 'bad.list': 'part gone.raw 0 2' }, {}],
    ['that is derived', { 'bad.list': 'derive d.raw x', 'd.raw': 'fail' }, {}],
  ])('%s, calls nothing assumed', async (_, sources: Sources, edits: Sources) => {
    const project = new MemoryProject({ 'c.chunk': 'text', ...sources }, { layers: OPEN });
    await project.build();
    for (const [path, text] of Object.entries(edits)) project.write(path, text);
    expect((await project.build()).status).toBe('failed');
    expect(await report(project, 'c.chunk')).toMatchObject({ action: 'keep', reasons: [], assumed: false });
  });

  it.each([
    ['its source is repaired', { 'bad.list': 'use c.chunk <' }, {}],
    ['a file appears that it lacked', { 'bad.list': 'include d.raw\nuse c.chunk <' }, { 'd.raw': '1' }],
    ['a part appears that it lacked', { 'bad.list': 'part d.raw 0 1\nuse c.chunk <' }, { 'd.raw': '1' }],
  ])('is marked as assumed again when %s', async (_, sources: Sources, edits: Sources) => {
    const project = new MemoryProject({ 'c.chunk': 'text', 'bad.list': 'fail' }, { layers: OPEN });
    await project.build();
    for (const [path, text] of Object.entries(sources)) project.write(path, text);
    if (Object.keys(edits).length > 0) expect((await project.build()).status).toBe('failed');
    for (const [path, text] of Object.entries(edits)) project.write(path, text);
    expect(await report(project, 'c.chunk')).toMatchObject({ action: 'keep', assumed: true });
    const result = await project.build();
    expect(result.assets.find(({ id }) => id === 'c.chunk')?.status).toBe('built');
  });

  it('reports what failed again, whether or not it changed', async () => {
    const project = new MemoryProject({ 'bad.list': 'fail' });
    await project.build();
    expect(await report(project, 'bad.list')).toMatchObject({
      action: 'build',
      reasons: ['it failed in the last build'],
      failed: [{ code: 'shader/error' }],
    });
  });

  it('knows what the failing asset reads', async () => {
    const project = new MemoryProject({ 'bad.list': 'include lib.raw\nfail', 'lib.raw': '' });
    await project.build();
    const { config, host } = project;
    expect((await skipReason({ config, path: 'lib.raw' }, host, toyRegistry))?.reason).toBe(
      'it is not an asset itself, but is read by bad.list',
    );
    expect((await listSkipped({ config }, host, toyRegistry)).files).toEqual([]);
  });
});
