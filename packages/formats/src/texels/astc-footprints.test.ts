// ASTC blocks of every size against astcenc, if it is installed, and against texels that are known.

import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASTC_FOOTPRINTS, type AstcFootprint } from '../ktx2/vk-format.js';
import { astcSizeOf, randomAstcBlocks } from '../testing/random-astc.js';
import { astcBlockMode } from './astc-weights.js';
import { decodeTexels, decodeTexelsHalf } from './decode-texels.js';
import { texelFormatOf } from './texel-format.js';

const BLOCKS = process.env.ASSETC_LONG === '1' ? 100_000 : 1024;
const COLUMNS = 32;
/** Colors of void extents are any bits; astcenc sets one in those that are no number. */
const isNaNHalf = (half: number): boolean => (half & 0x7fff) > 0x7c00;
const hasAstcenc = spawnSync('astcenc', ['-version']).status === 0;

describe('the format of a file', () => {
  it('follows the numbers of Vulkan', () => {
    const dataFormat = { basic: undefined, extra: [] };
    expect(texelFormatOf({ vkFormat: 157, dataFormat })).toBe('astc-4x4');
    expect(texelFormatOf({ vkFormat: 165, dataFormat })).toBe('astc-6x6');
    expect(texelFormatOf({ vkFormat: 166, dataFormat })).toBe('astc-6x6-srgb');
    expect(texelFormatOf({ vkFormat: 184, dataFormat })).toBe('astc-12x12-srgb');
    expect(texelFormatOf({ vkFormat: 1_000_066_004, dataFormat })).toBe('astc-6x6-hdr');
    expect(texelFormatOf({ vkFormat: 185, dataFormat })).toBeUndefined();
    expect(texelFormatOf({ vkFormat: 1_000_066_014, dataFormat })).toBeUndefined();
  });
});

describe('a block of one color', () => {
  it('fills every size, and images whose edges cut blocks', () => {
    const block = new Uint8Array(16).fill(255);
    block.set([0xfc, 0xfd]);
    block.set([10, 10, 20, 20, 30, 30, 40, 40], 8);
    for (const footprint of ASTC_FOOTPRINTS) {
      const [width, height] = astcSizeOf(footprint);
      const blocks = new Uint8Array(32);
      blocks.set(block);
      blocks.set(block, 16);
      const rgba = decodeTexels(`astc-${footprint}`, blocks, width + 1, height - 1);
      expect(rgba.length).toBe((width + 1) * (height - 1) * 4);
      for (let i = 0; i < rgba.length; i++) expect(rgba[i]).toBe(10 + (i & 3) * 10);
    }
  });

  it('is magenta if the grid is larger than the block', () => {
    const block = new Uint8Array(16);
    const code = Array.from({ length: 2048 }, (_, i) => i).find((i) => astcBlockMode(i)?.width === 6) ?? 0;
    block.set([code & 255, code >> 8]);
    expect([...decodeTexels('astc-5x5', block, 5, 5).subarray(0, 4)]).toEqual([255, 0, 255, 255]);
    expect([...decodeTexels('astc-6x6', block, 6, 6).subarray(0, 4)]).not.toEqual([255, 0, 255, 255]);
    expect([...decodeTexelsHalf('astc-5x5-hdr', block, 5, 5).subarray(0, 4)]).toEqual([0x3c00, 0, 0x3c00, 0x3c00]);
  });
});

describe.skipIf(!hasAstcenc)('astcenc', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assetc-astc-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The path of a file that astcenc decodes to. */
  function decode(flag: string, footprint: AstcFootprint, blocks: Uint8Array, shown: string): string {
    const bytesOf = (n: number): number[] => [n & 255, (n >> 8) & 255, n >> 16];
    const [width, height] = astcSizeOf(footprint);
    const size = [...bytesOf(COLUMNS * width), ...bytesOf((BLOCKS / COLUMNS) * height), 1, 0, 0];
    writeFileSync(join(folder, 'blocks.astc'), Uint8Array.from([0x13, 0xab, 0xa1, 0x5c, width, height, 1, ...size]));
    appendFileSync(join(folder, 'blocks.astc'), blocks);
    const path = join(folder, shown);
    execFileSync('astcenc', [flag, join(folder, 'blocks.astc'), path, '-j', '1', '-silent']);
    return path;
  }

  it.each(ASTC_FOOTPRINTS)('decodes blocks of %s to the same texels', (footprint) => {
    const size = astcSizeOf(footprint);
    const blocks = randomAstcBlocks(BLOCKS, footprint);
    const [width, height] = [COLUMNS * size[0], (BLOCKS / COLUMNS) * size[1]];
    let legal = 0;
    for (const [flag, format] of [
      ['-dl', `astc-${footprint}`],
      ['-ds', `astc-${footprint}-srgb`],
    ] as const) {
      const shown = PNG.sync.read(readFileSync(decode(flag, footprint, blocks, 'shown.png'))).data;
      const ours = decodeTexels(format, blocks, width, height);
      let worst = 0;
      for (let i = 0; i < ours.length; i++) {
        worst = Math.max(worst, Math.abs((ours[i] ?? 0) - (shown[i] ?? 0)));
        if ((i & 3) === 1 && ours[i] !== 0) legal++;
      }
      // The specification leaves the last bit of linear textures open.
      expect(worst).toBeLessThanOrEqual(flag === '-dl' ? 1 : 0);
    }
    expect(legal).toBeGreaterThan(width * height * 0.2);
  });

  it.each(ASTC_FOOTPRINTS)('decodes HDR blocks of %s to the same half floats', (footprint) => {
    const size = astcSizeOf(footprint);
    const blocks = randomAstcBlocks(BLOCKS, footprint);
    const [width, height] = [COLUMNS * size[0], (BLOCKS / COLUMNS) * size[1]];
    // The texels of a DDS file are at its end.
    const shown = readFileSync(decode('-dH', footprint, blocks, 'shown.dds'));
    const theirs = new DataView(shown.buffer, shown.byteOffset + shown.length - width * height * 8);
    const ours = decodeTexelsHalf(`astc-${footprint}-hdr`, blocks, width, height);
    let wrong = 0;
    let legal = 0;
    for (let i = 0; i < ours.length; i++) {
      const half = theirs.getUint16(i * 2, true);
      // An illegal block is no number to astcenc, and magenta to us.
      if (half === 0xffff) wrong += ours[i] === ((i & 3) === 1 ? 0 : 0x3c00) ? 0 : 1;
      else if (half === ours[i] || (isNaNHalf(half) && isNaNHalf(ours[i] ?? 0))) legal++;
      else wrong++;
    }
    expect(wrong).toBe(0);
    expect(legal).toBeGreaterThan(ours.length * 0.2);
  });
});
