import { describe, expect, it } from 'vitest';
import type { ContentStore } from '../cache/content-store.js';
import type { RemoteCache } from './remote-cache.js';
import type { RemoteError } from './remote-error.js';
import { upload } from './testing/upload-of.js';
import { Uploads } from './uploads.js';

/** Keeps names and sizes; `wait` delays what is put. */
function cacheDouble(wait: Promise<void> = Promise.resolve()) {
  const put = new Map<string, number>();
  const cache: RemoteCache = {
    name: 'a cache',
    has: async () => false,
    getResult: async () => undefined,
    getBlob: async () => undefined,
    putBlob: async (bytes, digest = '') => {
      await wait;
      put.set(digest, bytes.length);
    },
    putResult: async (key, { files }) => {
      await wait;
      put.set(key, files.length);
    },
    close: () => {},
  };
  return { cache, put };
}

const storeOf = (held: ReadonlyMap<string, Uint8Array>): ContentStore => ({
  has: async (_, key) => held.has(key),
  get: async (_, key) => held.get(key),
  put: async () => {},
});

describe('uploads', () => {
  it('send one that is larger than all that may wait, though the store does not have it', async () => {
    const { cache, put } = cacheDouble();
    const failures: RemoteError[] = [];
    const uploads = new Uploads(cache, storeOf(new Map()), (error) => failures.push(error));
    const large = upload('large', (1 << 26) + 1);
    uploads.add(large);
    expect(await uploads.drain(undefined)).toEqual({ results: 1, bytes: (1 << 26) + 1, unsent: 0 });
    expect(put.get(large.digest)).toBe((1 << 26) + 1);
    expect(failures).toEqual([]);
  });

  it('read from the store what would take too much memory meanwhile, and say where that has lost it', async () => {
    let go = () => {};
    const { cache, put } = cacheDouble(
      new Promise((done) => {
        go = done;
      }),
    );
    const failures: RemoteError[] = [];
    const all = [upload('large', 1 << 26), upload('kept', 10), upload('lost', 20)];
    const kept = all[1]?.digest ?? '';
    const uploads = new Uploads(cache, storeOf(new Map([[kept, new Uint8Array(10)]])), (error) => failures.push(error));
    for (const one of all) uploads.add(one);
    go();
    expect(await uploads.drain(undefined)).toEqual({ results: 2, bytes: (1 << 26) + 10, unsent: 1 });
    expect(put.get(kept)).toBe(10);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('content store')]);
  });

  it('count what is forgotten when they are stopped', async () => {
    const { cache } = cacheDouble(new Promise(() => {}));
    const uploads = new Uploads(cache, undefined, () => {});
    for (let i = 0; i < 100; i++) uploads.add(upload(String(i), 1));
    uploads.stop();
    expect(await uploads.drain(1)).toMatchObject({ results: 0, unsent: 100 });
  });
});
