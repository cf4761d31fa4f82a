import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { imageFailure, loadImage } from '../testing/load-image.js';
import { exifSegment, writeJpeg } from '../testing/write-jpeg.js';

const spec = { blocksWide: 3, blocksHigh: 2, values: [10, 60, 250, 128, 0, 255] };

/** One texel of each block, in reading order. */
const blocksOf = (image: { width: number; height: number; pixels: ArrayLike<number> }): (number | undefined)[] =>
  Array.from({ length: (image.width / 8) * (image.height / 8) }, (_, i) => {
    const wide = image.width / 8;
    return image.pixels[((Math.floor(i / wide) * 8 + 3) * image.width + (i % wide) * 8 + 4) * 4];
  });

const jfif = (major: number): [number, Uint8Array] => [
  0xe0,
  Uint8Array.from([...Buffer.from('JFIF\0'), major, 1, 0, 0, 1, 0, 1, 0, 0]),
];

describe('decodeJpeg', () => {
  for (const progressive of [false, true])
    it(`decodes a ${progressive ? 'progressive' : 'baseline'} file`, async () => {
      const { image, warnings } = await loadImage(writeJpeg({ ...spec, progressive }), 'a.jpg');
      expect([image.width, image.height, image.hasAlpha]).toEqual([24, 16, false]);
      expect(blocksOf(image)).toEqual(spec.values);
      expect([...image.pixels.subarray(0, 4)]).toEqual([10, 10, 10, 255]);
      expect(warnings).toEqual([]);
    });

  it('decodes colors of any sampling, also with unusual component ids', async () => {
    // Three luminance blocks across for one of each chroma.
    const bytes = writeJpeg({
      blocksWide: 3,
      blocksHigh: 1,
      values: [40, 90, 200, 128, 128],
      sampling: [0x31, 0x11, 0x11],
    });
    const { image, warnings } = await loadImage(bytes, 'a.jpg');
    expect([image.width, image.height]).toEqual([24, 8]);
    expect(blocksOf(image)).toEqual([40, 90, 200]);
    expect(warnings).toEqual([]);
    // One chroma halved horizontally, the other vertically.
    const mixed = writeJpeg({
      blocksWide: 2,
      blocksHigh: 2,
      values: [40, 90, 200, 10, 128, 128, 128, 128],
      sampling: [0x22, 0x12, 0x21],
    });
    expect(blocksOf((await loadImage(mixed, 'a.jpg')).image)).toEqual([40, 90, 200, 10]);
  });

  const turned: Readonly<Record<number, readonly number[]>> = {
    1: [10, 60, 250, 128, 0, 255],
    2: [250, 60, 10, 255, 0, 128],
    3: [255, 0, 128, 250, 60, 10],
    4: [128, 0, 255, 10, 60, 250],
    5: [10, 128, 60, 0, 250, 255],
    6: [128, 10, 0, 60, 255, 250],
    7: [255, 250, 0, 60, 128, 10],
    8: [250, 255, 60, 0, 10, 128],
  };
  for (const [orientation, blocks] of Object.entries(turned))
    it(`applies EXIF orientation ${orientation}`, async () => {
      const { image } = await loadImage(writeJpeg({ ...spec, segments: [exifSegment(Number(orientation))] }), 'a.jpg');
      expect(image.width).toBe(Number(orientation) < 5 ? 24 : 16);
      expect(blocksOf(image)).toEqual(blocks);
    });

  it('skips bytes between segments, with a warning', async () => {
    const plain = writeJpeg({ ...spec, segments: [exifSegment(1)] });
    const second = 2 + 2 + ((plain[4] ?? 0) << 8) + (plain[5] ?? 0);
    for (const junk of [
      [1, 2, 3],
      [0xff, 0, 0xff, 0],
      [9, 0xff, 0xd0, 0],
    ]) {
      const bytes = Uint8Array.from([...plain.subarray(0, second), ...junk, ...plain.subarray(second)]);
      const { image, warnings } = await loadImage(bytes, 'a.jpg');
      expect(blocksOf(image)).toEqual(spec.values);
      expect(warnings).toMatchObject([
        {
          code: 'image/odd-data',
          where: { offset: second },
          message: `${junk.length} stray ${junk.length === 1 ? 'byte' : 'bytes'} between the segments of the JPEG ${junk.length === 1 ? 'is' : 'are'} ignored`,
        },
      ]);
    }
    const endless = Uint8Array.from([...plain.subarray(0, second), 1, 2, 3]);
    expect(await imageFailure(endless, 'a.jpg')).toMatchObject({ code: 'image/corrupt', where: { offset: second } });
  });

  describe.each(['baseline', 'progressive'] as const)('for a complete %s image', (kind) => {
    const plain = writeJpeg({ ...spec, progressive: kind === 'progressive', segments: [jfif(1)] });
    const whole = async (bytes: Uint8Array) => {
      const { image, warnings } = await loadImage(bytes, 'a.jpg');
      expect(blocksOf(image)).toEqual(spec.values);
      return warnings;
    };

    it('skips a few bytes before the end', async () => {
      const stray = (count: number) =>
        Uint8Array.from([...plain.subarray(0, -2), ...new Array<number>(count).fill(7), 0xff, 0xd9]);
      expect(await whole(stray(4))).toMatchObject([
        { code: 'image/odd-data', message: expect.stringContaining('before the end') },
      ]);
      expect(await imageFailure(stray(200), 'a.jpg')).toMatchObject({ code: 'image/corrupt' });
    });

    it('accepts a missing end marker', async () => {
      const warnings = [{ code: 'image/odd-data', message: 'the JPEG lacks its end marker' }];
      expect(await whole(plain.subarray(0, -2))).toMatchObject(warnings);
      expect(await whole(plain.subarray(0, -1))).toMatchObject(warnings);
    });

    it('accepts bytes after the end, and a later JFIF version', async () => {
      expect(await whole(Uint8Array.from([...plain, ...plain, 1, 2, 3]))).toEqual([]);
      expect(await whole(plain.map((byte, i) => (i === 11 ? 2 : byte)))).toEqual([]);
    });
  });

  it('ignores progressive scan parameters in a baseline image', async () => {
    const plain = writeJpeg(spec);
    const scan = plain.findIndex((byte, i) => byte === 0xff && plain[i + 1] === 0xda);
    for (const [at, value] of [
      [7, 1],
      [8, 0],
      [9, 0x10],
    ] as const) {
      const bytes = plain.map((byte, i) => (i === scan + at ? value : byte));
      const { image, warnings } = await loadImage(bytes, 'a.jpg');
      expect(blocksOf(image)).toEqual(spec.values);
      expect(warnings).toMatchObject([{ code: 'image/odd-data', where: { offset: scan + at } }]);
    }
  });

  it('rejects every truncation of more than its end', async () => {
    const bytes = writeJpeg(spec);
    for (let length = 0; length < bytes.length - 2; length++)
      expect((await imageFailure(bytes.subarray(0, length), 'cut.jpg')).code).toMatch(
        /^image\/(truncated|corrupt|unknown-type)$/,
      );
  });

  it('gives an image or a diagnostic for every flipped bit', async () => {
    const bytes = writeJpeg(spec);
    for (let bit = 0; bit < bytes.length * 8; bit += 5) {
      const damaged = bytes.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const result = await loadImage(damaged, 'flip.jpg', 512).then(
        () => 'image',
        (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
      );
      expect(result).toMatch(/^(image|AssetError)$/);
    }
  });

  it('still decodes after a failure', async () => {
    await imageFailure(writeJpeg(spec).subarray(0, -20), 'cut.jpg');
    expect(blocksOf((await loadImage(writeJpeg(spec), 'a.jpg')).image)).toEqual(spec.values);
  });

  it.each([
    ['CMYK as Adobe writes it', 0, [10, 60, 200, 250], [10, 59, 196]],
    ['YCCK as Adobe writes it', 2, [100, 128, 128, 250], [152, 152, 152]],
    ['CMYK without an Adobe segment', undefined, [10, 60, 200, 51], [196, 156, 44]],
  ])('converts %s to RGB, with a warning', async (_, transform, inks, rgb) => {
    const adobe: [number, Uint8Array] = [
      0xee,
      Uint8Array.from([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform ?? 0]),
    ];
    const bytes = writeJpeg({
      blocksWide: 1,
      blocksHigh: 1,
      values: inks,
      inks: true,
      segments: transform === undefined ? [] : [adobe],
    });
    const { image, warnings } = await loadImage(bytes, 'a.jpg');
    expect([image.width, image.height, image.hasAlpha]).toEqual([8, 8, false]);
    for (let i = 0; i < 256; i += 4) expect([...image.pixels.slice(i, i + 4)]).toEqual([...rgb, 255]);
    expect(warnings).toMatchObject([{ code: 'image/color-profile' }]);
    for (let length = 20; length < bytes.length; length += 9)
      expect((await imageFailure(bytes.subarray(0, length), 'a.jpg')).code).toMatch(/^image\//);
  });

  it('rejects unsupported types by the header', async () => {
    const patched = (at: number, value: number) =>
      writeJpeg({ ...spec, frame: (p) => p.map((b, i) => (i === at ? value : b)) });
    expect(await imageFailure(patched(0, 12), 'a.jpg')).toMatchObject({ code: 'image/unsupported' });
    expect(await imageFailure(patched(5, 2), 'a.jpg')).toMatchObject({ code: 'image/unsupported' });
    const arithmetic = await imageFailure(
      writeJpeg(spec).map((b, i, all) => (all[i - 1] === 0xff && b === 0xc0 ? 0xc9 : b)),
      'a.jpg',
    );
    expect(arithmetic).toMatchObject({
      code: 'image/unsupported',
      message: expect.stringContaining('arithmetic'),
      hint: expect.stringContaining('jpegtran'),
    });
    expect(await imageFailure(patched(1, 0xff), 'a.jpg')).toMatchObject({ code: 'image/too-large' });
  });

  it('rejects a file with endless scans', async () => {
    const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0];
    const bytes = writeJpeg({ ...spec, progressive: true });
    const many = Uint8Array.from([
      ...bytes.subarray(0, -2),
      ...Array.from({ length: 600 }, () => scan).flat(),
      0xff,
      0xd9,
    ]);
    expect(await imageFailure(many, 'a.jpg')).toMatchObject({ code: 'image/unsupported' });
  });

  it('warns about an invalid profile', async () => {
    const payload = Uint8Array.from([...Buffer.from('ICC_PROFILE\0'), 1, 1, ...new Uint8Array(200)]);
    const { warnings } = await loadImage(writeJpeg({ ...spec, segments: [[0xe2, payload]] }), 'a.jpeg');
    expect(warnings).toMatchObject([{ code: 'image/color-profile' }]);
  });

  it('releases the memory of decoded images', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const bytes = writeJpeg({
      blocksWide: 128,
      blocksHigh: 128,
      values: Array.from({ length: 128 * 128 }, (_, i) => i & 255),
    });
    const decodeMany = async (count: number) => {
      for (let i = 0; i < count; i++) await loadImage(bytes, 'a.jpg');
      collect();
      return process.memoryUsage().rss;
    };
    const before = await decodeMany(4);
    // Each would leave at least 8 MB if its decoder were kept.
    expect((await decodeMany(24)) - before).toBeLessThan(80 << 20);
  });
});
