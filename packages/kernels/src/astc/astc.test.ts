// ASTC blocks of every size: near the source, exact where they can be, and independent of how an image is divided.

import { deflateRawSync } from 'node:zlib';
import { ASTC_FOOTPRINTS, type AstcFootprint, decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { psnr } from '../testing/decode-image.js';
import { sampleImages } from '../testing/sample-images.js';
import { AstcEncoder, type AstcOptions } from './astc.js';

const encoder = new AstcEncoder();
const OPTIONS: AstcOptions = { level: 'fast', metric: 'rgb', channels: 'rgba' };

function sizeOf(footprint: AstcFootprint) {
  const [width = 0, height = 0] = footprint.split('x').map(Number);
  return { width, height };
}

function encode(footprint: AstcFootprint, rgba: Uint8Array, width: number, height: number, options: AstcOptions) {
  const size = sizeOf(footprint);
  const rows = Math.ceil(height / size.height);
  const blocks = new Uint8Array(Math.ceil(width / size.width) * rows * 16);
  encoder.encode(size, rgba, width, height, 0, rows, blocks, options);
  return blocks;
}

const decode = (footprint: AstcFootprint, blocks: Uint8Array, width: number, height: number) =>
  decodeTexels(`astc-${footprint}-srgb`, blocks, width, height);

/** A smooth picture with an edge, whose channels differ. */
function picture(width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const step = x + y * 2 > width ? 60 : 0;
      rgba.set([40 + x * 2 + step, 30 + y * 2 + step, 200 - x - y, 255], (y * width + x) * 4);
    }
  return rgba;
}

/** Grain over shapes that repeat, as on walls and bark. */
function texture(width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grain = Math.imul((x * 7919 + y) * 104729, 2654435761) >>> 27;
      const shape = Math.round(60 * Math.sin(x / 5 + Math.sin(y / 7)) + 40 * Math.cos(y / 4));
      rgba.set([120 + shape + grain, 100 + shape + (grain >> 1), 110 + (shape >> 1) + grain, 255], (y * width + x) * 4);
    }
  return rgba;
}

describe.each(ASTC_FOOTPRINTS)('blocks of %s', (footprint) => {
  it.each(['draft', 'fast', 'normal', 'high'] as const)('are near the picture at level %s', (level) => {
    const [width, height] = [50, 43];
    const rgba = picture(width, height);
    const shown = decode(footprint, encode(footprint, rgba, width, height, { ...OPTIONS, level }), width, height);
    expect(psnr(rgba, shown)).toBeGreaterThan(level === 'draft' ? 33 : 35);
    for (let i = 3; i < shown.length; i += 4) expect(shown[i]).toBe(255);
  });

  it('are legal for every kind of picture, with every option', () => {
    for (const { rgba } of sampleImages(24, 24))
      for (const options of [
        { metric: 'perceptual' },
        { alphaWeighted: true },
        { channels: 'rg' },
        { channels: 'r' },
      ] as const) {
        const blocks = encode(footprint, rgba, 24, 24, { ...OPTIONS, ...options });
        // The error color fills blocks, which no sample does.
        for (let at = 0; at < blocks.length; at += 16) {
          const { width, height } = sizeOf(footprint);
          const shown = new Uint32Array(decode(footprint, blocks.subarray(at, at + 16), width, height).buffer);
          expect(shown.every((texel) => texel === 0xffff00ff)).toBe(false);
        }
      }
  });

  it('are exact for one color', () => {
    const { width, height } = sizeOf(footprint);
    const rgba = new Uint8Array(width * height * 4).map((_, i) => [7, 130, 255, 99][i & 3] ?? 0);
    expect([...decode(footprint, encode(footprint, rgba, width, height, OPTIONS), width, height)]).toEqual([...rgba]);
  });

  it.each([0, 1])('do not depend on the strip that they are encoded in, with a strength of %s', (rdo) => {
    const size = sizeOf(footprint);
    const options = { ...OPTIONS, rdo };
    const [width, height] = [size.width * 3, size.height * 4];
    const rgba = picture(width, height);
    const whole = encode(footprint, rgba, width, height, options);
    const row = new Uint8Array(3 * 16);
    for (const y of [3, 1]) {
      new AstcEncoder().encode(size, rgba, width, height, y, 1, row, options);
      expect([...row]).toEqual([...whole.subarray(y * 48, y * 48 + 48)]);
    }
  });
});

it('gets better with the level', () => {
  for (const { rgba, name } of sampleImages(48, 48)) {
    const error = (level: BlockLevel) =>
      psnr(rgba, decode('6x6', encode('6x6', rgba, 48, 48, { ...OPTIONS, level }), 48, 48));
    const levels = (['draft', 'fast', 'normal', 'high'] as const).map(error);
    for (const [i, db] of levels.entries()) expect(db, name).toBeGreaterThanOrEqual((levels[i - 1] ?? 0) - 0.05);
  }
});

describe.each(ASTC_FOOTPRINTS)('rate-distortion of %s', (footprint) => {
  const [width, height] = [240, 48];
  const rgba = texture(width, height);
  const measure = (rdo: number) => {
    const blocks = encode(footprint, rgba, width, height, { ...OPTIONS, rdo });
    return { bytes: deflateRawSync(blocks).length, db: psnr(rgba, decode(footprint, blocks, width, height)) };
  };

  it('makes blocks that compress better, the more the stronger it is', () => {
    const [plain, some, many] = [measure(0), measure(1), measure(4)];
    expect(some.bytes).toBeLessThanOrEqual(plain.bytes);
    expect(many.bytes).toBeLessThan(plain.bytes * 0.95);
    expect(some.db).toBeGreaterThan(plain.db - 1.5);
    expect(many.db).toBeGreaterThan(plain.db - 3);
  });
});

it('keeps two channels apart from the others', () => {
  const rgba = picture(36, 36);
  const shown = decode('5x5', encode('5x5', rgba, 36, 36, { ...OPTIONS, channels: 'rg' }), 36, 36);
  expect(psnr(rgba, shown, 3)).toBeGreaterThan(38);
  for (let i = 2; i < shown.length; i += 4) expect(shown[i]).toBe(0);
});
