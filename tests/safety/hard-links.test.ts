// An output folder whose files have second names elsewhere, as `cp -al` makes them: a build changes none of those.

import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskHost } from '../../packages/compiler/src/pipeline/host/disk-host.js';
import { DiskProject, hasCli } from '../support/disk-project.js';

const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

let project: DiskProject;
beforeEach(() => {
  project = new DiskProject({ 'assets/a.obj': OBJ, 'assets/b.obj': OBJ });
});
afterEach(() => project.remove());

describe('files with a second name', () => {
  it('are appended to under one name alone', async () => {
    writeFileSync(project.path('log'), 'one\n');
    linkSync(project.path('log'), project.path('other'));
    for (const line of ['two\n', 'three\n']) {
      const writer = await diskHost.append(project.path('log'));
      await writer.write(Buffer.from(line));
      await writer.close();
    }
    expect(project.read('log')).toBe('one\ntwo\nthree\n');
    expect(project.read('other')).toBe('one\n');
    expect(readdirSync(project.root).sort()).toEqual(['assets', 'log', 'other']);
  });

  it.skipIf(!hasCli)('stay as they are when the folder is built into', () => {
    expect(project.run().status).toBe(0);
    const names = readdirSync(project.path('runtime'));
    expect(names).toContain('.assetc-cache');
    mkdirSync(project.path('linked'));
    for (const name of names) linkSync(project.path(`runtime/${name}`), project.path(`linked/${name}`));
    cpSync(project.path('linked'), project.path('kept'), { recursive: true });
    project.write('assets/a.obj', OBJ.replace('v 1 0 0', 'v 2 0 0'));
    project.write('assets/broken.obj', 'f 1 2 3\n');
    rmSync(project.path('assets/b.obj'));
    expect(project.run().status).toBe(1);
    expect(readFileSync(project.path('runtime/a.hmesh'))).not.toEqual(readFileSync(project.path('kept/a.hmesh')));
    for (const name of names)
      expect(readFileSync(project.path(`linked/${name}`)), name).toEqual(readFileSync(project.path(`kept/${name}`)));
  });
});
