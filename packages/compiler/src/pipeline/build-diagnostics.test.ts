// Diagnostics about the configuration and the disk: rules and silenced warnings that apply to nothing, bad names, read-only disks.

import { describe, expect, it } from 'vitest';
import type { IgnoredWarning } from '../config/config.js';
import { hostError } from './testing/memory-file.js';
import { MemoryProject, rule } from './testing/memory-project.js';

const codesOf = ({ diagnostics }: Awaited<ReturnType<MemoryProject['build']>>) => diagnostics.map(({ code }) => code);
const ignore = (match?: string, code: IgnoredWarning['code'] = 'shader/warning'): IgnoredWarning => ({
  origin: 'warnings.ignore[0]',
  code,
  match,
});

describe('rules', () => {
  it('that match nothing are warned about, those that match something inside a source are not', async () => {
    const layers = [
      rule('a.*', { toy: { level: 2 } }),
      rule('ui/*', { toy: { level: 3 } }, 'default.rules[1]'),
      rule('a/one', { other: { depth: 4 } }, 'default.rules[2]'),
    ];
    const project = new MemoryProject({ 'a.list': 'derive c.raw one', 'c.raw': 'x' }, { layers });
    const { diagnostics } = await project.build();
    expect(diagnostics).toMatchObject([
      { code: 'config/unused-rule', severity: 'warning', message: 'default.rules[1] (match: "ui/*") matches nothing' },
    ]);
    expect(codesOf(await project.build({ paths: ['a.list'] }))).toEqual([]);
    expect(codesOf(await new MemoryProject({}, { layers }).build())).toEqual([]);
  });
});

describe('warnings that are silenced', () => {
  const sources = { 'vendor/a.list': 'warn one', 'b.list': 'warn two' };

  it('are counted and not reported, also when they are replayed, and others are reported', async () => {
    const project = new MemoryProject(sources, { ignoredWarnings: [ignore('vendor/*')] });
    for (let i = 0; i < 2; i++) {
      const result = await project.build();
      expect(result).toMatchObject({ warnings: 1, silenced: 1 });
      expect(result.diagnostics).toMatchObject([{ file: 'b.list' }]);
      expect(project.events).toContainEqual(expect.objectContaining({ type: 'done', warnings: 1, silenced: 1 }));
      expect(project.events.filter(({ type }) => type === 'diagnostic')).toHaveLength(1);
    }
  });

  it('silence a whole code if no glob is given', async () => {
    const project = new MemoryProject(sources, { ignoredWarnings: [ignore()] });
    expect(await project.build()).toMatchObject({ warnings: 0, silenced: 2 });
  });

  it('are reported if they silence nothing', async () => {
    const project = new MemoryProject(sources, { ignoredWarnings: [ignore('gone/*'), ignore()] });
    const { diagnostics } = await project.build();
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'config/unused-ignore: warnings.ignore[0] (shader/warning for "gone/*") silences no warning',
    ]);
    expect(codesOf(await project.build({ paths: ['b.list'] }))).toEqual([]);
  });

  it('are never errors', async () => {
    const project = new MemoryProject({ 'a.list': 'fail' }, { ignoredWarnings: [ignore(undefined, 'shader/error')] });
    expect(codesOf(await project.build())).toEqual(['shader/error']);
  });
});

describe('names and disks', () => {
  it('a name that is not UTF-8 is reported as such', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'b\ufffd.json': '2', 'c\ufffd.json': '3' });
    // A folder lists it so, and nothing is found by that name; another bears the character itself.
    const { entryType: lookAt } = project.host;
    project.host.entryType = (path) => (path.includes('b\ufffd') ? undefined : lookAt.call(project.host, path));
    const { diagnostics, assets } = await project.build();
    expect(diagnostics).toMatchObject([{ code: 'build/name-not-utf8', file: 'b\ufffd.json' }]);
    expect(assets.map(({ id }) => id)).toEqual(['a.json', 'c\ufffd.json']);
  });

  it('a disk that is read-only is called so', async () => {
    const project = new MemoryProject({ 'a.json': '1' });
    project.host.onOperation = (operation, path) => {
      if (operation === 'make-folder') throw hostError('EROFS', path);
    };
    const { diagnostics } = await project.build();
    expect(diagnostics).toMatchObject([
      { code: 'build/write-failed', message: expect.stringContaining('(the disk is read-only, EROFS)') },
    ]);
  });
});
