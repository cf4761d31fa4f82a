import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryHost } from '../testing/memory-host.js';
import { CacheWriter } from './cache-writer.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(): { writer: CacheWriter; syncs: () => number } {
  const host = new MemoryHost();
  host.makeFolder('/out');
  let count = 0;
  host.onOperation = (operation) => {
    if (operation === 'sync') count++;
  };
  return { writer: new CacheWriter(host, '/out'), syncs: () => count };
}

const named = (count: number) => Array.from({ length: count }, (_, i) => `${i}.ktx2`);

/** All promises that wait for nothing else. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('intents', () => {
  it('are on the disk at once where none came before', async () => {
    const { writer, syncs } = open();
    await writer.intend(['a.ktx2']);
    expect(syncs()).toBe(1);
  });

  it('of few assets wait for more of them, for a while', async () => {
    const { writer, syncs } = open();
    await writer.intend(['a.ktx2']);
    const few = named(3).map((path) => writer.intend([path]));
    await settle();
    expect(syncs()).toBe(1);
    await vi.advanceTimersByTimeAsync(20);
    await Promise.all(few);
    expect(syncs()).toBe(2);
  });

  it('wait longer for others where several came together before', async () => {
    const { writer, syncs } = open();
    await writer.intend(['a.ktx2']);
    for (const count of [3, 1]) {
      const few = named(count).map((path) => writer.intend([path]));
      await vi.advanceTimersByTimeAsync(10);
      const before = syncs();
      await vi.advanceTimersByTimeAsync(10);
      expect(syncs() - before).toBe(count === 3 ? 1 : 0);
      await vi.advanceTimersByTimeAsync(20);
      await Promise.all(few);
    }
    expect(syncs()).toBe(3);
  });

  it('of many assets wait no longer', async () => {
    const { writer, syncs } = open();
    await writer.intend(['a.ktx2']);
    const first = writer.intend(['b.ktx2']);
    await settle();
    expect(syncs()).toBe(1);
    await Promise.all([first, ...named(7).map((path) => writer.intend([path]))]);
    expect(syncs()).toBe(2);
  });
});
