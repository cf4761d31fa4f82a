// What a watch tells, taken without asking for the index; answers that are older than what was told count for nothing.

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

/** The index that the server has, and what was asked for; `hold` keeps an answer back. */
const server = { index: indexOf(), asked: [] as string[], hold: Promise.resolve() };

async function open(...files: UiFile[]): Promise<Store> {
  Object.assign(server, { index: indexOf(...files), asked: [], hold: Promise.resolve() });
  vi.stubGlobal('fetch', async (url: string) => {
    server.asked.push(url);
    const body = url.startsWith('api/') ? JSON.stringify(server.index) : 'abcd';
    await server.hold;
    return new Response(body);
  });
  return Store.open();
}
afterEach(() => vi.unstubAllGlobals());

const changesOf = (store: Store) => {
  const told: { changed: string[]; removed: string[] }[] = [];
  store.onChange(({ changed, removed }) => told.push({ changed: [...changed], removed: [...removed] }));
  return told;
};

it('takes what changed, is new and is gone, and reads the version that it was told of', async () => {
  const store = await open(file('a.ktx2', '1'), file('b.ktx2', '1'), file('c.ktx2', '1'));
  const told = changesOf(store);
  store.take([file('b.ktx2', '2'), file('aa.ktx2', '1')], ['c.ktx2']);
  expect(told).toEqual([{ changed: ['aa.ktx2', 'b.ktx2'], removed: ['c.ktx2'] }]);
  expect(store.entries.map(({ path, version }) => `${path} ${version}`)).toEqual(['a.ktx2 1', 'aa.ktx2 1', 'b.ktx2 2']);
  await store.read('b.ktx2');
  expect(server.asked).toEqual(['api/index.json', 'files/b.ktx2?v=2']);
});

it('tells of nothing where it knew all', async () => {
  const store = await open(file('a.ktx2', '1'));
  const told = changesOf(store);
  store.take([file('a.ktx2', '1')], ['never.ktx2']);
  expect(told).toEqual([]);
});

it('asks once more where an index was on its way while a build was told', async () => {
  const store = await open(file('a.ktx2', '1'));
  const told = changesOf(store);
  let answer = () => {};
  server.hold = new Promise((resolve) => {
    answer = resolve;
  });
  const refreshed = store.refresh();
  server.index = indexOf(file('a.ktx2', '2'), file('new.ktx2', '1'));
  store.take([file('a.ktx2', '2')], []);
  answer();
  await refreshed;
  expect(told).toEqual([
    { changed: ['a.ktx2'], removed: [] },
    { changed: ['new.ktx2'], removed: [] },
  ]);
  expect(store.find('a.ktx2')?.version).toBe('2');
});
