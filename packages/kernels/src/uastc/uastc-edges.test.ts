// Pictures full of edges: two textures that meet within blocks, and cut-outs. `normal` must not be worse than Basis Universal's level 2.

import { describe, expect, it } from 'vitest';
import { againstPeer } from '../testing/against-peer.js';
import { paint } from '../testing/sample-images.js';

type Texel = Parameters<typeof paint>[3];

/** Rough clay between joints of two texels. */
const bricks: Texel = (x, y, next) => {
  const row = y >> 4;
  const joint = (y & 15) < 2 || ((x + (row & 1) * 16) & 31) < 2;
  const d = next() >> 5;
  const k = (((x + (row & 1) * 16) >> 5) * 5 + row * 3) & 15;
  return joint ? [126 + d, 124 + d, 116 + d, 255] : [150 + k + d, 62 + k + d, 44 + (k >> 1) + d, 255];
};

/** Leaves of two shades with veins, transparent between them. */
const leaves: Texel = (x, y, next) => {
  const wave = ((x * 5 + y * 3) & 31) + ((x * 3 + y * 7) & 15);
  const d = next() >> 5;
  return wave < 16 ? [0, 0, 0, 0] : wave & 4 ? [62 + d, 128 + 2 * d, 40 + d, 255] : [44 + d, 96 + d, 34, 255];
};

/** Discs with soft rims on plates, of two channels: blue is constant. */
const drawing: Texel = (x, y) => {
  const plate: readonly [number, number] = ((x >> 5) ^ (y >> 4)) & 1 ? [20, 60] : [200, 34];
  const far = Math.hypot((x % 11) - 5, (y % 13) - 6);
  const cover = Math.max(0, Math.min(1, 4.5 - far));
  const mix = (from: number, to: number): number => Math.round(from + (to - from) * cover);
  return [mix(plate[0], 240), mix(plate[1], 40 + ((x * 7 + y) & 127)), 255, 255];
};

describe('pictures full of edges', () => {
  it.each([
    ['bricks', bricks],
    ['leaves', leaves],
    ['drawings', drawing],
  ] as const)('%s are no worse than level 2 as UASTC, BC7 and ETC', async (_name, texel) => {
    const [own, bc7, etc] = await againstPeer(paint(64, 64, 3, texel), 64, 64, 75);
    expect(own, 'UASTC').toBeGreaterThan(-0.2);
    expect(bc7, 'BC7').toBeGreaterThan(-0.2);
    expect(etc, 'ETC').toBeGreaterThan(-0.2);
  });
});
