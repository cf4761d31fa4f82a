// Compressed packs: exact, smaller, read in part over HTTP, refused if damaged.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { checkPath } from '../../packages/compiler/src/inspect/check-path.js';
import { inspectPath } from '../../packages/compiler/src/inspect/inspect-files.js';
import { openPackFile } from '../../packages/compiler/src/inspect/open-pack-file.js';
import { applyPatches } from '../../packages/compiler/src/packs/apply-patch.js';
import { comparePacks } from '../../packages/compiler/src/packs/compare-packs.js';
import { compressPack } from '../../packages/compiler/src/packs/compress-pack.js';
import { decompressPack } from '../../packages/compiler/src/packs/decompress-pack.js';
import { diffPacks } from '../../packages/compiler/src/packs/diff-packs.js';
import { MemoryHost } from '../../packages/compiler/src/pipeline/testing/memory-host.js';
import {
  bytesSource,
  encodeHpack,
  FormatError,
  httpSource,
  LayeredFiles,
  openHpackz,
  openPack,
  validateHpackz,
} from '../../packages/formats/src/index.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { packPair, randomNumbers } from './random-packs.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const noise = (size: number, seed: number): Uint8Array => {
  const next = randomNumbers(seed);
  const out = new Uint8Array(size);
  for (let i = 0; i < size; i++) out[i] = next() >>> 13;
  return out;
};
const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

async function compressed(pack: Uint8Array): Promise<{ host: MemoryHost; bytes: Uint8Array }> {
  const host = new MemoryHost();
  host.put('/w/a.hpack', pack);
  await compressPack(host, { path: '/w/a.hpack', output: '/w/a.hpackz' });
  host.files.delete('/w/a.hpack');
  return { host, bytes: host.readFile('/w/a.hpackz') };
}

const decompress = (host: MemoryHost) => decompressPack(host, { path: '/w/a.hpackz', output: '/w/b.hpack' });

/** Floats as vertices have them, in rows of 28 bytes. */
function vertices(count: number): Uint8Array {
  const floats = Float32Array.from({ length: count * 7 }, (_, i) => (i % 7) * 100 + Math.fround(i / 97));
  return new Uint8Array(floats.buffer);
}

/** A server that answers ranges, and counts what it sends. */
async function serveRanges(served: Readonly<Record<string, Uint8Array>>) {
  let sent = 0;
  const server = createServer((request, response) => {
    const bytes = served[request.url ?? ''] ?? new Uint8Array(0);
    const [, start = '0', end = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(start), Number(end) + 1);
    sent += part.length;
    const range = `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'content-range': range }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, sentBytes: () => sent, close: () => server.close() };
}

describe('assetc pack compress', () => {
  it('makes a file from which the same pack is made again', async () => {
    for (let seed = 1; seed <= (isLong ? 1000 : 40); seed++) {
      const { before } = packPair(seed);
      const { host, bytes } = await compressed(before);
      expect(validateHpackz(bytes), `seed ${seed}`).toEqual([]);
      await decompress(host);
      expect(isEqual(host.readFile('/w/b.hpack'), before), `seed ${seed}`).toBe(true);
    }
  });

  it('cuts large entries, shares frames between small ones, stores equal ones once, and filters vertices', async () => {
    const big = noise((4 << 20) + 5, 1);
    const small = Array.from({ length: 50 }, (_, i) => ({
      path: `s/${i}.json`,
      bytes: new TextEncoder().encode(`{"name":"thing ${i}","kind":"chair","color":[1,1,1,1]}`),
    }));
    const mesh = vertices(20_000);
    const files = [
      { path: 'a.bin', bytes: big },
      { path: 'b/same.bin', bytes: big },
      { path: 'm.mesh', bytes: mesh },
      ...small,
    ];
    const pack = encodeHpack(files);
    const { host, bytes } = await compressed(pack);
    const alone = (await loadZstd()).compress(mesh, 19).length;
    expect(bytes.length).toBeLessThan(big.length + alone * 0.9 + 2500);
    await decompress(host);
    expect(isEqual(host.readFile('/w/b.hpack'), pack)).toBe(true);
  });

  it('is equal each time', async () => {
    const { before } = packPair(3);
    expect(isEqual((await compressed(before)).bytes, (await compressed(before)).bytes)).toBe(true);
  });
});

describe('a compressed pack', () => {
  const files = [
    { path: 'big.bin', bytes: noise(5 << 20, 2) },
    { path: 'empty', bytes: new Uint8Array(0) },
    { path: 'level.json', bytes: new TextEncoder().encode('{"a":1}'.repeat(50)) },
  ];

  const pack = encodeHpack(files);
  let bytes = new Uint8Array(0);
  beforeAll(async () => {
    bytes = new Uint8Array((await compressed(pack)).bytes);
  });

  it('reads any range like the pack', async () => {
    const zstd = await loadZstd();
    const source = await openHpackz(bytesSource(bytes), zstd.decompress);
    const next = randomNumbers(4);
    for (let i = 0; i < 50; i++) {
      const at = next() % pack.length;
      const length = next() % (pack.length - at);
      expect(isEqual(await source.read(at, length), pack.subarray(at, at + length))).toBe(true);
    }
  });

  it('decompresses no frame twice for a pack that alternates between many types', async () => {
    const mixed = Array.from({ length: 900 }, (_, i) => ({ path: `${i}.t${i % 9}`, bytes: noise(3000, i + 1) }));
    const host = new MemoryHost();
    host.put('/w/a.hpack', encodeHpack(mixed));
    await compressPack(host, { path: '/w/a.hpack', output: '/w/a.hpackz' });
    let reads = 0;
    const source = bytesSource(host.readFile('/w/a.hpackz'));
    const counted = {
      size: () => source.size(),
      read(at: number, length: number) {
        reads++;
        return source.read(at, length);
      },
    };
    const opened = await openPack(await openHpackz(counted, (await loadZstd()).decompress));
    for (const { path, bytes: own } of mixed) expect(isEqual((await opened.read(path)) ?? own, own)).toBe(true);
    expect(reads).toBeLessThan(30);
  });

  it('is read entry by entry over HTTP, without the rest', async () => {
    const zstd = await loadZstd();
    const server = await serveRanges({ '/a.hpackz': bytes });
    try {
      const source = httpSource(`${server.url}/a.hpackz`, { prefetchBytes: 4096 });
      const opened = await openPack(await openHpackz(source, zstd.decompress));
      expect(await opened.read('level.json')).toEqual(files[2]?.bytes);
      expect(server.sentBytes()).toBeLessThan(8192);
      expect(isEqual((await opened.read('big.bin')) ?? new Uint8Array(0), files[0]?.bytes ?? new Uint8Array(0))).toBe(
        true,
      );
    } finally {
      server.close();
    }
  });

  it('is a layer like any other, and layers are read over HTTP without the rest', async () => {
    const text = (content: string): Uint8Array => new TextEncoder().encode(content);
    const mod = encodeHpack([
      { path: 'level.json', bytes: text('winter') },
      { path: 'more.bin', bytes: noise(3 << 20, 8) },
    ]);
    const server = await serveRanges({
      '/game.hpackz': bytes,
      '/winter.hpack': mod,
    });
    const options = { prefetchBytes: 4096 };
    const zstd = await loadZstd();
    try {
      const layers = await LayeredFiles.open([
        await openPack(await openHpackz(httpSource(`${server.url}/game.hpackz`, options), zstd.decompress)),
        await openPack(httpSource(`${server.url}/winter.hpack`, options)),
      ]);
      expect(await layers.read('level.json')).toEqual(text('winter'));
      expect(await layers.read('empty')).toEqual(new Uint8Array(0));
      expect(layers.conflicts()).toEqual([{ path: 'level.json', layers: [0, 1], isRemoved: false }]);
      expect(server.sentBytes()).toBeLessThan(20_000);
      expect(isEqual((await layers.read('big.bin')) ?? new Uint8Array(0), files[0]?.bytes ?? new Uint8Array(0))).toBe(
        true,
      );
    } finally {
      server.close();
    }
  });

  it('is listed, verified and compared like the pack', async () => {
    const host = new MemoryHost();
    host.put('/w/a.hpackz', bytes);
    host.put('/w/a.hpack', pack);
    const listed = await openPackFile(host, '/w/a.hpackz');
    const plain = await openPackFile(host, '/w/a.hpack');
    expect(listed.layout).toEqual(plain.layout);
    expect(listed.entries).toEqual(plain.entries);
    expect([listed.fileBytes, plain.fileBytes]).toEqual([bytes.length, pack.length]);
    expect(await comparePacks(host, { before: '/w/a.hpack', after: '/w/a.hpackz' })).toMatchObject({
      changes: [],
      unchanged: files.length,
    });
    const cut = bytes.subarray(0, 60);
    host.put('/w/cut.hpackz', cut);
    await expect(openPackFile(host, '/w/cut.hpackz')).rejects.toThrow(FormatError);
  });

  const few = [...files.slice(1), { path: 'noise.bin', bytes: noise(5000, 3) }];
  const noManifest = { code: 'check/no-manifest' };

  it('is described and checked like the pack, and everywhere if a frame is damaged', async () => {
    const pack = encodeHpack(few);
    const { host, bytes } = await compressed(pack);
    host.put('/w/plain.hpack', pack);
    const described = await inspectPath(host, '/w/a.hpackz');
    expect(described).toMatchObject({
      type: 'pack',
      sizeBytes: few.reduce((sum, file) => sum + file.bytes.length, 0),
    });
    expect(described?.files).toEqual((await inspectPath(host, '/w/plain.hpack'))?.files);
    expect(await checkPath(host, '/w/a.hpackz')).toMatchObject({
      type: 'pack',
      files: few.length,
      diagnostics: [noManifest],
    });
    // Stored without compression: only the SHA-256 of the whole shows it.
    host.put(
      '/w/a.hpackz',
      bytes.map((byte, i) => (i === bytes.length - 1000 ? byte ^ 1 : byte)),
    );
    expect(await checkPath(host, '/w/a.hpackz')).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'check/malformed' }, noManifest],
    });
    host.put('/w/a.hpackz', bytes.subarray(0, 50));
    expect(await checkPath(host, '/w/a.hpackz')).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'check/malformed', file: 'a.hpackz' }],
    });
  });

  it('is not the base of a patch, signed, or compressed again', async () => {
    const { host } = await compressed(encodeHpack(few));
    host.put('/w/plain.hpack', encodeHpack(few));
    const refused = expect.objectContaining({
      diagnostic: expect.objectContaining({ code: 'pack/compressed', file: '/w/a.hpackz' }),
    });
    const output = '/w/b';
    await expect(compressPack(host, { path: '/w/a.hpackz', output })).rejects.toEqual(refused);
    await expect(diffPacks(host, { before: '/w/plain.hpack', after: '/w/a.hpackz', output })).rejects.toEqual(refused);
    await diffPacks(host, { before: '/w/plain.hpack', after: '/w/plain.hpack', output: '/w/a.hpatch' });
    await expect(applyPatches(host, { path: '/w/a.hpackz', patches: ['/w/a.hpatch'] })).rejects.toEqual(refused);
    expect([...host.files.keys()].sort()).toEqual(['/w/a.hpackz', '/w/a.hpatch', '/w/plain.hpack']);
  });

  it('is not decompressed if the disk cannot hold the pack', async () => {
    const pack = encodeHpack(few);
    const { host } = await compressed(pack);
    host.free = pack.length - 1;
    await expect(decompress(host)).rejects.toMatchObject({ diagnostic: { code: 'pack/no-space', file: '/w/b.hpack' } });
    expect([...host.files.keys()]).toEqual(['/w/a.hpackz']);
    host.free = pack.length;
    await decompress(host);
    expect(isEqual(host.readFile('/w/b.hpack'), pack)).toBe(true);
  });

  it('is refused if it is damaged, and no pack is written', async () => {
    const pack = packPair(5).before;
    const { host: fresh, bytes } = await compressed(pack);
    const next = randomNumbers(77);
    for (let i = 0; i < (isLong ? 20_000 : 250); i++) {
      const at = next() % (next() % 3 === 0 ? 200 : bytes.length);
      const damaged =
        next() % 4 === 0
          ? bytes.subarray(0, at)
          : bytes.map((byte, k) => (k === at ? byte ^ (1 + (next() % 255)) : byte));
      const host = fresh.afterPowerCut();
      host.put('/w/a.hpackz', damaged);
      const error: unknown = await decompress(host).catch((reason: unknown) => reason);
      // A bit of a frame may mean nothing: then the pack is the right one.
      if (error instanceof FormatError) expect([...host.files.keys()]).toEqual(['/w/a.hpackz']);
      else expect(isEqual(host.readFile('/w/b.hpack'), pack), `round ${i}: ${String(error)}`).toBe(true);
    }
  });
});

describe.skipIf(!hasCli)('assetc pack compress', () => {
  it('makes on threads what one thread makes', async () => {
    const entries = Array.from({ length: 40 }, (_, i) => ({
      path: `${i}.${i % 3 === 0 ? 'hmesh' : 'txt'}`,
      bytes: i % 4 === 0 ? vertices(9000 + i) : noise(100 * i, i),
    }));
    const pack = encodeHpack(entries);
    const project = new DiskProject({ 'a.hpack': pack });
    try {
      const run = project.run(['pack', 'compress', 'a.hpack', '-o', 'a.hpackz']);
      expect(run).toMatchObject({ status: 0, stderr: '' });
      expect(isEqual(readFileSync(project.path('a.hpackz')), (await compressed(pack)).bytes)).toBe(true);
    } finally {
      project.remove();
    }
  });

  it('makes a base for mods that is as good as the pack', () => {
    const project = new DiskProject({
      'assetc.yml': 'embed: ["*.txt"]\npack: true\n',
      'assets/a.txt': 'one',
      'assets/b.txt': 'two',
    });
    try {
      expect(project.run(['-o', 'game'])).toMatchObject({ status: 0, stderr: '' });
      expect(project.run(['pack', 'compress', 'game.hpack', '-o', 'game.hpackz'])).toMatchObject({ status: 0 });
      project.write('assets/b.txt', 'three');
      for (const end of ['hpack', 'hpackz'])
        expect(project.run(['--base', `game.${end}`, '-o', `mod-${end}`])).toMatchObject({ status: 0, stderr: '' });
      const [plain, packed] = ['hpack', 'hpackz'].map((end) => readFileSync(project.path(`mod-${end}.hpack`)));
      expect(packed).toEqual(plain);
      project.write('cut.hpackz', readFileSync(project.path('game.hpackz')).subarray(0, 90));
      expect(project.run(['--base', 'cut.hpackz', '-o', 'mod-cut'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('build/bad-base'),
      });
    } finally {
      project.remove();
    }
  });
});
