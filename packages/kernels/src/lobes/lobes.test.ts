import { expect, test } from 'vitest';
import { sumLobesReference } from '../reference/lobes.js';
import { CELL_FLOATS, LobeKernel } from './lobes.js';

/** Pseudorandom numbers, the same each time. */
function* numbers(seed: number): Generator<number, number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

function unitVectors(count: number, random: Generator<number, number>): Float32Array {
  const out = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const v = [0, 0, 0].map(() => random.next().value * 2 - 1);
    out.set(
      v.map((c) => c / Math.hypot(...v)),
      i * 3,
    );
  }
  return out;
}

test('the kernel equals its twin to the last bit, for any number of cells and directions', () => {
  const random = numbers(7);
  const kernel = new LobeKernel();
  for (const [cellCount, count, alpha] of [
    [1, 1, 1],
    [37, 5, 0.04],
    [400, 16, 0.0004],
    [1000, 19, 0.36],
  ] as const) {
    const cells = new Float32Array(cellCount * CELL_FLOATS);
    const at = unitVectors(cellCount, random);
    for (let i = 0; i < cellCount; i++) {
      cells.set(at.subarray(i * 3, i * 3 + 3), i * CELL_FLOATS);
      for (let k = 3; k < 7; k++) cells[i * CELL_FLOATS + k] = random.next().value * 0.1;
    }
    const directions = unitVectors(count, random);
    // One direction points straight at a cell.
    directions.set(at.subarray(0, 3));
    const [sums, wanted] = [new Float32Array(count * 4), new Float32Array(count * 4)];
    kernel.sum({ cells, cellCount, directions, alpha, sums });
    sumLobesReference({ cells, cellCount, directions, alpha, sums: wanted });
    expect(sums).toEqual(wanted);
    expect(sums[3]).toBeGreaterThan(0);
  }
});
