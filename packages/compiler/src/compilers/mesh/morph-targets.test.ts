import { expect, it } from 'vitest';
import { compose, multiply } from '../../model/math/matrix.js';
import type { Matrix, PrimitiveModel } from '../../model/scene/scene.js';
import { morphTargets } from './morph-targets.js';
import { transformCopies } from './scene/transform-copies.js';
import { failureOf, moved, scaled, triangle } from './testing/models.js';
import { linearPart, normalPart } from './vertices/transform-rows.js';
import { columns, NORMAL, rowLayout } from './vertices/vertex-rows.js';
import { weldSource } from './vertices/weld-source.js';

const layout = rowLayout({ skin: false, color: false, morph: true });
const normals = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0.6, 0.8);

/** The second vertex moves up by one, the third rotates its normal. */
const morphing = (more: Partial<PrimitiveModel> = {}): PrimitiveModel =>
  triangle({
    normals,
    targets: [
      { positions: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0) },
      { normals: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0) },
    ],
    ...more,
  });

function morph(primitive: PrimitiveModel, copies: readonly Matrix[], weights: readonly number[] = []) {
  const welded = weldSource(primitive, layout);
  const { rows } = transformCopies(welded, { copies, binding: { is: 'none' } });
  return { rows, ...morphTargets({ rows, primitive, morphSources: welded.morphSources, copies, weights }, 'a.gltf') };
}

it('lists the vertices that a target moves, with its default weight and the maximum displacement', () => {
  const { targets, extent } = morph(morphing(), [moved(0)], [0.25]);
  expect(targets).toEqual([
    {
      vertices: Uint32Array.of(1),
      positions: Float32Array.of(0, 1, 0),
      normals: undefined,
      tangents: undefined,
      defaultWeight: 0.25,
    },
    {
      vertices: Uint32Array.of(2),
      positions: new Float32Array(3),
      normals: Float32Array.of(1, 0, 0),
      tangents: undefined,
      defaultWeight: 0,
    },
  ]);
  expect(extent).toBe(1);
  expect(morph(morphing(), [moved(0)], [-3]).extent).toBe(3);
});

it('transforms deltas like the vertices, in every copy', () => {
  const turned = multiply(compose([5, 6, 7], [0, 0, 0.6, 0.8], [1, 1, 1]), scaled(2, -3, 0.5));
  const copies = [moved(4), turned];
  const { rows, targets } = morph(morphing(), copies);
  const [lift, turn] = targets;
  expect(lift?.vertices).toHaveLength(2);
  for (const [copy, matrix] of copies.entries()) {
    const vertex = [...(lift?.vertices ?? [])][copy] ?? 0;
    const up = linearPart(matrix).subarray(3, 6);
    expect([...(lift?.positions.subarray(copy * 3, copy * 3 + 3) ?? [])].map(Math.fround)).toEqual(
      [...up].map(Math.fround),
    );
    const at = columns(rows, 0, 3).subarray(vertex * 3, vertex * 3 + 3);
    expect(at[0]).toBeCloseTo((matrix[0] ?? 0) + (matrix[12] ?? 0), 5);
    // normal + weight · delta has the direction of the transformed sum, for any weight.
    const C = normalPart(matrix);
    const carry = (v: readonly number[]): number[] =>
      [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + (C[k * 3 + row] ?? 0) * (v[k] ?? 0), 0));
    const unit = (v: readonly number[]): number[] => v.map((n) => n / Math.hypot(...v));
    const third = [...(turn?.vertices ?? [])][copy] ?? 0;
    const stored = columns(rows, NORMAL, 3).subarray(third * 3, third * 3 + 3);
    for (const weight of [-1, 0.3, 2]) {
      const sum = [...stored].map((n, i) => n + weight * (turn?.normals?.[copy * 3 + i] ?? 0));
      for (const [i, n] of unit(carry([weight, 0.6, 0.8])).entries()) expect(unit(sum)[i]).toBeCloseTo(n, 5);
    }
  }
});

it('skips vertices that a zero scale keeps still', () => {
  expect(morph(morphing(), [scaled(1, 0, 1)]).targets[0]?.vertices).toEqual(new Uint32Array(0));
});

it('rejects a target that a transform moves outside the range of floats', async () => {
  const huge = morphing({ targets: [{ positions: new Float32Array(9).fill(1e38) }] });
  expect(await failureOf(() => morph(huge, [scaled(1e3)]))).toMatchObject({
    code: 'mesh/overflow',
    where: { pointer: '/triangle' },
  });
});

it('keeps vertices separate that morph differently, and joins those that morph alike', () => {
  const twice = (second: number) =>
    morphing({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0, 0),
      normals: new Float32Array(9).fill(1),
      targets: [{ positions: Float32Array.of(0, 0, 0, 0, 1, 0, 0, second, 0) }],
    });
  expect(weldSource(twice(1), layout).rows.count).toBe(2);
  expect(weldSource(twice(2), layout).rows.count).toBe(3);
});
