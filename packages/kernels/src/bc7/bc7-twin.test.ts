// The wasm encoder compared with its readable twin, block by block.

import { describe, it } from 'vitest';
import type { BlockLevel, BlockOptions } from '../blocks/block-options.js';
import { encodeBc7Block } from '../reference/bc7/encode.js';
import { byteSource, sampleImages } from '../testing/sample-images.js';
import { expectTwinBlocks } from '../testing/twin-blocks.js';
import { Bc7Encoder } from './bc7.js';

/** Texels per side; the slow levels get fewer blocks. */
const SIZES: Readonly<Record<BlockLevel, number>> = { draft: 12, fast: 12, normal: 12, high: 8, max: 4 };
const RANDOM_BLOCKS = process.env.ASSETC_LONG === '1' ? 20000 : 200;
const encoder = new Bc7Encoder();

function compare(rgba: Uint8Array, size: number, options: BlockOptions, name: string): void {
  expectTwinBlocks(
    rgba,
    size,
    `${name}, ${JSON.stringify(options)}`,
    (image, side, out) => encoder.encode(image, side, side, 0, side / 4, out, options),
    (texels, out) => encodeBc7Block(texels, out, 0, options),
  );
}

describe('the twin of the BC7 encoder', () => {
  for (const level of ['draft', 'fast', 'normal', 'high', 'max'] as const)
    it(`writes the bytes of the kernel at level ${level}`, () => {
      const size = SIZES[level];
      for (const { name, rgba, hasAlpha } of sampleImages(size, size)) {
        compare(rgba, size, { level, metric: 'rgb' }, name);
        compare(rgba, size, { level, metric: 'perceptual', alphaWeighted: hasAlpha }, name);
      }
    });

  it('gives the same bytes for blocks at random, of few colors, along lines, cut out', () => {
    const next = byteSource(99);
    const color = (): number[] => [next(), next(), next(), next()];
    for (let i = 0; i < RANDOM_BLOCKS; i++) {
      const [a, b, mask] = [color(), color(), 255 >> (next() & 7)];
      const kind = next() % 5;
      const rgba = Uint8Array.from({ length: 64 }, (_, at) => {
        const c = at & 3;
        if (kind === 0) return next();
        if (kind === 1) return (next() & 1 ? a : b)[c] ?? 0;
        if (kind === 2) return (a[c] ?? 0) ^ (next() & mask);
        const part = ((at >> 2) * 37 + (a[0] ?? 0)) % 17;
        return Math.min(255, (((a[c] ?? 0) * part + (b[c] ?? 0) * (16 - part)) >> 4) + (next() & (mask >> 3)));
      });
      const alpha = next() % 3;
      for (let at = 3; at < 64; at += 4)
        if (alpha === 0) rgba[at] = 255;
        else if (alpha === 1 && next() & 1) rgba[at] = 0;
      const level = (['fast', 'normal', 'high', 'draft'] as const)[i % 4] ?? 'fast';
      const metric = next() & 1 ? 'rgb' : 'perceptual';
      compare(rgba, 4, { level, metric, alphaWeighted: (next() & 1) === 1 }, `block ${i}`);
    }
  });
});
