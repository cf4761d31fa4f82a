import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { beforeAll, expect, it } from 'vitest';
import { unitPositions } from '../../encoding/unit-positions.js';
import { buildLevels } from './build-levels.js';
import { wavy } from './testing/models.js';
import { columns, rowLayout } from './vertex-rows.js';
import { weldSource } from './weld-source.js';

beforeAll(async () => {
  await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready]);
});

const layout = rowLayout({ skin: false, color: false });
const SIDE = 12;

/** Halves of one grid, which share a row of vertices. */
function halves() {
  const whole = wavy(SIDE);
  const middle = whole.indices.length / 2;
  return [whole.indices.slice(0, middle), whole.indices.slice(middle)].map((indices) => ({
    ...weldSource({ ...whole, indices }, layout),
    group: 0,
  }));
}

const placesOf = ({ rows }: ReturnType<typeof halves>[number], indices: Iterable<number>): Set<string> =>
  new Set([...indices].map((v) => rows.floats.subarray(v * layout.words, v * layout.words + 3).join()));

const positionsOf = (submeshes: ReturnType<typeof halves>) =>
  submeshes.map(({ rows }) => unitPositions(columns(rows, 0, 3)));

it('keeps every vertex that two submeshes share in both of their levels', () => {
  const submeshes = halves();
  const levels = buildLevels(submeshes, positionsOf(submeshes), { ratios: [0.4], error: 1 });
  const [a, b] = submeshes.map((submesh) => placesOf(submesh, submesh.indices));
  const shared = [...(a ?? [])].filter((place) => b?.has(place));
  expect(shared).toHaveLength(SIDE + 1);
  for (const [i, submesh] of submeshes.entries()) {
    const level = levels[i]?.[0]?.indices ?? new Uint32Array(0);
    expect(level.length).toBeGreaterThan(0);
    expect(level.length).toBeLessThan(submesh.indices.length);
    const kept = placesOf(submesh, level);
    expect(shared.filter((place) => !kept.has(place))).toEqual([]);
  }
});

it('makes no levels where no ratio is asked for, and asks before each submesh', () => {
  const submeshes = halves();
  let steps = 0;
  const step = (): void => {
    steps++;
  };
  expect(buildLevels(submeshes, positionsOf(submeshes), { ratios: [] }, step)).toEqual([[], []]);
  expect(steps).toBe(0);
  buildLevels(submeshes, positionsOf(submeshes), { ratios: [0.5] }, step);
  expect(steps).toBe(2);
});

it('is stopped by what the step throws', () => {
  const submeshes = halves();
  const stop = (): never => {
    throw new Error('stopped');
  };
  expect(() => buildLevels(submeshes, positionsOf(submeshes), {}, stop)).toThrow('stopped');
});
