import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Loop } from './flatten-outline.js';
import type { Chain } from './join-pieces.js';
import { mergeContours } from './merge-contours.js';

const loop = (...points: readonly (readonly [number, number])[]): Loop => ({
  xs: Float64Array.from(points, ([x]) => x),
  ys: Float64Array.from(points, ([, y]) => y),
  smooth: new Uint8Array(points.length),
});
/** Clockwise, y up, as TrueType draws filled shapes. */
const box = (x: number, y: number, width: number, height = width): Loop =>
  loop([x, y], [x, y + height], [x + width, y + height], [x + width, y]);
const reversed = ({ xs, ys, smooth }: Loop): Loop => ({ xs: xs.toReversed(), ys: ys.toReversed(), smooth });

/** Twice the enclosed area, positive if the inside is on the left. */
const area = (chains: readonly Chain[]): number => {
  let sum = 0;
  for (const { xs, ys } of chains)
    for (let i = 0; i < xs.length; i++) {
      const j = (i + 1) % xs.length;
      sum += (xs[i] ?? 0) * (ys[j] ?? 0) - (xs[j] ?? 0) * (ys[i] ?? 0);
    }
  return sum / 2;
};

describe('merged contours', () => {
  it('keep a single contour as it is, with the inside on its left, for either direction', () => {
    for (const contour of [box(0, 0, 4), reversed(box(0, 0, 4))]) {
      const chains = mergeContours([contour]);
      expect(chains).toHaveLength(1);
      expect(area(chains)).toBe(16);
    }
  });

  it('keep a hole', () => {
    const chains = mergeContours([box(0, 0, 10), reversed(box(3, 3, 4))]);
    expect(chains).toHaveLength(2);
    expect(area(chains)).toBe(100 - 16);
  });

  it('drop a contour inside another of the same direction', () => {
    expect(area(mergeContours([box(0, 0, 10), box(3, 3, 4)]))).toBe(100);
  });

  it('join two that cross into one', () => {
    const chains = mergeContours([box(0, 0, 10), box(5, 5, 10)]);
    expect(chains).toHaveLength(1);
    expect(chains[0]).toMatchObject({ isClosed: true });
    expect(chains[0]?.xs).toHaveLength(8);
    expect(area(chains)).toBe(175);
  });

  it('join two that share a part of an edge', () => {
    expect(area(mergeContours([box(0, 0, 10), box(10, 2, 5)]))).toBe(125);
  });

  it('count a contour that is drawn twice once', () => {
    expect(area(mergeContours([box(0, 0, 10), box(0, 0, 10)]))).toBe(100);
  });

  it('resolve a contour that crosses itself', () => {
    // A bow tie: both halves wind, in opposite directions.
    expect(area(mergeContours([loop([0, 0], [4, 4], [4, 0], [0, 4])]))).toBeCloseTo(8, 9);
  });

  it('cover the union of boxes', () => {
    const side = fc.integer({ min: 0, max: 12 });
    const size = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side, size, size), { minLength: 1, maxLength: 6 }), (boxes) => {
        let cells = 0;
        for (let x = 0; x < 24; x++)
          for (let y = 0; y < 24; y++)
            if (boxes.some(([bx, by, w, h]) => x >= bx && x < bx + w && y >= by && y < by + h)) cells++;
        const chains = mergeContours(boxes.map(([x, y, w, h]) => box(x, y, w, h)));
        expect(area(chains)).toBeCloseTo(cells, 6);
        expect(chains.every(({ isClosed }) => isClosed)).toBe(true);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
