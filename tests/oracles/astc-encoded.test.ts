// Every ASTC block that we encode, of each size, LDR and HDR: Arm's decoder shows what ours shows.

import { ASTC_FOOTPRINTS, type AstcFootprint, decodeTexels, decodeTexelsHalf } from '@assetc/formats';
import { AstcEncoder } from '@assetc/kernels/astc';
import { describe, expect, it } from 'vitest';
import { hdrImages, meanDifference } from '../../packages/kernels/src/testing/hdr-images.js';
import { sampleImages } from '../../packages/kernels/src/testing/sample-images.js';
import { decodeHalfsWithAstcenc, decodeWithAstcenc, hasAstcenc } from './astcenc.js';

const encoder = new AstcEncoder();
const SIDE = process.env.ASSETC_LONG === '1' ? 60 : 24;
const LEVELS =
  process.env.ASSETC_LONG === '1' ? (['draft', 'fast', 'normal', 'high', 'max'] as const) : (['normal'] as const);

/** Blocks of several images of SIDE × SIDE texels, below each other: the decoder starts once for all. */
function stack(footprint: AstcFootprint, images: number) {
  const [width = 0, height = 0] = footprint.split('x').map(Number);
  const rows = Math.ceil(SIDE / height);
  const bytes = Math.ceil(SIDE / width) * rows * 16;
  const blocks = new Uint8Array(bytes * images);
  const of = (image: number) => blocks.subarray(image * bytes, (image + 1) * bytes);
  /** Of one image, with what its last row of blocks has below it. */
  const heightOf = rows * height;
  return { size: { width, height }, rows, blocks, of, heightOf };
}

describe.skipIf(!hasAstcenc).each(ASTC_FOOTPRINTS)('blocks of %s that we encode', (footprint) => {
  it.each(LEVELS)('show the same texels at level %s', (level) => {
    const images = sampleImages(SIDE, SIDE);
    const { size, rows, blocks, of, heightOf } = stack(footprint, images.length);
    for (const [i, { rgba }] of images.entries())
      encoder.encode(size, rgba, SIDE, SIDE, 0, rows, of(i), { level, metric: 'rgb', channels: 'rgba' });
    const theirs = decodeWithAstcenc(blocks, SIDE, heightOf * images.length, true, footprint);
    for (const [i, { name }] of images.entries()) {
      const ours = decodeTexels(`astc-${footprint}-srgb`, of(i), SIDE, heightOf);
      const bytes = SIDE * heightOf * 4;
      expect(Buffer.compare(ours, theirs.subarray(i * bytes, (i + 1) * bytes)), name).toBe(0);
    }
  });

  it('show the same light', () => {
    const images = hdrImages(SIDE, SIDE);
    const { size, rows, blocks, of, heightOf } = stack(footprint, images.length);
    for (const [i, { halfs }] of images.entries()) encoder.encodeHdr(size, halfs, SIDE, SIDE, 0, rows, of(i), 'normal');
    const all = decodeHalfsWithAstcenc(blocks, SIDE, heightOf * images.length, footprint);
    for (const [i, { halfs, name }] of images.entries()) {
      const values = SIDE * heightOf * 4;
      const theirs = all.subarray(i * values, (i + 1) * values);
      const ours = decodeTexelsHalf(`astc-${footprint}-hdr`, of(i), SIDE, heightOf);
      expect(meanDifference(ours, theirs), name).toBe(0);
      // 1024 is a stop.
      if (name === 'smooth sky') expect(meanDifference(halfs, theirs.subarray(0, halfs.length))).toBeLessThan(20);
    }
  });
});
