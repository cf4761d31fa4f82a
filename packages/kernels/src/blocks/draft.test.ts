// The draft level: near `fast` on images of many colors, and valid everywhere.

import { type BlockFormat, blockFormatBytes, decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { BcEncoder, type BcFormat } from '../bc/bc.js';
import { Bc7Encoder } from '../bc7/bc7.js';
import { Etc2Encoder, type Etc2Format } from '../etc2/etc2.js';
import { HdrEncoder } from '../hdr/hdr.js';
import { psnr } from '../testing/decode-image.js';
import { sampleImages } from '../testing/sample-images.js';
import { transcodeUastc } from '../transcode/transcode.js';
import { UastcEncoder } from '../uastc/uastc.js';
import type { BlockLevel } from './block-options.js';

const SIZE = 32;
const bc = new BcEncoder();
const etc2 = new Etc2Encoder();
const bc7 = new Bc7Encoder();
const uastc = new UastcEncoder();

function encode(format: BlockFormat, rgba: Uint8Array, level: BlockLevel): Uint8Array {
  const out = new Uint8Array((SIZE / 4) ** 2 * blockFormatBytes(format));
  const options = { level, metric: 'rgb', channels: 'rgba' } as const;
  const rows = SIZE / 4;
  if (format === 'bc7') bc7.encode(rgba, SIZE, SIZE, 0, rows, out, options);
  else if (isBc(format)) bc.encode(format, rgba, SIZE, SIZE, 0, rows, out, options);
  else if (isEtc2(format)) etc2.encode(format, rgba, SIZE, SIZE, 0, rows, out, options);
  else {
    uastc.encode(rgba, SIZE, SIZE, 0, rows, out, options);
    transcodeUastc(out, 'astc', out);
  }
  return out;
}

const isBc = (format: BlockFormat): format is BcFormat => ['bc1', 'bc3', 'bc4', 'bc5'].includes(format);
const isEtc2 = (format: BlockFormat): format is Etc2Format => format.startsWith('et') || format.startsWith('eac');

/** Format, its channels (R = 1, G = 2, B = 4, A = 8), and the dB that a draft of a photograph may lose. */
const FORMATS = [
  ['bc1', 7, 2.5],
  ['bc3', 7, 2.5],
  ['bc4', 1, 2.5],
  ['bc5', 3, 2.5],
  ['bc7', 15, 4],
  ['etc2-rgb', 7, 1.5],
  ['etc2-rgba', 15, 1.5],
  ['eac-r11', 1, 2],
  ['eac-rg11', 3, 2],
  ['astc-4x4', 15, 1],
] as const satisfies readonly (readonly [BlockFormat, number, number])[];

describe.each(FORMATS)('draft of %s', (format, channels, loss) => {
  const quality = (rgba: Uint8Array, level: BlockLevel): number =>
    psnr(rgba, decodeTexels(format, encode(format, rgba, level), SIZE, SIZE), channels);

  it('is near fast for photographs', () => {
    for (const { name, rgba } of sampleImages(SIZE, SIZE)) {
      if (name !== 'photo') continue;
      const [draft, fast] = [quality(rgba, 'draft'), quality(rgba, 'fast')];
      expect(draft).toBeGreaterThan(fast - loss);
      expect(draft).toBeLessThanOrEqual(fast);
    }
  });

  it('shows one color as fast does', () => {
    for (const { name, rgba } of sampleImages(SIZE, SIZE))
      if (['solid', 'black', 'white'].includes(name))
        expect(quality(rgba, 'draft'), name).toBeGreaterThanOrEqual(Math.min(quality(rgba, 'fast'), 45));
  });

  it('keeps opaque images opaque', () => {
    for (const { name, rgba, hasAlpha } of sampleImages(SIZE, SIZE)) {
      if (hasAlpha || (channels & 8) === 0) continue;
      const shown = decodeTexels(format, encode(format, rgba, 'draft'), SIZE, SIZE);
      for (let i = 3; i < shown.length; i += 4) if (shown[i] !== 255) expect.fail(`${name} has alpha ${shown[i]}`);
    }
  });
});

it('draft of HDR formats is fast', () => {
  const halfs = Uint16Array.from({ length: 64 }, (_, i) => 0x3000 + ((i * 977) & 0xfff));
  const [draft, fast] = (['draft', 'fast'] as const).map((level) => {
    const out = new Uint8Array(16);
    new HdrEncoder().encode('bc6h', halfs, 4, 4, 0, 1, out, { level });
    return out;
  });
  expect(draft).toEqual(fast);
});
