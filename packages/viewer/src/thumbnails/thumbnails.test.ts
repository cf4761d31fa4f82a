import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Entry, Store } from '../store/store.js';
import { type Draw, Thumbnails } from './thumbnails.js';

const entry = (path: string, version = '1'): Entry => ({ path, version, size: 1, kind: 'texture' });
const store = {} as Store;
let count = 0;

beforeEach(() => {
  count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++count}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const made = (draw: Draw) =>
  new Thumbnails(
    store,
    () => draw,
    async () => undefined,
  );
const blob = new Blob(['x']);

it('draws the same content once, and a new version again', async () => {
  const draw = vi.fn<Draw>(async () => blob);
  const thumbnails = made(draw);
  thumbnails.request(entry('a'));
  thumbnails.request(entry('a'));
  await expect.poll(() => thumbnails.get(entry('a'))).toBe('blob:1');
  thumbnails.request(entry('a'));
  expect(thumbnails.get(entry('a', '2'))).toBeUndefined();
  thumbnails.request(entry('a', '2'));
  await expect.poll(() => thumbnails.get(entry('a', '2'))).toBe('blob:2');
  expect(draw).toHaveBeenCalledTimes(2);
});

it('draws one at a time, and none that nobody waits for', async () => {
  let running = 0;
  const drawn: string[] = [];
  const thumbnails = made(async (_, { path }) => {
    expect(++running).toBe(1);
    await new Promise((next) => setImmediate(next));
    running--;
    drawn.push(path);
    return blob;
  });
  const [, giveUpB, giveUpC] = ['a', 'b', 'c', 'd'].map((path) => thumbnails.request(entry(path)));
  thumbnails.request(entry('c'));
  giveUpB?.();
  // Something else still shows it.
  giveUpC?.();
  giveUpC?.();
  await expect.poll(() => thumbnails.get(entry('d'))).toBeDefined();
  expect(drawn).toEqual(['a', 'c', 'd']);
});

it('tries again what could not be drawn yet, and not what has no picture', async () => {
  const results: (Blob | 'later' | undefined)[] = ['later', blob];
  const draw = vi.fn<Draw>(async (_, { path }) => (path === 'none' ? undefined : results.shift()));
  const thumbnails = made(draw);
  thumbnails.request(entry('none'));
  thumbnails.request(entry('a'));
  await expect.poll(() => draw.mock.calls.length).toBe(2);
  await expect
    .poll(() => {
      thumbnails.request(entry('a'));
      thumbnails.request(entry('none'));
      return thumbnails.get(entry('a'));
    })
    .toBeDefined();
  expect(draw.mock.calls.filter(([, { path }]) => path === 'none')).toHaveLength(1);
});

it('frees the oldest beyond its limit', async () => {
  const thumbnails = made(async () => blob);
  for (let i = 0; i < 402; i++) thumbnails.request(entry(`f${i}`));
  await expect.poll(() => thumbnails.get(entry('f401'))).toBeDefined();
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2);
  expect(thumbnails.get(entry('f0'))).toBeUndefined();
});
