import { expect, it } from 'vitest';
import { identity } from '../../model/matrix.js';
import type { NodeModel, SkinModel } from '../../model/scene.js';
import { Binder } from './bind-primitive.js';
import { moved, node, scaled, skin, triangle } from './testing/models.js';
import { WorldMatrices } from './world-matrices.js';

const rigid = triangle();
const soft = triangle({ joints: new Uint16Array(12), weights: new Float32Array(12) });

/** 0 (x 1) → 1 (x 10) → 2 (y 5), and 3 (z 7) apart. */
const nodes: readonly NodeModel[] = [
  node({ local: moved(1), children: [1] }),
  node({ local: moved(10), parent: 0, children: [2] }),
  node({ local: moved(0, 5), parent: 1, mesh: 0 }),
  node({ local: moved(0, 0, 7), mesh: 0, origin: { pointer: '/nodes/3' } }),
];

function binder(skins: readonly SkinModel[], of: readonly NodeModel[] = nodes) {
  const warnings: unknown[] = [];
  const made = new Binder({ nodes: of, skins }, new WorldMatrices(of), (code, where) => warnings.push([code, where]));
  return { made, warnings };
}

const place = ({ space }: { readonly space: Float64Array }): number[] => [...space.subarray(12, 15)].map((n) => n + 0);
const at = (index: number): NodeModel => nodes[index] ?? node();

it('bakes the whole transform without a skin, or leaves it to the node', () => {
  const { made } = binder([]);
  expect(made.baked(2, at(2), rigid).binding).toEqual({ is: 'none' });
  expect(place(made.baked(2, at(2), rigid))).toEqual([11, 5, 0]);
  expect(made.inPlace(2, at(2), rigid)).toEqual({ binding: { is: 'none' }, space: identity() });
});

it('lets the first skin place what it deforms', () => {
  const { made, warnings } = binder([skin([0], [moved(-1)])]);
  const skinned = node({ local: moved(100), mesh: 0, skin: 0 });
  const bound = { binding: { is: 'skinned' }, space: identity() };
  expect(made.baked(3, skinned, soft)).toEqual(bound);
  expect(made.inPlace(3, skinned, soft)).toEqual(bound);
  expect(warnings).toEqual([]);
});

it('binds rigidly to the nearest joint above, in that joint’s bind space', () => {
  // Joint 1 (node 1) was bound at x 4: what hangs 5 above it lies at (4, 5, 0).
  const { made, warnings } = binder([skin([0, 1], [moved(-1), moved(-4)])]);
  const bound = made.baked(2, at(2), rigid);
  expect(bound.binding).toEqual({ is: 'rigid', joint: 1 });
  expect(place(bound)).toEqual([4, 5, 0]);
  expect(made.inPlace(2, at(2), rigid)).toEqual({ binding: { is: 'rigid', joint: 1 }, space: identity() });
  expect(warnings).toEqual([]);
});

it('binds to joint 0 what no joint is above, with a warning, and keeps its place in the rest pose', () => {
  // Rest puts joint 0 at x 1, its inverse bind takes 3 away: the skin will move things by −2.
  const { made, warnings } = binder([skin([0], [moved(-3)])]);
  const bound = made.baked(3, at(3), rigid);
  expect(bound.binding).toEqual({ is: 'rigid', joint: 0 });
  expect(place(bound)).toEqual([2, 0, 7]);
  expect(warnings).toEqual([['mesh/unbound-static', { pointer: '/nodes/3' }]]);
});

it('takes rest and bind pose for equal where they differ by rounding', () => {
  const { made } = binder([skin([0], [moved(-1.00001)])]);
  expect(place(made.baked(3, at(3), rigid))).toEqual([0, 0, 7]);
});

it('freezes what another skin deforms by that skin’s pose, with a warning', () => {
  const { made, warnings } = binder([skin([0], [moved(-1)]), skin([1, 3], [moved(-1), scaled(2)])]);
  const posed = node({ local: moved(3), mesh: 0, skin: 1, origin: { pointer: '/posed' } });
  const { binding, space } = made.baked(2, posed, soft);
  expect(binding.is === 'posed' && binding.jointMatrices.map((m) => [m[0], m[12], m[14]])).toEqual([
    [1, 10, 0],
    [2, 0, 7],
  ]);
  expect(space).toEqual(identity());
  expect(warnings).toEqual([['mesh/second-skin', { pointer: '/posed' }]]);
  // Unmerged it is brought back into the space of its node, which then places it.
  expect(place(made.inPlace(2, posed, soft))).toEqual([-11, -5, 0]);
});

it('climbs a deep chain once for all of its nodes', () => {
  const deep = Array.from({ length: 5_000 }, (_, i) =>
    node({ local: moved(1), parent: i === 0 ? undefined : i - 1, mesh: 0 }),
  );
  const { made } = binder([skin([0], [moved(-1)])], deep);
  expect(place(made.baked(4_999, node(), rigid))).toEqual([5_000, 0, 0]);
  expect(place(made.baked(2_500, node(), rigid))).toEqual([2_501, 0, 0]);
});
