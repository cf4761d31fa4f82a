// The staleness matrix over every type of input that a job can read: change one thing, and exactly the right assets are rebuilt, with
// the cause named.

import { describe, expect, it } from 'vitest';
import type { Kind } from '../../model/kind/kind.js';
import { why } from '../report/why.js';
import { ids, MemoryProject, reasonsOf, remadeIds, type rule } from '../testing/memory-project.js';
import { chunkKind, listKind, toyRegistry } from '../testing/toy-registry.js';

const SOURCES = {
  'all.list': [
    'include inc.txt',
    'try later.txt',
    'exists maybe.txt',
    'dir folder.d',
    'part big.raw 2 3',
    'derive big.raw tex_0 4 2',
    'derive big.raw tex_1 6 2',
    'for tex_0',
    'of bystander.chunk',
  ].join('\n'),
  'bystander.chunk': 'I depend on nothing else',
  'other.list': 'neither do I',
  'crate.box/1': 'one',
  'scene.json': '{}',
  'inc.txt': 'included',
  'folder.d/x': '',
  'big.raw': '0123456789',
};

interface Row {
  readonly change: string;
  readonly apply: (project: MemoryProject) => void;
  /** Assets rebuilt or restored, with the reasons that must be given. */
  readonly rebuilds: Readonly<Record<string, readonly string[]>>;
}

const layer = (values: Parameters<typeof rule>[1], match?: string, origin = 'presets.mobile.rules[0]') => ({
  origin,
  match,
  values,
});

const withVersion = <K extends Kind>(kind: K, changes: Partial<Kind>): Kind => ({ ...kind, ...changes });

const ROWS: readonly Row[] = [
  {
    change: 'the bytes of a source',
    apply: (p) => p.write('other.list', 'changed'),
    rebuilds: { 'other.list': ['other.list changed'] },
  },
  {
    change: 'the bytes of an embedded file',
    apply: (p) => p.write('scene.json', '[]'),
    rebuilds: { 'scene.json': ['scene.json changed'] },
  },
  {
    change: 'an included file',
    apply: (p) => p.write('inc.txt', 'INCLUDED'),
    rebuilds: { 'all.list': ['inc.txt changed'] },
  },
  {
    change: 'a file that was looked for and appears',
    apply: (p) => p.write('later.txt', 'here'),
    rebuilds: { 'all.list': ['later.txt appeared'] },
  },
  {
    change: 'a file whose existence was asked for and appears',
    apply: (p) => p.write('maybe.txt', ''),
    rebuilds: { 'all.list': ['maybe.txt appeared'] },
  },
  {
    change: 'a file that appears in a listed folder',
    apply: (p) => p.write('folder.d/y', ''),
    rebuilds: { 'all.list': ['folder.d/y appeared'] },
  },
  {
    change: 'a file that goes from a listed folder',
    apply: (p) => {
      p.write('folder.d/z', '');
      p.delete('folder.d/x');
    },
    rebuilds: { 'all.list': ['folder.d/z appeared', 'folder.d/x is gone'] },
  },
  {
    change: 'only the bytes of a file that nobody looked at in a listed folder',
    apply: (p) => p.write('folder.d/x', 'content'),
    rebuilds: {},
  },
  {
    change: 'a part of a file that was read',
    apply: (p) => p.write('big.raw', '01#3456789'),
    rebuilds: { 'all.list': ['big.raw changed'] },
  },
  {
    change: 'the part of a file that one derived asset is made of',
    apply: (p) => p.write('big.raw', '012345#789'),
    rebuilds: { 'all.list#tex_1': ['big.raw changed'] },
  },
  {
    change: 'a part that nobody read',
    apply: (p) => p.write('big.raw', '#123456789'),
    rebuilds: {},
  },
  {
    change: 'a file of a folder asset',
    apply: (p) => p.write('crate.box/1', 'two'),
    rebuilds: { 'crate.box': ['crate.box/1 changed'] },
  },
  {
    change: 'a new file of a folder asset',
    apply: (p) => p.write('crate.box/2', 'two'),
    rebuilds: { 'crate.box': ['crate.box/2 appeared'] },
  },
  {
    change: 'a setting of a kind',
    apply: (p) => {
      p.config = { ...p.config, layers: [layer({ toy: { level: 7 } }, undefined, 'default')] };
    },
    rebuilds: {
      'all.list': [
        'toy.level: 1 → 7 by default',
        'toy.level of tex_0: 1 → 7 by default',
        'toy.level of bystander.chunk: 1 → 7 by default',
      ],
      'other.list': ['toy.level: 1 → 7 by default'],
    },
  },
  {
    change: 'a rule that matches one source',
    apply: (p) => {
      p.config = { ...p.config, layers: [layer({ toy: { style: 'loud' } }, 'other*')] };
    },
    rebuilds: { 'other.list': ['toy.style: plain → loud by presets.mobile.rules[0]'] },
  },
  {
    change: 'a rule that matches one derived asset',
    apply: (p) => {
      p.config = { ...p.config, layers: [layer({ other: { depth: 5 } }, 'all/tex_1')] };
    },
    rebuilds: { 'all.list#tex_1': ['other.depth: 3 → 5 by presets.mobile.rules[0]'] },
  },
  {
    change: 'a setting that another asset asked for on behalf of a derived one',
    apply: (p) => {
      p.config = { ...p.config, layers: [layer({ toy: { level: 2 } }, 'all/tex_0')] };
    },
    rebuilds: { 'all.list': ['toy.level of tex_0: 1 → 2 by presets.mobile.rules[0]'] },
  },
  {
    change: 'a setting of another source that was asked for',
    apply: (p) => {
      p.config = { ...p.config, layers: [layer({ toy: { level: 2 } }, 'bystander*')] };
    },
    rebuilds: { 'all.list': ['toy.level of bystander.chunk: 1 → 2 by presets.mobile.rules[0]'] },
  },
  {
    change: 'a setting that no kind declares for these assets',
    apply: (p) => {
      p.config = { ...p.config, layers: [layer({ other: { depth: 9 } }, 'other.list')] };
    },
    rebuilds: {},
  },
  {
    change: "a kind's version",
    apply: (p) => {
      p.registry = {
        ...toyRegistry,
        kinds: toyRegistry.kinds.map((k) => (k === listKind ? withVersion(k, { version: 2 }) : k)),
      };
    },
    rebuilds: { 'all.list': ['list compiler 1 → 2'], 'other.list': ['list compiler 1 → 2'] },
  },
  {
    change: "an external compiler's version",
    apply: (p) => {
      const external = { externalVersion: async () => 'chunkc 4.2' };
      p.registry = {
        ...toyRegistry,
        kinds: toyRegistry.kinds.map((k) => (k === chunkKind ? withVersion(k, external) : k)),
      };
    },
    rebuilds: {
      'all.list#tex_0': ['chunk compiler 1 → 1 (chunkc 4.2)'],
      'all.list#tex_1': ['chunk compiler 1 → 1 (chunkc 4.2)'],
      'bystander.chunk': ['chunk compiler 1 → 1 (chunkc 4.2)'],
    },
  },
  {
    change: 'a deleted output',
    apply: (p) => void p.host.files.delete('/project/runtime/other.out'),
    rebuilds: { 'other.list': ['output other.out is missing'] },
  },
  {
    change: 'a truncated output',
    apply: (p) => p.host.put('/project/runtime/crate.box.txt', '1='),
    rebuilds: { 'crate.box': ['output crate.box.txt was edited'] },
  },
  {
    change: 'an output edited to the same length',
    apply: (p) => p.host.put('/project/runtime/all/tex_0.bin', '>46|3'),
    rebuilds: { 'all.list#tex_0': ['output all/tex_0.bin was edited'] },
  },
  {
    change: 'only the time stamp of a source',
    apply: (p) => p.write('other.list', SOURCES['other.list']),
    rebuilds: {},
  },
  {
    change: 'only the time stamp of an output',
    apply: (p) => p.host.put('/project/runtime/scene.json', '{}'),
    rebuilds: {},
  },
  {
    change: 'a new source',
    apply: (p) => p.write('new.list', 'new'),
    rebuilds: { 'new.list': ['new'] },
  },
  {
    change: 'the record',
    apply: (p) => void p.host.files.delete('/project/runtime/.assetc-cache'),
    rebuilds: Object.fromEntries(
      ['all.list', 'all.list#tex_0', 'all.list#tex_1', 'bystander.chunk', 'crate.box', 'other.list', 'scene.json'].map(
        (id) => [id, ['no earlier build is recorded']],
      ),
    ),
  },
];

describe.each(ROWS)('a change of $change', ({ apply, rebuilds }) => {
  it('rebuilds exactly what it affects and names the cause', async () => {
    const project = new MemoryProject(SOURCES);
    expect(await project.build()).toMatchObject({ status: 'ok' });
    expect(await project.build()).toMatchObject({ built: 0, restored: 0 });
    apply(project);

    for (const [id, reasons] of Object.entries(rebuilds)) {
      const reports = await why({ config: project.config, path: id }, project.host, project.registry);
      if (reasons.includes('no earlier build is recorded') && id.includes('#')) continue; // not known before its parent is built again
      expect(reports.find((report) => report.id === id)?.reasons).toEqual(reasons);
    }
    const result = await project.build();
    expect(result.status).toBe('ok');
    expect(remadeIds(result)).toEqual(Object.keys(rebuilds).sort());
    for (const [id, reasons] of Object.entries(rebuilds)) expect(reasonsOf(result, id)).toEqual(reasons);

    const fresh = new MemoryProject(SOURCES);
    apply(fresh);
    fresh.config = project.config;
    fresh.registry = project.registry;
    await fresh.build();
    expect(project.outputs()).toEqual(fresh.outputs());
    expect(await project.build()).toMatchObject({ built: 0, restored: 0 });
  });
});

describe('same-second edits', () => {
  it('are seen where time stamps are whole seconds', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    const second = 1_700_000_500_000;
    const stamp = () => {
      for (const [path, file] of project.host.files)
        if (path.startsWith('/project/')) file.ctimeMs = file.mtimeMs = second;
    };
    project.host.clock = second + 300 - 10_000;
    stamp();
    await project.build();
    project.write('a.list', 'two');
    stamp();
    project.host.clock = second + 600 - 10_000;
    expect(ids(await project.build(), 'built')).toEqual(['a.list']);
    expect(project.output('a.out')).toContain('two');
  });

  it('are seen within one step of a fine clock', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    const file = project.host.files.get('/project/assets/a.list');
    if (file === undefined) throw new Error('a.list was written');
    file.mtimeMs = project.host.clock + 10_000 - 3.25; // three milliseconds before the build looks
    file.ctimeMs = file.mtimeMs;
    await project.build();
    file.bytes = new TextEncoder().encode('two');
    expect(ids(await project.build(), 'built')).toEqual(['a.list']);
  });

  it('cost no hashing once the stat data can be trusted', async () => {
    const project = new MemoryProject({ 'a.list': 'one' });
    await project.build();
    await project.build();
    const reads: string[] = [];
    project.host.onRead = (path) => reads.push(path);
    await project.build();
    expect(reads.filter((path) => !path.includes('.assetc-') && !path.endsWith('/record-key'))).toEqual([]);
  });
});
