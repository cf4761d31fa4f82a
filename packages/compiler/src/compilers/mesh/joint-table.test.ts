import { expect, it } from 'vitest';
import { jointTable } from './joint-table.js';

it('cuts poses and matrices joint by joint', () => {
  const table = jointTable({
    joints: [7, 9],
    inverseBinds: Float32Array.from({ length: 32 }, (_, i) => i),
    rest: Float32Array.from({ length: 20 }, (_, i) => i + 100),
    parents: Int32Array.of(-1, 0),
  });
  expect(table[1]).toEqual({
    inverseBind: Array.from({ length: 16 }, (_, i) => i + 16),
    bindT: [110, 111, 112],
    bindR: [113, 114, 115, 116],
    bindS: [117, 118, 119],
    parent: 0,
  });
  expect(table[0]?.parent).toBe(-1);
});
