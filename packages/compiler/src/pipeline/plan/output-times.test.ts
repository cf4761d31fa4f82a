// Outputs by their stat data: if anything of it differs, ctime alone included, the content decides. It is hashed once for that.

import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryProject } from '../testing/memory-project.js';

const SOURCES = { 'a.list': 'one', 'b.list': 'derive c.raw part', 'c.raw': 'xyz' };
const PRODUCTS = ['runtime/a.out', 'runtime/b/part.bin', 'runtime/assets.hman', 'runtime.hpack'];

let project: MemoryProject;
let read: string[];

/** Writes other content of equal size; only ctime shows it. */
function tamper(path: string): void {
  const file = project.host.files.get(path);
  if (file === undefined) throw new Error(`there is no ${path}`);
  file.bytes = file.bytes.map((byte) => byte ^ 1);
  project.host.clock += 100;
  file.ctimeMs = project.host.clock;
}

const build = async () => {
  read = [];
  return project.build({ pack: true });
};

beforeEach(async () => {
  project = new MemoryProject(SOURCES);
  project.host.onRead = (path) => read.push(path);
  // The second build sees outputs that are old enough to be known by their times.
  for (let i = 0; i < 2; i++) await build();
  expect(await build()).toMatchObject({
    status: 'ok',
    built: 0,
    restored: 0,
    manifest: 'unchanged',
    pack: 'unchanged',
  });
});

describe.each(PRODUCTS)('%s', (product) => {
  const path = `/project/${product}`;

  it('is written again if it was changed and its time restored', async () => {
    const whole = project.host.tree('/project');
    tamper(path);
    expect(project.host.tree('/project')[product]).not.toBe(whole[product]);
    expect((await build()).status).toBe('ok');
    expect(project.host.tree('/project')[product]).toBe(whole[product]);
  });

  it.each(['ctimeMs', 'mtimeMs', 'inode'] as const)('is hashed once if only %s differs', async (what) => {
    const file = project.host.files.get(path);
    if (file === undefined) throw new Error(`there is no ${path}`);
    project.host.clock += 100;
    file[what] = what === 'inode' ? 4711 : project.host.clock;
    const unchanged = { status: 'ok', built: 0, restored: 0, manifest: 'unchanged', pack: 'unchanged' };
    expect(await build()).toMatchObject(unchanged);
    expect(read.filter((one) => one === path)).toHaveLength(1);
    expect(await build()).toMatchObject(unchanged);
    expect(read).not.toContain(path);
  });
});
