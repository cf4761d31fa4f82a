// Our decoder of ETC1S, held against Basis' own on files that its encoder writes; and what it makes of damage.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeEtc1sLevel, decodeKtx2, FormatError } from '@assetc/formats';
import { NodeBasisEncoder } from 'ktx2-encoder';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { openInBasis } from '../../packages/kernels/src/testing/basis-transcoder.js';

let basis: Awaited<ReturnType<NodeBasisEncoder['init']>>;

beforeAll(async () => {
  basis = await new NodeBasisEncoder().init();
});

interface Recipe {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha?: boolean;
  readonly faces?: number;
  readonly isGray?: boolean;
  readonly quality?: number;
}

/** Waves, edges and noise: many endpoints, many selectors, and runs of equal blocks. */
function pixelsOf({ width, height, hasAlpha = false, isGray = false }: Recipe, face: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  let noise = 1 + face;
  for (let i = 0; i < width * height; i++) {
    noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    const isFlat = y < height / 4;
    const red = isFlat ? 90 : (x * 7 + face * 30) & 255;
    const green = isFlat
      ? 20
      : (Math.round(128 + 100 * Math.sin(x / 5) * Math.cos(y / 7)) + ((noise >>> 20) & 15)) & 255;
    const blue = isFlat ? 200 : (x * y) & 255;
    const alpha = hasAlpha ? (y * 5 + (x >> 3) * 9) & 255 : 255;
    pixels.set(isGray ? [red, red, red, alpha] : [red, green, blue, alpha], i * 4);
  }
  return pixels;
}

function encode(recipe: Recipe): Uint8Array {
  const encoder = new basis.BasisEncoder();
  const { width, height, faces = 1, quality = 128 } = recipe;
  for (let face = 0; face < faces; face++) encoder.setSliceSourceImage(face, pixelsOf(recipe, face), width, height, 0);
  if (faces === 6) encoder.setTexType(2);
  encoder.setUASTC(false);
  encoder.setCreateKTX2File(true);
  encoder.setMipGen(true);
  encoder.setQualityLevel(quality);
  if ('setStatusOutput' in encoder && typeof encoder.setStatusOutput === 'function') encoder.setStatusOutput(false);
  const out = new Uint8Array(1 << 20);
  const length = encoder.encode(out);
  encoder.delete();
  expect(length).toBeGreaterThan(0);
  return out.slice(0, length);
}

/** Every image of every level by Basis. */
async function expectEqual(bytes: Uint8Array): Promise<void> {
  const ktx = decodeKtx2(bytes);
  const file = await openInBasis(bytes);
  for (const level of ktx.levels.keys()) {
    const ours = decodeEtc1sLevel(ktx, level);
    const each = ours.length / ktx.faceCount;
    for (let face = 0; face < ktx.faceCount; face++) {
      const theirs = file.transcode('rgba', { level, face });
      expect(Buffer.compare(ours.subarray(each * face, each * (face + 1)), theirs), `level ${level} face ${face}`).toBe(
        0,
      );
    }
  }
  file.close();
}

describe('decodeEtc1sLevel', () => {
  it.each<[string, Recipe]>([
    ['a picture with mips', { width: 96, height: 64 }],
    ['alpha', { width: 64, height: 48, hasAlpha: true }],
    ['an odd size', { width: 53, height: 27 }],
    ['a texel', { width: 1, height: 1 }],
    ['gray', { width: 32, height: 32, isGray: true }],
    ['a cube', { width: 16, height: 16, faces: 6 }],
    ['few codes', { width: 64, height: 64, quality: 1 }],
  ])('gives what Basis gives: %s', async (_, recipe) => {
    await expectEqual(encode(recipe));
  });

  const corpusFile = join(corpusFolder, 'ktx2/test_etc1s.ktx2');
  it.skipIf(!existsSync(corpusFile))('gives what Basis gives: a file of another tool', async () => {
    await expectEqual(new Uint8Array(readFileSync(corpusFile)));
  });

  it('makes texels or a FormatError of whatever is changed', () => {
    const bytes = encode({ width: 24, height: 16, hasAlpha: true });
    let refused = 0;
    let noise = 7;
    for (let i = 0; i < 600; i++) {
      noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
      const changed = bytes.slice();
      const at = 80 + ((noise >>> 8) % (bytes.length - 80));
      changed[at] = (changed[at] ?? 0) ^ (1 << (i & 7));
      try {
        const ktx = decodeKtx2(changed);
        for (const level of ktx.levels.keys()) decodeEtc1sLevel(ktx, level);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});
