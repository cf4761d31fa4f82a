// A build that is paused for longer than a minute loses its lock to one on another machine. When it goes on, it must not write.

import { describe, expect, it } from 'vitest';
import { clean } from '../clean.js';
import { MemoryMachine } from '../testing/memory-machine.js';
import { MemoryProject } from '../testing/memory-project.js';
import { extractEntries } from './extract-entries.js';
import { acquireLock } from './lock.js';

const LOCK = '/project/runtime/.assetc-lock';
const MINUTE_MS = 61_000;
/** A process that is paused does nothing, so only one job runs. */
const ONE = { jobs: 1 };
const never = new AbortController().signal;

const before = { 'a.list': 'one', 'b.list': 'derive c.raw part', 'c.raw': 'xyz', 'gone.list': 'two' };
const after = { 'a.list': 'three', 'b.list': 'derive c.raw part', 'c.raw': 'uvw', 'new.list': 'four' };

function edit(project: MemoryProject): void {
  for (const path of Object.keys(before)) if (!(path in after)) project.delete(path);
  for (const [path, text] of Object.entries(after)) project.write(path, text);
}

/** How often a build of these sources syncs a file. */
async function countSyncs(): Promise<number> {
  const project = new MemoryProject(before, { pack: true });
  let syncs = 0;
  project.host.onOperation = (operation) => {
    if (operation === 'sync') syncs++;
  };
  expect((await project.build(ONE)).status).toBe('ok');
  return syncs;
}

const syncs = await countSyncs();

/** What the first machine changed in the project after the second had the lock. The content store needs no lock. */
function afterTakeOver(changes: readonly string[]): readonly string[] {
  const takenAt = changes.lastIndexOf(`second create ${LOCK}`);
  expect(takenAt).toBeGreaterThan(0);
  return changes.slice(takenAt).filter((change) => /^first \w+ \/project\//.test(change));
}

async function cleanBuild(): Promise<Record<string, string>> {
  const project = new MemoryProject(after, { pack: true });
  await project.build();
  return { ...project.outputs(), pack: project.host.tree('/project')['runtime.hpack'] ?? '' };
}

const outputsOf = (project: MemoryProject) => ({
  ...project.outputs(),
  pack: project.host.tree('/project')['runtime.hpack'] ?? '',
});

/** Whether there is a build to resume. If not, it was complete before. */
async function isPaused(machine: MemoryMachine, building: ReturnType<MemoryProject['build']>, pauseAt: number) {
  if (await machine.pausesBefore(building)) return true;
  expect((await building).status).toBe('ok');
  expect(machine.syncs).toBeLessThan(pauseAt);
  return false;
}

// One more than counted: how many there are depends on time.
describe.each(Array.from({ length: syncs + 1 }, (_, i) => i + 1))('a build that is paused at sync %i', (pauseAt) => {
  it('writes nothing after another machine has built', async () => {
    const project = new MemoryProject(before, { pack: true });
    const changes: string[] = [];
    const first = new MemoryMachine(project.host, 'first', pauseAt, changes);
    const building = project.build(ONE, first.host);
    if (!(await isPaused(first, building, pauseAt))) return;
    edit(project);
    project.host.clock += MINUTE_MS;
    const second = new MemoryMachine(project.host, 'second', 0, changes);
    expect((await project.build(ONE, second.host)).status).toBe('ok');

    const tree = project.host.tree('/project');
    first.resume();
    const { status, diagnostics } = await building;
    expect(status).toBe('failed');
    expect(diagnostics).toMatchObject([{ code: 'build/lock-lost' }]);
    expect(afterTakeOver(changes)).toEqual([]);
    expect(project.host.tree('/project')).toEqual(tree);
    expect(outputsOf(project)).toEqual(await cleanBuild());
  });

  it('writes nothing while another machine builds', async () => {
    const project = new MemoryProject(before, { pack: true });
    const changes: string[] = [];
    const first = new MemoryMachine(project.host, 'first', pauseAt, changes);
    const building = project.build(ONE, first.host);
    if (!(await isPaused(first, building, pauseAt))) return;
    edit(project);
    project.host.clock += MINUTE_MS;
    // Both write the same files, under the same temporary names.
    const second = new MemoryMachine(project.host, 'second', 1 + (pauseAt % 3), changes);
    const taking = project.build(ONE, second.host);
    expect(await second.pausesBefore(taking)).toBe(true);

    first.resume();
    expect((await building).diagnostics).toMatchObject([{ code: 'build/lock-lost' }]);
    expect(afterTakeOver(changes)).toEqual([]);
    expect(JSON.parse(project.host.text(LOCK) ?? '')).toMatchObject({ host: 'second' });
    second.resume();
    expect((await taking).status).toBe('ok');
    expect(outputsOf(project)).toEqual(await cleanBuild());
    expect(project.host.text(LOCK)).toBeUndefined();
  });
});

describe('a lock that is lost', () => {
  it('is not released, since it is the lock of another', async () => {
    const { host } = new MemoryProject();
    host.makeFolder('/project/runtime');
    const first = await acquireLock(new MemoryMachine(host, 'first').host, '/project/runtime', never, () => {});
    host.clock += MINUTE_MS;
    const second = await acquireLock(new MemoryMachine(host, 'second').host, '/project/runtime', never, () => {});
    expect(() => first.check()).toThrow('process 1 on second');
    expect(first.lost.aborted).toBe(true);
    await first.release();
    second.check();
    await second.release();
    expect(host.text(LOCK)).toBeUndefined();
  });

  it('goes back to its holder if that was touched while it was taken', async () => {
    const { host } = new MemoryProject();
    host.makeFolder('/project/runtime');
    const first = await acquireLock(new MemoryMachine(host, 'first').host, '/project/runtime', never, () => {});
    host.clock += MINUTE_MS;
    const late = new MemoryMachine(host, 'second').host;
    const waiting = new AbortController();
    const taking = acquireLock(
      {
        ...late,
        // The holder is resumed after the other machine has seen a stale lock.
        rename: (from, to) => {
          host.touch(LOCK);
          return late.rename(from, to);
        },
      },
      '/project/runtime',
      waiting.signal,
      () => waiting.abort(new Error('it waits')),
    );
    await expect(taking).rejects.toThrow('it waits');
    first.check();
    await first.release();
  });

  it('stops what deletes outputs', async () => {
    const project = new MemoryProject(before);
    await project.build();
    const machine = new MemoryMachine(project.host, 'first');
    const host = {
      ...machine.host,
      remove: async (path: string) => {
        project.host.put(LOCK, JSON.stringify({ pid: 1, host: 'second', token: 'x' }));
        return machine.host.remove(path);
      },
    };
    await expect(clean({ config: project.config }, host)).resolves.toMatchObject({
      diagnostics: [{ code: 'build/lock-lost' }],
    });
    expect(machine.changes.filter((change) => change.startsWith('first remove'))).toHaveLength(1);
  });

  it('stops what unpacks', async () => {
    const project = new MemoryProject();
    const entries = ['a', 'b', 'c'].map((path) => ({ path, size: 1 }));
    const problems = await extractEntries(project.host, {
      output: '/project/runtime',
      entries,
      async *read({ path }) {
        if (path === 'b') project.host.put(LOCK, JSON.stringify({ pid: 1, host: 'second', token: 'x' }));
        yield new TextEncoder().encode(path);
      },
      signal: never,
    });
    expect(problems).toMatchObject([{ code: 'build/lock-lost' }]);
    expect(Object.keys(project.outputs())).toEqual(['a']);
  });
});
