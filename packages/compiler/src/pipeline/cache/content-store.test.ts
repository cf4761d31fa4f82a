import { describe, expect, it } from 'vitest';
import { hostError } from '../testing/memory-file.js';
import { MemoryHost } from '../testing/memory-host.js';
import { DiskStore } from './content-store.js';
import { prepareSeal } from './seal.js';
import { digestOf } from './testing/sample-records.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const pathOf = (space: string, key: string) => `/cache/v1/${space}/${key.slice(0, 2)}/${key}`;

function open(maxBytes = 1e6, host = new MemoryHost()) {
  prepareSeal(host);
  return { host, store: new DiskStore(host, '/cache', maxBytes) };
}

describe('the content store', () => {
  it('gives back what was put, of either space', async () => {
    const { store } = open();
    const key = digestOf('output');
    await store.put('artifact', key, bytesOf('output'));
    await store.put('trace', key, bytesOf('how it was made'));
    expect(await store.get('artifact', key)).toEqual(bytesOf('output'));
    expect(await store.get('trace', key)).toEqual(bytesOf('how it was made'));
    expect(await store.has('artifact', key)).toBe(true);
    expect(await store.get('artifact', digestOf('other'))).toBeUndefined();
  });

  it('takes a damaged artifact and a damaged trace for absent, and drops them', async () => {
    const { host, store } = open();
    const key = digestOf('output');
    for (const space of ['artifact', 'trace'] as const) {
      await store.put(space, key, bytesOf('output'));
      const path = pathOf(space, key);
      const stored = host.readFile(path).slice();
      stored[stored.length - 1] = (stored[stored.length - 1] ?? 0) ^ 1;
      host.put(path, stored);
      if (space === 'trace') host.clock += 61_000;
      expect(await store.get(space, key)).toBeUndefined();
      expect(await store.has(space, key)).toBe(false);
    }
  });

  it('leaves half a trace to the build that may just be writing it, and replaces it', async () => {
    const { host, store } = open();
    const [key, path] = [digestOf('output'), pathOf('trace', digestOf('output'))];
    await store.put('trace', key, bytesOf('how it was made'));
    const half = host.readFile(path).slice(0, -3);
    host.put(path, half);
    expect(await store.get('trace', key)).toBeUndefined();
    expect(host.readFile(path)).toEqual(half);
    await store.put('trace', key, bytesOf('how it was made'));
    expect(await store.get('trace', key)).toEqual(bytesOf('how it was made'));
  });

  it('puts in one step what replaces and what is long, and leaves nothing of what cannot be written', async () => {
    const { host, store } = open();
    const key = digestOf('a');
    const seen: string[] = [];
    host.onOperation = (operation, path) => {
      seen.push(`${operation} ${path === pathOf('trace', key) ? 'place' : 'temporary'}`);
    };
    await store.put('trace', key, bytesOf('x'.repeat(1 << 16)));
    expect(seen).not.toContain('write place');
    expect(seen.splice(0)).toContain('rename place');
    await store.put('trace', key, bytesOf('new'));
    expect(seen).not.toContain('write place');
    expect(seen).toContain('rename place');
    expect(await store.get('trace', key)).toEqual(bytesOf('new'));
    host.onOperation = (operation, path) => {
      if (operation === 'write') throw hostError('ENOSPC', path);
    };
    const before = [...host.files.keys()];
    await store.put('trace', key, bytesOf('newest'));
    await store.put('trace', digestOf('b'), bytesOf('b'));
    await store.put('artifact', digestOf('b'), bytesOf('b'));
    host.onOperation = undefined;
    expect([...host.files.keys()]).toEqual(before);
    expect(await store.get('trace', key)).toEqual(bytesOf('new'));
  });

  it('believes no trace that was put under another key', async () => {
    const { host, store } = open();
    const [key, other] = [digestOf('a'), digestOf('b')];
    await store.put('trace', key, bytesOf('trace'));
    host.put(pathOf('trace', other), host.readFile(pathOf('trace', key)));
    expect(await store.get('trace', other)).toBeUndefined();
  });

  it('makes no path of what is no key', async () => {
    const { store } = open();
    for (const key of ['../../etc', '', 'A'.repeat(64), `${digestOf('a')}/x`])
      await expect(store.put('artifact', key, bytesOf('x'))).rejects.toThrow(/no key/);
  });

  it('drops what was used longest ago when it grows too large, and only what has the shape of its own', async () => {
    const { host, store } = open(1000);
    host.put('/cache/v1/artifact/00/notes.txt', 'x'.repeat(900));
    const texts = ['1', '2', '3', '4'].map((c) => c.repeat(300));
    for (const text of texts) {
      await store.put('artifact', digestOf(text), bytesOf(text));
      host.clock += 1000;
    }
    await store.evict();
    const left = await Promise.all(texts.map((text) => store.has('artifact', digestOf(text))));
    expect(left).toEqual([false, true, true, true]);
    expect(host.text('/cache/v1/artifact/00/notes.txt')).toHaveLength(900);
  });

  it('removes what a killed build left half-written, when that is surely nobody’s any more', async () => {
    const { host, store } = open(1000);
    const key = digestOf('a');
    const left = `${pathOf('artifact', key).slice(0, -64)}.assetc-tmp-0123456789abcdef-x-0`;
    host.put(left, 'half');
    await store.put('artifact', key, bytesOf('x'.repeat(500)));
    await store.evict();
    expect(host.text(left)).toBe('half');
    host.clock += 25 * 3600 * 1000;
    await store.put('artifact', digestOf('b'), bytesOf('y'.repeat(100)));
    await store.evict();
    expect(host.files.has(left)).toBe(false);
    expect(host.files.has(pathOf('artifact', key))).toBe(true);
  });

  it('is not used, with one warning, where others have a say over it', async () => {
    const host = new MemoryHost();
    host.makeFolder('/cache');
    host.owned.set('/cache', { mine: true, othersMayRead: true, othersMayWrite: true });
    const { store } = open(1e6, host);
    expect(store.problems).toMatchObject([{ code: 'build/foreign-store', severity: 'notice' }]);
    const key = digestOf('output');
    await store.put('artifact', key, bytesOf('output'));
    expect(await store.get('artifact', key)).toBeUndefined();
    expect([...host.files.keys()].filter((path) => path.startsWith('/cache/'))).toEqual([]);
  });

  it('makes builds slower, never wrong, where the disk refuses', async () => {
    const { host, store } = open();
    host.onOperation = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    const key = digestOf('output');
    await store.put('artifact', key, bytesOf('output'));
    expect(await store.get('artifact', key)).toBeUndefined();
  });
});
