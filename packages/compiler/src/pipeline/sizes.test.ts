// What a build says about sizes, held against the files themselves.

import { expect, it } from 'vitest';
import { MemoryProject } from './testing/memory-project.js';

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
