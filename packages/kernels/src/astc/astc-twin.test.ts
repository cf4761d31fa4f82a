// The wasm encoder of ASTC compared with its readable twin, block by block.

import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { encodeAstcBlock, encodeAstcHdrBlock } from '../reference/astc/encode.js';
import { hdrImages } from '../testing/hdr-images.js';
import { byteSource, sampleImages } from '../testing/sample-images.js';
import { AstcEncoder } from './astc.js';

const isLong = process.env.ASSETC_LONG === '1';
/** Small and large, square and not, with and without steps of two in partitions. */
const SIZES = isLong
  ? ([
      [4, 4],
      [5, 4],
      [5, 5],
      [6, 5],
      [6, 6],
      [8, 5],
      [8, 6],
      [8, 8],
      [10, 5],
      [10, 6],
      [10, 8],
      [10, 10],
      [12, 10],
      [12, 12],
    ] as const)
  : ([
      [5, 5],
      [6, 6],
      [8, 5],
      [12, 12],
    ] as const);
/** Of all blocks at random together, for each size. */
const RANDOM_TEXELS = isLong ? 40_000 : 1200;
const LEVELS: readonly BlockLevel[] = isLong ? ['draft', 'fast', 'normal', 'high', 'max'] : ['draft', 'fast', 'normal'];
const HDR_LEVEL = isLong ? 'high' : 'fast';
const encoder = new AstcEncoder();
const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');

interface Options {
  readonly perceptual: boolean;
  readonly alphaWeighted: boolean;
}
const PLAIN: Options = { perceptual: false, alphaWeighted: false };

function compare(
  width: number,
  height: number,
  rgba: Uint8Array,
  level: BlockLevel,
  options: Options,
  name: string,
): void {
  const block = new Uint8Array(16);
  const metric = options.perceptual ? 'perceptual' : 'rgb';
  const { alphaWeighted } = options;
  encoder.encode({ width, height }, rgba, width, height, 0, 1, block, {
    level,
    metric,
    alphaWeighted,
    channels: 'rgba',
  });
  const label = `${name}, ${width}x${height}, ${level}, ${JSON.stringify(options)}`;
  expect(hex(block), label).toBe(hex(encodeAstcBlock(width, height, rgba, level, options)));
}

describe.each(SIZES)('the twin of the ASTC encoder, %ix%i', (width, height) => {
  it.each(LEVELS)('writes the bytes of the kernel at level %s', (level) => {
    for (const { name, rgba, hasAlpha } of sampleImages(width, height)) {
      compare(width, height, rgba, level, PLAIN, name);
      if (hasAlpha || isLong) compare(width, height, rgba, level, { perceptual: true, alphaWeighted: hasAlpha }, name);
    }
  });

  it('writes the same HDR blocks', () => {
    for (const { name, halfs } of hdrImages(width, height)) {
      const block = new Uint8Array(16);
      encoder.encodeHdr({ width, height }, halfs, width, height, 0, 1, block, HDR_LEVEL);
      expect(hex(block), `${name}, ${width}x${height}`).toBe(hex(encodeAstcHdrBlock(width, height, halfs, HDR_LEVEL)));
    }
  });

  it('writes the same blocks of random texels, of few colors, along lines, gray, cut out', () => {
    const next = byteSource(41);
    const color = (): number[] => [next(), next(), next(), next()];
    for (let i = 0; i * width * height < RANDOM_TEXELS; i++) {
      const [a, b, d, mask] = [color(), color(), color(), 255 >> (next() & 7)];
      const kind = next() % 5;
      const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
        const c = kind === 4 && (at & 3) < 3 ? 0 : at & 3;
        const texel = at >> 2;
        if (kind === 0) return next() & mask;
        if (kind === 1) return ((texel * 7) % 5 < 2 ? a : texel % width < 3 ? b : d)[c] ?? 0;
        const part = (texel * 37 + (a[0] ?? 0)) % 17;
        const noise = c === 0 && kind === 4 ? texel & (mask >> 4) : next() & (mask >> 3);
        return Math.min(255, (((a[c] ?? 0) * part + (b[c] ?? 0) * (16 - part)) >> 4) + noise);
      });
      const alpha = next() % 3;
      for (let at = 3; at < rgba.length; at += 4)
        if (alpha === 0) rgba[at] = 255;
        else if (alpha === 1 && (next() & 1) === 1) rgba[at] = 255;
      const level = LEVELS[i % LEVELS.length] ?? 'fast';
      const options = { perceptual: (next() & 1) === 1, alphaWeighted: (next() & 1) === 1 };
      compare(width, height, rgba, level, options, `block ${i}`);
    }
  });
});

it('writes the same block at level max, where alpha tries most partitions', () => {
  const next = byteSource(3);
  const rgba = new Uint8Array(5 * 5 * 4).map(next);
  for (let i = 0; i < 2; i++) compare(5, 5, rgba, 'max', PLAIN, 'random');
});
