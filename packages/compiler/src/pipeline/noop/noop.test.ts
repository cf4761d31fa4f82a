// A stored summary is used again only if a build would change nothing: over random edits, and observation by observation.

import { describe, expect, it } from 'vitest';
import { prepareSeal } from '../cache/seal.js';
import type { Host } from '../host/host.js';
import { MemoryHost } from '../testing/memory-host.js';
import { MemoryProject } from '../testing/memory-project.js';
import { RandomProject } from '../testing/random-project.js';
import { readNote, writeNote } from './note.js';
import { compareWithDisk, isSame, type Observations } from './observations.js';
import { RecordingHost } from './recording-host.js';

const stillHolds = (observations: Observations, host: Host): boolean => {
  const changes = compareWithDisk(observations, host);
  return changes !== undefined && isSame(changes);
};

const LONG = process.env.ASSETC_LONG === '1';
const SEEDS = LONG ? 100 : 12;
const ROUNDS = LONG ? 40 : 12;

async function noopObservations(project: MemoryProject): Promise<Observations | undefined> {
  project.host.clock += 10_000;
  const recording = new RecordingHost(project.host);
  await project.build({}, recording.host);
  return recording.observations(project.host);
}

/** Sorted, by path. */
function textOf({ paths, stats, answers }: Observations) {
  const files = paths.map((path, i): readonly [string, string] => [path, stats.slice(i * 4, i * 4 + 4).join()]);
  return { files: new Map(files.sort(([a], [b]) => (a < b ? -1 : 1))), answers: answers.map(String).sort() };
}

describe('a settled build', () => {
  const counted = { again: 0, againAfterEdits: 0, changed: 0, written: 0 };

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))(
    'is used again only if there is nothing to do (seed %i)',
    async (seed) => {
      const project = new RandomProject(seed);
      for (let round = 0; round < ROUNDS; round++) {
        project.repair(await project.build());
        await project.build();
        const before = await project.build();
        const observations = await noopObservations(project);
        if (before.status !== 'ok') continue;
        if (observations === undefined)
          throw new Error(`seed ${seed}, round ${round}: the recording of a no-op was discarded`);
        const { config } = project;
        const edits = project.random.below(3);
        for (let i = 0; i < edits; i++) project.edit();
        const seen = stillHolds(observations, project.host);
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

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))(
    'that writes observes in the end what the next build observes (seed %i)',
    async (seed) => {
      const project = new RandomProject(seed);
      for (let round = 0; round < ROUNDS; round++) {
        const about = `seed ${seed}, round ${round}`;
        const recording = new RecordingHost(project.host);
        const result = await project.build({}, recording.host);
        const written = recording.observations(project.host);
        if (result.status === 'ok') {
          counted.written += result.built + result.removed > 0 ? 1 : 0;
          const next = await noopObservations(project);
          if (written === undefined || next === undefined) throw new Error(`${about}: the recording was discarded`);
          const [left, seen] = [textOf(written), textOf(next)];
          // It may have observed more: what an outdated record mentions.
          expect(left.answers, about).toEqual(expect.arrayContaining(seen.answers));
          // The key that seals the note.
          seen.files.delete('/home/cache/record-key');
          expect([...left.files.keys()], about).toEqual(expect.arrayContaining([...seen.files.keys()]));
          for (const [path, stat] of left.files)
            if (stat !== 'NaN,NaN,NaN,NaN' && seen.files.has(path))
              expect(stat, `${about}, ${path}`).toBe(seen.files.get(path));
          if (result.built > 0) expect(left.files.get('/project/runtime/.assetc-cache'), about).toContain('NaN');
          expect(stillHolds(written, project.host), about).toBe(![...left.files.values()].join().includes('NaN'));
        } else expect(written, about).toBeUndefined();
        project.repair(result);
        for (let edits = project.random.below(3); edits > 0; edits--) project.edit();
      }
    },
  );

  it('was seen again, seen changed, seen again after edits that come to nothing, and written', () => {
    for (const [what, count] of Object.entries(counted)) expect(count, what).toBeGreaterThan(3);
  });

  it('that writes is not settled if something else changes what it made', async () => {
    const project = new MemoryProject({ 'a.json': '1', 'b.json': '2' });
    const recording = new RecordingHost(project.host);
    project.host.onOperation = (operation, path) => {
      if (operation !== 'rename' || !path.endsWith('assets.hman')) return;
      project.host.clock += 10_000;
      project.host.put('/project/runtime/a.json', 'somebody else');
    };
    expect(await project.build({}, recording.host)).toMatchObject({ status: 'ok', built: 2 });
    expect(recording.observations(project.host)).toBeUndefined();
  });

  it('cannot be vouched for where another program has a say', async () => {
    const project = new MemoryProject({ 'a.json': '1' });
    const kinds = project.registry.kinds.map((kind) => ({ ...kind, externalVersion: async () => '1.0' }));
    project.registry = { ...project.registry, kinds };
    await project.build();
    await project.build();
    expect(await noopObservations(project)).toBeUndefined();
  });

  it('holds only while no external program is found', async () => {
    const project = new MemoryProject({ 'a.json': '1' });
    const externalVersion = async () => ({ version: 'our own', absent: ['/bin/chunkc', '/usr/bin/chunkc'] });
    const kinds = project.registry.kinds.map((kind) => ({ ...kind, externalVersion }));
    project.registry = { ...project.registry, kinds };
    await project.build();
    await project.build();
    const observations = await noopObservations(project);
    if (observations === undefined) throw new Error('discarded');
    expect(stillHolds(observations, project.host)).toBe(true);
    project.host.put('/usr/bin/chunkc', 'a program');
    expect(stillHolds(observations, project.host)).toBe(false);
    expect(await noopObservations(project)).toBeUndefined();
  });
});

describe('a recording', () => {
  function disk(): MemoryHost {
    const host = new MemoryHost();
    host.put('/in/a', 'one');
    host.put('/in/b', 'two');
    host.clock += 10_000;
    return host;
  }
  const observationsAfter = (look: (host: Host) => unknown, host = disk()): Observations | undefined => {
    const recording = new RecordingHost(host);
    look(recording.host);
    return recording.observations(host);
  };

  it.each<[string, (host: Host) => unknown, (host: MemoryHost) => void]>([
    ['a file', (host) => host.stat('/in/a'), (host) => host.put('/in/a', 'eno')],
    ['a file that goes', (host) => host.stat('/in/a'), (host) => host.files.delete('/in/a')],
    ['a file that comes', (host) => host.stat('/in/c'), (host) => host.put('/in/c', '')],
    ['a content', (host) => host.readFile('/in/a'), (host) => host.put('/in/a', 'eno')],
    ['a part of a content', (host) => host.openRead('/in/a'), (host) => host.put('/in/a', 'eno')],
    ['a listing', (host) => host.readFolder('/in'), (host) => host.put('/in/c', '')],
    ['a listing that loses a name', (host) => host.readFolder('/in'), (host) => host.files.delete('/in/b')],
    ['what stands at a place', (host) => host.entryType('/in/c'), (host) => host.put('/in/c', '')],
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
    const observations = observationsAfter(look, host);
    if (observations === undefined) throw new Error('discarded');
    expect(stillHolds(observations, host)).toBe(true);
    change(host);
    expect(stillHolds(observations, host)).toBe(false);
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
    ['something unseen', (host) => host.markUncacheable?.()],
    ['a look that fails', (host) => expect(() => host.readFolder('/nowhere')).toThrow()],
  ])('is discarded after %s', (_, act) => expect(observationsAfter(act)).toBeUndefined());

  it('is discarded if a file changes during the recording, or is so new that a change would not show', () => {
    const host = disk();
    const change = (watching: Host) => {
      watching.stat('/in/a');
      host.files.delete('/in/a');
      host.files.set('/in/a', { bytes: new Uint8Array(9), syncedLength: 9, mtimeMs: 5, ctimeMs: 5, inode: 77 });
      watching.stat('/in/a');
    };
    expect(observationsAfter(change, host)).toBeUndefined();
    const young = disk();
    young.put('/in/young', '');
    young.clock -= 100;
    expect(observationsAfter((watching) => watching.stat('/in/young'), young)).toBeUndefined();
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
    const recording = new RecordingHost(host);
    for (const path of ['/in/a', '/in/ä', '/in/nothing']) recording.host.stat(path);
    recording.host.readFolder('/in');
    const observations = recording.observations(host);
    if (observations === undefined) throw new Error('discarded');
    await writeNote(host, KEY, { observations, summary: 'summary', record: 'ef' });
    return host;
  }
  const place = `/home/cache/noop/v3/${KEY}`;
  const read = (host: Host, key = KEY) => {
    const note = readNote(host, key, isText);
    return note !== undefined && stillHolds(note.observations, host) ? note.summary : undefined;
  };

  it('is used again if everything is unchanged', async () => {
    const host = await noted();
    expect(read(host)).toBe('summary');
    host.put('/in/ä', 'owt');
    expect(read(host)).toBeUndefined();
  });

  it('is nothing where it is damaged, cut short, or another one’s', async () => {
    const host = await noted();
    const node = host.files.get(place);
    if (node === undefined) throw new Error('no note');
    const { bytes } = node;
    for (let at = 0; at < bytes.length; at++) {
      node.bytes = bytes.map((byte, i) => (i === at ? byte ^ (1 << (at & 7)) : byte));
      expect(read(host), `byte ${at}`).toBeUndefined();
      node.bytes = bytes.slice(0, at);
      expect(read(host), `${at} bytes`).toBeUndefined();
    }
    node.bytes = bytes;
    const other = 'cd'.repeat(32);
    host.files.set(place.replace(KEY, other), node);
    expect(read(host, other)).toBeUndefined();
    expect(read(host)).toBe('summary');
  });

  it('is nothing without the key that sealed it', async () => {
    const host = await noted();
    host.files.delete('/home/cache/record-key');
    prepareSeal(host);
    expect(read(host)).toBeUndefined();
  });

  it('makes room: of many the newest stay', async () => {
    const host = await noted();
    const observations: Observations = { paths: [], stats: new Float64Array(0), answers: [] };
    for (let i = 0; i < 40; i++) {
      host.clock += 1000;
      await writeNote(host, i.toString(16).padStart(64, '0'), {
        observations,
        summary: `note ${i}`,
        record: undefined,
      });
    }
    expect(host.readFolder('/home/cache/noop/v3')).toHaveLength(32);
    expect(read(host, (39).toString(16).padStart(64, '0'))).toBe('note 39');
    expect(read(host)).toBeUndefined();
  });

  it('is left out where the disk refuses it', async () => {
    const host = await noted();
    host.onOperation = (operation, path) => {
      if (operation === 'write') throw Object.assign(new Error(path), { code: 'ENOSPC' });
    };
    const observations: Observations = { paths: [], stats: new Float64Array(0), answers: [] };
    await writeNote(host, 'ef'.repeat(32), { observations, summary: 'summary', record: undefined });
    host.onOperation = undefined;
    expect(host.readFolder('/home/cache/noop/v3').map(({ name }) => name)).toEqual([KEY]);
  });
});
