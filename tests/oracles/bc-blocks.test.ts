// Our decoders of BC blocks against Pillow's, on random blocks.

import { decodeTexels, decodeTexels16, type TexelFormat } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { cutOff } from './as-shown.js';
import { decodeWithPillow, hasPillow, type PillowFormat } from './pillow.js';
import { chooseBc7Mode, HEIGHT, randomBlocks, WIDTH } from './random-blocks.js';

const largestDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, v, i) => Math.max(most, Math.abs(v - (b[i] ?? 0))), 0);

describe.skipIf(!hasPillow)('Pillow, on random blocks', () => {
  it('shows the same BC7 in every mode', () => {
    // A block without a mode is transparent by the specification, opaque to Pillow: it has none here.
    const blocks = randomBlocks(16, 7, chooseBc7Mode);
    const theirs = decodeWithPillow('bc7', blocks, WIDTH, HEIGHT);
    expect(Buffer.compare(decodeTexels('bc7', blocks, WIDTH, HEIGHT), theirs)).toBe(0);
  });

  it.each([
    ['bc1', 'bc1-cut-out', 8],
    ['bc3', 'bc3', 16],
    ['bc4', 'bc4', 8],
    ['bc5', 'bc5', 16],
  ] as const satisfies readonly (readonly [PillowFormat, TexelFormat, 8 | 16])[])(
    'shows the same %s, cut off where we round',
    (theirName, ourName, blockBytes) => {
      const blocks = randomBlocks(blockBytes, blockBytes + ourName.length);
      const theirs = decodeWithPillow(theirName, blocks, WIDTH, HEIGHT);
      expect(Buffer.compare(Uint8Array.from(decodeTexels16(ourName, blocks, WIDTH, HEIGHT), cutOff), theirs)).toBe(0);
      expect(largestDifference(decodeTexels(ourName, blocks, WIDTH, HEIGHT), theirs)).toBe(1);
    },
  );
});
