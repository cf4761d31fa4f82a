// A build that changed nothing is told again only where a build would change nothing again: over random edits, and look by look.

import { describe, expect, it } from 'vitest';
import { prepareSeal } from '../cache/seal.js';
import type { Host } from '../host/host.js';
import { MemoryHost } from '../testing/memory-host.js';
import { MemoryProject } from '../testing/memory-project.js';
import { RandomProject } from '../testing/random-project.js';
import { keepNote, toldBefore } from './note.js';
import { isSeenAgain, type Looks } from './observations.js';
import { Witness } from './recording-host.js';

const LONG = process.env.ASSETC_LONG === '1';
const SEEDS = LONG ? 100 : 12;
const ROUNDS = LONG ? 40 : 12;

async function settledLooks(project: MemoryProject): Promise<Looks | undefined> {
  project.host.clock += 10_000;
  const witness = new Witness(project.host);
  await project.build({}, witness.host);
  return witness.looks;
}

describe('a settled build', () => {
  const counted = { again: 0, againAfterEdits: 0, changed: 0 };

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))(
    'is told again only where nothing is to do (seed %i)',
    async (seed) => {
      const project = new RandomProject(seed);
      for (let round = 0; round < ROUNDS; round++) {
        project.repair(await project.build());
        await project.build();
        const before = await project.build();
        const looks = await settledLooks(project);
        if (before.status !== 'ok') continue;
        if (looks === undefined) throw new Error(`seed ${seed}, round ${round}: a build without work was spoilt`);
        const { config } = project;
        const edits = project.random.below(3);
        for (let i = 0; i < edits; i++) project.edit();
        const seen = isSeenAgain(looks, project.host);
        if (edits === 0) expect(seen, `seed ${seed}, round ${round}`).toBe(true);
        // The command line reads the configuration through the same host: another one is another look.
        if (!seen || config !== project.config) {
          counted.changed++;
          continue;
        }
        counted[edits === 0 ? 'again' : 'againAfterEdits']++;
        const after = await project.build();
        const { status, built, restored, shared, failed, removed, cached, diagnostics, sourceBytes, outputBytes } =
          after;
        expect({ status, built, restored, shared, failed, removed }, `seed ${seed}, round ${round}`).toEqual({
          status: 'ok',
          built: 0,
          restored: 0,
          shared: 0,
          failed: 0,
          removed: 0,
        });
        expect({ cached, diagnostics, sourceBytes, outputBytes }, `seed ${seed}, round ${round}`).toEqual({
          cached: before.cached,
          diagnostics: before.diagnostics,
          sourceBytes: before.sourceBytes,
          outputBytes: before.outputBytes,
        });
      }
    },
  );

  it('was seen again, seen changed, and seen again after edits that come to nothing', () => {
    for (const [what, count] of Object.entries(counted)) expect(count, what).toBeGreaterThan(3);
  });

  it('cannot be vouched for while it writes', async () => {
    const project = new MemoryProject({ 'a.json': '1' });
    expect(await settledLooks(project)).toBeUndefined();
    await project.build();
    expect(await settledLooks(project)).toBeDefined();
    project.write('a.json', '2');
    expect(await settledLooks(project)).toBeUndefined();
  });

  it('cannot be vouched for where another program has a say', async () => {
    const project = new MemoryProject({ 'a.json': '1' });
    const kinds = project.registry.kinds.map((kind) => ({ ...kind, externalVersion: async () => '1.0' }));
    project.registry = { ...project.registry, kinds };
    await project.build();
    await project.build();
    expect(await settledLooks(project)).toBeUndefined();
  });

  it('is told again while no other program is where one would be found, and no longer', async () => {
    const project = new MemoryProject({ 'a.json': '1' });
    const externalVersion = async () => ({ version: 'our own', absent: ['/bin/chunkc', '/usr/bin/chunkc'] });
    const kinds = project.registry.kinds.map((kind) => ({ ...kind, externalVersion }));
    project.registry = { ...project.registry, kinds };
    await project.build();
    await project.build();
    const looks = await settledLooks(project);
    if (looks === undefined) throw new Error('it was spoilt');
    expect(isSeenAgain(looks, project.host)).toBe(true);
    project.host.put('/usr/bin/chunkc', 'a program');
    expect(isSeenAgain(looks, project.host)).toBe(false);
    expect(await settledLooks(project)).toBeUndefined();
  });
});

describe('a witness', () => {
  function disk(): MemoryHost {
    const host = new MemoryHost();
    host.put('/in/a', 'one');
    host.put('/in/b', 'two');
    host.clock += 10_000;
    return host;
  }
  const looksAfter = (look: (host: Host) => unknown, host = disk()): Looks | undefined => {
    const witness = new Witness(host);
    look(witness.host);
    return witness.looks;
  };

  it.each<[string, (host: Host) => unknown, (host: MemoryHost) => void]>([
    ['a file', (host) => host.stat('/in/a'), (host) => host.put('/in/a', 'eno')],
    ['a file that goes', (host) => host.stat('/in/a'), (host) => host.files.delete('/in/a')],
    ['a file that comes', (host) => host.stat('/in/c'), (host) => host.put('/in/c', '')],
    ['a content', (host) => host.readFile('/in/a'), (host) => host.put('/in/a', 'eno')],
    ['a part of a content', (host) => host.openRead('/in/a'), (host) => host.put('/in/a', 'eno')],
    ['a listing', (host) => host.readFolder('/in'), (host) => host.put('/in/c', '')],
    ['a listing that loses a name', (host) => host.readFolder('/in'), (host) => host.files.delete('/in/b')],
    ['what stands at a place', (host) => host.lookAt('/in/c'), (host) => host.put('/in/c', '')],
    ['a real path', (host) => host.realPath('/in/a'), (host) => host.files.delete('/in/a')],
    [
      'an owner',
      (host) => host.ownership('/in'),
      (host) => host.owned.set('/in', { mine: false, othersMayRead: false, othersMayWrite: false }),
    ],
    ['a folder', (host) => host.openFolder('/out'), (host) => host.folders.add('/out')],
    [
      'a lock',
      (host) => {
        host.createExclusive('/in/lock', new Uint8Array(1));
        void host.remove('/in/lock');
      },
      (host) => host.put('/in/lock', ''),
    ],
  ])('knows %s again, and that it changed', (_, look, change) => {
    const host = disk();
    const looks = looksAfter(look, host);
    if (looks === undefined) throw new Error('spoilt');
    expect(isSeenAgain(looks, host)).toBe(true);
    change(host);
    expect(isSeenAgain(looks, host)).toBe(false);
  });

  it.each<[string, (host: Host) => unknown]>([
    ['a new file', (host) => host.create('/in/c')],
    ['an appended one', (host) => host.append('/in/a')],
    ['a removal', (host) => host.remove('/in/a')],
    ['a renaming', (host) => host.rename('/in/a', '/in/c')],
    ['a touch', (host) => host.touch('/in/a')],
    ['a new folder', (host) => host.makeFolder('/new')],
    ['a lock that stays', (host) => host.createExclusive('/in/lock', new Uint8Array(1))],
    ['a lock of somebody else', (host) => host.createExclusive('/in/a', new Uint8Array(1))],
    ['something unseen', (host) => host.unseen?.()],
    ['a look that fails', (host) => expect(() => host.readFolder('/nowhere')).toThrow()],
  ])('is spoilt by %s', (_, act) => expect(looksAfter(act)).toBeUndefined());

  it('is spoilt by a file that changes while it looks, and by one so young that it could change unseen', () => {
    const host = disk();
    const change = (watching: Host) => {
      watching.stat('/in/a');
      host.files.delete('/in/a');
      host.files.set('/in/a', { bytes: new Uint8Array(9), syncedLength: 9, mtimeMs: 5, inode: 77 });
      watching.stat('/in/a');
    };
    expect(looksAfter(change, host)).toBeUndefined();
    const young = disk();
    young.put('/in/young', '');
    young.clock -= 100;
    expect(looksAfter((watching) => watching.stat('/in/young'), young)).toBeUndefined();
  });
});

describe('a note', () => {
  const KEY = 'ab'.repeat(32);
  const isText = (value: unknown): value is string => typeof value === 'string';

  async function noted(): Promise<MemoryHost> {
    const host = new MemoryHost();
    host.put('/in/a', 'one');
    host.put('/in/ä', 'two');
    host.clock += 10_000;
    expect(prepareSeal(host)).toEqual([]);
    const witness = new Witness(host);
    for (const path of ['/in/a', '/in/ä', '/in/nothing']) witness.host.stat(path);
    witness.host.readFolder('/in');
    const { looks } = witness;
    if (looks === undefined) throw new Error('spoilt');
    await keepNote(host, KEY, looks, 'told');
    return host;
  }
  const place = `/home/cache/settled/v1/${KEY}`;

  it('is told again where everything is as it was', async () => {
    const host = await noted();
    expect(toldBefore(host, KEY, isText)).toBe('told');
    host.put('/in/ä', 'owt');
    expect(toldBefore(host, KEY, isText)).toBeUndefined();
  });

  it('is nothing where it is damaged, cut short, or another one’s', async () => {
    const host = await noted();
    const node = host.files.get(place);
    if (node === undefined) throw new Error('no note');
    const { bytes } = node;
    for (let at = 0; at < bytes.length; at++) {
      node.bytes = bytes.map((byte, i) => (i === at ? byte ^ (1 << (at & 7)) : byte));
      expect(toldBefore(host, KEY, isText), `byte ${at}`).toBeUndefined();
      node.bytes = bytes.slice(0, at);
      expect(toldBefore(host, KEY, isText), `${at} bytes`).toBeUndefined();
    }
    node.bytes = bytes;
    const other = 'cd'.repeat(32);
    host.files.set(place.replace(KEY, other), node);
    expect(toldBefore(host, other, isText)).toBeUndefined();
    expect(toldBefore(host, KEY, isText)).toBe('told');
  });

  it('is nothing without the key that sealed it', async () => {
    const host = await noted();
    host.files.delete('/home/cache/record-key');
    prepareSeal(host);
    expect(toldBefore(host, KEY, isText)).toBeUndefined();
  });

  it('makes room: of many the newest stay', async () => {
    const host = await noted();
    const looks: Looks = { paths: [], stats: new Float64Array(0), others: [] };
    for (let i = 0; i < 40; i++) {
      host.clock += 1000;
      await keepNote(host, i.toString(16).padStart(64, '0'), looks, `note ${i}`);
    }
    expect(host.readFolder('/home/cache/settled/v1')).toHaveLength(32);
    expect(toldBefore(host, (39).toString(16).padStart(64, '0'), isText)).toBe('note 39');
    expect(toldBefore(host, KEY, isText)).toBeUndefined();
  });

  it('is left out where the disk refuses it', async () => {
    const host = await noted();
    host.onOperation = (operation, path) => {
      if (operation === 'write') throw Object.assign(new Error(path), { code: 'ENOSPC' });
    };
    await keepNote(host, 'ef'.repeat(32), { paths: [], stats: new Float64Array(0), others: [] }, 'told');
    host.onOperation = undefined;
    expect(host.readFolder('/home/cache/settled/v1').map(({ name }) => name)).toEqual([KEY]);
  });
});
