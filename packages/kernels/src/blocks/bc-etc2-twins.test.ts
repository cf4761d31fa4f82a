// The kernels of BC, ETC2 and EAC compared with their readable twins, block by block.

import { describe, expect, it } from 'vitest';
import { BcEncoder } from '../bc/bc.js';
import { Etc2Encoder } from '../etc2/etc2.js';
import { encodeChannel } from '../reference/bc/channel.js';
import { encodeColors } from '../reference/bc/color.js';
import { encodeEtc2Colors } from '../reference/etc2/colors.js';
import { encodeEac } from '../reference/etc2/eac.js';
import { sampleImages } from '../testing/sample-images.js';
import { type BlockLevel, type BlockOptions, levelNumber } from './block-options.js';

const bc = new BcEncoder();
const etc2 = new Etc2Encoder();
const LEVELS: readonly BlockLevel[] = ['draft', 'fast', 'normal', 'high', 'max'];
/** Texels per side: the slowest level is a hundred times slower in its twin too. */
const sizeAt = (level: BlockLevel): number => ({ draft: 16, fast: 16, normal: 16, high: 8, max: 4 })[level];

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Calls `check` with the sixteen texels of each block of every image. */
function eachBlock(level: BlockLevel, check: (block: Uint8Array, name: string) => void): void {
  const size = sizeAt(level);
  for (const { rgba, name } of sampleImages(size, size))
    for (let number = 0; number < (size / 4) ** 2; number++) {
      const columns = size / 4;
      const at = (row: number): number =>
        ((Math.floor(number / columns) * 4 + row) * size + (number % columns) * 4) * 4;
      const block = Uint8Array.from([0, 1, 2, 3].flatMap((row) => [...rgba.subarray(at(row), at(row) + 16)]));
      check(block, name);
    }
}

const channelOf = (block: Uint8Array, channel: number): readonly number[] =>
  Array.from({ length: 16 }, (_, i) => block[i * 4 + channel] ?? 0);
/** Columns from the left. */
const columnsOf = (block: Uint8Array, channel: number): readonly number[] =>
  Array.from({ length: 16 }, (_, i) => block[((i & 3) * 4 + (i >> 2)) * 4 + channel] ?? 0);

describe.each(LEVELS)('at level %s', (level) => {
  it('BC4 equals its twin', () => {
    const out = new Uint8Array(8);
    eachBlock(level, (block, name) => {
      bc.encode('bc4', block, 4, 4, 0, 1, out, { level, metric: 'rgb' });
      expect(hex(out), name).toBe(hex(encodeChannel(channelOf(block, 0), levelNumber(level))));
    });
  });

  it.each([
    { metric: 'rgb', alphaWeighted: false },
    { metric: 'perceptual', alphaWeighted: false },
    { metric: 'rgb', alphaWeighted: true },
  ] as const satisfies readonly Omit<BlockOptions, 'level'>[])(
    'colors of BC3 are what their twin makes with %o',
    (options) => {
      const out = new Uint8Array(16);
      const { metric, alphaWeighted } = options;
      eachBlock(level, (block, name) => {
        bc.encode('bc3', block, 4, 4, 0, 1, out, { level, ...options });
        const twin = encodeColors(block, levelNumber(level), metric === 'perceptual', alphaWeighted, false);
        expect(hex(out.subarray(8)), name).toBe(hex(twin));
      });
    },
  );

  it.each(['rgb', 'perceptual'] as const)('BC1 equals its twin by the metric %s', (metric) => {
    const out = new Uint8Array(8);
    eachBlock(level, (block, name) => {
      bc.encode('bc1', block, 4, 4, 0, 1, out, { level, metric });
      expect(hex(out), name).toBe(hex(encodeColors(block, levelNumber(level), metric === 'perceptual', false, true)));
    });
  });

  it.each([
    { metric: 'rgb', alphaWeighted: false },
    { metric: 'perceptual', alphaWeighted: false },
    { metric: 'rgb', alphaWeighted: true },
  ] as const)('colors of ETC2 are what their twin makes with %o', (options) => {
    const out = new Uint8Array(16);
    const { metric, alphaWeighted } = options;
    eachBlock(level, (block, name) => {
      etc2.encode('etc2-rgba', block, 4, 4, 0, 1, out, { level, ...options });
      const twin = encodeEtc2Colors(block, levelNumber(level), metric === 'perceptual', alphaWeighted);
      expect(hex(out.subarray(8)), name).toBe(hex(twin));
    });
  });

  it.each([true, false])('EAC equals its twin, wide: %s', (isWide) => {
    const out = new Uint8Array(isWide ? 8 : 16);
    eachBlock(level, (block, name) => {
      etc2.encode(isWide ? 'eac-r11' : 'etc2-rgba', block, 4, 4, 0, 1, out, { level, metric: 'rgb' });
      const twin = encodeEac(columnsOf(block, isWide ? 0 : 3), isWide, levelNumber(level));
      expect(hex(out.subarray(0, 8)), name).toBe(hex(twin));
    });
  });
});
