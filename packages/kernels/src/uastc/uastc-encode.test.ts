// The encoder's output compared with Basis Universal: its transcoder must decode every block as we do, and its encoder is the reference for
// quality.

import { decodeTexels } from '@assetc/formats';
import { read } from 'ktx-parse';
import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { hasBias, hasEac, UASTC_MODES } from '../reference/uastc/modes.js';
import { encodeWithPeer } from '../testing/basis-encoder.js';
import { type Target, transcodeBlocks, wrapKtx2 } from '../testing/basis-transcoder.js';
import { decodeImage, psnr } from '../testing/decode-image.js';
import { byteSource, paint, sampleImages } from '../testing/sample-images.js';
import { decodeUastc, UastcEncoder, type UastcOptions } from './uastc.js';

const encoder = new UastcEncoder();
const LEVELS: readonly BlockLevel[] = ['fast', 'normal', 'high', 'max'];

function encode(rgba: Uint8Array, width: number, height: number, options: Partial<UastcOptions> = {}): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * 16);
  encoder.encode(rgba, width, height, 0, rows, out, { level: 'normal', metric: 'rgb', channels: 'rgba', ...options });
  return out;
}

const modeOf = (blocks: Uint8Array, at: number): number =>
  UASTC_MODES.findIndex((m) => ((blocks[at] ?? 0) & (2 ** m.codeBits - 1)) === m.code);

const bit = (blocks: Uint8Array, at: number, index: number): number =>
  ((blocks[at + (index >> 3)] ?? 0) >> (index & 7)) & 1;

/** Bits in use by mode; all above must be zero. */
const USED = [128, 100, 119, 118, 119, 115, 128, 119, 58, 127, 128, 128, 128, 124, 123, 125, 128, 123, 128];

function checkBlocks(blocks: Uint8Array): Set<number> {
  const modes = new Set<number>();
  for (let at = 0; at < blocks.length; at += 16) {
    const mode = modeOf(blocks, at);
    modes.add(mode);
    for (let i = USED[mode] ?? 0; i < 128; i++) expect(bit(blocks, at, i), `mode ${mode}, bit ${i}`).toBe(0);
    if (!hasEac(mode)) continue;
    const multiplier = (UASTC_MODES[mode]?.codeBits ?? 0) + 9 + (hasBias(mode) ? 6 : 0) + 4;
    expect([0, 1, 2, 3].some((i) => bit(blocks, at, multiplier + i) === 1)).toBe(true);
  }
  return modes;
}

describe('every block', () => {
  it.each(LEVELS)(
    'is valid, decodes to the same texels in three decoders and leaves unused bits zero at level %s',
    async (level) => {
      const modes = new Set<number>();
      for (const image of sampleImages(32, 32)) {
        const blocks = encode(image.rgba, 32, 32, { level });
        for (const mode of checkBlocks(blocks)) modes.add(mode);
        const ours = decodeUastc(blocks, 32, 32);
        const theirs = await transcodeBlocks(blocks, 32, 32, image.hasAlpha, 'rgba');
        expect(Buffer.compare(ours, theirs), image.name).toBe(0);
        expect(Buffer.compare(ours, decodeTexels('uastc', blocks, 32, 32)), image.name).toBe(0);
      }
      expect(modes.size).toBeGreaterThan(level === 'fast' ? 5 : 10);
    },
  );

  it('survives the transcoder for every width and height from 1 to 17', async () => {
    const targets: readonly Target[] = ['rgba', 'bc7', 'bc1', 'etc1', 'etc2', 'astc'];
    const images = sampleImages(17, 17);
    for (let height = 1; height <= 17; height++)
      for (let width = 1; width <= 17; width++) {
        const image = images[(height * 17 + width) % images.length];
        if (image === undefined) throw new Error('no sample image');
        const rgba = new Uint8Array(width * height * 4);
        for (let y = 0; y < height; y++) rgba.set(image.rgba.subarray(y * 17 * 4, (y * 17 + width) * 4), y * width * 4);
        const blocks = encode(rgba, width, height, { level: LEVELS[(width + height) % 4] ?? 'normal' });
        expect(read(wrapKtx2(blocks, width, height, true)).levels[0]?.levelData.length).toBe(blocks.length);
        for (const target of targets) {
          const out = await transcodeBlocks(blocks, width, height, image.hasAlpha, target);
          if (target === 'rgba') expect(Buffer.compare(out, decodeUastc(blocks, width, height))).toBe(0);
        }
      }
  });

  it('keeps solid colors exactly and gradients closely', () => {
    for (const image of sampleImages(32, 32)) {
      const decoded = decodeUastc(encode(image.rgba, 32, 32), 32, 32);
      if (/^(solid|black|white)/.test(image.name)) expect(decoded, image.name).toEqual(image.rgba);
      if (image.name === 'gentle gradient') expect(psnr(image.rgba, decoded)).toBeGreaterThan(50);
      if (image.name === 'all-zero alpha')
        for (let i = 3; i < decoded.length; i += 4) expect(decoded[i]).toBeLessThan(3);
      if (image.name === 'one-bit alpha') expect(psnr(image.rgba, decoded, 8)).toBeGreaterThan(40);
    }
  });

  it('repeats the last column and row beyond the edge', () => {
    const small = paint(6, 5, 3, (x, y, next) => [x * 40, y * 50, next(), 255]);
    const padded = paint(8, 8, 0, (x, y) => {
      const at = (Math.min(y, 4) * 6 + Math.min(x, 5)) * 4;
      return [small[at] ?? 0, small[at + 1] ?? 0, small[at + 2] ?? 0, 255];
    });
    expect(encode(small, 6, 5)).toEqual(encode(padded, 8, 8));
  });
});

describe('determinism', () => {
  it('gives the same bytes for a whole image and for strips, in any order, from any instance', () => {
    const width = 52;
    const height = 47;
    const rgba = paint(width, height, 9, (x, y, next) => [
      (x * 5) & 255,
      (y * 7) & 255,
      next(),
      (x + y) & 1 ? 255 : next(),
    ]);
    const shared = new Uint8Array(new SharedArrayBuffer(rgba.length));
    shared.set(rgba);
    for (const level of LEVELS) {
      const options: UastcOptions = { level, metric: 'rgb', channels: 'rgba' };
      const whole = encode(rgba, width, height, options);
      const tiled = new Uint8Array(whole.length);
      for (const [first, count] of [
        [7, 5],
        [0, 1],
        [1, 6],
      ] as const) {
        const part = new Uint8Array(count * 13 * 16);
        new UastcEncoder().encode(shared, width, height, first, count, part, options);
        tiled.set(part, first * 13 * 16);
      }
      expect(Buffer.compare(tiled, whole), level).toBe(0);
    }
  });

  it('encodes each block independently of the one before it', () => {
    const image = paint(64, 4, 21, (_x, _y, next) => [next(), next(), next(), next()]);
    const whole = encode(image, 64, 4, { level: 'max' });
    for (let block = 15; block >= 0; block--) {
      const rgba = paint(4, 4, 0, (x, y) => {
        const at = (y * 64 + block * 4 + x) * 4;
        return [image[at] ?? 0, image[at + 1] ?? 0, image[at + 2] ?? 0, image[at + 3] ?? 0];
      });
      expect(encode(rgba, 4, 4, { level: 'max' })).toEqual(whole.subarray(block * 16, block * 16 + 16));
    }
  });
});

describe('options', () => {
  it('reads two-channel images as R, G, 0, 255, ignoring blue and alpha', () => {
    const next = byteSource(5);
    const a = paint(32, 32, 8, (x, y) => [x * 8, y * 8, 0, 255]);
    const b = paint(32, 32, 8, (x, y) => [x * 8, y * 8, next(), next()]);
    expect(encode(b, 32, 32, { channels: 'rg' })).toEqual(encode(a, 32, 32, { channels: 'rg' }));
    expect(encode(a, 32, 32, { channels: 'rg' })).toEqual(encode(a, 32, 32));
  });

  it('gives green a smaller error with the perceptual metric', () => {
    const rgba = paint(64, 64, 31, (_x, _y, next) => [next(), next(), next(), 255]);
    const plain = decodeUastc(encode(rgba, 64, 64), 64, 64);
    const perceptual = decodeUastc(encode(rgba, 64, 64, { metric: 'perceptual' }), 64, 64);
    expect(psnr(rgba, perceptual, 2)).toBeGreaterThan(psnr(rgba, plain, 2) + 1);
    expect(psnr(rgba, perceptual, 15)).toBeLessThan(psnr(rgba, plain, 15));
  });

  /** dB that a higher level may lose: with few colors, half of the BC7 error counts, and reducing it may be worth more. */
  const tradedWithBc7 = (name: string): number => (name === 'five grays' ? 1 : name.includes('colors') ? 0.12 : 0.02);

  it('never gets worse from one level to the next', () => {
    for (const image of sampleImages(64, 64)) {
      const quality = LEVELS.map((level) =>
        Math.min(99, psnr(image.rgba, decodeUastc(encode(image.rgba, 64, 64, { level }), 64, 64))),
      );
      for (let i = 1; i < quality.length; i++)
        expect(quality[i], `${image.name} at ${LEVELS[i]}`).toBeGreaterThan(
          (quality[i - 1] ?? 0) - tradedWithBc7(image.name),
        );
    }
  });
});

describe('quality against ktx2-encoder', () => {
  const size = 128;
  // Minimum difference in dB by level. Small images are noisier than the benchmark's, so these floors differ from its.
  const floors: readonly (readonly [string, BlockLevel, number])[] = [
    ['photo', 'fast', -1.5],
    ['photo', 'normal', -0.15],
    ['photo', 'high', 0.1],
    ['photo with alpha', 'normal', -0.2],
    ['two channels', 'normal', -0.2],
    ['gray', 'normal', -0.15],
  ];

  it.each(floors)('%s at %s stays within %d dB of its level 2', async (name, level, floor) => {
    const image = sampleImages(size, size).find((i) => i.name === name);
    if (image === undefined) throw new Error(`no sample image ${name}`);
    const theirs = await encodeWithPeer(image.rgba, size, size, 2);
    const ours = encode(image.rgba, size, size, { level });
    const difference =
      psnr(image.rgba, decodeUastc(ours, size, size)) - psnr(image.rgba, decodeUastc(theirs.blocks, size, size));
    expect(difference).toBeGreaterThan(floor);
    if (level !== 'normal') return;
    const bc7 = async (blocks: Uint8Array) =>
      psnr(
        image.rgba,
        decodeImage('bc7', await transcodeBlocks(blocks, size, size, image.hasAlpha, 'bc7'), size, size),
      );
    expect((await bc7(ours)) - (await bc7(theirs.blocks))).toBeGreaterThan(-0.15);
    const etc2 = async (blocks: Uint8Array) =>
      psnr(image.rgba, decodeImage('etc2', await transcodeBlocks(blocks, size, size, true, 'etc2'), size, size));
    expect((await etc2(ours)) - (await etc2(theirs.blocks))).toBeGreaterThan(-1);
  });

  // Near 60 dB, with few near colors per block; and one tint, whose lines are long.
  const smooth: readonly (readonly [
    string,
    (x: number, y: number, next: () => number) => readonly [number, number, number, number],
  ])[] = [
    [
      'a smooth slope',
      (x, y) => {
        const d = x * x + y * y;
        return [60 + (d >> 8), 80 + (d >> 9), 100 + ((d >> 7) & 127), 255];
      },
    ],
    [
      'a picture of one tint',
      (_x, _y, next) => {
        const v = 40 + (next() & 127);
        return [v, (v * 7) >> 3, ((v * 3) >> 2) + (next() & 3), 255];
      },
    ],
  ];

  it.each(smooth)('%s at normal, and its BC7, stay within 0.2 dB of its level 2', async (_name, texel) => {
    const rgba = paint(size, size, 9, texel);
    const theirs = await encodeWithPeer(rgba, size, size, 2);
    const quality = async (blocks: Uint8Array): Promise<[number, number]> => [
      psnr(rgba, decodeUastc(blocks, size, size)),
      psnr(rgba, decodeImage('bc7', await transcodeBlocks(blocks, size, size, false, 'bc7'), size, size)),
    ];
    const [own, bc7] = await quality(encode(rgba, size, size));
    const [peerOwn, peerBc7] = await quality(theirs.blocks);
    expect(own - peerOwn).toBeGreaterThan(-0.2);
    expect(bc7 - peerBc7).toBeGreaterThan(-0.2);
  });

  it('keeps ETC of smooth slopes, given as color, within 0.5 dB', async () => {
    // Like a normal map: blue hardly varies, and the error of its bases differs from that of red and green.
    const slope = (x: number, y: number): number => ((x * x + 3 * x * y) >> 6) & 63;
    const rgba = paint(size, size, 0, (x, y) => [98 + slope(x, y), 98 + slope(y, x), 240 - (slope(x, y) >> 3), 255]);
    const etc1 = async (blocks: Uint8Array): Promise<number> =>
      psnr(rgba, decodeImage('etc1', await transcodeBlocks(blocks, size, size, false, 'etc1'), size, size));
    const theirs = await encodeWithPeer(rgba, size, size, 2);
    expect((await etc1(encode(rgba, size, size))) - (await etc1(theirs.blocks))).toBeGreaterThan(-0.5);
  });
});
