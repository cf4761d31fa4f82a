import { weldRows } from '@assetc/kernels';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORNER_NUMBERS, CornerWelder, keepCorners, type WeldedCorners } from './weld-corners.js';

/** Position, texture coordinate and normal. */
const PARTS = 3;

const fill = (corners: readonly number[]) => (room: Int32Array) => {
  for (const [i, number] of corners.entries()) room[Math.trunc(i / PARTS) * CORNER_NUMBERS + (i % PARTS)] = number;
};

const plain = ({ remap, count, numbers }: WeldedCorners) => ({
  remap: [...remap],
  count,
  numbers: [...numbers].filter((_, i) => i % CORNER_NUMBERS < PARTS),
});

const weld = (welder: CornerWelder, corners: readonly number[]) =>
  plain(welder.weld(corners.length / PARTS, fill(corners)));

/** By the kernel that welds arbitrary rows. */
function expected(corners: readonly number[]) {
  const rows = weldRows(corners.length / PARTS, PARTS, (bits) => bits.set(corners));
  return { remap: [...rows.remap], count: rows.uniqueCount, numbers: [...rows.rows].map((bits) => bits | 0) };
}

describe('CornerWelder', () => {
  it('numbers vertices by first appearance', () => {
    expect(weld(new CornerWelder(3), [2, 0, 0, 1, -1, 0, 2, 0, 0, 2, 1, 0])).toEqual({
      remap: [0, 1, 0, 2],
      count: 3,
      numbers: [2, 0, 0, 1, -1, 0, 2, 1, 0],
    });
  });

  it('agrees with the hash over repeated calls', () => {
    const corner = fc.tuple(fc.nat(5), fc.integer({ min: -1, max: 9 }), fc.nat(9));
    const lists = fc.array(fc.array(corner, { maxLength: 400 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lists, (all) => {
        const welder = new CornerWelder(6);
        for (const list of all) expect(weld(welder, list.flat())).toEqual(expected(list.flat()));
      }),
    );
  });

  it('uses the hash for a position with very many vertices, and lists again afterwards', () => {
    const hub = Array.from({ length: 3000 }, (_, i) => [i % 2, i % 1000, 0]).flat();
    const welder = new CornerWelder(2);
    for (const corners of [hub, [1, 0, 0, 0, 1, 0, 1, 0, 0]]) expect(weld(welder, corners)).toEqual(expected(corners));
  });
});

it('keeps corners that are separate vertices', () => {
  expect(plain(keepCorners(2, fill([1, 2, 3, 1, 2, 3])))).toEqual({
    remap: [0, 1],
    count: 2,
    numbers: [1, 2, 3, 1, 2, 3],
  });
});
