// The ASTC decoder of assetc.h compared with that of the SDK: the same bytes for every block size, LDR, sRGB and HDR, to RGBA8 and RGBA16F, on
// random blocks (a hundred thousand of each in the long form), legal and illegal, and on images whose edges cut blocks; under sanitizers.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeTexels, decodeTexelsHalf } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASTC_FOOTPRINTS, type AstcFootprint } from '../../packages/formats/src/ktx2/vk-format.js';
import { astcSizeOf, randomAstcBlocks } from '../../packages/formats/src/testing/random-astc.js';
import { cCompiler, compile, root, run, SANITIZED } from './c-compiler.js';

const COLUMNS = 20;
const ROWS = process.env.ASSETC_LONG === undefined ? 12 : 5000;
const FIRST_LDR = 157;
const FIRST_HDR = 1_000_066_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-astc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(cCompiler === undefined)('assetc_astc_decode_level', () => {
  const program = (): string => join(folder, 'astc');
  beforeAll(() => {
    const source = join(root, 'tests/c-library/astc.c');
    expect(compile({ source, output: program(), flags: ['-O1', ...SANITIZED] })).toBe('');
  });

  /** Decodes with both; the images are one below the other. */
  function expectEqual(
    footprint: AstcFootprint,
    suffix: '' | '-srgb' | '-hdr',
    blocks: Uint8Array,
    width: number,
    height: number,
    images = 1,
  ): void {
    const number = ASTC_FOOTPRINTS.indexOf(footprint);
    const vkFormat = suffix === '-hdr' ? FIRST_HDR + number : FIRST_LDR + number * 2 + (suffix === '-srgb' ? 1 : 0);
    const [from, to] = [join(folder, 'in'), join(folder, 'out')];
    writeFileSync(from, blocks);
    const ended = run(program(), [vkFormat, width, height, images].map(String).concat(from, to));
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const format = `astc-${footprint}${suffix}` as const;
    const each = blocks.length / images;
    const parts = Array.from({ length: images }, (_, i) => blocks.subarray(i * each, (i + 1) * each));
    const bytes = parts.map((part) => decodeTexels(format, part, width, height));
    const halfs = parts.map((part) => new Uint8Array(decodeTexelsHalf(format, part, width, height).buffer));
    expect(Buffer.compare(readFileSync(to), Buffer.concat([...bytes, ...halfs]))).toBe(0);
  }

  it.each(ASTC_FOOTPRINTS)('gives the texels of the SDK for blocks of %s', (footprint) => {
    const [width, height] = astcSizeOf(footprint);
    for (const [seed, suffix] of (['', '-srgb', '-hdr'] as const).entries()) {
      const blocks = randomAstcBlocks(COLUMNS * ROWS, footprint, seed);
      expectEqual(footprint, suffix, blocks, COLUMNS * width, ROWS * height);
    }
  });

  it('cuts texels where images end, and takes several', () => {
    for (const footprint of ASTC_FOOTPRINTS) {
      const [width, height] = astcSizeOf(footprint);
      expectEqual(footprint, '', randomAstcBlocks(2 * 3 * 2, footprint), width + 1, height * 3 - 2, 2);
      expectEqual(footprint, '-hdr', randomAstcBlocks(3, footprint), 1, 2, 3);
    }
  });
});
