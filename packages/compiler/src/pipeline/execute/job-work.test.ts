// The work of jobs, as events report it.

import { describe, expect, it } from 'vitest';
import { rgbaPng } from '../../../../../tests/support/compile-texture.js';
import type { Kind } from '../../model/kind/kind.js';
import { registry } from '../../registry.js';
import { MemoryProject } from '../testing/memory-project.js';
import { listKind, toyRegistry } from '../testing/toy-registry.js';

const PER_JOB = 8000;
const started = ({ events }: MemoryProject) =>
  Object.fromEntries(events.flatMap((event) => (event.type === 'asset-start' ? [[event.id, event.work]] : [])));
const progress = ({ events }: MemoryProject) => events.flatMap((event) => (event.type === 'progress' ? [event] : []));

describe('the work of jobs', () => {
  it('follows from the texels in their headers, or from their size', async () => {
    const project = new MemoryProject({ 'data.json': '0123456789' });
    project.registry = registry;
    const png = (size: number) => rgbaPng(size, size / 2, () => [1, 2, 3, 255]);
    project.host.put('/project/assets/a.png', png(64));
    project.host.put('/project/assets/x.array/1.png', png(32));
    project.host.put('/project/assets/x.array/2.png', png(32));
    await project.build();
    expect(started(project)).toEqual({
      'a.png': PER_JOB + 64 * 32,
      'x.array': PER_JOB + 2 * 32 * 16,
      'data.json': PER_JOB,
    });
    const last = progress(project).at(-1);
    expect(last?.doneWork).toBe(3 * PER_JOB + 64 * 32 + 2 * 32 * 16);
    expect(last?.totalWork).toBe(last?.doneWork);
  });

  it('counts an image once that waits under its own name and comes to light in a model', async () => {
    const project = new MemoryProject({
      'a.obj': 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl A\nf 1 2 3\n',
      'a.mtl': 'newmtl A\nmap_Kd wood.png\n',
    });
    project.registry = registry;
    project.host.put(
      '/project/assets/wood.png',
      rgbaPng(64, 64, () => [1, 2, 3, 255]),
    );
    project.host.put(
      '/project/assets/free.png',
      rgbaPng(32, 32, () => [4, 5, 6, 255]),
    );
    await project.build();
    const jobs = started(project);
    expect(Object.keys(jobs).sort()).toEqual(['a.obj', 'a.obj#tex_0', 'free.png']);
    const all = Object.values(jobs).reduce((sum, work) => sum + work, 0);
    expect(progress(project).map(({ totalWork }) => totalWork)).toEqual([all, all, all]);
  });

  it('is asked of nobody where nothing is to be done', async () => {
    let asked = 0;
    const kind: Kind = { ...listKind, workOf: () => ++asked };
    const project = new MemoryProject({ 'a.list': 'a', 'b.list': 'b' });
    project.registry = { ...toyRegistry, kinds: [kind] };
    await project.build();
    expect(asked).toBe(2);
    const opened: string[] = [];
    const { host } = project;
    const openRead = host.openRead.bind(host);
    host.openRead = (path) => {
      opened.push(path);
      return openRead(path);
    };
    expect(await project.build()).toMatchObject({ built: 0, cached: 2 });
    expect(asked).toBe(2);
    expect(opened.filter((path) => path.startsWith('/project/assets'))).toEqual([]);
  });
});
