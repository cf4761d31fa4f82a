// A pack over node:http with ranges, waiting and dropped connections; requests and bytes are counted by the server.

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { encodeHclip } from '../hclip/encode.js';
import { decodeHclip } from '../hclip/read.js';
import { sampleHclip } from '../hclip/sample.js';
import { encodeHman } from '../hman/encode.js';
import { manifestHash } from '../hman/manifest-hash.js';
import { encodeHpack } from '../hpack/encode.js';
import { uastcFormat } from '../ktx2/basic-formats.js';
import { encodeKtx2 } from '../ktx2/encode.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { LibraryError } from '../library/asset-library.js';
import { SourceError } from '../source/source-error.js';
import { readGolden } from '../testing/golden.js';
import { RangeServer } from '../testing/range-server.js';
import { longHclipModel } from '../testing/sample-hclip.js';
import { openRemoteLibrary, type RemoteLibraryOptions } from './remote-library.js';
import type { RequestReport } from './remote-source.js';
import type { StreamedLevel } from './remote-texture.js';

/** Every level holds its own bytes. */
function texture(size: number): Uint8Array {
  const levels: { bytes: Uint8Array }[] = [];
  for (let side = size; side >= 1; side >>= 1) {
    const blocks = Math.ceil(side / 4) ** 2;
    levels.push({ bytes: new Uint8Array(blocks * 16).fill(levels.length + 1) });
  }
  const format = uastcFormat({ transfer: 'srgb', channel: 'rgba' });
  return encodeKtx2({ format, pixelWidth: size, pixelHeight: size, levels });
}

const files = [
  { path: 'a/large.ktx2', bytes: texture(4096) },
  { path: 'a/long.hclip', bytes: encodeHclip(longHclipModel(1200)) },
  { path: 'a/middle.ktx2', bytes: texture(512) },
  { path: 'a/not.ktx2', bytes: new Uint8Array(200).fill(7) },
  { path: 'a/quad.hmesh', bytes: readGolden('quad.hmesh') },
];
const manifest = encodeHman([
  { kind: 'texture', path: 'a/middle.ktx2', colorspace: 'srgb', hash: manifestHash('texture', 'a/middle.ktx2') },
]);
const pack = encodeHpack([...files, { path: 'z.hman', bytes: manifest }]);
const fileOf = (path: string): Uint8Array => files.find((file) => file.path === path)?.bytes ?? new Uint8Array();

let server: RangeServer | undefined;
afterEach(() => server?.close());

/** The directory is open and nothing else has been asked for. */
async function open(options: RemoteLibraryOptions = {}) {
  server?.close();
  const started = new RangeServer(pack);
  server = started;
  const url = await started.listen();
  const remote = await openRemoteLibrary(url, { prefetchBytes: 1024, manifest: 'z.hman', ...options });
  const opening = [...started.asks];
  started.reset();
  return { remote, server: started, opening, url };
}

async function collect(levels: AsyncIterable<StreamedLevel>): Promise<StreamedLevel[]> {
  const all: StreamedLevel[] = [];
  for await (const level of levels) all.push(level);
  return all;
}

describe('the directory', () => {
  it('takes one request, or two if it is long', async () => {
    const { opening, remote } = await open();
    expect(opening).toMatchObject([{ start: 0, length: 1024 }]);
    expect([...remote.pack.entries()].map(({ path }) => path)).toEqual([...files.map(({ path }) => path), 'z.hman']);
    expect((await open({ prefetchBytes: 40 })).opening.length).toBe(2);
  });

  it('rejects with a message if the server ignores ranges', async () => {
    const { server, url } = await open();
    server.reset({ ignoresRanges: true });
    const refused = openRemoteLibrary(url);
    await expect(refused).rejects.toThrow(SourceError);
    await expect(refused).rejects.toThrow('ignores range requests');
    expect(server.asks.length).toBe(1);
  });
});

describe('a texture', () => {
  it('of 4096² shows 64² from less than 12 KB', async () => {
    const { remote, server } = await open();
    const large = await remote.openTexture('a/large');
    const preview = await collect(large.stream({ maxSize: 64 }));
    expect(preview.map(({ width, height, level }) => [width, height, level])).toEqual(
      [1, 2, 4, 8, 16, 32, 64].map((side, i) => [side, side, 12 - i]),
    );
    const whole = decodeKtx2(fileOf('a/large.ktx2'));
    for (const { level, ...rest } of preview) {
      const { width: _, height: __, ...stored } = rest;
      expect(stored).toEqual(whole.levels[level]);
    }
    expect(server.asks.length).toBeLessThanOrEqual(2);
    expect(server.bytesSent).toBeLessThanOrEqual(12 * 1024);
  });

  it('arrives level by level from the smallest, with its properties', async () => {
    const { remote, server } = await open();
    const middle = await remote.openTexture('a/middle.ktx2');
    const whole = decodeKtx2(fileOf('a/middle.ktx2'));
    expect(middle.head).toMatchObject({ pixelWidth: 512, vkFormat: 0, dataFormat: whole.dataFormat });
    const levels = await collect(middle.stream());
    const joined = (parts: readonly { readonly bytes: Uint8Array }[]) => Buffer.concat(parts.map(({ bytes }) => bytes));
    expect(levels.length).toBe(10);
    expect(Buffer.compare(joined(levels), joined(whole.levels.toReversed()))).toBe(0);
    // The head, then 128², 256² and 512².
    expect(server.asks.map(({ length }) => length)).toEqual([8192, 16384, 65536, 262144]);
  });

  it('is not loaded further when the loop ends', async () => {
    const { remote, server } = await open();
    for await (const { width } of (await remote.openTexture('a/large')).stream()) if (width === 128) break;
    expect(server.asks.length).toBe(2);
  });

  it('is found by its hash, too', async () => {
    const { remote } = await open();
    const middle = await remote.openTexture(manifestHash('texture', 'a/middle.ktx2'));
    expect(middle.path).toBe('a/middle.ktx2');
    await expect(remote.openTexture(1n)).rejects.toThrow('is not in the manifest');
  });

  it('needs a second request where its head is long', async () => {
    const { remote, server } = await open({ textureHeadBytes: 80 });
    expect((await remote.openTexture('a/middle')).head.levels.length).toBe(10);
    expect(server.asks.length).toBe(2);
  });

  it('reports problems', async () => {
    const { remote } = await open();
    await expect(remote.openTexture('a/none')).rejects.toThrow('a/none is not in the pack');
    const wrong = remote.openTexture('a/not');
    await expect(wrong).rejects.toThrow(LibraryError);
    await expect(wrong).rejects.toMatchObject({ cause: expect.any(FormatError) });
    const middle = await remote.openTexture('a/middle');
    await expect(middle.fetchLevel(10)).rejects.toThrow(RangeError);
  });
});

describe('other assets', () => {
  it('are loaded whole', async () => {
    const { remote, server } = await open();
    expect(await remote.read('a/quad.hmesh')).toEqual(fileOf('a/quad.hmesh'));
    expect(server.asks.length).toBe(1);
    expect((await (await remote.assets()).loadMesh('a/quad')).version).toBe(2);
    await expect(remote.read('a/none')).rejects.toThrow(LibraryError);
  });
});

const NEVER = new Promise<void>(() => {});

describe('requests', () => {
  const lengths = (asked: RangeServer): number[] => asked.asks.map(({ length }) => length);

  it('are limited in number', async () => {
    const { remote, server } = await open({ maxRequests: 2 });
    const large = await remote.openTexture('a/large');
    let answer = (): void => {};
    server.reset({
      until: new Promise((resolve) => {
        answer = resolve;
      }),
    });
    const all = [2, 3, 4, 5].map((level) => large.fetchLevel(level));
    await expect.poll(() => server.asks.length).toBe(2);
    answer();
    await Promise.all(all);
    expect(server.asks.length).toBe(4);
    expect(server.maxConcurrent).toBe(2);
  });

  // One at a time: of two, either may be the first to arrive.
  it('run by priority', async () => {
    const { remote, server } = await open({ maxRequests: 1 });
    const middle = await remote.openTexture('a/middle');
    const large = await remote.openTexture('a/large');
    server.reset();
    let wanted = 0;
    const all = [
      large.fetchLevel(2),
      large.fetchLevel(3),
      middle.fetchLevel(2, { priority: 1 }),
      middle.fetchLevel(1, { priority: 5 }),
      middle.fetchLevel(0, { priority: () => wanted }),
      large.fetchLevel(5, { priority: 3 }),
    ];
    wanted = 9;
    const sides = (await Promise.all(all)).map(({ width }) => width);
    expect(sides).toEqual([1024, 512, 128, 256, 512, 128]);
    expect(lengths(server)).toEqual([1024 ** 2, 512 ** 2, 256 ** 2, 128 ** 2, 128 ** 2, 512 ** 2]);
  });

  it('are dropped while waiting, and aborted while running', async () => {
    const { remote, server } = await open({ maxRequests: 1 });
    const large = await remote.openTexture('a/large');
    server.reset({ until: NEVER });
    const [waits, runs] = [new AbortController(), new AbortController()];
    const running = large.fetchLevel(5, { signal: runs.signal });
    const waiting = large.fetchLevel(4, { signal: waits.signal });
    const stays = large.fetchLevel(3);
    waits.abort(new Error('out of sight'));
    await expect(waiting).rejects.toThrow('out of sight');
    await expect.poll(() => server.asks.length).toBe(1);
    server.behavior = {};
    runs.abort(new Error('walked away'));
    await expect(running).rejects.toThrow('walked away');
    expect((await stays).bytes.length).toBe(512 ** 2);
    expect(lengths(server)).toEqual([128 ** 2, 512 ** 2]);
    await expect.poll(() => server.asks[0]?.isCutByClient).toBe(true);
    expect(large.heldBytes).toBe(512 ** 2);
    await expect(large.fetchLevel(3, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late');
  });

  it('report failures to the caller', async () => {
    const seen: RequestReport[] = [];
    const { remote, server } = await open({ onRequest: (report) => seen.push(report) });
    const large = await remote.openTexture('a/large');
    server.reset({ breakOff: () => true });
    seen.length = 0;
    await expect(large.fetchLevel(4)).rejects.toThrow(SourceError);
    expect(server.asks.length).toBe(1);
    expect(seen).toMatchObject([{ length: 256 ** 2, attempt: 1, error: expect.any(SourceError) }]);
    expect(large.heldBytes).toBe(0);
    server.reset();
    expect((await large.fetchLevel(4)).bytes.length).toBe(256 ** 2);
    expect(seen.at(-1)).not.toHaveProperty('error');
  });

  it('are retried as often as the caller wants', async () => {
    const failures: number[] = [];
    const retry = ({ attempt }: RequestReport): number | undefined => {
      failures.push(attempt);
      return attempt < 3 ? 5 : undefined;
    };
    const { remote, server } = await open({ retry });
    const large = await remote.openTexture('a/large');
    server.reset({ breakOff: (index) => index < 2 });
    const whole = decodeKtx2(fileOf('a/large.ktx2'));
    expect(Buffer.compare((await large.fetchLevel(4)).bytes, whole.levels[4]?.bytes ?? new Uint8Array())).toBe(0);
    expect(failures).toEqual([1, 2]);
    server.reset({ breakOff: () => true });
    await expect(large.fetchLevel(4)).rejects.toThrow(SourceError);
    expect(server.asks.length).toBe(3);
  });

  it('end with the library', async () => {
    const { remote, server } = await open({ maxRequests: 1 });
    const large = await remote.openTexture('a/large');
    server.reset({ until: NEVER });
    const [running, waiting] = [large.fetchLevel(4), large.fetchLevel(3)];
    remote.close();
    await expect(running).rejects.toThrow('the library is closed');
    await expect(waiting).rejects.toThrow('the library is closed');
    await expect(remote.read('a/quad.hmesh')).rejects.toThrow('the library is closed');
    expect(server.asks.length).toBeLessThanOrEqual(1);
  });

  it('must be at least one at a time', async () => {
    await expect(openRemoteLibrary('http://127.0.0.1:9/', { maxRequests: 0 })).rejects.toThrow(RangeError);
  });
});

describe('a budget of memory', () => {
  let whole: ReturnType<typeof decodeKtx2>;
  beforeAll(() => {
    whole = decodeKtx2(fileOf('a/middle.ktx2'));
  });
  const sizesFrom = (level: number): number =>
    whole.levels.slice(level).reduce((sum, { bytes }) => sum + bytes.length, 0);

  it('ends a stream before the level that does not fit, until others are released', async () => {
    const { remote } = await open({ memoryBudget: 2 * sizesFrom(1) + 100 });
    const middle = await remote.openTexture('a/middle');
    const other = await remote.openTexture('a/middle');
    expect((await collect(middle.stream())).at(-1)?.width).toBe(256);
    expect((await collect(other.stream())).at(-1)?.width).toBe(256);
    expect(remote.heldBytes).toBe(2 * sizesFrom(1));
    await expect(middle.fetchLevel(0)).rejects.toThrow(/level 0 takes 262144 bytes, 100 of the budget are left/);
    other.release();
    expect(other.heldBytes).toBe(0);
    expect(remote.heldBytes).toBe(sizesFrom(1));
    await expect(middle.fetchLevel(0)).rejects.toThrow(LibraryError);
    middle.release();
    expect((await middle.fetchLevel(1)).width).toBe(256);
    expect(remote.heldBytes).toBe(whole.levels[1]?.bytes.length);
  });
});

describe('a clip', () => {
  it('is sampled after requests for its table, its head and one page', async () => {
    const { remote, server } = await open();
    const [whole] = decodeHclip(fileOf('a/long.hclip'));
    if (whole === undefined) throw new Error('there is one clip');
    const dance = await remote.openClip('a/long', 'long', new Uint8Array(65536));
    const bind = new Float32Array(10);
    const [own, wanted] = [bind.slice(), bind.slice()];
    expect(dance.clip.sample(300.02, bind, own)).toBe(false);
    await dance.loadAt(300.02);
    await dance.loadAt(300.02);
    expect(dance.clip.sample(300.02, bind, own)).toBe(true);
    sampleHclip(whole, 300.02, bind, wanted);
    expect(own).toEqual(wanted);
    const [page = -1] = dance.clip.pagesAt(300.02);
    expect(server.asks.map(({ length }) => length)).toEqual([
      4096,
      4096,
      whole.parts.data - whole.offset,
      dance.clip.pages[page]?.length,
    ]);
    expect(server.asks.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(fileOf('a/long.hclip').length / 3);
  });

  it('is missing if no clip has its name', async () => {
    const { remote } = await open();
    await expect(remote.openClip('a/long', 'short', new Uint8Array(65536))).rejects.toThrow(
      'a/long.hclip has no clip short',
    );
    await expect(remote.openClip('a/not.ktx2', 'x', new Uint8Array(65536))).rejects.toThrow(LibraryError);
  });
});
