import { describe, expect, it } from 'vitest';
import type { Registry } from '../../model/kind/registry.js';
import { InputFolder } from '../discover/input-folder.js';
import { SettingsResolver } from '../discover/settings-resolver.js';
import { MemoryBudget } from '../execute/memory-budget.js';
import { MemoryBlobs, MemoryQueue } from '../testing/memory-farm.js';
import { MemoryHost } from '../testing/memory-host.js';
import { ids, MemoryProject, rule, testConfig } from '../testing/memory-project.js';
import { toyRegistry } from '../testing/toy-registry.js';
import { inlineExecutor } from '../workers/inline-executor.js';
import type { FarmCounts } from './build-farm.js';
import { farmWorker } from './farm-worker.js';

const SOURCES = {
  'a.list':
    'include inc/one.txt\ntry gone.txt\nexists inc/one.txt\ndir inc\npart inc/two.txt 1 2\nof b.list\nuse b.list n',
  'b.list': 'derive inc/two.txt tex_0 1 3\nshare inc/two.txt whole\nfor tex_0\nwarn take care\nparallel 4',
  'inc/one.txt': 'one',
  'inc/two.txt': 'twotwo',
  'c.box/x': '1',
  'c.box/y': '2',
  'd.json': '{}',
};
const LAYERS = [rule('b.list', { toy: { level: 5 } })];

/** A worker whose own disk holds files of the same names, with other content. */
function workerOver(blobs: MemoryBlobs, registry: Registry = toyRegistry) {
  const host = new MemoryHost();
  const config = testConfig();
  for (const path of Object.keys(SOURCES)) host.put(`${config.input}/${path}`, 'fail');
  const input = new InputFolder(host, { root: config.input, exclude: [] });
  const executor = inlineExecutor(registry, input, config, new SettingsResolver(config, registry));
  return farmWorker({ registry, isPlain: true, executor, blobs, budget: new MemoryBudget(1e9) });
}

function farm(registry: Registry = toyRegistry) {
  const blobs = new MemoryBlobs();
  const queue = new MemoryQueue(workerOver(blobs, registry));
  const counts: FarmCounts[] = [];
  return { blobs, queue, counts, verify: 0, onEnd: (ended: FarmCounts) => void counts.push(ended) };
}

const project = (changes: Readonly<Record<string, string>> = {}) =>
  new MemoryProject({ ...SOURCES, ...changes }, { layers: LAYERS });

async function locally(changes: Readonly<Record<string, string>> = {}) {
  const local = project(changes);
  const result = await local.build();
  return { outputs: local.outputs(), diagnostics: result.diagnostics, local };
}

describe('a build with a farm', () => {
  it('sends all that is compiled, and gives what a build without gives', async () => {
    const { outputs, diagnostics, local } = await locally();
    const here = project();
    const { counts, ...machines } = farm();
    const result = await here.build({ farm: async () => machines });
    expect(result.status).toBe('ok');
    expect(here.outputs()).toEqual(outputs);
    expect(result.diagnostics).toEqual(diagnostics);
    // Two lists, a box and two chunks; d.json is copied on this machine.
    expect(counts).toEqual([{ sent: 5, doneHere: 0, verified: 0 }]);
    for (const one of [here, local]) {
      one.write('inc/two.txt', 'changed');
      expect(ids(await one.build(), 'built')).toEqual(['a.list', 'b.list#tex_0', 'b.list#whole']);
      expect(await one.build()).toMatchObject({ built: 0, cached: 6 });
    }
    expect(here.outputs()).toEqual(local.outputs());
  });

  it('answers what was not foreseen, and foresees it by the record the next time', async () => {
    const here = project();
    const machines = farm();
    await here.build({ farm: async () => machines });
    const rounds = (source: string) => machines.queue.entries.filter((entry) => entry.source === source).length;
    expect(rounds('a.list')).toBeGreaterThan(3);
    expect(rounds('c.box')).toBe(1);
    machines.queue.entries.length = 0;
    here.write('a.list', `${SOURCES['a.list']}\nmore`);
    expect(ids(await here.build({ farm: async () => machines }), 'built')).toEqual(['a.list']);
    expect(rounds('a.list')).toBe(1);
    expect(here.output('a.out')).toContain('more');
  });

  it('sends only the part of a file that a job reads', async () => {
    const { blobs, ...machines } = farm();
    const here = new MemoryProject({ 'b.list': 'derive big.bin tex_0 1 3', 'big.bin': '0123456789' });
    await here.build({ farm: async () => ({ blobs, ...machines }) });
    const texts = [...blobs.kept.values()].map((bytes) => Buffer.from(bytes).toString());
    expect(texts).toContain('123');
    expect(texts).not.toContain('0123456789');
  });

  it('runs equal jobs of several builds once', async () => {
    const machines = farm();
    const first = project();
    const second = project({ 'e.list': 'only here' });
    await Promise.all([first.build({ farm: async () => machines }), second.build({ farm: async () => machines })]);
    const all = machines.queue.entries.map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    expect(machines.queue.entries.filter(({ source }) => source === 'e.list')).toHaveLength(1);
    expect(machines.counts.map(({ sent }) => sent).sort()).toEqual([5, 6]);
    const { 'assets.hman': _manifest, ...files } = first.outputs();
    expect(second.outputs()).toMatchObject(files);
  });

  it('does jobs of the queue itself', async () => {
    const { outputs } = await locally();
    const blobs = new MemoryBlobs();
    const counts: FarmCounts[] = [];
    const here = project();
    const onEnd = (ended: FarmCounts) => void counts.push(ended);
    await here.build({ farm: async () => ({ blobs, queue: new MemoryQueue(undefined), onEnd }) });
    expect(here.outputs()).toEqual(outputs);
    expect(counts[0]?.sent).toBe(5);
    expect(counts[0]?.doneHere).toBeGreaterThanOrEqual(5);
  });

  it('fails as a build without does', async () => {
    const changes = { 'a.list': 'fail', 'b.list': 'include missing.txt', 'f.list': 'crash', 'g.list': 'malformed' };
    const { diagnostics } = await locally(changes);
    const here = project(changes);
    const result = await here.build({ farm: async () => farm() });
    expect(result).toMatchObject({ status: 'failed', failed: 4 });
    const withoutStack = (all: typeof diagnostics) =>
      all.map((one) => ({ ...one, message: one.message.split('\n')[0] }));
    expect(withoutStack(result.diagnostics)).toEqual(withoutStack(diagnostics));
  });
});

describe('a farm that fails', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  async function buildWith(spoil: (machines: ReturnType<typeof farm>) => void, registry?: Registry) {
    const machines = farm(registry);
    spoil(machines);
    const here = project();
    const result = await here.build({ farm: async () => machines });
    expect(result.status).toBe('ok');
    expect(here.outputs()).toEqual((await locally()).outputs);
    return result.diagnostics.map(({ code }) => code).filter((code) => code.startsWith('farm/'));
  }

  it('is lost at the start', async () => {
    expect(
      await buildWith(({ queue }) => {
        queue.trouble = 'it cannot be reached';
      }),
    ).toEqual(['farm/lost']);
  });

  it('is lost during the build', async () => {
    expect(
      await buildWith(({ queue }) => {
        let answers = 0;
        queue.onAnswer = (answer) => (++answers > 3 ? { is: 'lost', why: 'it is gone' } : answer);
      }),
    ).toEqual(['farm/lost']);
  });

  it('has no workers', async () => {
    expect(
      await buildWith(({ queue }) => {
        queue.places = 0;
      }),
    ).toEqual(['farm/no-workers']);
  });

  it('has a cache that takes nothing', async () => {
    expect(
      await buildWith(({ blobs }) => {
        blobs.works = false;
      }),
    ).toEqual(['farm/cache-lost']);
  });

  it('has a cache that is emptied again and again', async () => {
    const codes = await buildWith(({ blobs, queue }) => {
      let answers = 0;
      queue.onAnswer = (answer) => {
        if (++answers % 3 === 0) blobs.kept.clear();
        return answer;
      };
    });
    expect(codes).toContain('farm/cache-lost');
  });

  it('has workers of another version, which say so', async () => {
    const older = {
      ...toyRegistry,
      kinds: toyRegistry.kinds.map((kind) => ({ ...kind, version: `${kind.version}0` })),
    };
    const codes = await buildWith(() => {}, older);
    expect(new Set(codes)).toEqual(new Set(['farm/refused']));
  });

  it('has workers without the kind', async () => {
    const codes = await buildWith(() => {}, { ...toyRegistry, kinds: [] });
    expect(new Set(codes)).toEqual(new Set(['farm/refused']));
  });

  it.each<readonly [string, (text: string) => string]>([
    ['nothing', () => ''],
    ['no JSON', (text) => text.slice(1)],
    ['nonsense', () => '{"is":"made"}'],
    ['another file', (text) => text.replaceAll('inc/one.txt', 'inc/two.txt')],
    ['a path that leads out', (text) => text.replaceAll('inc/one.txt', '../../etc/passwd')],
    ['other digests', (text) => text.replaceAll(/"digest":"[0-9a-f]{4}/g, '"digest":"0000')],
    [
      'a file that was not sent',
      (text) =>
        text.replace('"dependencies":[', `"dependencies":[{"type":"bytes","path":"x","digest":"${'0'.repeat(64)}"},`),
    ],
    ['a kind that is not there', (text) => text.replaceAll('"kind":"chunk"', '"kind":"constructor"')],
    ['prototype keys', (text) => text.replace('"is"', '"__proto__":{"a":1},"is"')],
    ['errors', (text) => text.replaceAll('"warning"', '"error"')],
    ['one output twice', (text) => text.replace(/"outputs":\[(\{.*?\})\]/, '"outputs":[$1,$1]')],
    ['what is too long', (text) => text.replace('{', `{${' '.repeat(1 << 18)}`)],
  ])('has a worker that answers with %s', async (_, spoil) => {
    const codes = await buildWith(({ queue }) => {
      queue.onAnswer = (answer) => {
        if (answer.is !== 'reply') return answer;
        const text = spoil(answer.text);
        return { is: 'reply', text };
      };
    });
    expect(codes.filter((code) => code !== 'farm/wrong-reply' && code !== 'farm/cache-lost')).toEqual([]);
  });

  it('has a cache with other bytes than their names say', async () => {
    const codes = await buildWith(({ blobs, queue }) => {
      queue.onAnswer = (answer) => {
        for (const digest of blobs.kept.keys()) blobs.kept.set(digest, bytesOf('poison'));
        return answer;
      };
    });
    expect(codes).toContain('farm/cache-lost');
  });
});
