import { describe, expect, it } from 'vitest';
import { imageSize } from '../image-size.js';
import { imageFailure, loadImage, noise } from '../testing/load-image.js';
import { splitAssociations, withProperties, writeAvif } from '../testing/write-avif.js';
import { writeIcc } from '../testing/write-icc.js';
import { completeAvifProperties } from './complete-avif.js';

const WIDTH = 6;
const HEIGHT = 4;
const texels = Uint8Array.from(noise(WIDTH * HEIGHT * 4, 256, 1));
const opaque = texels.map((value, i) => (i % 4 === 3 ? 255 : value));
const reds = (pixels: ArrayLike<number>): number[] => Array.from(pixels).filter((_, i) => i % 4 === 0);
const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
/** Red values in the order in which `pick` reads the source. */
const picked = (width: number, height: number, pick: (x: number, y: number) => readonly [number, number]): number[] =>
  Array.from({ length: width * height }, (_, i) => {
    const [x, y] = pick(i % width, Math.floor(i / width));
    return opaque[(y * WIDTH + x) * 4] ?? -1;
  });

describe('decodeAvif', () => {
  it('decodes what was encoded without loss, with and without alpha', async () => {
    for (const pixels of [texels, opaque]) {
      const { image, warnings } = await loadImage(await writeAvif(pixels, WIDTH, HEIGHT), 'a.avif');
      expect([image.width, image.height, image.hasAlpha]).toEqual([WIDTH, HEIGHT, pixels === texels]);
      expect([...image.pixels]).toEqual([...pixels]);
      expect(image.colors).toBeUndefined();
      expect(warnings).toEqual([]);
    }
  });

  it.each([10, 12] as const)('keeps %i bits as 16, rounded', async (bits) => {
    const max = 2 ** bits - 1;
    const wide = Uint16Array.from(noise(WIDTH * HEIGHT * 4, max + 1, 2));
    const { image } = await loadImage(await writeAvif(wide, WIDTH, HEIGHT, bits), 'a.avif');
    expect(image.pixels).toBeInstanceOf(Uint16Array);
    expect([...image.pixels]).toEqual([...wide].map((value) => Math.round((value * 65535) / max)));
  });

  it.each([
    ['irot 1', [['irot', [1]]], 4, 6, (x: number, y: number): [number, number] => [5 - y, x]],
    ['irot 3', [['irot', [3]]], 4, 6, (x: number, y: number): [number, number] => [y, 3 - x]],
    ['imir 0', [['imir', [0]]], 6, 4, (x: number, y: number): [number, number] => [x, 3 - y]],
    ['imir 1', [['imir', [1]]], 6, 4, (x: number, y: number): [number, number] => [5 - x, y]],
    [
      'irot 1, then imir 0',
      [
        ['irot', [1]],
        ['imir', [0]],
      ],
      4,
      6,
      (x: number, y: number): [number, number] => [y, x],
    ],
    [
      'irot 1, then imir 1',
      [
        ['irot', [1]],
        ['imir', [1]],
      ],
      4,
      6,
      (x: number, y: number): [number, number] => [5 - y, 3 - x],
    ],
    [
      'clap',
      [['clap', [u32(3), u32(1), u32(2), u32(1), u32(-1), u32(2), u32(1), u32(1)].flat()]],
      3,
      2,
      (x: number, y: number): [number, number] => [x + 1, y + 2],
    ],
  ] as const)('applies %s', async (_, properties, width, height, pick) => {
    const { image } = await loadImage(withProperties(await writeAvif(opaque, WIDTH, HEIGHT), ...properties), 'a.avif');
    expect([image.width, image.height]).toEqual([width, height]);
    expect(reds(image.pixels)).toEqual(picked(width, height, (x, y) => pick(x, y)));
  });

  it('decodes a file without item depths, as browsers do', async () => {
    const wide = Uint16Array.from(noise(WIDTH * HEIGHT * 4, 4096, 5));
    for (const [pixels, bits] of [[texels, 8] as const, [opaque, 8] as const, [wide, 12] as const]) {
      const file = await writeAvif(pixels, WIDTH, HEIGHT, bits);
      const silent = Buffer.from(file);
      for (let at = silent.indexOf('pixi'); at >= 0; at = silent.indexOf('pixi')) silent.write('junk', at, 'latin1');
      const { image } = await loadImage(new Uint8Array(silent), 'a.avif');
      expect([...image.pixels]).toEqual([...(await loadImage(file, 'a.avif')).image.pixels]);
    }
  });

  it('decodes a file with one property table per item', async () => {
    const file = await writeAvif(texels, WIDTH, HEIGHT);
    const split = splitAssociations(file);
    expect(Buffer.from(split).toString('latin1').match(/ipma/g)).toHaveLength(2);
    expect([...(await loadImage(split, 'a.avif')).image.pixels]).toEqual([...texels]);
  });

  it('reads its colors from a profile, else from nclx', async () => {
    const plain = await writeAvif(opaque, WIDTH, HEIGHT);
    const nclx = Buffer.from(plain).indexOf('nclx', 0, 'latin1') + 4;
    const p3 = plain.slice();
    p3.set([0, 12, 0, 13], nclx);
    expect((await loadImage(p3, 'a.avif')).image.colors?.name).toBe('nclx 12/13');
    const pq = plain.slice();
    pq.set([0, 9, 0, 16], nclx);
    const high = await loadImage(pq, 'a.avif');
    expect(high.image.colors).toBeUndefined();
    expect(high.warnings).toMatchObject([
      {
        code: 'image/color-profile',
        message: 'the AVIF states the color space nclx 9/16 (HDR), which is not applied',
      },
    ]);
    const icc = writeIcc({ curve: { gamma: 1.8 } });
    const profiled = withProperties(plain, ['colr', [...Buffer.from('prof'), ...icc]]);
    expect((await loadImage(profiled, 'a.avif')).image.colors).toBeDefined();
  });

  it('reads its size from its first bytes', async () => {
    const file = await writeAvif(Uint16Array.from(noise(96, 1024, 3)), WIDTH, HEIGHT, 10);
    const readAt = (offset: number, length: number) => file.subarray(offset, offset + length);
    expect(imageSize(readAt, 'avif')).toMatchObject({ width: WIDTH, height: HEIGHT, isWide: true });
  });

  it('uses the still image of a sequence, with a warning', async () => {
    const still = await writeAvif(opaque, WIDTH, HEIGHT);
    const sequence = still.slice();
    sequence.set(Buffer.from('avis'), 8);
    const { image, warnings } = await loadImage(sequence, 'a.avif');
    expect(image.pixels).toEqual((await loadImage(still, 'a.avif')).image.pixels);
    expect(warnings).toMatchObject([{ code: 'image/animated' }]);
  });

  it('rejects what is too large, a sequence without a still image, and a crop that does not fit', async () => {
    const file = await writeAvif(opaque, WIDTH, HEIGHT);
    expect(await imageFailure(file, 'a.avif', 5)).toMatchObject({ code: 'image/too-large' });
    const sequence = Buffer.from(Buffer.from(file).toString('latin1').replace('pitm', 'free'), 'latin1');
    sequence.set(Buffer.from('avis'), 8);
    expect(await imageFailure(sequence, 'a.avif')).toMatchObject({ code: 'image/animated' });
    const odd = withProperties(file, ['clap', [7, 1, 2, 1, 0, 1, 0, 1].flatMap(u32)]);
    expect(await imageFailure(odd, 'a.avif')).toMatchObject({ code: 'image/corrupt' });
  });

  it('leaves a description with truncated boxes to the decoder', () => {
    const box = (type: string, ...parts: Uint8Array[]): Buffer => {
      const content = Buffer.concat(parts);
      const head = Buffer.from([...u32(8 + content.length), ...Buffer.from(type)]);
      return Buffer.concat([head, content]);
    };
    const table = box('ipma');
    const bytes = box('meta', Buffer.alloc(4), box('iprp', box('ipco'), table));
    expect(completeAvifProperties(bytes)).toBe(bytes);
  });

  it('gives an image or a diagnostic for every truncation and many flipped bits', async () => {
    const file = await writeAvif(texels, WIDTH, HEIGHT);
    for (let length = 1; length < file.length; length += 5)
      expect((await imageFailure(file.subarray(0, length), 'a.avif')).code).toMatch(/^image\//);
    for (let at = 0; at < file.length; at += 3) {
      const bytes = file.slice();
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      await loadImage(bytes, 'a.avif').catch((error: unknown) =>
        expect(error).toMatchObject({ diagnostic: { code: expect.stringMatching(/^image\//) } }),
      );
    }
  });
});
