// Rate-distortion: blocks that pack better, at a bounded loss, whatever the division into strips.

import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { transcodeBlocks } from './testing/basis-transcoder.js';
import { psnr } from './testing/decode-image.js';
import { paint, sampleImages } from './testing/sample-images.js';
import { applyUastcRdo, decodeUastc, UASTC_RDO_ROWS, UastcEncoder, type UastcOptions } from './uastc.js';

const options: UastcOptions = { level: 'normal', metric: 'rgb', channels: 'rgba' };

function encode(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * 16);
  new UastcEncoder().encode(rgba, width, height, 0, rows, out, options);
  return out;
}

const texture = (width: number, height: number): Uint8Array =>
  paint(width, height, 4, (x, y, next) => {
    const light = 70 + (((x * 7 + y * y) >> 2) % 90) + (next() >> 5);
    return [light, (light >> 1) + 40, 160 - (light >> 1), 255];
  });

const packedBytes = (blocks: Uint8Array): number => deflateRawSync(blocks, { level: 9 }).length;

describe('rate-distortion', () => {
  it('packs better and loses more with every step of λ', () => {
    const rgba = texture(128, 128);
    const plain = encode(rgba, 128, 128);
    let bytes = packedBytes(plain);
    let quality = psnr(rgba, decodeUastc(plain, 128, 128));
    for (const lambda of [0.5, 1, 2]) {
      const blocks = plain.slice();
      applyUastcRdo(blocks, rgba, 128, 128, lambda, options);
      const next = psnr(rgba, decodeUastc(blocks, 128, 128));
      expect(packedBytes(blocks)).toBeLessThan(bytes);
      expect(next).toBeLessThan(quality);
      bytes = packedBytes(blocks);
      quality = next;
    }
    expect(bytes).toBeLessThan(packedBytes(plain) * 0.95);
  });

  it('does not undo the repeats of an image that repeats itself', () => {
    const tile = texture(32, 32);
    const rgba = paint(128, 128, 0, (x, y) => {
      const at = ((y & 31) * 32 + (x & 31)) * 4;
      return [tile[at] ?? 0, tile[at + 1] ?? 0, tile[at + 2] ?? 0, 255];
    });
    const plain = encode(rgba, 128, 128);
    const blocks = plain.slice();
    applyUastcRdo(blocks, rgba, 128, 128, 1, options);
    expect(packedBytes(blocks)).toBeLessThanOrEqual(packedBytes(plain));
  });

  it('leaves the blocks alone at λ = 0', () => {
    const rgba = texture(64, 64);
    const blocks = encode(rgba, 64, 64);
    const before = blocks.slice();
    applyUastcRdo(blocks, rgba, 64, 64, 0, options);
    expect(blocks).toEqual(before);
  });

  it('never lets a block get worse than four times its error and a little, however high λ', () => {
    for (const image of sampleImages(64, 64)) {
      const blocks = encode(image.rgba, 64, 64);
      const before = decodeUastc(blocks, 64, 64);
      applyUastcRdo(blocks, image.rgba, 64, 64, 100, options);
      const after = decodeUastc(blocks, 64, 64);
      for (let by = 0; by < 64; by += 4)
        for (let bx = 0; bx < 64; bx += 4) {
          const error = (decoded: Uint8Array): number => {
            let sum = 0;
            for (let y = by; y < by + 4; y++)
              for (let i = (y * 64 + bx) * 4; i < (y * 64 + bx + 4) * 4; i++)
                sum += ((decoded[i] ?? 0) - (image.rgba[i] ?? 0)) ** 2;
            return sum;
          };
          expect(error(after), image.name).toBeLessThanOrEqual(error(before) * 4 + 64);
        }
    }
  });

  it('writes valid blocks', async () => {
    for (const image of sampleImages(48, 40)) {
      const blocks = encode(image.rgba, 48, 40);
      applyUastcRdo(blocks, image.rgba, 48, 40, 2, options);
      const theirs = await transcodeBlocks(blocks, 48, 40, image.hasAlpha, 'rgba');
      expect(Buffer.compare(theirs, decodeUastc(blocks, 48, 40)), image.name).toBe(0);
      for (const target of ['bc7', 'etc2', 'astc'] as const)
        await transcodeBlocks(blocks, 48, 40, image.hasAlpha, target);
    }
  });

  it('gives the same bytes for a whole image and for strips of whole units', () => {
    const width = 40;
    const height = UASTC_RDO_ROWS * 4 + 21;
    const rgba = texture(width, height);
    const whole = encode(rgba, width, height);
    const strips = whole.slice();
    applyUastcRdo(whole, rgba, width, height, 1, options);
    for (let row = 0; row * 4 < height; row += UASTC_RDO_ROWS) {
      const rows = Math.min(UASTC_RDO_ROWS * 4, height - row * 4);
      const blocks = strips.subarray(row * 10 * 16);
      applyUastcRdo(blocks, rgba.subarray(row * 4 * width * 4), width, rows, 1, options);
    }
    expect(Buffer.compare(strips, whole)).toBe(0);
  });
});
