import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { beforeAll, expect, it } from 'vitest';
import { distancesTo } from '../testing/distance.js';
import { wavy } from '../testing/models.js';
import { columns, NORMAL, rowLayout, type VertexRows } from '../vertices/vertex-rows.js';
import { weldSource } from '../vertices/weld-source.js';
import { buildLods, type LodOptions } from './lods.js';
import { simplifierAttributes } from './simplifier-attributes.js';

beforeAll(async () => {
  await MeshoptSimplifier.ready;
});

const layout = rowLayout({ skin: false, color: false });

function levels(primitive = wavy(16), options: LodOptions = {}, lock: (vertex: number) => boolean = () => false) {
  const { rows, indices } = weldSource(primitive, layout);
  const locked = Uint8Array.from({ length: rows.count }, (_, i) => Number(lock(i)));
  const before = indices.slice();
  const unit = { count: rows.count, positions: columns(rows, 0, 3), scale: 1 };
  const built = buildLods(rows, unit, indices, locked, options);
  expect(indices).toEqual(before);
  const lods = built.map((level) => level.indices);
  return { rows, lods, errors: built.map(({ error }) => error), triangles: indices.length / 3 };
}

it('reaches the requested share of triangles, over existing vertices, without empty triangles', () => {
  const { lods, rows, triangles } = levels(wavy(16), { ratios: [0.5, 0.25], error: 1 });
  expect(lods.map((level) => level.length / 3 <= triangles)).toEqual([true, true]);
  for (const [i, level] of lods.entries()) {
    expect(level.length).toBeGreaterThan(0);
    expect(level.length / 3).toBeLessThanOrEqual(triangles * ([0.5, 0.25][i] ?? 0));
    for (let k = 0; k < level.length; k += 3) {
      const [a = 0, b = 0, c = 0] = level.subarray(k, k + 3);
      expect(Math.max(a, b, c)).toBeLessThan(rows.count);
      expect(new Set([a, b, c]).size).toBe(3);
    }
  }
});

it('keeps locked vertices in every level', () => {
  const isLocked = (v: number): boolean => v % 5 === 0;
  const { lods, rows } = levels(wavy(12), { ratios: [0.5], error: 1 }, isLocked);
  const kept = new Set(lods[0]);
  for (let v = 0; v < rows.count; v += 5) expect(kept.has(v)).toBe(true);
});

it('leaves a level empty if it would not be smaller than the one before', () => {
  const all = levels(wavy(8), { ratios: [1, 0.5, 0.5, 0.75], error: 1 }).lods.map((level) => level.length > 0);
  expect(all).toEqual([false, true, false, false]);
  // If nothing may move, nothing can be removed.
  expect(levels(wavy(8), { ratios: [0.25], error: 0.5 }, () => true).lods.map((level) => level.length)).toEqual([0]);
});

it('stops at the allowed error', () => {
  const fine = levels(wavy(16), { ratios: [0.05], error: 0.001 }).lods[0]?.length ?? 0;
  const coarse = levels(wavy(16), { ratios: [0.05], error: 1 }).lods[0]?.length ?? 0;
  expect(coarse).toBeGreaterThan(0);
  expect(fine === 0 || fine > coarse).toBe(true);
});

it('also reduces flat-shaded meshes, where every edge is an attribute seam', () => {
  const flat = levels(wavy(16, { normals: undefined, uvs: undefined }), { ratios: [0.5], error: 1 });
  expect(flat.rows.count).toBeGreaterThan(flat.triangles);
  expect((flat.lods[0]?.length ?? 0) / 3).toBeLessThan(flat.triangles * 0.75);
  expect(flat.lods[0]?.length).toBeGreaterThan(0);
});

it("reports the distance of a level from the mesh in the mesh's units, and repeats it if the level stalls", () => {
  const { errors } = levels(wavy(16), { ratios: [1, 0.5, 0.5, 0.1], error: 1 });
  const [full = -1, half = -1, stalled = -1, tenth = -1] = errors;
  expect(full).toBe(0);
  expect(half).toBeGreaterThan(0);
  expect(stalled).toBe(half);
  expect(tenth).toBeGreaterThan(half);
  // The same shape in another size: the error scales with it, also if positions are scaled for the library.
  const large = { ...wavy(16), positions: wavy(16).positions.map((n) => n * 4096) };
  const { rows, indices } = weldSource(large, layout);
  const unit = { count: rows.count, positions: columns(rows, 0, 3).map((n) => n / 4096), scale: 1 / 4096 };
  const scaled = buildLods(rows, unit, indices, new Uint8Array(rows.count), { ratios: [0.5], error: 1 });
  expect(scaled[0]?.error).toBeCloseTo(half * 4096, 3);
});

it('considers what morph targets do to positions', () => {
  const primitive = wavy(16, { normals: new Float32Array(17 * 17 * 3).fill(1) });
  const { rows, indices } = weldSource(primitive, layout);
  const positions = columns(rows, 0, 3).map((n, i) => (i % 3 === 1 ? 0 : n));
  const unit = { count: rows.count, positions, scale: 1 };
  const lift = Float32Array.from(positions, (_, i) => (i % 3 === 1 ? Math.sin(i) * 0.2 : 0));
  const targets = [{ vertices: Uint32Array.from({ length: rows.count }, (_, i) => i), positions: lift }];
  const options = { ratios: [0.1], error: 0.01 };
  const count = (more: object): number =>
    buildLods(rows, unit, indices, new Uint8Array(rows.count), { ...options, ...more })[0]?.indices.length ?? 0;
  const free = count({});
  const held = count({ targets });
  expect(free).toBeGreaterThan(0);
  // Stalled (0) or less reduced: what the target moves apart does not collapse.
  expect(held === 0 || held > free * 2).toBe(true);
});

/** A level made from the full mesh in one step. */
function simplifyDirectly(
  rows: VertexRows,
  indices: Uint32Array,
  ratio: number,
  flags: ['Permissive'] | [] = [],
): Uint32Array {
  const { weights, write } = simplifierAttributes(rows, [], 1);
  const attributes = new Float32Array(rows.count * weights.length);
  write(attributes);
  const target = Math.floor((indices.length / 3) * ratio) * 3;
  const positions = columns(rows, 0, 3);
  const arrays = [indices, positions, 3, attributes, weights.length] as const;
  return MeshoptSimplifier.simplifyWithAttributes(...arrays, [...weights], null, target, 1, flags)[0];
}

it('starts each level from the one before it, and is as near to the mesh as one that starts from the mesh', () => {
  const { lods, rows, errors } = levels(wavy(24), { ratios: [0.5, 0.25, 0.125], error: 1 });
  const { indices } = weldSource(wavy(24), layout);
  const positions = columns(rows, 0, 3);
  for (const [i, ratio] of [0.25, 0.125].entries()) {
    const chained = lods[i + 1] ?? new Uint32Array(0);
    const direct = simplifyDirectly(rows, indices, ratio);
    expect(chained.length).toBeLessThanOrEqual(direct.length);
    expect(distancesTo(positions, positions, chained).rms).toBeLessThan(
      distancesTo(positions, positions, direct).rms * 1.1,
    );
  }
  const kept = (level: Uint32Array | undefined): Set<number> => new Set(level);
  for (const i of [1, 2]) for (const vertex of kept(lods[i])) expect(kept(lods[i - 1]).has(vertex)).toBe(true);
  // A level's deviation adds to that of the one before it.
  expect([...errors].sort((a, b) => a - b)).toEqual(errors);
  expect(new Set(errors).size).toBe(3);
});

it('starts from the mesh again if the errors of two levels would add up to too much', () => {
  const { indices } = weldSource(wavy(24), layout);
  const [half = 0] = levels(wavy(24), { ratios: [0.5], error: 1 }).errors;
  const size = MeshoptSimplifier.getScale(wavy(24).positions, 3);
  // Enough for the first level and hardly more.
  const { lods, errors } = levels(wavy(24), { ratios: [0.5, 0.25], error: (half / size) * 1.2 });
  const [first = new Uint32Array(0), second = new Uint32Array(0)] = lods;
  expect(first.length).toBeLessThan(indices.length * 0.55);
  expect(second.length === 0 || second.length < first.length).toBe(true);
  for (const error of errors) expect(error).toBeLessThanOrEqual(half * 1.21);
});

it('reduces flat-shaded meshes nearer to the surface than with their seams, and keeps face orientation', () => {
  const flat = wavy(24, { normals: undefined, uvs: undefined });
  const { rows, lods } = levels(flat, { ratios: [0.5], error: 1 });
  const { indices } = weldSource(flat, layout);
  const [level = new Uint32Array(0)] = lods;
  const before = simplifyDirectly(rows, indices, 0.5, ['Permissive']);
  expect(level.length).toBeLessThanOrEqual(indices.length / 2);
  const positions = columns(rows, 0, 3);
  const reached = distancesTo(flat.positions, positions, level);
  expect(reached.rms).toBeLessThanOrEqual(distancesTo(flat.positions, positions, before).rms);
  const normals = columns(rows, NORMAL, 3);
  for (let t = 0; t < level.length; t += 3) {
    const at = (k: number, c: number): number => positions[(level[t + k] ?? 0) * 3 + c] ?? 0;
    const [u, v] = [1, 2].map((k) => [0, 1, 2].map((c) => at(k, c) - at(0, c)));
    const [ux = 0, uy = 0, uz = 0] = u ?? [];
    const [vx = 0, vy = 0, vz = 0] = v ?? [];
    const face = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (let k = 0; k < 3; k++) {
      const own = [0, 1, 2].map((c) => normals[(level[t + k] ?? 0) * 3 + c] ?? 0);
      const cosine = own.reduce((sum, n, c) => sum + n * (face[c] ?? 0), 0) / Math.hypot(...face);
      expect(cosine).toBeGreaterThan(0.8);
    }
  }
});
