// `@assetc/formats/transcode` against Basis: ASTC, RGBA8, BC7 and ETC2 give its bytes, the others its quality or better. On the corpus'
// photographs (the small ones; `npm run test:long` takes all) and on random blocks of every mode (a hundred thousand of them).

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTexels16, type TexelFormat } from '@assetc/formats';
import { type TranscodeTarget, transcode } from '@assetc/formats/transcode';
import { UastcEncoder } from '@assetc/kernels';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { type Target, transcodeBlocks } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { randomBlocks } from '../../packages/kernels/src/testing/random-blocks.js';

const COLUMNS = 64;
const isLong = process.env.ASSETC_LONG !== undefined;
const RANDOM_ROWS = isLong ? Math.ceil(100_000 / COLUMNS) : 60;
const SOLID_CODE = 0x17;

interface Picture {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function encodePhoto(path: string): Picture {
  const { width, height, data } = PNG.sync.read(readFileSync(path));
  const columns = Math.ceil(width / 4);
  const rows = Math.ceil(height / 4);
  const bytes = new Uint8Array(columns * rows * 16);
  new UastcEncoder().encode(new Uint8Array(data), width, height, 0, rows, bytes, {
    ...({ level: 'normal', metric: 'rgb', channels: 'rgba' } as const),
  });
  return { name: path.slice(path.lastIndexOf('/') + 1), bytes, width: columns * 4, height: rows * 4 };
}

const photos = ['photo', 'png'].flatMap((folder) =>
  existsSync(join(corpusFolder, folder))
    ? readdirSync(join(corpusFolder, folder))
        .filter((name) => (isLong ? /srgb8|photo_/ : /64px|photo_rgba/).test(name))
        .map((name) => join(corpusFolder, folder, name))
    : [],
);
const pictures: Picture[] = [];
beforeAll(() => {
  const bytes = randomBlocks(COLUMNS * RANDOM_ROWS, 77);
  pictures.push({ name: 'random blocks', bytes, width: COLUMNS * 4, height: RANDOM_ROWS * 4 });
  pictures.push(...photos.map(encodePhoto));
});

/** Ours and Basis'; where there are two channels Basis takes red and alpha. */
async function both(picture: Picture, to: TranscodeTarget, target: Target): Promise<readonly [Uint8Array, Uint8Array]> {
  const { bytes, width, height } = picture;
  return [transcode(picture, { to, second: 'a' }), await transcodeBlocks(bytes, width, height, true, target)];
}

/** Numbers of the blocks that differ. */
function differing(ours: Uint8Array, theirs: Uint8Array, size: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < ours.length; at += size)
    if (Buffer.compare(ours.subarray(at, at + size), theirs.subarray(at, at + size)) !== 0) found.push(at / size);
  return found;
}

const isSolid = ({ bytes }: Picture, block: number): boolean => ((bytes[block * 16] ?? 0) & 31) === SOLID_CODE;

describe('transcoding gives the bytes of Basis', () => {
  it.each([
    ['astc-4x4', 'astc', 16],
    ['etc2-rgb', 'etc1', 8],
    ['etc2-rgba', 'etc2', 16],
  ] as const)('in %s', async (to, target, size) => {
    for (const picture of pictures) {
      const [ours, theirs] = await both(picture, to, target);
      expect({ name: picture.name, differing: differing(ours, theirs, size) }).toEqual({
        name: picture.name,
        differing: [],
      });
    }
  });

  it('in RGBA8', async () => {
    for (const picture of pictures) {
      const [ours, theirs] = await both(picture, 'rgba8', 'rgba');
      expect({ name: picture.name, differs: Buffer.compare(ours, theirs) }).toEqual({ name: picture.name, differs: 0 });
    }
  });

  it('in BC7, but for blocks of one color, which have many exact forms', async () => {
    for (const picture of pictures) {
      const [ours, theirs] = await both(picture, 'bc7', 'bc7');
      const coded = differing(ours, theirs, 16).filter((block) => !isSolid(picture, block));
      expect({ name: picture.name, coded }).toEqual({ name: picture.name, coded: [] });
    }
  });
});

const sources = new Map<Picture, Uint16Array>();

/** Squared error against the decoded UASTC, over the channels that count, as dB. */
function quality(
  picture: Picture,
  format: TexelFormat,
  made: Uint8Array,
  channels: readonly (readonly [from: number, to: number])[],
): number {
  const { width, height, bytes } = picture;
  const source = sources.get(picture) ?? decodeTexels16('uastc', bytes, width, height);
  sources.set(picture, source);
  const shown = decodeTexels16(format, made, width, height);
  let sum = 0;
  for (let i = 0; i < source.length; i += 4)
    for (const [from, to] of channels) sum += ((source[i + from] ?? 0) - (shown[i + to] ?? 0)) ** 2;
  return 10 * Math.log10((65535 ** 2 * ((source.length / 4) * channels.length)) / Math.max(sum, 1));
}

const RGB = [
  [0, 0],
  [1, 1],
  [2, 2],
] as const;

describe('transcoding is as good as Basis', () => {
  it.each([
    ['bc1', 'bc1', RGB],
    ['bc3', 'bc3', [...RGB, [3, 3]]],
    ['bc4', 'bc4', [[0, 0]]],
    [
      'bc5',
      'bc5',
      [
        [0, 0],
        [3, 1],
      ],
    ],
    ['eac-r11', 'eacR', [[0, 0]]],
    [
      'eac-rg11',
      'eacRg',
      [
        [0, 0],
        [3, 1],
      ],
    ],
  ] as const)('in %s', async (to, target, channels) => {
    for (const picture of pictures) {
      const [ours, theirs] = await both(picture, to, target);
      const [our, their] = [ours, theirs].map((made) => quality(picture, to, made, channels));
      const message = `${picture.name}: ${our?.toFixed(2)} dB, Basis ${their?.toFixed(2)} dB`;
      expect(our, message).toBeGreaterThanOrEqual((their ?? 0) - 0.1);
    }
  });
});

/** The least squared error that any BC4 block has for sixteen values: every pair of ends, both forms. */
function minError(values: readonly number[]): number {
  const shown = new Float64Array(8);
  let least = Number.POSITIVE_INFINITY;
  const tryShown = (): void => {
    let sum = 0;
    for (const value of values) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 8; i++) nearest = Math.min(nearest, ((shown[i] ?? 0) - value) ** 2);
      sum += nearest;
      if (sum >= least) return;
    }
    least = sum;
  };
  for (let first = 0; first < 256; first++)
    for (let second = 0; second < 256; second++) {
      const steps = first > second ? 7 : 5;
      for (let i = 0; i <= steps; i++) shown[i] = first + ((second - first) * i) / steps;
      if (steps === 5) shown.set([0, 255], 6);
      tryShown();
    }
  return least;
}

/** Of `count` blocks spread over a picture: the quality of BC4, and the best that there is, in dB. */
function bc4Quality({ name, bytes: all }: Picture, count: number): { readonly best: number; readonly ours: number } {
  const every = Math.max(1, Math.floor(all.length / 16 / count));
  const bytes = Uint8Array.from({ length: count * 16 }, (_, i) => all[(i >> 4) * every * 16 + (i & 15)] ?? 0);
  const picture = { name, bytes, width: count * 4, height: 4 };
  const source = decodeTexels16('uastc', bytes, picture.width, 4);
  let least = 0;
  for (let block = 0; block < count; block++)
    least += minError(
      Array.from({ length: 16 }, (_, i) => (source[((i >> 2) * picture.width + block * 4 + (i & 3)) * 4] ?? 0) / 257),
    );
  // What is exact has no end of decibels.
  const best = 10 * Math.log10((255 ** 2 * 16 * count) / Math.max(least, 1e-3));
  return { best, ours: quality(picture, 'bc4', transcode(picture, { to: 'bc4' }), [[0, 0]]) };
}

describe('BC4', () => {
  // Above 55 dB both are nearer than half a code to almost every value.
  it('is within 0.2 dB of the best that there is, above 55 dB within 0.5', () => {
    for (const picture of pictures) {
      const { best, ours } = bc4Quality(picture, isLong ? 2000 : 100);
      expect(best - ours, `${picture.name}, at best ${best.toFixed(2)} dB`).toBeLessThan(best < 55 ? 0.2 : 0.5);
    }
  });
});
