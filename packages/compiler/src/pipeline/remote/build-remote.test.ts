// Builds of several machines that share a cache, on doubles of disk and network.

import { describe, expect, it } from 'vitest';
import { digestText } from '../cache/digest.js';
import { Damaged } from '../cache/untrusted.js';
import { why } from '../report/why.js';
import { ids, MemoryProject, rule } from '../testing/memory-project.js';
import { decodeActionResult, encodeActionResult } from './action-result.js';
import { HttpServer } from './http-server.js';
import { RemoteClient } from './remote-cache.js';
import { decodeRecord, encodeRecord } from './result-keys.js';
import { MemoryNetwork } from './testing/memory-network.js';

const SOURCES = {
  'a.list': 'include b.txt\nexists c.txt\ndir sub\ntry gone.txt\nwarn it is so',
  'b.txt': 'b',
  'sub/x.txt': 'x',
  'of.list': 'of a.list\nfor name\nuse a.list list',
  'in.list': 'derive in.bin one 2 3\nderive in.bin two',
  'in.bin': '0123456789',
  'part.list': 'part in.bin 1 2',
  'twin.json': '{}',
  'twin2.json': '{}',
  'long.json': `"${'x'.repeat(20_000)}"`,
};

function machine(
  network: MemoryNetwork,
  env: Readonly<Record<string, string>> = {},
  sources: Readonly<Record<string, string>> = SOURCES,
): MemoryProject {
  const project = new MemoryProject(sources);
  project.remote = network.port(env);
  return project;
}

const CI = { CI: 'true' };

describe('a second machine', () => {
  it('compiles nothing that the first one has compiled, and has the same files', async () => {
    const network = new MemoryNetwork();
    const first = machine(network, CI);
    const { built, diagnostics } = await first.build();
    expect(built).toBeGreaterThan(6);
    const second = machine(network);
    const result = await second.build();
    expect(result).toMatchObject({ built: 0, failed: 0, status: 'ok' });
    expect(second.outputs()).toEqual(first.outputs());
    expect(result.diagnostics).toEqual(diagnostics);
    expect(second.events.find(({ type }) => type === 'shared-cache')).toMatchObject({
      server: 'https://cache.example/a',
      sent: 0,
      taken: result.restored,
    });
  });

  it('asks nothing when everything is up to date, and takes from its own store what it has had before', async () => {
    const network = new MemoryNetwork();
    await machine(network, CI).build();
    const second = machine(network);
    await second.build();
    network.asked.length = 0;
    expect(await second.build()).toMatchObject({ built: 0, restored: 0 });
    for (const path of second.host.files.keys())
      if (path.startsWith('/project/runtime')) second.host.files.delete(path);
    expect(await second.build()).toMatchObject({ built: 0 });
    expect(network.asked).toEqual([]);
  });

  it('compiles what differs: a file read, one that appeared, a setting, the name of a source', async () => {
    const network = new MemoryNetwork();
    await machine(network, CI).build();
    const built = async (change: (project: MemoryProject) => void) => {
      const project = machine(network);
      change(project);
      const alone = new MemoryProject(SOURCES);
      change(alone);
      const result = await project.build();
      await alone.build();
      expect(project.outputs()).toEqual(alone.outputs());
      return ids(result, 'built');
    };
    expect(await built((project) => project.write('b.txt', 'other'))).toEqual(['a.list']);
    expect(await built((project) => project.write('c.txt', ''))).toEqual(['a.list']);
    expect(await built((project) => project.write('sub/y.txt', ''))).toEqual(['a.list']);
    expect(await built((project) => project.write('gone.txt', ''))).toEqual(['a.list']);
    expect(await built((project) => project.write('in.bin', '0123406789'))).toEqual(['in.list#two']);
    expect(
      await built((project) => {
        project.config = { ...project.config, layers: [rule('a.list', { toy: { level: 7 } })] };
      }),
    ).toEqual(['a.list', 'of.list']);
    expect(
      await built((project) => {
        project.delete('a.list');
        project.write('a2.list', SOURCES['a.list']);
      }),
    ).toEqual(['a2.list', 'of.list']);
  });

  it('`why` reports that an asset came from it', async () => {
    const network = new MemoryNetwork();
    const first = machine(network, CI);
    await first.build();
    const second = machine(network);
    await second.build();
    const from = async (project: MemoryProject, path: string) =>
      (await why({ config: project.config, path }, project.host, project.registry)).map((report) => report.from);
    expect(await from(first, 'a.list')).toEqual(['compiled']);
    expect(await from(second, 'a.list')).toEqual(['remote']);
    expect([...(await from(second, 'twin.json')), ...(await from(second, 'twin2.json'))].sort()).toEqual([
      'remote',
      'twin',
    ]);
    second.delete('a.list');
    await second.build();
    second.write('a.list', SOURCES['a.list']);
    expect(await from(second, 'a.list')).toEqual([null]);
    await second.build();
    expect(await from(second, 'a.list')).toEqual(['store']);
  });
});

describe('results are sent', () => {
  it.each([
    ['ci' as const, {}, false],
    ['ci' as const, CI, true],
    [true, {}, true],
    [false, CI, false],
  ])('with push %s and %o: %s', async (push, env, isSent) => {
    const network = new MemoryNetwork();
    const project = machine(network, env);
    project.config = { ...project.config, cache: { ...project.config.cache, push } };
    await project.build();
    expect(network.blobs.size > 0).toBe(isSent);
  });

  it('blobs first, then the result that names them, then how it is found', async () => {
    const network = new MemoryNetwork();
    await machine(network, CI, { 'a.list': 'include b.txt', 'b.txt': 'b' }).build();
    expect(network.asked.map((one) => one.replace(/\/.*/, ''))).toEqual(['GET ac', 'PUT cas', 'PUT ac', 'PUT ac']);
  });

  it('and found by one question where the compile asked none', async () => {
    const network = new MemoryNetwork();
    const first = machine(network, CI, { 'a.list': 'a' });
    await first.build();
    const spaces = () => network.asked.splice(0).map((one) => one.replace(/\/.*/, ''));
    expect(spaces()).toEqual(['GET ac', 'PUT cas', 'PUT ac']);
    const second = machine(network, {}, { 'a.list': 'a' });
    expect(await second.build()).toMatchObject({ built: 0 });
    expect(spaces()).toEqual(['GET ac']);
    expect(second.outputs()).toEqual(first.outputs());
  });

  it('in the background, and the build reports how long it waited for the last one', async () => {
    const WAIT_MS = 100;
    const network = new MemoryNetwork();
    const project = machine(network, CI, { 'a.list': 'a' });
    // The server takes nothing until the build waits for it, which makes it less patient, and then a while more.
    network.tamper = async (answer, { method, patienceMs }) => {
      if (method !== 'PUT') return answer;
      await expect.poll(patienceMs).toBeLessThan(5000);
      const startMs = performance.now();
      await expect.poll(() => performance.now() - startMs).toBeGreaterThan(WAIT_MS);
      return answer;
    };
    const { ms } = await project.build();
    const event = project.events.find((event) => event.type === 'shared-cache');
    expect(event).toMatchObject({ sent: 1, unsent: 0 });
    expect(event?.waitedMs).toBeGreaterThanOrEqual(WAIT_MS);
    expect(event?.waitedMs).toBeLessThanOrEqual(Math.ceil(ms));
  });

  it('where they came from the store and the cache lacks them', async () => {
    const network = new MemoryNetwork();
    const project = machine(network);
    await project.build();
    expect(network.blobs.size).toBe(0);
    project.remote = network.port(CI);
    for (const path of project.host.files.keys())
      if (path.startsWith('/project/runtime')) project.host.files.delete(path);
    expect(await project.build()).toMatchObject({ built: 0 });
    const second = machine(network);
    expect(await second.build()).toMatchObject({ built: 0 });
    expect(second.outputs()).toEqual(project.outputs());
  });

  it('never where a build is asked to use no cache', async () => {
    const network = new MemoryNetwork();
    await machine(network, CI).build({ noCache: true });
    expect(network.asked).toEqual([]);
  });
});

describe('what comes from one cache', () => {
  it('never becomes what builds with another, or with none, take from the store', async () => {
    const network = new MemoryNetwork();
    await machine(network, CI, { 'a.list': 'a' }).build();
    const second = machine(network, {}, { 'a.list': 'a' });
    await second.build();
    for (const remote of [undefined, network.port({ ASSETC_CACHE_URL: 'https://other.example' })]) {
      const third = new MemoryProject({ 'a.list': 'a' });
      for (const [path, file] of second.host.files) if (path.startsWith('/cache/')) third.host.files.set(path, file);
      third.remote = remote;
      network.blobs.clear();
      expect(await third.build()).toMatchObject({ built: 1 });
    }
  });
});

describe('a server that was given up', () => {
  it('is left alone by the next builds of the same process', async () => {
    const network = new MemoryNetwork();
    network.tamper = (answer) => ({ ...answer, status: 500 });
    const project = machine(network);
    expect((await project.build()).diagnostics.map(({ code }) => code)).toContain('cache/unreachable');
    network.asked.length = 0;
    project.write('a.list', 'other');
    expect((await project.build()).diagnostics.map(({ code }) => code)).not.toContain('cache/unreachable');
    expect(network.asked).toEqual([]);
  });
});

describe('a machine that may only read', () => {
  it('is reported once, before the build has ended, and results are still used', async () => {
    const network = new MemoryNetwork();
    await machine(network, CI, { 'a.json': '[1]' }).build();
    network.tamper = (answer, { method }) => (method === 'PUT' ? { ...answer, status: 403 } : answer);
    const reader = machine(network, CI, { 'a.json': '[1]', 'b.json': '[2]', 'c.json': '[3]', 'd.json': '[4]' });
    const result = await reader.build();
    expect(result).toMatchObject({ status: 'ok', built: 3, restored: 1 });
    expect(result.diagnostics).toMatchObject([
      {
        code: 'cache/not-sent',
        severity: 'notice',
        message: expect.stringMatching(/^results are not sent to .* 403/),
      },
    ]);
    const reported = reader.events.map((event) => (event.type === 'diagnostic' ? event.diagnostic.code : event.type));
    expect(reported.indexOf('cache/not-sent')).toBeLessThan(reported.indexOf('shared-cache'));
    expect(reader.events.find(({ type }) => type === 'shared-cache')).toMatchObject({ taken: 1, sent: 0, unsent: 3 });
  });
});

describe('a result that names more than fits into memory', () => {
  it('is not fetched, and reported', async () => {
    const network = new MemoryNetwork();
    const alone = machine(network, CI, { 'a.json': '[1]' });
    await alone.build();
    // More than any machine has, each of them no more than a file may take.
    const files = Array.from({ length: 1 << 12 }, (_, i) => ({
      path: String(i),
      digest: i.toString(16).padStart(64, '0'),
      sizeBytes: 2 ** 31 - 1,
    }));
    for (const [name, value] of network.blobs) {
      if (!name.startsWith('ac/')) continue;
      const key = name.slice(3);
      const trace = decodeRecord(key, decodeActionResult(value).record);
      if (typeof trace !== 'object' || trace === null || !('outputs' in trace)) continue;
      const outputs = files.map(({ path, ...about }) => ({ suffix: `.${path}`, ...about }));
      network.blobs.set(name, encodeActionResult({ files, record: encodeRecord(key, { ...trace, outputs }) }));
    }
    network.asked.length = 0;
    const second = machine(network, {}, { 'a.json': '[1]' });
    const result = await second.build();
    expect(result).toMatchObject({ status: 'ok', built: 1 });
    expect(second.outputs()).toEqual(alone.outputs());
    expect(result.diagnostics).toMatchObject([
      { code: 'cache/wrong-answer', message: expect.stringMatching(/has 8796093018112 bytes; the limit is \d+$/) },
    ]);
    expect(network.asked.filter((asked) => asked.includes('cas/'))).toEqual([]);
  });
});

describe('a cache that answers with garbage', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.json`, `[${i}]`]));
  const nonsense = new TextEncoder().encode(`${'0'.repeat(64)} {}`);
  const tooMuch = { asked: [{ source: null, questions: new Array(66_000).fill({ type: 'existence', path: 'a' }) }] };
  /** Values that are what a server would accept, and not what a build stored. */
  const GARBAGE: readonly [string, (key: string) => Uint8Array][] = [
    ['no message', () => new TextEncoder().encode('<html>')],
    ['a result of another program', () => encodeActionResult({ files: [], record: nonsense })],
    [
      'more questions than anybody asks',
      (key) => encodeActionResult({ files: [], record: encodeRecord(key, tooMuch) }),
    ],
  ];

  it.each(GARBAGE)('%s is not asked any more after a few, and fails nothing', async (_, garbage) => {
    const network = new MemoryNetwork();
    network.tamper = (answer, { url }) => ({ ...answer, status: 200, body: garbage(url.pathname.slice(-64)) });
    const project = machine(network, CI, many);
    const result = await project.build();
    expect(result).toMatchObject({ status: 'ok', built: 300, warnings: 0 });
    // As many as are asked at a time, and not many more.
    expect(network.asked.length).toBeLessThan(128 + 32);
    expect(result.diagnostics).toMatchObject([
      { code: 'cache/wrong-answer', severity: 'notice', message: expect.stringMatching(/; it is not used any more$/) },
    ]);
  });

  it.each<[string, (client: RemoteClient) => Promise<unknown>, number]>([
    ['nothing but garbage', (client) => client.getResult(digestText('bad'), () => {}), 950],
    ['a result', (client) => client.getResult(digestText('good'), () => {}), Number.POSITIVE_INFINITY],
    ['that there is none', (client) => client.has('ac', digestText('absent')), Number.POSITIVE_INFINITY],
  ])('may take its time for an answer where it gave %s before', async (_, before, wholeMs) => {
    const network = new MemoryNetwork();
    const limits: unknown[] = [];
    network.blobs.set(`ac/${digestText('bad')}`, new TextEncoder().encode('<html>'));
    network.blobs.set(`ac/${digestText('good')}`, encodeActionResult({ files: [], record: nonsense }));
    network.tamper = (answer, request) => {
      limits.push(request.wholeMs?.());
      return answer;
    };
    const client = new RemoteClient(new HttpServer(new URL('https://cache.example')), network, () => 0);
    await before(client).catch(() => undefined);
    await client.getResult(digestText('later'), () => {});
    await client.putBlob(nonsense);
    expect(limits).toEqual([950, wholeMs, undefined]);
  });

  it('costs what its wrong answers take only until that is a second', async () => {
    const network = new MemoryNetwork();
    let nowMs = 0;
    network.tamper = (answer) => {
      nowMs += 400;
      return { ...answer, status: 200, body: encodeActionResult({ files: [], record: nonsense }) };
    };
    const client = new RemoteClient(new HttpServer(new URL('https://cache.example')), network, () => nowMs);
    const read = () => {
      nowMs += 100;
      throw new Damaged('a result');
    };
    for (let i = 0; i < 9; i++) await client.getResult(digestText(`${i}`), read).catch(() => undefined);
    expect(nowMs).toBe(1000);
    expect(network.asked).toHaveLength(2);
  });
});
