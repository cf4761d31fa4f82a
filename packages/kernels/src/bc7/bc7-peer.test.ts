// BC7 compared with Basis Universal's own encoder, on images of every kind: never far below it.

import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { encodeWithDdsPeer } from '../testing/basis-dds.js';
import { psnr } from '../testing/decode-image.js';
import { paint, type SampleImage, sampleImages } from '../testing/sample-images.js';
import { Bc7Encoder } from './bc7.js';

const SIZE = 48;
/** Above this quality errors are invisible, and differences do not count. */
const INVISIBLE = 52;
/** The peer's bc7f levels that take about as long. */
const PEER_LEVELS: readonly (readonly [level: BlockLevel, peerLevel: number, dB: number])[] = [
  ['fast', 0, 2],
  ['normal', 1, 1],
  ['high', 2, 1],
];

const extremes: readonly SampleImage[] = [
  {
    name: 'alpha of 0 and 255 over one color',
    rgba: paint(SIZE, SIZE, 1, (x, y) => [90, 200, 30, (x * 5 + y * 3) % 7 < 3 ? 255 : 0]),
  },
  { name: 'alpha of 1 and 254', rgba: paint(SIZE, SIZE, 2, (x, y, next) => [next(), 9, x * 5, y & 1 ? 1 : 254]) },
  {
    name: 'soft edge over noise',
    rgba: paint(SIZE, SIZE, 3, (x, _y, next) => [next(), next(), next(), (x * 16) & 255]),
  },
  { name: 'black and white noise', rgba: paint(SIZE, SIZE, 4, (_x, _y, next) => [...gray(next() & 1 ? 255 : 0), 255]) },
  { name: 'one bright texel', rgba: paint(SIZE, SIZE, 5, (x, y) => [...gray((x & 3) + (y & 3) ? 0 : 255), 255]) },
].map((image) => ({ ...image, width: SIZE, height: SIZE, hasAlpha: true }));

function gray(v: number): [number, number, number] {
  return [v, v, v];
}

describe('BC7 compared with the peer', () => {
  const encoder = new Bc7Encoder();
  for (const [level, peerLevel, dB] of PEER_LEVELS)
    it(`at level ${level} is nowhere more than ${dB} dB worse`, async () => {
      for (const { name, rgba } of [...sampleImages(SIZE, SIZE), ...extremes]) {
        const blocks = new Uint8Array(SIZE * SIZE);
        encoder.encode(rgba, SIZE, SIZE, 0, SIZE / 4, blocks, { level, metric: 'rgb' });
        const setting = { format: 'bc7', encoder: 'bc7f', level: peerLevel } as const;
        const peer = await encodeWithDdsPeer(rgba, SIZE, SIZE, setting);
        const quality = (data: Uint8Array): number =>
          Math.min(INVISIBLE, psnr(rgba, decodeTexels('bc7', data, SIZE, SIZE)));
        expect(quality(blocks), `${name}, ${level}`).toBeGreaterThan(quality(peer.blocks) - dB);
      }
    });
});
