// Our decoders of BC blocks against Pillow's, on random blocks.

import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { byteSource } from '../../packages/kernels/src/testing/sample-images.js';
import { decodeWithPillow, hasPillow } from './pillow.js';

/** Blocks in rows of 250. */
const ROWS = process.env.ASSETC_LONG === '1' ? 400 : 8;
const COLUMNS = 250;

function randomBytes(length: number, seed: number): Uint8Array {
  const next = byteSource(seed);
  return Uint8Array.from({ length }, next);
}

describe.skipIf(!hasPillow)('Pillow, on random blocks', () => {
  it('shows the same BC7 in every mode', () => {
    const blocks = randomBytes(ROWS * COLUMNS * 16, 7);
    // Half of random blocks would be of mode 0. A block without a mode is transparent by the specification, opaque to Pillow.
    for (let i = 0; i < blocks.length; i += 16) {
      const mode = (i / 16) % 8;
      blocks[i] = ((blocks[i] ?? 0) << (mode + 1)) | (1 << mode);
    }
    const size = [COLUMNS * 4, ROWS * 4] as const;
    const theirs = decodeWithPillow('bc7', blocks, ...size);
    expect(Buffer.compare(decodeTexels('bc7', blocks, ...size), theirs)).toBe(0);
  });
});
