// Decoding by rows gives the same result as decoding the whole image, in every format.

import {
  blockFormat,
  decodeHdrLevel,
  decodeKtx2,
  decodeTextureLevel,
  encodeKtx2,
  hdrFormat,
  type Ktx2Format,
  rgba8Format,
  uastcFormat,
} from '@assetc/formats';
import { expect, it } from 'vitest';
import { textureFacts } from '../facts.js';
import { imagesOfLevel } from '../images.js';
import { blocksOf, decodeRows, prepareDecoders, rowsAtOnce } from './decode-rows.js';

const FORMATS: readonly (readonly [string, Ktx2Format, number, 1 | 4])[] = [
  ['uastc', uastcFormat({ transfer: 'srgb', channel: 'rgba' }), 16, 4],
  ['bc7', blockFormat('bc7', 'srgb'), 16, 4],
  ['bc5', blockFormat('bc5', 'linear'), 16, 4],
  ['etc2-rgb', blockFormat('etc2-rgb', 'srgb'), 8, 4],
  ['astc', blockFormat('astc-4x4', 'srgb'), 16, 4],
  ['bc6h', hdrFormat('bc6h'), 16, 4],
  ['uastc-hdr', hdrFormat('uastc-hdr'), 16, 4],
  ['rgb9e5', hdrFormat('rgb9e5'), 4, 1],
  ['rgba8', rgba8Format('srgb'), 4, 1],
];

it.each(FORMATS)('%s', async (_, format, blockBytes, side) => {
  await prepareDecoders();
  const [width, height, layers] = [10, 13, 2];
  const bytes = new Uint8Array(Math.ceil(width / side) * Math.ceil(height / side) * blockBytes * layers);
  for (let i = 0, seed = 7; i < bytes.length; i++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    bytes[i] = seed >> 16;
  }
  const size = { pixelWidth: width, pixelHeight: height, layerCount: layers };
  const ktx = decodeKtx2(encodeKtx2({ format, ...size, levels: [{ bytes }] }));
  const facts = textureFacts(ktx);
  for (const image of imagesOfLevel(ktx, 0)) {
    const blocks = blocksOf(ktx, facts, bytes, image);
    const rows = rowsAtOnce(blocks, width * side);
    const bands: number[] = [];
    for (let top = 0; top < height; top += rows) bands.push(...decodeRows(blocks, top, rows).data);
    const whole = facts.isHdr ? decodeHdrLevel(ktx, bytes, image).halfs : decodeTextureLevel(ktx, bytes, image).rgba;
    expect(Buffer.from(bands).equals(Buffer.from([...whole]))).toBe(true);
    expect(bands).toEqual([...whole]);
  }
});

it('rejects levels of another length', () => {
  const ktx = decodeKtx2(
    encodeKtx2({ format: rgba8Format('srgb'), pixelWidth: 2, pixelHeight: 2, levels: [{ bytes: new Uint8Array(16) }] }),
  );
  expect(() => blocksOf(ktx, textureFacts(ktx), new Uint8Array(12), { level: 0, layer: 0, face: 0, slice: 0 })).toThrow(
    'takes 16 bytes',
  );
});
