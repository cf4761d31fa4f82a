// The bytes of a level must not depend on how it was divided into strips.

import { applyUastcRdo, UastcEncoder } from '@assetc/kernels';
import { describe, expect, it } from 'vitest';
import type { MipLevel } from '../mips/mip-chain.js';
import type { BlockOptions } from './block-options.js';
import { blockBytes, type EncodeBlocksJob, encodeBlocks } from './encode-blocks.js';
import { encodeStrip } from './encode-strip.js';

const width = 304;
const height = 620;
const pixels = new Uint8Array(width * height * 4);
for (let y = 0; y < height; y++)
  for (let x = 0; x < width; x++) {
    const light = 60 + (((x * 5 + y * 3) >> 1) % 130) + ((Math.imul(x * 31 + y * 17, 2654435761) >>> 28) & 15);
    pixels.set([light, light >> 1, 200 - light, 255], (y * width + x) * 4);
  }

function isJob(job: unknown): job is EncodeBlocksJob {
  return typeof job === 'object' && job !== null && 'strips' in job;
}

async function encode(options: BlockOptions): Promise<{ blocks: Uint8Array; strips: number }> {
  const level: MipLevel = { width, height, pixels };
  let strips = 0;
  // Encodes the last strip first, as threads may.
  const blocks = new Uint8Array(blockBytes(level, options.blocks));
  await encodeBlocks([level], [blocks], options, async (_name, count, job) => {
    if (!isJob(job)) throw new Error('not a job of this kind');
    strips = count;
    for (let i = count - 1; i >= 0; i--) encodeStrip(job, i);
  });
  return { blocks, strips };
}

describe('encoding in strips', () => {
  for (const rdo of [0, 1])
    it(`gives the bytes of the whole image at λ = ${rdo}`, async () => {
      const how = { level: 'fast', metric: 'rgb', channels: 'rgba' } as const;
      const options: BlockOptions = { ...how, blocks: 'uastc', alphaWeighted: false, rdo };
      const { blocks, strips } = await encode(options);
      const whole = new Uint8Array(blocks.length);
      new UastcEncoder().encode(pixels, width, height, 0, height / 4, whole, how);
      const plain = whole.slice();
      applyUastcRdo(whole, pixels, width, height, rdo, how);
      expect(strips).toBeGreaterThan(1);
      expect(Buffer.compare(blocks, whole)).toBe(0);
      expect(Buffer.compare(plain, whole) === 0).toBe(rdo === 0);
    });
});
