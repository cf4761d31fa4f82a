// Tests of rate-distortion for any format of sixteen bytes a block: better compression at a bounded loss, for any division into strips.

import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { psnr } from './decode-image.js';
import { paint, sampleImages } from './sample-images.js';

interface RdoFormat {
  encode(rgba: Uint8Array, width: number, height: number): Uint8Array;
  decode(blocks: Uint8Array, width: number, height: number): Uint8Array;
  /** Changes the blocks in place. */
  apply(blocks: Uint8Array, rgba: Uint8Array, width: number, height: number, lambda: number): void;
  /** Block rows that are treated as a unit. */
  readonly unitRows: number;
}

const BLOCK_BYTES = 16;

const texture = (width: number, height: number): Uint8Array =>
  paint(width, height, 4, (x, y, next) => {
    const light = 70 + (((x * 7 + y * y) >> 2) % 90) + (next() >> 5);
    return [light, (light >> 1) + 40, 160 - (light >> 1), 255];
  });

const packedBytes = (blocks: Uint8Array): number => deflateRawSync(blocks, { level: 9 }).length;

/** Summed over the block at `bx`, `by` of an image of 64 texels a row. */
function blockError(decoded: Uint8Array, rgba: Uint8Array, bx: number, by: number): number {
  let sum = 0;
  for (let y = by; y < by + 4; y++)
    for (let i = (y * 64 + bx) * 4; i < (y * 64 + bx + 4) * 4; i++) sum += ((decoded[i] ?? 0) - (rgba[i] ?? 0)) ** 2;
  return sum;
}

export function rdoTests({ encode, decode, apply, unitRows }: RdoFormat): void {
  it('packs better and loses more with every step of λ', () => {
    const rgba = texture(128, 128);
    const plain = encode(rgba, 128, 128);
    let bytes = packedBytes(plain);
    let quality = psnr(rgba, decode(plain, 128, 128));
    for (const lambda of [0.5, 1, 2]) {
      const blocks = plain.slice();
      apply(blocks, rgba, 128, 128, lambda);
      const next = psnr(rgba, decode(blocks, 128, 128));
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
    apply(blocks, rgba, 128, 128, 1);
    expect(packedBytes(blocks)).toBeLessThanOrEqual(packedBytes(plain));
  });

  it('leaves the blocks alone at λ = 0', () => {
    const rgba = texture(64, 64);
    const blocks = encode(rgba, 64, 64);
    const before = blocks.slice();
    apply(blocks, rgba, 64, 64, 0);
    expect(blocks).toEqual(before);
  });

  it('never lets a block get worse than four times its error and a little, however high λ', () => {
    for (const { name, rgba } of sampleImages(64, 64)) {
      const blocks = encode(rgba, 64, 64);
      const before = decode(blocks, 64, 64);
      apply(blocks, rgba, 64, 64, 100);
      const after = decode(blocks, 64, 64);
      for (let by = 0; by < 64; by += 4)
        for (let bx = 0; bx < 64; bx += 4)
          expect(blockError(after, rgba, bx, by), name).toBeLessThanOrEqual(blockError(before, rgba, bx, by) * 4 + 64);
    }
  });

  it('gives the same bytes for a whole image and for strips of whole units', () => {
    const [width, height] = [40, unitRows * 4 + 21];
    const rgba = texture(width, height);
    const whole = encode(rgba, width, height);
    const strips = whole.slice();
    apply(whole, rgba, width, height, 1);
    for (let row = 0; row * 4 < height; row += unitRows) {
      const rows = Math.min(unitRows * 4, height - row * 4);
      const blocks = strips.subarray(row * (width / 4) * BLOCK_BYTES);
      apply(blocks, rgba.subarray(row * 4 * width * 4), width, rows, 1);
    }
    expect(Buffer.compare(strips, whole)).toBe(0);
  });
}
