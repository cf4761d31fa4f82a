// Sizes, several images, edges and refusals. What the blocks look like is in tests/formats/transcode.test.ts.

import { describe, expect, it } from 'vitest';
import { randomBlocks } from '../../../kernels/src/testing/random-blocks.js';
import { FormatError } from '../core/format-error.js';
import { blockFormatBytes } from '../ktx2/block-formats.js';
import { decodeTexels } from '../texels/decode-texels.js';
import { prepareTranscoder } from './kernel.js';
import { type TranscodeTarget, transcode } from './transcode.js';

const targets: readonly Exclude<TranscodeTarget, 'rgba8'>[] = [
  ...(['bc1', 'bc3', 'bc4', 'bc5', 'bc7'] as const),
  ...(['etc2-rgb', 'etc2-rgba', 'eac-r11', 'eac-rg11', 'astc-4x4'] as const),
];

describe('a level', () => {
  it('becomes texels, cut where it ends', () => {
    for (const [width, height] of [
      [8, 8],
      [5, 7],
      [1, 1],
      [400, 60],
    ] as const) {
      const bytes = randomBlocks(Math.ceil(width / 4) * Math.ceil(height / 4), 7);
      const rgba = transcode({ bytes, width, height }, { to: 'rgba8' });
      expect(Buffer.compare(rgba, decodeTexels('uastc', bytes, width, height))).toBe(0);
    }
  });

  it('may hold several images', () => {
    const bytes = randomBlocks(3 * 6, 9);
    const all = transcode({ bytes, width: 10, height: 6 }, { to: 'rgba8' });
    const images = [0, 1, 2].map((i) => bytes.subarray(i * 96, i * 96 + 96));
    const one = images.map((image) => decodeTexels('uastc', image, 10, 6));
    expect(Buffer.compare(all, Buffer.concat(one))).toBe(0);
  });

  it.each(targets)('becomes blocks of %s that do not depend on their neighbors', async (to) => {
    await prepareTranscoder();
    // More than one call of the module takes.
    const bytes = randomBlocks(64 * 80, 11);
    const all = transcode({ bytes, width: 256, height: 320 }, { to });
    const size = blockFormatBytes(to);
    expect(all.length).toBe(64 * 80 * size);
    for (const i of [0, 1, 4095, 4096, 5119]) {
      const block = bytes.slice(i * 16, i * 16 + 16);
      const alone = transcode({ bytes: block, width: 4, height: 4 }, { to });
      expect([...alone]).toEqual([...all.subarray(i * size, i * size + size)]);
    }
  });

  it('takes the second value from green or from alpha', () => {
    const bytes = randomBlocks(19, 5);
    const level = { bytes, width: 76, height: 4 };
    const source = decodeTexels('uastc', bytes, 76, 4);
    for (const to of ['bc5', 'eac-rg11'] as const) {
      const [green, alpha] = (['g', 'a'] as const).map((second) =>
        decodeTexels(to, transcode(level, { to, second }), 76, 4),
      );
      const off = (made: Uint8Array | undefined, channel: number) =>
        source.reduce(
          (sum, value, i) => (i % 4 === channel ? sum + Math.abs(value - (made?.[i - channel + 1] ?? 0)) : sum),
          0,
        ) /
        (76 * 4);
      expect(off(green, 1)).toBeLessThan(3);
      expect(off(alpha, 3)).toBeLessThan(3);
    }
  });

  it('is refused where it is not whole', () => {
    const of = (bytes: number, width: number, height: number) => () =>
      transcode({ bytes: new Uint8Array(bytes), width, height }, { to: 'bc7' });
    expect(of(32, 8, 8)).toThrow(FormatError);
    expect(of(32, 8, 8)).toThrow('8 × 8 texels of UASTC take 64 bytes, not 32');
    expect(of(0, 4, 4)).toThrow(FormatError);
    expect(of(72, 8, 8)).toThrow(FormatError);
    expect(of(16, 0, 4)).toThrow(RangeError);
    expect(of(16, 2.5, 4)).toThrow(RangeError);
  });
});

describe('a block that is not valid', () => {
  const invalid = new Uint8Array(16).fill(0x45);
  it.each<TranscodeTarget>([...targets, 'rgba8'])('is magenta in %s', (to) => {
    const made = transcode({ bytes: invalid, width: 4, height: 4 }, { to });
    const rgba = to === 'rgba8' ? made : decodeTexels(to, made, 4, 4);
    const channels = to === 'bc4' || to === 'eac-r11' ? 1 : to === 'bc5' || to === 'eac-rg11' ? 2 : 4;
    const magenta = [255, 0, 255, 255];
    // EAC's lowest and highest values are half a step inside; ETC1 has no exact magenta.
    rgba.forEach((value, i) => {
      if (i % 4 < channels) expect(Math.abs(value - (magenta[i % 4] ?? 0))).toBeLessThanOrEqual(2);
    });
  });
});
