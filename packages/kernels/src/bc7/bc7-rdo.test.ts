import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockOptions } from '../blocks/block-options.js';
import { rdoTests } from '../testing/rdo-tests.js';
import { paint } from '../testing/sample-images.js';
import { applyBc7Rdo, BC7_RDO_ROWS, Bc7Encoder } from './bc7.js';

const options: BlockOptions = { level: 'normal', metric: 'rgb' };

function encode(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * 16);
  new Bc7Encoder().encode(rgba, width, height, 0, rows, out, options);
  return out;
}

const decode = (blocks: Uint8Array, width: number, height: number): Uint8Array =>
  decodeTexels('bc7', blocks, width, height);

describe('rate-distortion of BC7', () => {
  rdoTests({
    encode,
    decode,
    apply: (blocks, rgba, width, height, lambda) => applyBc7Rdo(blocks, rgba, width, height, lambda, options),
    unitRows: BC7_RDO_ROWS,
  });

  it('keeps opaque blocks opaque among others', () => {
    const rgba = paint(64, 64, 6, (x, y, next) => [200, 90 + (next() >> 6), 60, (x >> 2) & 1 ? 255 : 250 + (y & 3)]);
    const blocks = encode(rgba, 64, 64);
    applyBc7Rdo(blocks, rgba, 64, 64, 100, options);
    const after = decode(blocks, 64, 64);
    for (let i = 3; i < after.length; i += 4) if ((i >> 4) & 1) expect(after[i]).toBe(255);
  });
});
