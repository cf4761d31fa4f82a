// Rate-distortion: blocks that pack better, at a bounded loss, whatever the division into strips.

import { deflateRawSync } from 'node:zlib';
import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { applyBc7Rdo, BC7_RDO_ROWS, Bc7Encoder } from './bc7.js';
import type { BlockOptions } from './block-options.js';
import { psnr } from './testing/decode-image.js';
import { paint, sampleImages } from './testing/sample-images.js';

const options: BlockOptions = { level: 'normal', metric: 'rgb' };

function encode(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * 16);
  new Bc7Encoder().encode(rgba, width, height, 0, rows, out, options);
  return out;
}

const show = (blocks: Uint8Array, width: number, height: number): Uint8Array =>
  decodeTexels('bc7', blocks, width, height);

const texture = (width: number, height: number): Uint8Array =>
  paint(width, height, 4, (x, y, next) => {
    const light = 70 + (((x * 7 + y * y) >> 2) % 90) + (next() >> 5);
    return [light, (light >> 1) + 40, 160 - (light >> 1), 255];
  });

const packedBytes = (blocks: Uint8Array): number => deflateRawSync(blocks, { level: 9 }).length;

describe('rate-distortion of BC7', () => {
  it('packs better and loses more with every step of λ', () => {
    const rgba = texture(128, 128);
    const plain = encode(rgba, 128, 128);
    let bytes = packedBytes(plain);
    let quality = psnr(rgba, show(plain, 128, 128));
    for (const lambda of [0.5, 1, 2]) {
      const blocks = plain.slice();
      applyBc7Rdo(blocks, rgba, 128, 128, lambda, options);
      const next = psnr(rgba, show(blocks, 128, 128));
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
    applyBc7Rdo(blocks, rgba, 128, 128, 1, options);
    expect(packedBytes(blocks)).toBeLessThanOrEqual(packedBytes(plain));
  });

  it('leaves the blocks alone at λ = 0', () => {
    const rgba = texture(64, 64);
    const blocks = encode(rgba, 64, 64);
    const before = blocks.slice();
    applyBc7Rdo(blocks, rgba, 64, 64, 0, options);
    expect(blocks).toEqual(before);
  });

  it('never lets a block get worse than four times its error and a little, however high λ', () => {
    for (const image of sampleImages(64, 64)) {
      const blocks = encode(image.rgba, 64, 64);
      const before = show(blocks, 64, 64);
      applyBc7Rdo(blocks, image.rgba, 64, 64, 100, options);
      const after = show(blocks, 64, 64);
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

  it('keeps opaque blocks opaque among others', () => {
    const rgba = paint(64, 64, 6, (x, y, next) => [200, 90 + (next() >> 6), 60, (x >> 2) & 1 ? 255 : 250 + (y & 3)]);
    const blocks = encode(rgba, 64, 64);
    applyBc7Rdo(blocks, rgba, 64, 64, 100, options);
    const after = show(blocks, 64, 64);
    for (let i = 3; i < after.length; i += 4) if ((i >> 4) & 1) expect(after[i]).toBe(255);
  });

  it('gives the same bytes for a whole image and for strips of whole units', () => {
    const width = 40;
    const height = BC7_RDO_ROWS * 4 + 21;
    const rgba = texture(width, height);
    const whole = encode(rgba, width, height);
    const strips = whole.slice();
    applyBc7Rdo(whole, rgba, width, height, 1, options);
    for (let row = 0; row * 4 < height; row += BC7_RDO_ROWS) {
      const rows = Math.min(BC7_RDO_ROWS * 4, height - row * 4);
      const blocks = strips.subarray(row * 10 * 16);
      applyBc7Rdo(blocks, rgba.subarray(row * 4 * width * 4), width, rows, 1, options);
    }
    expect(Buffer.compare(strips, whole)).toBe(0);
  });
});
