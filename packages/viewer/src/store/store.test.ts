// The store applies a watch's reports without reading the index, and ignores an index older than a report.

import { afterEach, expect, it, vi } from 'vitest';
import type { UiFile, UiIndex } from '../api.js';
import { Store } from './store.js';

const file = (path: string, version: string): UiFile => ({ path, size: 4, version });
const indexOf = (...files: UiFile[]): UiIndex => ({
  title: 'runtime',
  files,
  live: true,
  record: false,
  sources: false,
  described: [],
});

/** The server's index, and the requests it received; `hold` delays an answer. */
const server = { index: indexOf(), asked: [] as string[], hold: Promise.resolve() };

async function open(...files: UiFile[]): Promise<Store> {
  Object.assign(server, { index: indexOf(...files), asked: [], hold: Promise.resolve() });
  vi.stubGlobal('fetch', async (url: string) => {
    server.asked.push(url);
    if (url === 'api/status.json') return new Response('{"problems":[],"budgets":[]}');
    const body = url.startsWith('api/') ? JSON.stringify(server.index) : 'abcd';
    await server.hold;
    return new Response(body);
  });
  return Store.open();
}
afterEach(() => vi.unstubAllGlobals());

const changesOf = (store: Store) => {
  const reported: { changed: string[]; removed: string[] }[] = [];
  store.onChange(({ changed, removed }) => reported.push({ changed: [...changed], removed: [...removed] }));
  return reported;
};

it('applies changed, new and removed files, and reads the reported version', async () => {
  const store = await open(file('a.ktx2', '1'), file('b.ktx2', '1'), file('c.ktx2', '1'));
  const reported = changesOf(store);
  store.take([file('b.ktx2', '2'), file('aa.ktx2', '1')], ['c.ktx2']);
  expect(reported).toEqual([{ changed: ['aa.ktx2', 'b.ktx2'], removed: ['c.ktx2'] }]);
  expect(store.entries.map(({ path, version }) => `${path} ${version}`)).toEqual(['a.ktx2 1', 'aa.ktx2 1', 'b.ktx2 2']);
  await store.read('b.ktx2');
  expect(server.asked).toEqual(['api/index.json', 'api/status.json', 'files/b.ktx2?v=2']);
});

it('reports nothing if nothing is new', async () => {
  const store = await open(file('a.ktx2', '1'));
  const reported = changesOf(store);
  store.take([file('a.ktx2', '1')], ['never.ktx2']);
  expect(reported).toEqual([]);
});

it('asks again if a build was reported while the index was loading', async () => {
  const store = await open(file('a.ktx2', '1'));
  const reported = changesOf(store);
  let answer = () => {};
  server.hold = new Promise((resolve) => {
    answer = resolve;
  });
  const refreshed = store.refresh();
  server.index = indexOf(file('a.ktx2', '2'), file('new.ktx2', '1'));
  store.take([file('a.ktx2', '2')], []);
  answer();
  await refreshed;
  expect(reported).toEqual([
    { changed: ['a.ktx2'], removed: [] },
    { changed: ['new.ktx2'], removed: [] },
  ]);
  expect(store.find('a.ktx2')?.version).toBe('2');
});
