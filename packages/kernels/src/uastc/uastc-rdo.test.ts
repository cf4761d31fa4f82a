import { describe, expect, it } from 'vitest';
import { transcodeBlocks } from '../testing/basis-transcoder.js';
import { rdoTests } from '../testing/rdo-tests.js';
import { sampleImages } from '../testing/sample-images.js';
import { applyUastcRdo, decodeUastc, UASTC_RDO_ROWS, UastcEncoder, type UastcOptions } from './uastc.js';

const options: UastcOptions = { level: 'normal', metric: 'rgb', channels: 'rgba' };

function encode(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * 16);
  new UastcEncoder().encode(rgba, width, height, 0, rows, out, options);
  return out;
}

describe('rate-distortion of UASTC', () => {
  rdoTests({
    encode,
    decode: decodeUastc,
    apply: (blocks, rgba, width, height, lambda) => applyUastcRdo(blocks, rgba, width, height, lambda, options),
    unitRows: UASTC_RDO_ROWS,
  });

  it('writes valid blocks', async () => {
    for (const image of sampleImages(48, 40)) {
      const blocks = encode(image.rgba, 48, 40);
      applyUastcRdo(blocks, image.rgba, 48, 40, 2, options);
      const theirs = await transcodeBlocks(blocks, 48, 40, image.hasAlpha, 'rgba');
      expect(Buffer.compare(theirs, decodeUastc(blocks, 48, 40)), image.name).toBe(0);
      for (const target of ['bc7', 'etc2', 'astc'] as const)
        await transcodeBlocks(blocks, 48, 40, image.hasAlpha, target);
    }
  });
});
