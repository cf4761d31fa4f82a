// Smooth pictures: skies, skin, shadows, masks and gradients, clean, dithered and noisy. `normal` must not be worse than Basis Universal's
// level 2, neither as UASTC nor as BC7 and ETC.

import { describe, expect, it } from 'vitest';
import { againstPeer, encodeNormal } from '../testing/against-peer.js';
import { paint } from '../testing/sample-images.js';
import { decodeUastc } from './uastc.js';

const SIZE = 64;
type Rgba = [number, number, number, number];
type Texel = (x: number, y: number, next: () => number) => Rgba;

/** An oblique slope from one color to another, so that no two rows of blocks are equal. `round` quantizes it. */
const slope =
  (
    low: readonly number[],
    high: readonly number[],
    round: (v: number, x: number, y: number, noise: number) => number,
  ) =>
  (x: number, y: number, next: () => number): Rgba => {
    const part = (x * 3 + y) / 252;
    const [r = 0, g = 0, b = 0] = low.map((from, i) =>
      Math.max(0, Math.min(255, round(from + ((high[i] ?? 0) - from) * part, x, y, next() / 256))),
    );
    return [r, g, b, 255];
  };

const ORDERED = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const clean = (v: number): number => Math.round(v);
const dithered = (v: number, _x: number, _y: number, noise: number): number => Math.floor(v + noise);
const ordered = (v: number, x: number, y: number): number =>
  Math.floor(v + ((ORDERED[(y & 3) * 4 + (x & 3)] ?? 0) + 0.5) / 16);
const noisy = (v: number, _x: number, _y: number, noise: number): number => Math.round(v + (noise - 0.5) * 4);

/** A hill of 0…1 around the center. */
const hill = (x: number, y: number): number => 1 / (1 + ((x - 30) ** 2 + (y - 26) ** 2) / 300);

const haze = (gray: number, alpha: number): Rgba => [gray, gray, gray, alpha];

const PICTURES: readonly (readonly [name: string, texel: Texel])[] = [
  ['clean sky', slope([100, 130, 180], [140, 150, 190], clean)],
  ['dithered pale tint', slope([240, 250, 235], [252, 246, 248], dithered)],
  ['ordered sunset', slope([210, 100, 60], [190, 90, 80], ordered)],
  ['noisy skin', slope([180, 130, 105], [205, 150, 120], noisy)],
  ['noisy night', slope([2, 3, 6], [9, 8, 14], noisy)],
  ['noise near white', (_x, _y, next) => [255 - (next() >> 6), 255 - (next() >> 6), 255 - (next() >> 6), 255]],
  [
    'lit wall',
    (x, y) => [
      40 + Math.round(150 * hill(x, y)),
      40 + Math.round(110 * hill(x, y)),
      50 + Math.round(70 * hill(x, y)),
      255,
    ],
  ],
  [
    'gray relief',
    (x, y) => {
      const v = 30 + Math.round(120 * hill(x, y));
      return [v, v, v, 255];
    },
  ],
  ['roughness in green', (x, y, next) => [0, 90 + Math.round(90 * hill(x, y)) + (next() >> 6), 0, 255]],
  ['soft shadow', (x, y) => [0, 0, 0, Math.round(150 * hill(x, y))]],
  ['white haze', (x, y) => [255, 255, 255, Math.round(200 * hill(x, y))]],
  ['premultiplied haze', (x, y) => haze(Math.round(250 * hill(x, y)), Math.round(250 * hill(x, y)))],
  ['premultiplied gray haze', (x, y) => haze(Math.round(225 * hill(x, y)), Math.round(250 * hill(x, y)))],
];

describe('smooth pictures', () => {
  it.each(PICTURES)('%s is no worse than level 2 as UASTC, BC7 and ETC', async (name, texel) => {
    const rgba = paint(SIZE, SIZE, name.length, texel);
    // Beyond 75 dB a few texels of the whole picture are one level off.
    const [own, bc7, etc] = await againstPeer(rgba, SIZE, SIZE, 75);
    // Dithering repeats a few colors, which the peer encodes exactly more often.
    expect(own, 'UASTC').toBeGreaterThan(/dithered|ordered/.test(name) ? -0.5 : -0.2);
    expect(bc7, 'BC7').toBeGreaterThan(-0.2);
    expect(etc, 'ETC').toBeGreaterThan(-0.5);
  });

  // A block for each smallest level and span: a column per level, a row per span.
  const levels = (gray: (v: number) => Rgba): Uint8Array =>
    paint(1024, 60, 5, (x, y, next) => {
      const [level, span] = [x >> 2, y >> 2];
      const corner = (x & 3) + (y & 3);
      return gray(Math.min(255, level + (corner === 0 ? 0 : corner === 6 ? span : next() % (span + 1))));
    });

  it('keeps grays of up to fifteen neighboring levels exactly', () => {
    const rgba = levels((v) => [v, v, v, 255]);
    expect(Buffer.compare(decodeUastc(encodeNormal(rgba, 1024, 60), 1024, 60), rgba)).toBe(0);
  });

  it('keeps up to fifteen neighboring levels that are gray and alpha both exactly', () => {
    const rgba = levels((v) => haze(v, v));
    expect(Buffer.compare(decodeUastc(encodeNormal(rgba, 1024, 60), 1024, 60), rgba)).toBe(0);
  });

  it.each([0, 254, 255, 77])(
    'keeps up to fifteen neighboring levels of alpha next to a constant %i exactly',
    (flat) => {
      const rgba = levels((v) => [flat, flat, flat, v]);
      expect(Buffer.compare(decodeUastc(encodeNormal(rgba, 1024, 60), 1024, 60), rgba)).toBe(0);
    },
  );
});
