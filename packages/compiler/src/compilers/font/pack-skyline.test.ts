import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSkyline } from './pack-skyline.js';

const rectangles = fc.array(
  fc.record({ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) }),
  { maxLength: 60 },
);

describe('packing', () => {
  it('keeps every rectangle inside, one texel apart from the others, with power-of-two sides', () => {
    fc.assert(
      fc.property(rectangles, (list) => {
        const atlas = packSkyline(list, 4096);
        if (atlas === undefined) throw new Error('4096 is enough');
        const { width, height, positions } = atlas;
        for (const side of [width, height]) expect(side & (side - 1)).toBe(0);
        const taken = new Uint8Array((width + 1) * (height + 1));
        for (const [i, { x, y }] of positions.entries()) {
          const { width: w = 0, height: h = 0 } = list[i] ?? {};
          expect(x + w).toBeLessThanOrEqual(width);
          expect(y + h).toBeLessThanOrEqual(height);
          for (let row = y; row <= y + h; row++)
            for (let column = x; column <= x + w; column++) {
              const at = row * (width + 1) + column;
              expect(taken[at]).toBe(0);
              taken[at] = 1;
            }
        }
      }),
      { seed: 3, numRuns: 40 },
    );
  });

  it('fills most of the atlas, is deterministic and reports when there is no room', () => {
    const list = Array.from({ length: 190 }, (_, i) => ({ width: 20 + (i % 23), height: 40 + (i % 17) }));
    const atlas = packSkyline(list, 4096);
    expect(atlas).toMatchObject({ width: 1024, height: 512 });
    expect(packSkyline(list, 4096)).toEqual(atlas);
    expect(packSkyline(list, 256)).toBeUndefined();
    expect(packSkyline([{ width: 300, height: 2 }], 256)).toBeUndefined();
  });

  it('gives a one-texel atlas for no rectangles', () => {
    expect(packSkyline([], 16)).toEqual({ width: 1, height: 1, positions: [] });
  });
});
