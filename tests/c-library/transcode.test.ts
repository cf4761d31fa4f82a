// The transcoder of assetc.h compared with that of the SDK: the same bytes, on random blocks of every mode (a hundred thousand in the long
// form), on invalid blocks, on encoded photographs and on sizes that are not multiples of four; under sanitizers.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeKtx2, decodeTexelsHalf, encodeKtx2, type HdrTarget, transcodeHdr, uastcFormat } from '@assetc/formats';
import { type TranscodeOptions, transcode, type UastcLevel } from '@assetc/formats/transcode';
import { HdrEncoder, UastcEncoder } from '@assetc/kernels';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { hdrImages } from '../../packages/kernels/src/testing/hdr-images.js';
import { randomBlocks } from '../../packages/kernels/src/testing/random-blocks.js';
import { cCompiler, compile, root, run, SANITIZED } from './c-compiler.js';

/** In the order of AssetcTarget. */
const TARGETS: readonly TranscodeOptions[] = [
  { to: 'rgba8' },
  { to: 'astc-4x4' },
  { to: 'bc7' },
  { to: 'bc1' },
  { to: 'bc3' },
  { to: 'bc4' },
  { to: 'bc5' },
  { to: 'bc5', second: 'a' },
  { to: 'etc2-rgb' },
  { to: 'etc2-rgba' },
  { to: 'eac-r11' },
  { to: 'eac-rg11' },
  { to: 'eac-rg11', second: 'a' },
];
const HDR_TARGETS: readonly HdrTarget[] = ['rgba16f', 'astc-hdr', 'bc6h'];
const isLong = process.env.ASSETC_LONG !== undefined;
const RANDOM_COLUMNS = 100;
const RANDOM_ROWS = isLong ? 1000 : 60;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-transcode-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function expectEqualBytes(program: string, level: UastcLevel, images = 1): void {
  const [from, to] = [join(folder, 'in'), join(folder, 'out')];
  writeFileSync(from, level.bytes);
  const ended = run(program, [`${level.width}`, `${level.height}`, `${images}`, from, to]);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const theirs = readFileSync(to);
  let at = 0;
  const compare = (ours: Uint8Array, to: string): void => {
    const difference = ours.findIndex((byte, i) => byte !== theirs[at + i]);
    expect({ to, difference }).toEqual({ to, difference: -1 });
    at += ours.length;
  };
  for (const options of TARGETS) compare(transcode(level, options), options.to);
  for (const to of HDR_TARGETS) compare(transcodeHdr(level, to), to);
  expect(theirs.length).toBe(at);
}

function encodePhoto(path: string): UastcLevel {
  const { width, height, data } = PNG.sync.read(readFileSync(path));
  const rows = Math.ceil(height / 4);
  const bytes = new Uint8Array(Math.ceil(width / 4) * rows * 16);
  const options = { level: 'normal', metric: 'rgb', channels: 'rgba' } as const;
  new UastcEncoder().encode(new Uint8Array(data), width, height, 0, rows, bytes, options);
  return { bytes, width, height };
}

/** One plane of 4×4 weights of any range, one or two pairs of endpoints of mode 7 or 11, or one color; everything else random. */
function randomHdrBlocks(count: number): Uint8Array {
  let state = 77;
  const next = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 16;
  };
  const bytes = Uint8Array.from({ length: count * 16 }, next);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 16) {
    const mode = next() & 1 ? 7 : 11;
    const grid = 0x40 | ((next() % 3) + 1) | (next() & 0x10) | (next() & 0x200);
    const isSplit = next() % 2 === 0;
    // Both endpoint modes in one field, or each by itself.
    const pair = next() % 3 > 0 ? mode << 2 : ((mode >> 2) + 1) | ((mode & 3) << 4);
    const head = isSplit ? grid | 0x800 | ((next() & 0x3ff) << 13) | (pair << 23) : grid | (mode << 13);
    const rest = view.getUint32(at, true) & (isSplit ? 0xe0000000 : 0xfffe0000);
    view.setUint32(at, next() % 10 === 0 ? 0xfffffdfc : (head & ~(isSplit ? 0xe0000000 : 0xfffe0000)) | rest, true);
    if (view.getUint32(at, true) === 0xfffffdfc) view.setUint32(at + 4, 0xffffffff, true);
  }
  return bytes;
}

/** The small ones; in the long form all. */
const photos = ['photo', 'png'].flatMap((name) =>
  existsSync(join(corpusFolder, name))
    ? readdirSync(join(corpusFolder, name))
        .filter((file) => (isLong ? /srgb8|photo_/ : /64px/).test(file))
        .map((file) => join(corpusFolder, name, file))
    : [],
);

describe.skipIf(cCompiler === undefined)('assetc_transcode_level', () => {
  const program = (): string => join(folder, 'transcode');
  beforeAll(() => {
    const source = join(root, 'tests/c-library/transcode.c');
    expect(compile({ source, output: program(), flags: ['-O1', ...SANITIZED] })).toBe('');
  });

  it('gives the bytes of the SDK for random blocks', () => {
    const bytes = randomBlocks(RANDOM_COLUMNS * RANDOM_ROWS, 31);
    expectEqualBytes(program(), { bytes, width: RANDOM_COLUMNS * 4, height: RANDOM_ROWS * 4 });
  });

  it('gives the bytes of the SDK for any sixteen bytes', () => {
    let state = 5;
    const bytes = Uint8Array.from({ length: 64 * 64 * 16 }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 16;
    });
    expectEqualBytes(program(), { bytes, width: 256, height: 256 });
  });

  it('gives the bytes of the SDK for random blocks of UASTC HDR', () => {
    const bytes = randomHdrBlocks(RANDOM_COLUMNS * RANDOM_ROWS);
    const level = { bytes, width: RANDOM_COLUMNS * 4, height: RANDOM_ROWS * 4 };
    expectEqualBytes(program(), level);
    // Most are valid: not magenta, as two pairs of different modes are.
    const halfs = decodeTexelsHalf('astc-4x4-hdr', bytes, level.width, level.height);
    const texels = new Uint16Array(transcodeHdr(level, 'rgba16f').buffer);
    expect(texels.filter((half, i) => half === halfs[i]).length).toBeGreaterThan(texels.length * 0.8);
  });

  it('gives the bytes of the SDK for images of UASTC HDR', () => {
    for (const { width, height, halfs } of hdrImages(64, 64))
      for (const level of ['normal', 'max'] as const) {
        const bytes = new Uint8Array(width * height);
        new HdrEncoder().encode('uastc-hdr', halfs, width, height, 0, height / 4, bytes, { level });
        expectEqualBytes(program(), { bytes, width, height });
      }
  });

  it('cuts texels where images end, and takes several', () => {
    expectEqualBytes(program(), { bytes: randomBlocks(3 * 6, 4), width: 10, height: 6 }, 3);
    expectEqualBytes(program(), { bytes: randomBlocks(1, 4), width: 1, height: 3 });
  });

  it.skipIf(photos.length === 0)('gives the bytes of the SDK for photographs', () => {
    for (const photo of photos) expectEqualBytes(program(), encodePhoto(photo));
  });
});

describe.skipIf(cCompiler === undefined)('the example that transcodes a texture', () => {
  const program = (): string => join(folder, 'transcode-texture');
  beforeAll(() => {
    const source = join(root, 'packages/formats/c/example/transcode-texture.c');
    expect(compile({ source, output: program(), flags: ['-O1', ...SANITIZED] })).toBe('');
  });

  it('writes the blocks of every level, the largest first', () => {
    const levels = [randomBlocks(6, 8), randomBlocks(2, 9), randomBlocks(1, 10)].map((bytes) => ({ bytes }));
    const file = encodeKtx2({
      ...{ format: uastcFormat({ transfer: 'srgb', channel: 'rgba' }), pixelWidth: 12, pixelHeight: 8, levels },
      keyValues: [],
    });
    const [from, to] = [join(folder, 'texture.ktx2'), join(folder, 'texture.bc7')];
    writeFileSync(from, file);
    expect(run(program(), [from, 'bc7', to])).toMatchObject({
      status: 0,
      stdout: 'level 0: 12 x 8, 96 bytes\nlevel 1: 6 x 4, 32 bytes\nlevel 2: 3 x 2, 16 bytes\n',
    });
    const sizes = [
      [12, 8],
      [6, 4],
      [3, 2],
    ] as const;
    const blocks = decodeKtx2(file).levels.map(({ bytes }, i) =>
      transcode({ bytes, width: sizes[i]?.[0] ?? 0, height: sizes[i]?.[1] ?? 0 }, { to: 'bc7' }),
    );
    expect(Buffer.compare(readFileSync(to), Buffer.concat(blocks))).toBe(0);
  });

  it('says what it cannot do', () => {
    const golden = (name: string) => join(root, 'packages/formats/goldens', name);
    const to = join(folder, 'never');
    expect(run(program(), [golden('bc7-2d.ktx2'), 'bc7', to])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not UASTC'),
    });
    expect(run(program(), [golden('quad.hmesh'), 'bc7', to])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('bad-'),
    });
    expect(run(program(), [golden('uastc-2d.ktx2'), 'bc8', to])).toMatchObject({ status: 1 });
    expect(existsSync(to)).toBe(false);
  });
});
