// Files that come and go: which of them a narrow build can handle, and that all others lead to a build of everything.

import { describe, expect, it } from 'vitest';
import { registry } from '../../registry.js';
import type { BuildResult } from '../build-options.js';
import { compareWithDisk } from '../noop/observations.js';
import { RecordingHost } from '../noop/recording-host.js';
import { MemoryProject, rule } from '../testing/memory-project.js';
import type { NarrowEnd } from './since.js';

interface Outcome {
  readonly how: 'narrow' | 'everything';
  readonly result: BuildResult;
}

/** Builds until there is a note, applies the change, and builds with what has changed since. */
async function buildAfter(project: MemoryProject, change: (project: MemoryProject) => void): Promise<Outcome> {
  // The second one confirms stat data.
  for (let builds = 0; builds < 2; builds++) await project.build();
  project.host.clock += 10_000;
  const recording = new RecordingHost(project.host);
  const last = await project.build({}, recording.host);
  const observations = recording.observations(project.host);
  if (observations === undefined) throw new Error('the build left no note');
  change(project);
  const changes = compareWithDisk(observations, project.host);
  let end: NarrowEnd | undefined;
  const onNarrowEnd = (state: NarrowEnd): void => {
    end = state;
  };
  const since = changes === undefined ? {} : { since: { ...changes, record: undefined, counts: last, onNarrowEnd } };
  const result = await project.build(since);
  return { how: end === undefined ? 'everything' : 'narrow', result };
}

const SOURCES = { 'a.json': 'a', 'b.json': 'b', 'dir/c.json': 'c', 'dir/d.chunk': 'd', 'e.chunk': 'e' };

describe('a file that comes or goes', () => {
  it.each<[string, (project: MemoryProject) => void, Partial<BuildResult>]>([
    ['is added', (p) => p.write('new.json', '1'), { built: 1, cached: 5, removed: 0, manifest: 'written' }],
    ['is added to a folder', (p) => p.write('dir/new.chunk', '1'), { built: 1, cached: 5 }],
    ['is removed', (p) => p.delete('b.json'), { built: 0, cached: 4, removed: 1, manifest: 'written' }],
    [
      'is renamed',
      (p) => {
        p.delete('b.json');
        p.write('dir/b.json', 'b');
      },
      { cached: 5, removed: 1 },
    ],
    [
      'comes while others change',
      (p) => {
        p.write('dir/new.json', '1');
        p.write('a.json', 'changed');
        p.delete('dir/c.json');
      },
      { built: 2, cached: 3, removed: 1 },
    ],
  ])('alone is no reason to check the rest: it %s', async (_, change, expected) => {
    const { how, result } = await buildAfter(new MemoryProject(SOURCES), change);
    expect(how).toBe('narrow');
    expect(result).toMatchObject({ status: 'ok', warnings: 0, ...expected });
  });

  it.each<[string, Record<string, string>, (project: MemoryProject) => void]>([
    ['no kind compiles it', {}, (p) => p.write('new.txt', '1')],
    ['its name differs from another only in case', {}, (p) => p.write('A.json', '1')],
    ['it is in a new folder', {}, (p) => p.write('other/new.json', '1')],
    ['Windows cannot have its name', {}, (p) => p.write('con.json', '1')],
    ['it is the first of its kind', {}, (p) => p.write('new.list', 'text 1')],
    ['an asset asks whether it exists', { 'x.list': 'exists new.json' }, (p) => p.write('new.json', '1')],
    ['an asset asked whether it exists', { 'x.list': 'exists b.json' }, (p) => p.delete('b.json')],
    ['an asset reads it', { 'x.list': 'include e.chunk' }, (p) => p.delete('e.chunk')],
    ['an asset uses it', { 'x.list': 'use e.chunk' }, (p) => p.delete('e.chunk')],
    ['it is part of a folder', { 'f.box/1': '1', 'f.box/2': '2' }, (p) => p.write('f.box/3', '3')],
    ['it was part of a folder', { 'f.box/1': '1', 'f.box/2': '2' }, (p) => p.delete('f.box/2')],
    ['it contains others', { 'x.list': 'derive e.chunk p 0 1' }, (p) => p.write('y.list', 'derive e.chunk q 0 1')],
    ['it reads others', { 'x.list': 'text 1' }, (p) => p.write('y.list', 'include e.chunk')],
    ['it fails', {}, (p) => p.write('new.chunk', 'fail')],
  ])('concerns more: %s', async (_, more, change) => {
    const project = new MemoryProject({ ...SOURCES, ...more });
    const { how } = await buildAfter(project, change);
    expect(how).toBe('everything');
  });

  it('concerns more if a rule applied to nothing else', async () => {
    const layers = [rule('dir/*.json', { toy: { level: 2 } })];
    const { how, result } = await buildAfter(new MemoryProject(SOURCES, { layers }), (p) => p.delete('dir/c.json'));
    expect(how).toBe('everything');
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['config/unused-rule']);
  });

  it('concerns more if the manifest lists only what is referred to', async () => {
    const project = new MemoryProject(SOURCES, { manifest: 'textures' });
    expect((await buildAfter(project, (p) => p.write('new.json', '1'))).how).toBe('everything');
  });

  it('concerns a file that yields to it, and back', async () => {
    const project = new MemoryProject({ ...SOURCES, 'm.txt': '1' });
    project.registry = {
      ...project.registry,
      kinds: project.registry.kinds.map((kind) =>
        kind.name === 'chunk' ? { ...kind, yieldsToFiles: (path) => [path.replace('.chunk', '.json')] } : kind,
      ),
    };
    const come = await buildAfter(project, (p) => p.write('e.json', '1'));
    expect(come.how).toBe('everything');
    expect(project.outputs()).not.toHaveProperty(['e.bin']);
    expect((await buildAfter(project, (p) => p.delete('e.json'))).how).toBe('everything');
  });
});

describe('our kinds', () => {
  it('write next to their source, with the start of its name', () => {
    const names = [
      'dir.x/a.b.png',
      'dir.x/a.env.hdr',
      'dir.x/a.gltf',
      'dir.x/a.array',
      'dir.x/a.shader',
      'dir.x/a.ttf',
    ];
    for (const kind of registry.kinds)
      for (const name of names) expect(kind.base(name), kind.name).toMatch(/^dir\.x\/a/);
  });
});
