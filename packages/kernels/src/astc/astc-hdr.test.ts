// HDR blocks of every size: near the source, exact for one color, and legal.

import { ASTC_FOOTPRINTS, type AstcFootprint, decodeTexelsHalf } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { hdrImages, meanDifference } from '../testing/hdr-images.js';
import { AstcEncoder } from './astc.js';

const encoder = new AstcEncoder();

function sizeOf(footprint: AstcFootprint) {
  const [width = 0, height = 0] = footprint.split('x').map(Number);
  return { width, height };
}

function shownAs(footprint: AstcFootprint, halfs: Uint16Array, width: number, height: number, level: BlockLevel) {
  const size = sizeOf(footprint);
  const rows = Math.ceil(height / size.height);
  const blocks = new Uint8Array(Math.ceil(width / size.width) * rows * 16);
  encoder.encodeHdr(size, halfs, width, height, 0, rows, blocks, level);
  return decodeTexelsHalf(`astc-${footprint}-hdr`, blocks, width, height);
}

describe.each(ASTC_FOOTPRINTS)('HDR blocks of %s', (footprint) => {
  it('are near smooth light', () => {
    const image = hdrImages(40, 40).find(({ name }) => name === 'smooth sky');
    if (image === undefined) throw new Error('there is a sky');
    for (const level of ['draft', 'normal'] as const)
      expect(meanDifference(image.halfs, shownAs(footprint, image.halfs, 40, 40, level))).toBeLessThan(20);
  });

  it('are legal for every kind of light', () => {
    const { width, height } = sizeOf(footprint);
    for (const { halfs, name } of hdrImages(width * 2, height * 2)) {
      const shown = shownAs(footprint, halfs, width * 2, height * 2, 'fast');
      const magenta = shown.filter((_, i) => (i & 3) === 1 && shown[i] === 0 && shown[i - 1] === 0x3c00).length;
      expect(magenta, name).toBe(0);
      for (let i = 3; i < shown.length; i += 4) expect(shown[i]).toBe(0x3c00);
    }
  });

  it('are exact for one color', () => {
    const { width, height } = sizeOf(footprint);
    const halfs = new Uint16Array(width * height * 4).map((_, i) => [0x3c01, 0x5123, 0x0007, 0x3c00][i & 3] ?? 0);
    expect([...shownAs(footprint, halfs, width, height, 'fast')]).toEqual([...halfs]);
  });
});

it('gets better with the level', () => {
  for (const { halfs, name } of hdrImages(24, 24)) {
    const levels = (['fast', 'normal', 'high'] as const).map((level) =>
      meanDifference(halfs, shownAs('6x6', halfs, 24, 24, level)),
    );
    for (const [i, away] of levels.entries()) expect(away, name).toBeLessThanOrEqual((levels[i - 1] ?? 1e9) * 1.1 + 1);
  }
});
