// Streaming in C: what arrives is what the pack contains, no byte is read twice even if reads fail, small levels cost no more bytes than in
// TypeScript, the budget is kept, and damaged packs give the SDK's verdict.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bytesSource,
  encodeHpack,
  encodeKtx2,
  openPack,
  openRemoteLibrary,
  uastcFormat,
  validateHpack,
} from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { xxh3 } from '../../packages/formats/src/core/xxh3.js';
import { RangeServer } from '../../packages/formats/src/testing/range-server.js';
import { goldenPath } from '../../packages/other-runtimes/src/testing/all-goldens.js';
import { compileModel } from '../support/compile-model.js';
import { builtDemo } from '../viewer/built.js';
import { cCompiler, compile, run, SANITIZED } from './c-compiler.js';
import { damaged } from './damage.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const NO_LIMIT = String(2n ** 64n - 1n);
const HEAD_BYTES = 8192;
const SMALL = 64;

function texture(size: number): Uint8Array {
  const levels: { bytes: Uint8Array }[] = [];
  for (let side = size; side >= 1; side >>= 1) {
    const bytes = new Uint8Array(Math.ceil(side / 4) ** 2 * 16);
    levels.push({ bytes: bytes.map((_, i) => i * 7 + side) });
  }
  const format = uastcFormat({ transfer: 'srgb', channel: 'rgba' });
  return encodeKtx2({ format, pixelWidth: size, pixelHeight: size, levels });
}

/** A wavy square of `side` rows: large enough for several pages. */
function waves(side: number): Uint8Array {
  const builder = new GltfBuilder();
  const row = side + 1;
  const height = (i: number): number => Math.sin((i % row) / 5) * Math.cos(Math.floor(i / row) / 7);
  const positions = Float32Array.from({ length: row * row * 3 }, (_, k) => {
    const i = Math.floor(k / 3);
    return [(i % row) / 8, height(i), Math.floor(i / row) / 8][k % 3] ?? 0;
  });
  const corners = [0, row, 1, 1, row, row + 1];
  const indices = Uint32Array.from({ length: side * side * 6 }, (_, k) => {
    const cell = Math.floor(k / 6);
    return Math.floor(cell / side) * row + (cell % side) + (corners[k % 6] ?? 0);
  });
  const attributes = { POSITION: builder.accessor(positions, 'VEC3') };
  const mesh = builder.mesh({ attributes, indices: builder.accessor(indices, 'SCALAR') });
  builder.node({ mesh });
  return builder.glb();
}

async function clusters(settings: object): Promise<Uint8Array> {
  const mesh = { clusters: true, lods: [], ...settings };
  const { context } = await compileModel({ path: 'a.glb', input: { 'a.glb': waves(90) }, settings: { mesh } });
  return context.output('.hmesh');
}

const golden = (name: string) => ({ path: `golden/${name}`, bytes: new Uint8Array(readFileSync(goldenPath(name))) });

async function makePack(): Promise<Uint8Array> {
  return encodeHpack([
    { path: 'a/large.ktx2', bytes: texture(512) },
    { path: 'a/middle.ktx2', bytes: texture(128) },
    golden('bc7-2d.ktx2'),
    golden('quad-compact-clusters.hmesh'),
    golden('quad-compressed.hmesh'),
    golden('quad.hmesh'),
    golden('uastc-cube.ktx2'),
    {
      path: 'm/compact.hmesh',
      bytes: await clusters({ vertices: 'compact', indexWidth: 'smallest', streams: 'split' }),
    },
    { path: 'm/full.hmesh', bytes: await clusters({ meshlets: { triangles: 'words' } }) },
  ]);
}

let folder = '';
let program = '';
let pack: Uint8Array = new Uint8Array(0);
beforeAll(async () => {
  if (cCompiler === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-stream-'));
  program = join(folder, 'stream');
  expect(compile({ source: join(import.meta.dirname, 'stream.c'), output: program, flags: SANITIZED })).toBe('');
  pack = await makePack();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface StreamOptions {
  readonly isLogged?: boolean;
  readonly failEvery?: number;
  readonly budget?: number;
}

function stream(packs: readonly Uint8Array[], { isLogged = true, failEvery = 0, budget }: StreamOptions = {}) {
  const input = Buffer.concat(
    packs.flatMap((bytes) => {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(bytes.length);
      return [head, bytes];
    }),
  );
  const limit = budget === undefined ? NO_LIMIT : String(budget);
  const args = [isLogged ? 'log' : 'quiet', String(HEAD_BYTES), String(SMALL), String(failEvery), limit];
  const { status, stdout, stderr } = run(program, args, input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

const rowsOf = (lines: readonly string[], name: string): string[][] =>
  lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(' ').slice(1));

const readsOf = (lines: readonly string[]): number[][] => rowsOf(lines, 'read').map((row) => row.map(Number));
const bytesOf = (lines: readonly string[]): number => readsOf(lines).reduce((sum, [, size = 0]) => sum + size, 0);

/** Reads that begin before the end of the one before them in the pack. */
function repeated(lines: readonly string[]): readonly (readonly number[])[] {
  const reads = readsOf(lines).sort(([a = 0], [b = 0]) => a - b);
  return reads.filter(([start = 0], i) => {
    const [before = 0, size = 0] = reads[i - 1] ?? [];
    return i > 0 && start < before + size;
  });
}

const hash = (bytes: Uint8Array): string => xxh3(bytes).toString(16).padStart(16, '0');

/** What has been loaded is what the files contain; every page of every mesh is complete. */
async function expectContents(bytes: Uint8Array, lines: readonly string[]): Promise<void> {
  const opened = await openPack(bytesSource(bytes));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [path = '', level = '', , , found] of rowsOf(lines, 'level')) {
    const { offset } = opened.find(path) ?? { offset: 0 };
    const index = offset + 80 + Number(level) * 24;
    const start = offset + Number(view.getBigUint64(index, true));
    expect([path, level, found]).toEqual([
      path,
      level,
      hash(bytes.subarray(start, start + Number(view.getBigUint64(index + 8, true)))),
    ]);
  }
  for (const [path = '', page, start = '', size = '', found] of rowsOf(lines, 'range')) {
    const { offset } = opened.find(path) ?? { offset: 0 };
    const at = offset + Number(start);
    expect([path, page, found]).toEqual([path, page, hash(bytes.subarray(at, at + Number(size)))]);
  }
}

/** Bytes that TypeScript reads until every texture has its small levels. */
async function bytesInTypeScript(bytes: Uint8Array): Promise<number> {
  const server = new RangeServer(bytes);
  try {
    const remote = await openRemoteLibrary(await server.listen(), { prefetchBytes: 24, textureHeadBytes: HEAD_BYTES });
    for (const { path } of [...remote.pack.entries()].filter((entry) => entry.path.endsWith('.ktx2')))
      for await (const { width } of (await remote.openTexture(path)).stream({ maxSize: SMALL }))
        expect(width).toBeLessThanOrEqual(SMALL);
    return server.bytesSent;
  } finally {
    server.close();
  }
}

describe.skipIf(cCompiler === undefined)('streaming in C', () => {
  it('loads small levels first, then the rest, then pages of clusters; no byte twice', async () => {
    const lines = stream([pack]);
    expect(lines[0]).toBe('read 0 24');
    expect(repeated(lines)).toEqual([]);
    await expectContents(pack, lines);
    const levels = rowsOf(lines, 'level').filter(([path]) => path === 'a/large.ktx2');
    expect(levels.map(([, , width]) => Number(width))).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    const small = lines.findIndex((line) => line.startsWith('small held'));
    expect(bytesOf(lines.slice(0, small))).toBeLessThanOrEqual(await bytesInTypeScript(pack));
    for (const path of ['m/full.hmesh', 'm/compact.hmesh']) {
      const drawn = rowsOf(lines, 'drawn').filter(([own]) => own === path);
      expect(drawn.length).toBeGreaterThan(2);
      expect(drawn.every(([, , count]) => Number(count) > 0)).toBe(true);
    }
    expect(rowsOf(lines, 'no')).toEqual([
      ['mesh', 'golden/quad-compressed.hmesh', 'unsupported', 'EncodedChunk'],
      ['mesh', 'golden/quad.hmesh', 'missing', 'CLUS'],
    ]);
  });

  it('continues after failed reads, without reading anything twice', () => {
    const [whole, failing] = [stream([pack]), stream([pack], { failEvery: 3 })];
    expect(repeated(failing)).toEqual([]);
    expect(failing).toEqual(whole);
  });

  it('keeps the budget', async () => {
    const budget = 60_000;
    const lines = stream([pack], { budget });
    await expectContents(pack, lines);
    expect(new Set(rowsOf(lines, 'refused').map((row) => row.join(' ')))).toEqual(new Set(['memory budget']));
    expect(rowsOf(lines, 'drawn').every((row) => Number(row.at(-1)) <= budget)).toBe(true);
    expect(bytesOf(lines)).toBeLessThan(bytesOf(stream([pack])));
  });

  it('gives damaged packs the verdict of the SDK, and reads nothing outside of them', () => {
    const small = encodeHpack(
      ['bc7-2d.ktx2', 'quad-clusters.hmesh', 'quad-compact-clusters.hmesh', 'quad-words.hmesh', 'uastc-2d.ktx2'].map(
        golden,
      ),
    );
    const files = [...damaged(small, isLong ? 20_000 : 400, 5), ...damaged(pack, 10, 6)];
    const verdicts = rowsOf(stream(files, { isLogged: false }), 'pack');
    const wrong = files.filter((bytes, i) => {
      // Bytes between payloads are not read.
      const [problem] = validateHpack(bytes).filter(({ field }) => field !== 'padding');
      return verdicts[i]?.join(' ') !== (problem === undefined ? 'ok 0' : `${problem.code} ${problem.offset}`);
    });
    expect(wrong.length).toBe(0);
    expect(verdicts.filter(([code]) => code !== 'ok').length).toBeGreaterThan(files.length / 10);
  });

  it.skipIf(!isLong)('of the demo', async () => {
    const bytes = new Uint8Array(readFileSync(join(builtDemo(), 'desktop.hpack')));
    const lines = stream([bytes]);
    expect(repeated(lines)).toEqual([]);
    await expectContents(bytes, lines);
    const small = lines.findIndex((line) => line.startsWith('small held'));
    const own = bytesOf(lines.slice(0, small));
    expect(own).toBeLessThanOrEqual(await bytesInTypeScript(bytes));
    expect(own).toBeLessThan(bytes.length / 4);
    expect(rowsOf(lines, 'drawn').length).toBeGreaterThan(0);
  });
});
