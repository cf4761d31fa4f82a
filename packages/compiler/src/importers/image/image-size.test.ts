import { describe, expect, it } from 'vitest';
import { imageSize } from './image-size.js';
import { writeBmp } from './testing/write-bmp.js';
import { exifSegment, writeJpeg } from './testing/write-jpeg.js';
import { writePng } from './testing/write-png.js';
import { vp8l, webpContainer } from './testing/write-webp.js';

const sizeOf = (bytes: Uint8Array, extension = '') =>
  imageSize((offset, length) => bytes.subarray(offset, offset + length), extension);

const png = (depth: number) =>
  writePng({ width: 3, height: 2, depth, colorType: 0, samples: new Array<number>(6).fill(1) });
const lossless = vp8l({ width: 3, height: 2, red: 1, blue: 2, alpha: 255, greens: [0, 9], picks: [0, 1, 0, 1, 0, 1] });
const large: [number, Uint8Array] = [0xe2, new Uint8Array(60_000)];
const jpeg = { blocksWide: 3, blocksHigh: 2, values: [1, 2, 3, 4, 5, 6], segments: [exifSegment(6), large, large] };
const qoi = Uint8Array.from([...Buffer.from('qoif'), 0, 0, 0, 3, 0, 0, 0, 2, 4, 0, 0, 0, 0, 0]);
const tga = Uint8Array.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 2, 0, 32, 8]);

describe('imageSize', () => {
  it.each([
    ['a PNG', png(8), { width: 3, height: 2, isWide: false, canStreamRows: true }],
    ['a 16-bit PNG', png(16), { width: 3, height: 2, isWide: true, canStreamRows: true }],
    ['a JPEG with segments before its header', writeJpeg(jpeg), { width: 24, height: 16 }],
    ['a progressive JPEG', writeJpeg({ ...jpeg, progressive: true }), { width: 24, height: 16 }],
    ['a WebP', webpContainer(['VP8L', lossless]), { width: 3, height: 2 }],
    [
      'a top-down BMP',
      writeBmp({ width: 1, height: -2, bits: 24, data: [1, 2, 3, 0, 4, 5, 6, 0] }),
      { width: 1, height: 2 },
    ],
    ['a QOI', qoi, { width: 3, height: 2 }],
    ['a TGA', tga, { width: 3, height: 2 }],
  ])('is read from the header of %s', (_, bytes, size) => {
    expect(sizeOf(bytes, 'tga')).toMatchObject(size);
  });

  it('is undefined if the header is truncated, foreign or endless', () => {
    const endless = new Uint8Array(100_000).fill(0xff);
    endless.set([0xff, 0xd8, 0xff]);
    for (const bytes of [new Uint8Array(0), png(8).subarray(0, 17), tga, endless, writeJpeg(jpeg).subarray(0, 500)])
      expect(sizeOf(bytes)).toBeUndefined();
  });
});
