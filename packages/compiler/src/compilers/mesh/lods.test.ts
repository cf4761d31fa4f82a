import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { beforeAll, expect, it } from 'vitest';
import { buildLods, type LodOptions } from './lods.js';
import { wavy } from './testing/models.js';
import { columns, rowLayout } from './vertex-rows.js';
import { weldSource } from './weld-source.js';

beforeAll(async () => {
  await Promise.all([MeshoptEncoder.ready, MeshoptSimplifier.ready]);
});

const layout = rowLayout({ skin: false, color: false });

function levels(primitive = wavy(16), options: LodOptions = {}, lock: (vertex: number) => boolean = () => false) {
  const { rows, indices } = weldSource(primitive, layout);
  const locked = Uint8Array.from({ length: rows.count }, (_, i) => Number(lock(i)));
  const before = indices.slice();
  const made = buildLods(rows, columns(rows, 0, 3), indices, locked, options);
  expect(indices).toEqual(before);
  return { rows, made, triangles: indices.length / 3 };
}

it('reaches the share of triangles asked for, over vertices that exist, without empty triangles', () => {
  const { made, rows, triangles } = levels(wavy(16), { ratios: [0.5, 0.25], error: 1 });
  expect(made.map((level) => level.length / 3 <= triangles)).toEqual([true, true]);
  for (const [i, level] of made.entries()) {
    expect(level.length).toBeGreaterThan(0);
    expect(level.length / 3).toBeLessThanOrEqual(triangles * ([0.5, 0.25][i] ?? 0));
    for (let k = 0; k < level.length; k += 3) {
      const [a = 0, b = 0, c = 0] = level.subarray(k, k + 3);
      expect(Math.max(a, b, c)).toBeLessThan(rows.count);
      expect(new Set([a, b, c]).size).toBe(3);
    }
  }
});

it('keeps what is locked in every level', () => {
  const isLocked = (v: number): boolean => v % 5 === 0;
  const { made, rows } = levels(wavy(12), { ratios: [0.5], error: 1 }, isLocked);
  const kept = new Set(made[0]);
  for (let v = 0; v < rows.count; v += 5) expect(kept.has(v)).toBe(true);
});

it('leaves a level empty where it would not be smaller than the one before', () => {
  const all = levels(wavy(8), { ratios: [1, 0.5, 0.5, 0.75], error: 1 }).made.map((level) => level.length > 0);
  expect(all).toEqual([false, true, false, false]);
  // Where nothing may move, nothing can be left out.
  expect(levels(wavy(8), { ratios: [0.25], error: 0.5 }, () => true).made.map((level) => level.length)).toEqual([0]);
});

it('stops at the error that is allowed', () => {
  const fine = levels(wavy(16), { ratios: [0.05], error: 0.001 }).made[0]?.length ?? 0;
  const coarse = levels(wavy(16), { ratios: [0.05], error: 1 }).made[0]?.length ?? 0;
  expect(coarse).toBeGreaterThan(0);
  expect(fine === 0 || fine > coarse).toBe(true);
});

it('reduces flat-shaded meshes, too, whose every edge is an attribute seam', () => {
  const flat = levels(wavy(16, { normals: undefined, uvs: undefined }), { ratios: [0.5], error: 1 });
  expect(flat.rows.count).toBeGreaterThan(flat.triangles);
  expect((flat.made[0]?.length ?? 0) / 3).toBeLessThan(flat.triangles * 0.75);
  expect(flat.made[0]?.length).toBeGreaterThan(0);
});
