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

function blocksOf(footprint: AstcFootprint) {
  const [width = 0, height = 0] = footprint.split('x').map(Number);
  const rows = Math.ceil(SIDE / height);
  return { size: { width, height }, rows, blocks: new Uint8Array(Math.ceil(SIDE / width) * rows * 16) };
}

describe.skipIf(!hasAstcenc).each(ASTC_FOOTPRINTS)('blocks of %s that we encode', (footprint) => {
  it.each(LEVELS)('show the same texels at level %s', (level) => {
    for (const { rgba, name } of sampleImages(SIDE, SIDE)) {
      const { size, rows, blocks } = blocksOf(footprint);
      encoder.encode(size, rgba, SIDE, SIDE, 0, rows, blocks, { level, metric: 'rgb', channels: 'rgba' });
      const ours = decodeTexels(`astc-${footprint}-srgb`, blocks, SIDE, SIDE);
      expect(Buffer.compare(ours, decodeWithAstcenc(blocks, SIDE, SIDE, true, footprint)), name).toBe(0);
    }
  });

  it('show the same light', () => {
    for (const { halfs, name } of hdrImages(SIDE, SIDE)) {
      const { size, rows, blocks } = blocksOf(footprint);
      encoder.encodeHdr(size, halfs, SIDE, SIDE, 0, rows, blocks, 'normal');
      const theirs = decodeHalfsWithAstcenc(blocks, SIDE, SIDE, footprint);
      const ours = decodeTexelsHalf(`astc-${footprint}-hdr`, blocks, SIDE, SIDE);
      expect(meanDifference(ours, theirs), name).toBe(0);
      // 1024 is a stop.
      if (name === 'smooth sky') expect(meanDifference(halfs, theirs)).toBeLessThan(20);
    }
  });
});
