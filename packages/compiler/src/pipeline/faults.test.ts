// Any disk operation may fail, and the power may fail at any time: every output is either the old or the new one, complete, and the
// next build gives the same result as a clean one.

import { describe, expect, it } from 'vitest';
import { type HostOperation, hostError } from './testing/memory-file.js';
import type { MemoryHost } from './testing/memory-host.js';
import { MemoryProject } from './testing/memory-project.js';

const FIRST = {
  'a.list': 'include x.txt\nderive x.txt part 0 3',
  'b.list': 'plain',
  'gone/c.list': 'soon gone',
  'd.json': '{"one":1}',
  'x.txt': 'abcdef',
};

/** The second state: a changed dependency, a new source, a removed source, and one that moves. */
function edit(project: MemoryProject): void {
  project.write('x.txt', 'ghijkl');
  project.write('e/f.json', '{"new":true}');
  project.write('d.json', '{"two":2}');
  project.delete('gone/c.list');
}

async function cleanBuild(pack: boolean): Promise<Record<string, string>> {
  const project = new MemoryProject(FIRST);
  edit(project);
  await project.build({ pack });
  return everything(project);
}

function everything(project: MemoryProject): Record<string, string> {
  const pack = project.host.tree('/project')['runtime.hpack'];
  return { ...project.outputs(), ...(pack !== undefined && { 'runtime.hpack': pack }) };
}

async function prepared(): Promise<{ project: MemoryProject; before: Record<string, string> }> {
  const project = new MemoryProject(FIRST);
  await project.build({ pack: true });
  const before = everything(project);
  edit(project);
  return { project, before };
}

function countOperations(host: MemoryHost, only: (operation: HostOperation, path: string) => boolean): () => number {
  let count = 0;
  host.onOperation = (operation, path) => {
    if (only(operation, path)) count++;
  };
  return () => count;
}

const isOutput = (path: string): boolean => path.startsWith('/project/');

describe('faults of the disk', async () => {
  const after = await cleanBuild(true);
  const { project: probe } = await prepared();
  const counted = countOperations(probe.host, (_, path) => isOutput(path));
  await probe.build({ pack: true, jobs: 1 });
  const operations = counted();

  const expectWhole = (project: MemoryProject, before: Record<string, string>) => {
    for (const [path, content] of Object.entries(everything(project)))
      expect([before[path], after[path]], path).toContain(content);
  };

  it('has operations to fail at', () => {
    expect(operations).toBeGreaterThan(30);
    expect(probe.output('gone/c.out')).toBeUndefined();
  });

  it.each([
    ['one failing operation', 'EIO', 1],
    ['a disk that is full from some moment on', 'ENOSPC', Infinity],
  ])('survives %s at each of them', async (_, code, times) => {
    for (let at = 0; at < operations; at++) {
      const { project, before } = await prepared();
      let seen = 0;
      project.host.onOperation = (operation, path) => {
        if (!isOutput(path) || (code === 'ENOSPC' && operation === 'remove')) return;
        const index = seen++;
        if (index >= at && index < at + times) throw hostError(code, path);
      };
      const result = await project.build({ pack: true, jobs: 1 });
      const reported = result.diagnostics.some((d) => d.severity === 'error' && d.message.includes(code));
      expect(result.status, `operation ${at}`).toBe(reported ? 'failed' : 'ok');
      project.host.onOperation = undefined;
      expectWhole(project, before);
      const next = await project.build({ pack: true });
      expect(next.status).toBe('ok');
      expect(everything(project), `after operation ${at}`).toEqual(after);
    }
  });

  it('survives a power cut at each of them', async () => {
    for (let at = 0; at < operations; at++) {
      const { project, before } = await prepared();
      let seen = 0;
      project.host.onOperation = (_, path) => {
        if (isOutput(path) && seen++ >= at) throw hostError('POWER', path);
      };
      await project.build({ pack: true, jobs: 1 }).catch(() => undefined);
      project.host = project.host.afterPowerCut();
      project.host.livePids.clear();
      expectWhole(project, before);
      expect(await project.build({ pack: true })).toMatchObject({ status: 'ok' });
      expect(everything(project), `after operation ${at}`).toEqual(after);
      const rest = Object.keys(project.host.tree('/project')).filter((path) => path.includes('.assetc-'));
      expect(rest).toEqual(['runtime/.assetc-cache']);
    }
  });

  it('forgets nothing that a killed build wrote for a source that is then removed', async () => {
    for (let at = 0; at < operations; at++) {
      const project = new MemoryProject({ 'keep.json': '1' });
      await project.build();
      project.write('new/n.list', 'derive keep.json part 0 1');
      let seen = 0;
      project.host.onOperation = (_, path) => {
        if (isOutput(path) && seen++ >= at) throw hostError('POWER', path);
      };
      await project.build({ jobs: 1 }).catch(() => undefined);
      project.host = project.host.afterPowerCut();
      project.host.livePids.clear();
      project.delete('new/n.list');
      await project.build();
      expect(Object.keys(project.outputs()), `after operation ${at}`).toEqual(['assets.hman', 'keep.json']);
    }
  });

  it('removes what a failed asset had half written once its source is gone', async () => {
    const project = new MemoryProject({ 'a.json': '1' });
    await project.build();
    project.write('b.list', 'x');
    project.host.onOperation = (operation, path) => {
      if (operation === 'rename' && path.endsWith('b.out')) throw hostError('EIO', path);
    };
    expect(await project.build()).toMatchObject({ status: 'failed' });
    project.host.onOperation = undefined;
    project.delete('b.list');
    await project.build();
    expect(Object.keys(project.outputs())).toEqual(['a.json', 'assets.hman']);
  });
});
