// UASTC HDR blocks through Basis Universal's transcoder, which accepts only blocks of the subset: if it converts every block to BC6H,
// all are in the subset. It must decode them to the same halfs as we do.

import { decodeTexelsHalf, transcodeHdr } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { transcodeKtx2, wrapHdrKtx2 } from '../testing/basis-transcoder.js';
import { hdrImages, meanDifference } from '../testing/hdr-images.js';
import { HdrEncoder } from './hdr.js';

const SIZE = process.env.ASSETC_LONG === '1' ? 256 : 48;
const encoder = new HdrEncoder();
const bytesOf = (halfs: Uint16Array): Uint8Array => new Uint8Array(halfs.buffer, halfs.byteOffset, halfs.byteLength);

/** The endpoint modes and numbers of subsets that blocks have. */
function kindsOf(blocks: Uint8Array): Set<string> {
  const kinds = new Set<string>();
  for (let at = 0; at < blocks.length; at += 16) {
    const head =
      (blocks[at] ?? 0) | ((blocks[at + 1] ?? 0) << 8) | ((blocks[at + 2] ?? 0) << 16) | ((blocks[at + 3] ?? 0) << 24);
    if ((head & 0x1ff) === 0x1fc) kinds.add('solid');
    else if (((head >> 11) & 3) === 0) kinds.add(`${(head >> 13) & 15} whole`);
    else kinds.add(`${(head >> 25) & 15} split`);
  }
  return kinds;
}

describe.each(['fast', 'normal', 'high', 'max'] as const satisfies readonly BlockLevel[])('at level %s', (level) => {
  const kinds = new Set<string>();

  it('Basis Universal accepts every block, and decodes the same halfs', async () => {
    for (const { name, width, height, halfs } of hdrImages(SIZE, SIZE)) {
      const blocks = new Uint8Array(width * height);
      encoder.encode('uastc-hdr', halfs, width, height, 0, height / 4, blocks, { level });
      for (const kind of kindsOf(blocks)) kinds.add(kind);
      const ours = decodeTexelsHalf('astc-4x4-hdr', blocks, width, height);
      const file = wrapHdrKtx2(blocks, width, height);
      expect(Buffer.compare(await transcodeKtx2(file, 'rgbaHalf'), bytesOf(ours)), name).toBe(0);
      const bc6h = decodeTexelsHalf('bc6h', await transcodeKtx2(file, 'bc6h'), width, height);
      // Its rounding of endpoints and weights costs a fraction of a stop, more if halfs are denormal.
      expect(meanDifference(bc6h, ours), name).toBeLessThan(name === 'any half' ? 2000 : 200);
      // Our transcoder is as good or better.
      const image = { bytes: blocks, width, height };
      const mine = decodeTexelsHalf('bc6h', transcodeHdr(image, 'bc6h'), width, height);
      expect(meanDifference(mine, ours), name).toBeLessThanOrEqual(meanDifference(bc6h, ours) * 1.001);
      expect(transcodeHdr(image, 'rgba16f'), name).toEqual(bytesOf(ours));
    }
  });

  it('uses all modes of the level', () => {
    expect([...kinds].sort()).toEqual(
      level === 'fast' ? ['11 whole', 'solid'] : ['11 split', '11 whole', '7 split', '7 whole', 'solid'],
    );
  });
});

it('rejects a block that is not in the subset', async () => {
  const blocks = new Uint8Array(32);
  const halfs = Uint16Array.from({ length: 128 }, (_, i) => 0x3800 + i * 3);
  encoder.encode('uastc-hdr', halfs, 8, 4, 0, 1, blocks, { level: 'fast' });
  // Endpoint mode 8 instead of 11.
  blocks[17] = ((blocks[17] ?? 0) & 0x1f) | (8 << 5);
  blocks[18] = ((blocks[18] ?? 0) & 0xfe) | (8 >> 3);
  await expect(transcodeKtx2(wrapHdrKtx2(blocks, 8, 4), 'bc6h')).rejects.toThrow('bc6h');
});
