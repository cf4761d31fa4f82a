// ASTC blocks of every size against astcenc, if it is installed, and against texels that are known.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASTC_FOOTPRINTS, type AstcFootprint } from '../ktx2/vk-format.js';
import { astcBlockMode } from './astc-weights.js';
import { decodeTexels, decodeTexelsHalf } from './decode-texels.js';
import { texelFormatOf } from './texel-format.js';

const BLOCKS = process.env.ASSETC_LONG === '1' ? 100_000 : 1024;
const COLUMNS = 32;
const hasAstcenc = spawnSync('astcenc', ['-version']).status === 0;

const sizeOf = (footprint: AstcFootprint): readonly [number, number] => {
  const [width = 0, height = 0] = footprint.split('x').map(Number);
  return [width, height];
};

function byteSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
}

/** Random blocks. Most have a legal mode with a grid that fits, because hardly any other bits are legal. */
function randomBlocks(count: number, [width, height]: readonly [number, number]): Uint8Array {
  const next = byteSource(width * 100 + height);
  const codes = Array.from({ length: 2048 }, (_, code) => code).filter((code) => {
    const mode = astcBlockMode(code);
    return mode !== undefined && mode.width <= width && mode.height <= height;
  });
  const data = new Uint8Array(count * 16).map(next);
  for (let at = 0; at < data.length; at += 16) {
    const kind = next();
    if (kind < 16) continue;
    const code = codes[(next() * 256 + next()) % codes.length] ?? 0;
    data[at] = code & 255;
    data[at + 1] = ((data[at + 1] ?? 0) & 0xf8) | (code >> 8);
    // Fewer partitions, so that endpoints fit.
    if (kind < 200) data[at + 1] = (data[at + 1] ?? 0) & 0xef;
  }
  return data;
}

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
      const [width, height] = sizeOf(footprint);
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

  it.each(ASTC_FOOTPRINTS)('decodes blocks of %s to the same texels', (footprint) => {
    const size = sizeOf(footprint);
    const blocks = randomBlocks(BLOCKS, size);
    const [width, height] = [COLUMNS * size[0], (BLOCKS / COLUMNS) * size[1]];
    const bytesOf = (n: number): number[] => [n & 255, (n >> 8) & 255, n >> 16];
    const head = [0x13, 0xab, 0xa1, 0x5c, ...size, 1, ...bytesOf(width), ...bytesOf(height), 1, 0, 0];
    writeFileSync(join(folder, 'blocks.astc'), Uint8Array.from([...head, ...blocks]));
    let legal = 0;
    for (const [flag, format] of [
      ['-dl', `astc-${footprint}`],
      ['-ds', `astc-${footprint}-srgb`],
    ] as const) {
      execFileSync('astcenc', [flag, join(folder, 'blocks.astc'), join(folder, 'shown.png'), '-j', '1', '-silent']);
      const shown = PNG.sync.read(readFileSync(join(folder, 'shown.png'))).data;
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
});
