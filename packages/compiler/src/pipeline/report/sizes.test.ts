// Sizes that a build reports, compared with the files themselves.

import { expect, it } from 'vitest';
import { loadCache } from '../cache/cache-log.js';
import { MemoryProject } from '../testing/memory-project.js';
import { recordedOutput } from './recorded-files.js';

const sizeOf = (project: MemoryProject, path: string) => project.host.readFile(`/project/${path}`).length;

it('sums up what was read and what was written, each file once, in a cold, an incremental and an idle build', async () => {
  const project = new MemoryProject({
    'a.list': 'include data.raw\nshare data.raw s0 0 2',
    'b.list': 'part data.raw 1 2\nshare data.raw s0 0 2',
    'data.raw': 'abcdef',
    'unread.txt': 'nobody compiles this',
  });
  const expectSizes = async () => {
    const { sourceBytes, outputBytes, packBytes } = await project.build();
    const outputs = Object.keys(project.outputs()).filter((path) => path !== 'assets.hman');
    const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + sizeOf(project, path), 0);
    expect(sourceBytes).toBe(sum(['assets/a.list', 'assets/b.list', 'assets/data.raw']));
    expect(outputs.length).toBeGreaterThan(2);
    expect(outputBytes).toBe(sum(outputs.map((path) => `runtime/${path}`)));
    expect(packBytes).toBe(project.config.pack === false ? 0 : sizeOf(project, 'runtime.hpack'));
  };
  await expectSizes();
  await expectSizes();
  project.write('b.list', 'part data.raw 1 2\nshare data.raw s0 0 2\ntext more');
  await expectSizes();
  project.config = { ...project.config, pack: true };
  await expectSizes();
  await expectSizes();
});

it('reports the sizes of sources that were just saved, and sizes and times of a record without our seal', async () => {
  const project = new MemoryProject({ 'a.list': 'include data.raw', 'data.raw': 'abcdef' });
  // Younger than the build: such stat data vouch for nothing.
  for (const path of ['a.list', 'data.raw'])
    project.host.files.set(`/project/assets/${path}`, {
      bytes: project.host.readFile(`/project/assets/${path}`),
      syncedLength: 0,
      mtimeMs: project.host.clock + 1e6,
      ctimeMs: project.host.clock + 1e6,
      inode: path.length,
    });
  await project.build();
  const wanted = sizeOf(project, 'assets/a.list') + 6;
  const reported = () => {
    const { sourceBytes, files } = recordedOutput(project.host, '/project/runtime');
    return { sourceBytes, ofFile: files.find(({ path }) => path.startsWith('a.'))?.sourceBytes };
  };
  expect(reported()).toEqual({ sourceBytes: wanted, ofFile: wanted });
  const { times } = loadCache(project.host, '/project/runtime');
  expect([...times.keys()]).toEqual(['a.list']);
  project.host.files.delete(`${project.host.userCache}/record-key`);
  expect(loadCache(project.host, '/project/runtime').sealed).toBe(false);
  expect(reported()).toEqual({ sourceBytes: wanted, ofFile: wanted });
  expect(loadCache(project.host, '/project/runtime').times).toEqual(times);
  // And they decide nothing: every file is hashed anew.
  expect(loadCache(project.host, '/project/runtime').files.get('a.list')).toBeUndefined();
});
