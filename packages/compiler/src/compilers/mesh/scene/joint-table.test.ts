import { expect, it } from 'vitest';
import { jointTable } from './joint-table.js';

it('writes pose, matrix and parent of each joint', () => {
  const inverseBind = Float32Array.from({ length: 16 }, (_, i) => i);
  const rest = { translation: [1, 2, 3], rotation: [4, 5, 6, 7], scale: [8, 9, 10] };
  const joint = { node: 7, name: 'hip', inverseBind, rest, parent: 3, above: undefined, vertexSpace: 'bind' } as const;
  expect(jointTable([joint])).toEqual([
    { inverseBind: [...inverseBind], bindT: [1, 2, 3], bindR: [4, 5, 6, 7], bindS: [8, 9, 10], parent: 3 },
  ]);
});
