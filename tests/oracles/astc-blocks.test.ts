// Our decoder of ASTC blocks against Arm's, on random blocks: legal ones, illegal ones and void extents.

import { decodeTexels, decodeTexels16 } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { isMagenta, throughHalf } from './as-shown.js';
import { decodeWithAstcenc, hasAstcenc } from './astcenc.js';
import { astcChooser, HEIGHT, randomBlocks, WIDTH } from './random-blocks.js';

describe.skipIf(!hasAstcenc)('astcenc, on random blocks', () => {
  const isLegal = (block: Uint8Array): boolean => {
    const texels = decodeTexels('astc-4x4', block, 4, 4);
    return Array.from({ length: 16 }, (_, i) => i).some((i) => !isMagenta(texels, i));
  };
  const blocks = randomBlocks(16, 162, astcChooser(isLegal));

  it('shows the same sRGB texels', () => {
    const ours = decodeTexels('astc-4x4-srgb', blocks, WIDTH, HEIGHT);
    expect(Buffer.compare(ours, decodeWithAstcenc(blocks, WIDTH, HEIGHT, true))).toBe(0);
  });

  it('shows the same linear texels before they are rounded to 8 bits, and at most 1 away after', () => {
    const wide = decodeTexels16('astc-4x4', blocks, WIDTH, HEIGHT);
    const narrow = decodeTexels('astc-4x4', blocks, WIDTH, HEIGHT);
    const theirs = decodeWithAstcenc(blocks, WIDTH, HEIGHT, false);
    let wrong = 0;
    let farthest = 0;
    for (let i = 0; i < theirs.length; i++) {
      farthest = Math.max(farthest, Math.abs((narrow[i] ?? 0) - (theirs[i] ?? 0)));
      // The error color of endpoints of high dynamic range is 254 to astcenc 4.
      if (!isMagenta(narrow, i >> 2) && ![throughHalf(wide[i] ?? 0), narrow[i]].includes(theirs[i])) wrong++;
    }
    expect(wrong).toBe(0);
    expect(farthest).toBeLessThanOrEqual(1);
  });
});
