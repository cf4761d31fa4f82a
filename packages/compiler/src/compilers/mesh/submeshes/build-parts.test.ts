import { expect, it } from 'vitest';
import { runOnThisThread } from '../../../encoding/parallel.js';
import type { PrimitiveModel } from '../../../model/scene/scene.js';
import { wavy } from '../testing/models.js';
import { rowLayout } from '../vertices/vertex-rows.js';
import { weldSource } from '../vertices/weld-source.js';
import { buildParts } from './build-parts.js';
import { runSubmeshPart } from './submesh-parts.js';

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

it('keeps every vertex that two submeshes share in both of their levels', async () => {
  const submeshes = halves();
  const { levels } = await buildParts(submeshes, { ratios: [0.4], error: 1 });
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

it('makes no levels without ratios, and calls `step` before each submesh', async () => {
  const submeshes = halves();
  let steps = 0;
  const step = (): void => {
    steps++;
  };
  expect((await buildParts(submeshes, { ratios: [], step })).levels).toEqual([[], []]);
  expect(steps).toBe(4);
  const { levels, meshlets } = await buildParts(submeshes, { ratios: [0.5], step });
  expect(steps).toBe(8);
  expect([levels.length, meshlets.length]).toEqual([2, 2]);
});

it('stops if the step throws', async () => {
  const submeshes = halves();
  const stop = (): never => {
    throw new Error('stopped');
  };
  await expect(buildParts(submeshes, { step: stop })).rejects.toThrow('stopped');
});

it('gives the same result for any distribution over threads', async () => {
  const submeshes = [wavy(90), wavy(60, { normals: undefined }), wavy(4)].map((whole, group) => ({
    ...weldSource(whole, layout),
    group,
  }));
  const options = { ratios: [0.5, 0.2], error: 1 };
  const alone = await buildParts(submeshes, options);
  expect(alone.levels.map((levels) => levels.map(({ indices }) => indices.length > 0))).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ]);
  const counts: number[] = [];
  const forwards = runOnThisThread({ 'submesh-parts': runSubmeshPart });
  const backwards: typeof forwards = async (task, count, payload) => {
    expect(task).toBe('submesh-parts');
    counts.push(count);
    for (let i = count - 1; i >= 0; i--) runSubmeshPart(payload as never, i);
  };
  for (const parallel of [forwards, backwards])
    expect(await buildParts(submeshes, { ...options, parallel })).toEqual(alone);
  expect(counts).toEqual([6]);
});

/** Three of five quads have a normal of their own, so that the simplifier gets stuck and joins vertices that differ in their normals. */
function partlyFaceted(n: number): PrimitiveModel {
  const { positions, normals, uvs, indices } = wavy(n);
  const corners = [...indices.keys()];
  const rows = (values: Float32Array | undefined, width: number): number[] =>
    corners.flatMap((i) => [...(values?.subarray((indices[i] ?? 0) * width, ((indices[i] ?? 0) + 1) * width) ?? [])]);
  const own = rows(normals, 3);
  for (const i of corners) {
    const quad = Math.floor(i / 6);
    if (quad % 5 < 3) own.splice(i * 3, 3, Math.sin(quad) * 0.6, 0.8, Math.cos(quad) * 0.6);
  }
  return wavy(n, {
    positions: Float32Array.from(rows(positions, 3)),
    normals: Float32Array.from(own),
    uvs: Float32Array.from(rows(uvs, 2)),
    indices: Uint32Array.from(corners),
  });
}

it.each([
  ['the first levels', { firstLevels: 0, allLevels: Number.POSITIVE_INFINITY }, [3, 6]],
  ['all levels', { firstLevels: 0, allLevels: 0 }, [3, 3]],
])('gives the same result if meshlets wait for %s', async (_, limits, expected) => {
  const flat = wavy(60, { normals: undefined, uvs: undefined });
  const submeshes = [wavy(90), flat, partlyFaceted(60)].map((whole, group) => ({
    ...weldSource(whole, layout),
    group,
  }));
  const options = { ratios: [0.5, 0.2, 0.1, 0.02], error: 1 };
  const counts: number[] = [];
  const parallel = runOnThisThread({ 'submesh-parts': runSubmeshPart });
  const counted: typeof parallel = (task, count, payload) => {
    counts.push(count);
    return parallel(task, count, payload);
  };
  const built = await buildParts(submeshes, { ...options, parallel: counted, limits });
  expect(counts).toEqual(expected);
  expect(built.levels.flat().every(({ indices }) => indices.length > 0)).toBe(true);
  expect(built).toEqual(await buildParts(submeshes, options));
});
