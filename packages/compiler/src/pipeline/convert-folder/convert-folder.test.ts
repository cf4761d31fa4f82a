// Results next to sources: nothing that an earlier run did not write is ever replaced, and a run may be killed at any moment.

import { describe, expect, it } from 'vitest';
import { posixPath } from '../../testing/posix-paths.js';
import { hostError } from '../testing/memory-file.js';
import type { MemoryHost } from '../testing/memory-host.js';
import { MemoryProject } from '../testing/memory-project.js';
import { noValidators } from '../testing/no-validators.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { Executors } from '../workers/executors.js';
import { convertFolder } from './convert-folder.js';
import { RECORD_FILE } from './written-record.js';

const INPUT = '/project/assets';

function convert(host: MemoryHost, output = INPUT, values = {}) {
  host.clock += 10_000;
  return convertFolder(
    { input: INPUT, output, kinds: ['list'], values, jobs: 1 },
    { host, registry: toyRegistry, executors: new Executors(host, toyRegistry, undefined), ...noValidators },
  );
}

const SOURCES = { 'a.list': 'one', 'deep/b.list': 'derive x.txt part 0 3', 'deep/x.txt': 'abcdef', 'c.json': '{}' };
const open = () => new MemoryProject(SOURCES).host;
const madeIn = (host: MemoryHost, folder = INPUT) =>
  Object.fromEntries(Object.entries(host.tree(folder)).filter(([path]) => /\.(?:out|bin)$/.test(path)));
const loud = { toy: { style: 'loud' } };

describe('a folder that is converted', () => {
  it('has the results next to its sources, and no other new file but the record', async () => {
    const host = open();
    const before = Object.keys(host.tree('/project'));
    const result = await convert(host);
    expect(result).toMatchObject({ status: 'ok', sources: 2, failed: 0, unchanged: 0, kept: 0, diagnostics: [] });
    const paths = result.written.map(({ path }) => posixPath(path).slice(INPUT.length + 1));
    expect(paths).toHaveLength(3);
    expect(paths.slice(0, 2)).toEqual(['a.out', 'deep/b.out']);
    const fresh = Object.keys(host.tree('/project')).filter((path) => !before.includes(path));
    expect(fresh.sort()).toEqual([`assets/${RECORD_FILE}`, ...paths.map((path) => `assets/${path}`)].sort());
    expect(Object.keys(host.tree('/home/cache/convert'))).toEqual([]);
  });

  it('gives what a build with the same settings gives', async () => {
    const host = open();
    await convert(host, INPUT, loud);
    const built = new MemoryProject(SOURCES, { layers: [{ origin: 'default', match: undefined, values: loud }] });
    await built.build();
    const { 'assets.hman': _, 'c.json': _json, ...outputs } = built.outputs();
    expect(madeIn(host)).toEqual(outputs);
  });

  it('is left alone the second time, and follows a changed source', async () => {
    const host = open();
    await convert(host);
    const before = host.tree(INPUT);
    expect(await convert(host)).toMatchObject({ status: 'ok', written: [], unchanged: 3 });
    expect(host.tree(INPUT)).toEqual(before);
    host.put(`${INPUT}/a.list`, 'two');
    const { written, unchanged } = await convert(host);
    expect(written.map(({ path }) => posixPath(path))).toEqual([`${INPUT}/a.out`]);
    expect(unchanged).toBe(2);
    expect(await convert(host, INPUT, loud)).toMatchObject({ status: 'ok', kept: 0 });
  });

  it('may be written into another folder', async () => {
    const host = open();
    const before = host.tree(INPUT);
    expect(await convert(host, '/elsewhere/out')).toMatchObject({ status: 'ok', sources: 2 });
    expect(host.tree(INPUT)).toEqual(before);
    expect(Object.keys(madeIn(host, '/elsewhere/out'))).toHaveLength(3);
  });

  it('has its good sources converted while one fails', async () => {
    const host = open();
    host.put(`${INPUT}/bad.list`, 'fail');
    const { status, failed, written, diagnostics } = await convert(host);
    expect({ status, failed, written: written.length }).toEqual({ status: 'failed', failed: 1, written: 3 });
    expect(diagnostics).toMatchObject([{ code: 'shader/error', file: 'bad.list' }]);
  });

  it('is named if it has nothing to convert, or its output is a file', async () => {
    const host = new MemoryProject({ 'c.json': '{}' }).host;
    expect((await convert(host)).diagnostics).toMatchObject([{ code: 'convert/no-sources' }]);
    expect((await convert(host, `${INPUT}/c.json`)).diagnostics).toMatchObject([{ code: 'build/output-file' }]);
  });
});

describe('a file that no run wrote', () => {
  const foreign = (path: string) => [{ code: 'convert/foreign-file', severity: 'error', file: path }];

  it('is kept, and the others are written', async () => {
    const host = open();
    host.put(`${INPUT}/a.out`, 'mine');
    const result = await convert(host);
    expect(result).toMatchObject({ status: 'failed', kept: 1, diagnostics: foreign('a.out') });
    expect(result.written).toHaveLength(2);
    expect(host.text(`${INPUT}/a.out`)).toBe('mine');
  });

  it('is kept if it was ours and has been changed', async () => {
    const host = open();
    await convert(host);
    host.put(`${INPUT}/a.out`, 'changed by hand');
    expect(await convert(host)).toMatchObject({ status: 'failed', kept: 1, diagnostics: foreign('a.out') });
    expect(host.text(`${INPUT}/a.out`)).toBe('changed by hand');
  });

  it('does not become ours by having the same content', async () => {
    const host = open();
    await convert(host);
    host.files.delete(`${INPUT}/${RECORD_FILE}`);
    expect(await convert(host)).toMatchObject({ status: 'ok', written: [], unchanged: 3 });
    host.put(`${INPUT}/a.list`, 'two');
    expect(await convert(host)).toMatchObject({ status: 'failed', kept: 1, diagnostics: foreign('a.out') });
  });

  it.each(['', 'null', '[]', '{"version":1}', '{"version":2,"files":{}}', '{"version":1,"files":{"a.out":7}}'])(
    'is kept under the record %j',
    async (text) => {
      const host = open();
      host.put(`${INPUT}/a.out`, 'mine');
      host.put(`${INPUT}/${RECORD_FILE}`, text);
      expect(await convert(host)).toMatchObject({ kept: 1, diagnostics: foreign('a.out') });
      expect(host.text(`${INPUT}/a.out`)).toBe('mine');
    },
  );

  it('is kept if a folder has its name', async () => {
    const host = open();
    host.put(`${INPUT}/a.out/file`, 'mine');
    expect(await convert(host)).toMatchObject({ kept: 1, diagnostics: foreign('a.out') });
  });
});

describe('a run that ends at any moment', async () => {
  const clean = open();
  await convert(clean, INPUT, loud);
  const expected = madeIn(clean);

  async function stoppedAt(at: number): Promise<{ host: MemoryHost; operations: number }> {
    const host = open();
    await convert(host);
    let operations = 0;
    host.onOperation = (_, path) => {
      if (operations++ >= at) throw hostError('EIO', path);
    };
    await convert(host, INPUT, loud);
    return { host, operations };
  }

  it('leaves whole files, which the next run replaces', async () => {
    const { operations } = await stoppedAt(Number.POSITIVE_INFINITY);
    expect(operations).toBeGreaterThan(20);
    for (let at = 0; at < operations; at++) {
      const { host } = await stoppedAt(at);
      const next = host.afterPowerCut();
      const result = await convert(next, INPUT, loud);
      expect(result, `operation ${at}`).toMatchObject({ status: 'ok', kept: 0, diagnostics: [] });
      expect(madeIn(next)).toEqual(expected);
    }
  });
});
