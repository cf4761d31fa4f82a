// Flat art: pictures of few colors must not be worse than Basis Universal's level 2, neither as UASTC nor transcoded for GPUs.

import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { encodeWithPeer } from '../testing/basis-encoder.js';
import { transcodeBlocks } from '../testing/basis-transcoder.js';
import { decodeImage, psnr } from '../testing/decode-image.js';
import { byteSource, paint, type SampleImage, sampleImages } from '../testing/sample-images.js';
import { decodeUastc, UastcEncoder, type UastcOptions } from './uastc.js';

const SIZE = 64;
const encoder = new UastcEncoder();

function encode({ rgba, width, height }: SampleImage, level: BlockLevel): Uint8Array {
  const out = new Uint8Array(Math.ceil(width / 4) * Math.ceil(height / 4) * 16);
  encoder.encode(rgba, width, height, 0, Math.ceil(height / 4), out, { level, metric: 'rgb', channels: 'rgba' });
  return out;
}

const shownAs = async (image: SampleImage, blocks: Uint8Array, format: 'bc7' | 'etc2'): Promise<Uint8Array> => {
  const data = await transcodeBlocks(blocks, image.width, image.height, true, format);
  return decodeImage(format, data, image.width, image.height);
};

/** PSNR as UASTC, BC7 and ETC2, up to that of one level off in every fourth sample: beyond that rounding decides. */
async function qualities(image: SampleImage, blocks: Uint8Array): Promise<[number, number, number]> {
  const { rgba, width, height } = image;
  const good = 10 * Math.log10(255 * 255 * 4);
  const quality = (shown: Uint8Array): number => Math.min(good, psnr(rgba, shown));
  return [
    quality(decodeUastc(blocks, width, height)),
    quality(await shownAs(image, blocks, 'bc7')),
    quality(await shownAs(image, blocks, 'etc2')),
  ];
}

/** A palette as low-poly packs use it: sixteen ramps of sixteen colors, one texel high. */
const palette: SampleImage = {
  name: 'palette 256×1',
  width: 256,
  height: 1,
  hasAlpha: false,
  rgba: paint(256, 1, 1, (x) => {
    const hue = Math.imul((x >> 4) + 1, 2654435761) >>> 0;
    const light = 4 + (x & 15);
    return [((hue >>> 24) * light) / 20, (((hue >>> 16) & 255) * light) / 20, (((hue >>> 8) & 255) * light) / 20, 255];
  }),
};

/** An arrow with soft edges: texels between two colors, in sixteenths. */
const arrow = (name: string, low: readonly number[], high: readonly number[]): SampleImage => ({
  name,
  width: SIZE,
  height: SIZE,
  hasAlpha: low[3] !== 255,
  rgba: paint(SIZE, SIZE, 1, (x, y) => {
    let inside = 0;
    for (let i = 0; i < 64; i++) {
      const [u, v] = [x + ((i & 7) + 0.5) / 8, Math.abs(y + ((i >> 3) + 0.5) / 8 - 32)];
      if ((u > 8 && u < 36 && v < 7.3) || (u >= 36 && u < 58 && v < (58 - u) * 0.9)) inside++;
    }
    const part = Math.round((inside / 64) * 15) / 15;
    const [r = 0, g = 0, b = 0, a = 0] = low.map((from, i) => Math.round(from + ((high[i] ?? 0) - from) * part));
    return [r, g, b, a];
  }),
});

const arrows = [
  arrow('white arrow with alpha', [255, 255, 255, 0], [255, 255, 255, 255]),
  arrow('blue arrow with alpha', [30, 90, 200, 0], [30, 90, 200, 255]),
  arrow('premultiplied arrow', [0, 0, 0, 0], [30, 90, 200, 255]),
  arrow('blue arrow on white', [255, 255, 255, 255], [30, 90, 200, 255]),
];

const FLAT =
  /^(two colors|three colors|four colors|six colors, cut out|three colors, cut out|pale tints|gray edge with alpha)$/;
const images = [...sampleImages(SIZE, SIZE).filter(({ name }) => FLAT.test(name)), palette];

describe('flat art', () => {
  it.each(images.map((image) => [image.name, image] as const))(
    '%s is no worse than level 2 as UASTC, BC7 and ETC2',
    async (_, image) => {
      const theirs = await qualities(image, (await encodeWithPeer(image.rgba, image.width, image.height, 2)).blocks);
      for (const level of ['normal', 'high', 'max'] as const) {
        const ours = await qualities(image, encode(image, level));
        expect(ours[0] - theirs[0], `UASTC at ${level}`).toBeGreaterThan(-0.2);
        expect(ours[1] - theirs[1], `BC7 at ${level}`).toBeGreaterThan(-0.2);
        expect(ours[2] - theirs[2], `ETC2 at ${level}`).toBeGreaterThan(-0.5);
      }
    },
  );

  it.each(arrows.map((image) => [image.name, image] as const))(
    '%s is no worse than level 2 as UASTC',
    async (_, image) => {
      const peer = await encodeWithPeer(image.rgba, SIZE, SIZE, 2);
      const theirs = psnr(image.rgba, decodeUastc(peer.blocks, SIZE, SIZE));
      for (const level of ['normal', 'high', 'max'] as const)
        expect(psnr(image.rgba, decodeUastc(encode(image, level), SIZE, SIZE)) - theirs, level).toBeGreaterThan(-0.05);
    },
  );

  it.each([
    ['flat art', arrow('', [255, 255, 255, 0], [30, 90, 200, 255])],
    ['near colors', arrow('', [100, 100, 100, 255], [107, 103, 101, 255])],
  ])('remembers blocks of %s from strip to strip, and not from one level or metric to another', (_, image) => {
    const used = new UastcEncoder();
    const strips = (by: UastcEncoder, options: UastcOptions): string => {
      const out = new Uint8Array(SIZE * SIZE);
      for (let row = 0; row < SIZE / 4; row++)
        by.encode(image.rgba, SIZE, SIZE, row, 1, out.subarray(row * SIZE * 4), options);
      return Buffer.from(out).toString('hex');
    };
    const all = (['fast', 'normal', 'high'] as const).flatMap((level) =>
      (['rgb', 'perceptual'] as const).flatMap((metric) =>
        (['rgba', 'rg'] as const).map((channels) => ({ level, metric, channels })),
      ),
    );
    for (const options of [...all, ...all.toReversed()])
      expect(strips(used, options), JSON.stringify(options)).toBe(strips(new UastcEncoder(), options));
  });

  it('keeps any two colors exactly at every level', () => {
    const rgba = paint(64, 64, 77, (x, y, next) => {
      const cell = (x >> 2) * 16 + (y >> 2);
      const pick = (Math.imul(cell + 1, 2654435761) >>> ((next() & 1) * 7)) >>> 0;
      return [pick & 255, (pick >>> 8) & 255, (pick >>> 16) & 255, cell & 1 ? 255 : (pick >>> 20) & 255];
    });
    for (const level of ['fast', 'normal', 'high', 'max'] as const)
      expect(
        decodeUastc(encode({ name: '', width: 64, height: 64, hasAlpha: true, rgba }, level), 64, 64),
        level,
      ).toEqual(rgba);
  });

  it('keeps two near shades exactly, and nearly exactly as BC7', async () => {
    const width = 128;
    const next = byteSource(11);
    const pairs = Array.from({ length: 1024 }, () => {
      const first = [1 + (next() % 254), 1 + (next() % 254), 1 + (next() % 254)];
      return [first, first.map((v) => Math.min(255, Math.max(1, v + (next() % 5) - 2)))] as const;
    });
    const rgba = paint(width, width, 7, (x, y) => {
      const shades = pairs[(y >> 2) * 32 + (x >> 2)]?.[(x ^ (y >> 1)) & 1] ?? [];
      return [shades[0] ?? 0, shades[1] ?? 0, shades[2] ?? 0, 255];
    });
    const image = { name: 'shades', width, height: width, hasAlpha: false, rgba };
    const blocks = encode(image, 'normal');
    expect(decodeUastc(blocks, width, width)).toEqual(rgba);
    expect(psnr(rgba, await shownAs(image, blocks, 'bc7'))).toBeGreaterThan(57);
  });

  it('does not bleach pale tints in ETC2', async () => {
    const rgba = paint(32, 32, 1, (x, y) => [255, 255, (x * 3 + y) % 16 === 0 ? 255 : 226, 255]);
    const image: SampleImage = { name: '', width: 32, height: 32, hasAlpha: false, rgba };
    const blue = (data: Uint8Array): number => data.reduce((sum, v, i) => (i % 4 === 2 ? sum + v : sum), 0) / 1024;
    for (const level of ['fast', 'normal', 'high', 'max'] as const) {
      const shown = await shownAs(image, encode(image, level), 'etc2');
      expect(Math.abs(blue(shown) - blue(rgba)), level).toBeLessThan(3);
      expect(psnr(rgba, shown), level).toBeGreaterThan(36);
    }
  });
});
