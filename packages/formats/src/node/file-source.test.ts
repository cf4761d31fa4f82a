import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeHpack } from '../hpack/encode.js';
import { openPack } from '../hpack/read.js';
import { fileHandleSource, openFileSource } from './file-source.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assetc-file-source-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads a pack from disk', async () => {
  const path = join(folder, 'game.hpack');
  await writeFile(path, encodeHpack([{ path: 'a.json', bytes: Uint8Array.of(1, 2, 3) }]));
  const source = await openFileSource(path);
  const pack = await openPack(source);
  expect(await pack.read('a.json')).toEqual(Uint8Array.of(1, 2, 3));
  await source.close();
  await expect(pack.read('a.json')).rejects.toThrow();
});

it('rejects a range beyond the end', async () => {
  const path = join(folder, 'short');
  await writeFile(path, Uint8Array.of(1, 2, 3));
  const handle = await open(path);
  await expect(fileHandleSource(handle).read(2, 2)).rejects.toThrow('the file ends at 3');
  await handle.close();
});
