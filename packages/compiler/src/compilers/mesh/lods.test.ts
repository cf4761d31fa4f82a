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
  const built = buildLods(rows, { positions: columns(rows, 0, 3), scale: 1 }, indices, locked, options);
  expect(indices).toEqual(before);
  const made = built.map((level) => level.indices);
  return { rows, made, errors: built.map(({ error }) => error), triangles: indices.length / 3 };
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

it('tells how far a level lies from the mesh in the mesh’s units, and repeats it where the level stalls', () => {
  const { errors } = levels(wavy(16), { ratios: [1, 0.5, 0.5, 0.1], error: 1 });
  const [full = -1, half = -1, stalled = -1, tenth = -1] = errors;
  expect(full).toBe(0);
  expect(half).toBeGreaterThan(0);
  expect(stalled).toBe(half);
  expect(tenth).toBeGreaterThan(half);
  // A mesh of another size in the same shape: the error follows it, also where positions are scaled for the library.
  const large = { ...wavy(16), positions: wavy(16).positions.map((n) => n * 4096) };
  const { rows, indices } = weldSource(large, layout);
  const unit = { positions: columns(rows, 0, 3).map((n) => n / 4096), scale: 1 / 4096 };
  const scaled = buildLods(rows, unit, indices, new Uint8Array(rows.count), { ratios: [0.5], error: 1 });
  expect(scaled[0]?.error).toBeCloseTo(half * 4096, 3);
});

it('is steered by what morph targets do to positions', () => {
  const primitive = wavy(16, { normals: new Float32Array(17 * 17 * 3).fill(1) });
  const { rows, indices } = weldSource(primitive, layout);
  const positions = columns(rows, 0, 3).map((n, i) => (i % 3 === 1 ? 0 : n));
  const unit = { positions, scale: 1 };
  const lift = Float32Array.from(positions, (_, i) => (i % 3 === 1 ? Math.sin(i) * 0.2 : 0));
  const targets = [{ vertices: Uint32Array.from({ length: rows.count }, (_, i) => i), positions: lift }];
  const options = { ratios: [0.1], error: 0.01 };
  const count = (more: object): number =>
    buildLods(rows, unit, indices, new Uint8Array(rows.count), { ...options, ...more })[0]?.indices.length ?? 0;
  const free = count({});
  const held = count({ targets });
  expect(free).toBeGreaterThan(0);
  // Stalled (0) or less reduced: what the target lifts apart does not collapse.
  expect(held === 0 || held > free * 2).toBe(true);
});
