// Meshlets cover exactly the triangles of their submesh, their bounds never hide what can be seen, and reduced levels stay
// closed where the full mesh is.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clusterAt, clusterCount } from '@assetc/formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel, extentOf } from '../support/compile-model.js';

const CORPUS = ['Fox/Fox.glb', 'SunglassesKhronos/SunglassesKhronos.gltf', 'NegativeScaleTest/NegativeScaleTest.glb'];

/** A sphere of latitude and longitude, closed by position with a uv seam, in `parts` submeshes that share their borders. */
function sphere(rings: number, parts: number, radius = 1): GltfBuilder {
  const builder = new GltfBuilder();
  const side = rings * 2;
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  for (let y = 0; y <= rings; y++)
    for (let x = 0; x <= side; x++) {
      // The last column repeats the first bit for bit, and so do the poles: closed by position.
      const a = ((x % side) / side) * Math.PI * 2;
      const b = (y / rings) * Math.PI;
      const s = y === 0 || y === rings ? 0 : Math.sin(b);
      const point = [s * Math.cos(a), Math.cos(b), s * Math.sin(a)].map(Math.fround);
      positions.push(...point.map((n) => n * radius));
      normals.push(...point);
      uvs.push(x / side, y / rings);
    }
  const attributes = {
    POSITION: builder.accessor(Float32Array.from(positions), 'VEC3'),
    NORMAL: builder.accessor(Float32Array.from(normals), 'VEC3'),
    TEXCOORD_0: builder.accessor(Float32Array.from(uvs), 'VEC2'),
  };
  const bands: number[][] = Array.from({ length: parts }, () => []);
  for (let y = 0; y < rings; y++)
    for (let x = 0; x < side; x++) {
      const v = y * (side + 1) + x;
      const band = bands[Math.floor((x / side) * parts)];
      if (y > 0) band?.push(v, v + 1, v + side + 1);
      if (y < rings - 1) band?.push(v + 1, v + side + 2, v + side + 1);
    }
  const [first = { attributes }, ...others] = bands.map((indices) => ({
    attributes,
    indices: builder.accessor(Uint32Array.from(indices), 'SCALAR'),
  }));
  builder.mesh(first, ...others);
  builder.node({ mesh: 0 });
  return builder;
}

const compile = (builder: GltfBuilder, mesh: { [setting: string]: SettingValue } = {}): Promise<CompiledModel> =>
  compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() }, settings: { mesh } });

/** Triangles as sorted texts of their corners, first corner lowest, winding kept. */
function triangles(indices: ArrayLike<number>): string[] {
  const out: string[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a = 0, b = 0, c = 0] = [indices[t], indices[t + 1], indices[t + 2]];
    out.push(a <= b && a <= c ? `${a} ${b} ${c}` : b <= c ? `${b} ${c} ${a}` : `${c} ${a} ${b}`);
  }
  return out.sort();
}

function meshletIndices({ mesh }: CompiledModel, meshlet: number): number[] {
  const [vertexOffset = 0, , triangleOffset = 0, triangleCount = 0] = mesh.meshlets.subarray(
    meshlet * 4,
    meshlet * 4 + 4,
  );
  return [...mesh.meshletTriangles.subarray(triangleOffset * 3, (triangleOffset + triangleCount) * 3)].map(
    (local) => mesh.meshletVertices[vertexOffset + local] ?? -1,
  );
}

function checkMeshlets(model: CompiledModel, maxVertices = 64, maxTriangles = 124): void {
  const { mesh } = model;
  for (const { firstIndex, indexCount, firstMeshlet, meshletCount } of mesh.submeshes) {
    const built: number[] = [];
    for (let m = firstMeshlet; m < firstMeshlet + meshletCount; m++) {
      const [, vertexCount = 0, , triangleCount = 0] = mesh.meshlets.subarray(m * 4, m * 4 + 4);
      expect(vertexCount).toBeLessThanOrEqual(maxVertices);
      expect(triangleCount).toBeLessThanOrEqual(maxTriangles);
      built.push(...meshletIndices(model, m));
    }
    expect(triangles(built)).toEqual(triangles(mesh.indices.subarray(firstIndex, firstIndex + indexCount)));
  }
}

const point = ({ vertices }: CompiledModel, v: number): number[] => [...vertices.positions.subarray(v * 3, v * 3 + 3)];
const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((n, i) => n - (b[i] ?? 0));
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, n, i) => sum + n * (b[i] ?? 0), 0);
const cross = ([ax = 0, ay = 0, az = 0]: readonly number[], [bx = 0, by = 0, bz = 0]: readonly number[]): number[] => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

/** Eyes all around, near and far: a meshlet that the test of FORMATS culls may have no triangle that faces the eye. */
function checkBounds(model: CompiledModel): { culled: number } {
  const { mesh } = model;
  const extent = extentOf(model);
  let seed = 7;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  const eyes = Array.from({ length: 60 }, (_, i) =>
    mesh.bounds.sphereCenter.map((c) => c + random() * extent * (i % 3 === 0 ? 1.2 : i % 3 === 1 ? 4 : 100)),
  );
  let culled = 0;
  for (let m = 0; m < mesh.desc.meshletCount; m++) {
    const [cx = 0, cy = 0, cz = 0, radius = 0, ...cone] = mesh.meshletBounds.subarray(m * 8, m * 8 + 8);
    const indices = meshletIndices(model, m);
    const reach = Math.max(...indices.map((v) => Math.hypot(...minus(point(model, v), [cx, cy, cz]))));
    expect(reach).toBeLessThanOrEqual(radius * (1 + 1e-7));
    const faces: [number[], number[]][] = [];
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => point(model, indices[t + k] ?? 0));
      if (a !== undefined && b !== undefined && c !== undefined) faces.push([a, cross(minus(b, a), minus(c, a))]);
    }
    for (const eye of eyes) {
      const view = minus([cx, cy, cz], eye);
      if (dot(view, cone.slice(0, 3)) < (cone[3] ?? 1) * Math.hypot(...view) + radius) continue;
      culled++;
      for (const [corner, normal] of faces) {
        const facing = dot(minus(eye, corner), normal);
        const size = Math.hypot(...normal) * Math.hypot(...minus(eye, corner));
        if (facing > size * 1e-5) expect.fail(`meshlet ${m} is culled from ${eye}, but a triangle faces it`);
      }
    }
  }
  return { culled };
}

/** Directed edges by position that no triangle runs through the other way: the open border. */
function openEdges(model: CompiledModel, indices: ArrayLike<number>): Set<string> {
  const key = (v: number): string =>
    point(model, v)
      .map((n) => n + 0)
      .join();
  const edges = new Map<string, number>();
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [key(indices[t + k] ?? 0), key(indices[t + ((k + 1) % 3)] ?? 0)];
      if (a === b) continue;
      edges.set(`${a} ${b}`, (edges.get(`${a} ${b}`) ?? 0) + 1);
      edges.set(`${b} ${a}`, (edges.get(`${b} ${a}`) ?? 0) - 1);
    }
  return new Set([...edges].filter(([, n]) => n > 0).map(([edge]) => edge));
}

/** Indices of a whole level: each submesh's own, or the previous level's where it stalled. */
function levelIndices({ mesh }: CompiledModel, level: number): number[] {
  return mesh.submeshes.flatMap(({ firstIndex, indexCount }, s) => {
    for (let l = level; l >= 0; l--) {
      const at = (s * (mesh.lods?.lodCount ?? 0) + l) * 2;
      const [first = 0, count = 0] = mesh.lods?.ranges.subarray(at, at + 2) ?? [];
      if (count > 0) return [...(mesh.lods?.indices.subarray(first, first + count) ?? [])];
    }
    return [...mesh.indices.subarray(firstIndex, firstIndex + indexCount)];
  });
}

function checkLods(model: CompiledModel): void {
  const { mesh } = model;
  for (const [s, { indexCount }] of mesh.submeshes.entries()) {
    const own = new Set(
      mesh.indices.subarray(mesh.submeshes[s]?.firstIndex, (mesh.submeshes[s]?.firstIndex ?? 0) + indexCount),
    );
    let previous = indexCount;
    for (let level = 0; level < (mesh.lods?.lodCount ?? 0); level++) {
      const at = (s * (mesh.lods?.lodCount ?? 0) + level) * 2;
      const [first = 0, count = 0] = mesh.lods?.ranges.subarray(at, at + 2) ?? [];
      if (count === 0) continue;
      expect(count).toBeLessThan(previous);
      previous = count;
      const indices = mesh.lods?.indices.subarray(first, first + count) ?? [];
      expect([...indices].filter((v) => !own.has(v))).toEqual([]);
      const degenerate = [...indices.keys()].filter((i) => indices[i] === indices[i - (i % 3) + ((i + 1) % 3)]);
      expect(degenerate).toEqual([]);
    }
  }
}

describe.skipIf(!existsSync(corpus)).each(CORPUS)('%s', (path) => {
  let model: CompiledModel;
  beforeAll(async () => {
    model = await compileModel({ path, input: join(corpus, 'gltf') });
  });

  it('is covered by its meshlets, exactly', () => {
    checkMeshlets(model);
  });

  it('is never culled while it faces the eye', () => {
    expect(checkBounds(model).culled).toBeGreaterThan(0);
  });

  it('has reduced levels of fewer, whole triangles', () => {
    checkLods(model);
  });

  it('opens no edge in a reduced level but along its own borders', () => {
    const border = new Set([...openEdges(model, model.mesh.indices)].flatMap((edge) => edge.split(' ')));
    for (let level = 0; level < (model.mesh.lods?.lodCount ?? 0); level++) {
      const ends = [...openEdges(model, levelIndices(model, level))].flatMap((edge) => edge.split(' '));
      expect(ends.filter((end) => !border.has(end))).toEqual([]);
    }
  });
});

it('a larger cone weight lets more meshlets of a curved model be culled', async () => {
  const input = join(import.meta.dirname, '../../examples/demo/assets');
  const shares = [];
  for (const coneWeight of [0.25, 0.8]) {
    const settings = { mesh: { lods: [], meshlets: { coneWeight } } };
    const model = await compileModel({ path: 'models/dragon.glb', input, settings });
    checkMeshlets(model);
    shares.push(checkBounds(model).culled / model.mesh.desc.meshletCount);
  }
  const [before = 0, after = 0] = shares;
  expect(after).toBeGreaterThan(before * 1.5);
});

describe('a sphere in four submeshes', () => {
  it('is covered by meshlets whose cones and spheres hold', async () => {
    const model = await compile(sphere(40, 4));
    checkMeshlets(model);
    expect(checkBounds(model).culled).toBeGreaterThan(1000);
  });

  it('stays closed at every level, seams and borders between submeshes included', async () => {
    const model = await compile(sphere(40, 4));
    checkLods(model);
    expect(openEdges(model, model.mesh.indices).size).toBe(0);
    for (let level = 0; level < 2; level++) {
      const indices = levelIndices(model, level);
      expect(openEdges(model, indices).size).toBe(0);
      expect(indices.length).toBeLessThan(model.mesh.indices.length * ([0.55, 0.35][level] ?? 0));
    }
  });

  it('follows mesh.meshlets, at every level of clusters', async () => {
    const plain = await compile(sphere(40, 4), { clusters: true });
    const small = await compile(sphere(40, 4), {
      clusters: true,
      meshlets: { triangles: 'words', maxVertices: 32, maxTriangles: 40 },
    });
    checkMeshlets(small, 32, 40);
    expect(checkBounds(small).culled).toBeGreaterThan(1000);
    const { mesh } = small;
    // What readers of version 2 require does not change.
    expect(mesh.desc).toMatchObject({ meshletMaxVerts: 64, meshletMaxTris: 124 });
    expect(mesh.desc.meshletCount).toBeGreaterThan(plain.mesh.desc.meshletCount * 1.5);
    const { clusters } = mesh;
    if (clusters === undefined) throw new Error('the mesh has clusters');
    for (let i = 0; i < clusterCount(clusters); i++) {
      expect(clusterAt(clusters, i).vertexCount).toBeLessThanOrEqual(32);
      expect(clusterAt(clusters, i).triangleCount).toBeLessThanOrEqual(40);
    }
    expect(plain.mesh.meshletTriangleWords).toBeUndefined();
    expect(plain.mesh.clusters?.triangleWords).toBeUndefined();
    for (const [words, bytes] of [
      [mesh.meshletTriangleWords, mesh.meshletTriangles],
      [clusters.triangleWords, clusters.triangles],
    ] as const) {
      const corners = [...(words ?? [])].flatMap((word) => [word & 255, (word >> 8) & 255, word >> 16]);
      expect(corners).toEqual([...bytes]);
      expect(corners.length).toBeGreaterThan(0);
    }
  });

  it('keeps its uv seam: no reduced triangle spans the texture', async () => {
    const model = await compile(sphere(40, 1));
    for (let level = 0; level < 2; level++) {
      const indices = levelIndices(model, level);
      for (let t = 0; t < indices.length; t += 3) {
        const us = [0, 1, 2].map((k) => model.vertices.uvs[(indices[t + k] ?? 0) * 2] ?? 0);
        expect(Math.max(...us) - Math.min(...us)).toBeLessThan(0.5);
      }
    }
  });

  it('follows mesh.lods and mesh.lodError', async () => {
    const none = await compile(sphere(20, 1), { lods: [] });
    expect(none.mesh.lods).toBeUndefined();
    const one = await compile(sphere(20, 1), { lods: [0.1], lodError: 1 });
    expect(one.mesh.lods?.lodCount).toBe(1);
    expect(one.mesh.lods?.indices.length).toBeLessThanOrEqual(one.mesh.indices.length * 0.1 + 3);
    const strict = await compile(sphere(20, 1), { lods: [0.1], lodError: 0.001 });
    expect(strict.mesh.lods?.indices.length ?? 0).not.toBe(one.mesh.lods?.indices.length);
  });

  it('marks a level that is no smaller than the one before as stalled', async () => {
    const model = await compile(sphere(20, 1), { lods: [0.3, 0.6, 0.2] });
    const counts = [...(model.mesh.lods?.ranges ?? [])].filter((_, i) => i % 2 === 1);
    expect(counts[1]).toBe(0);
    expect(counts[2]).toBeLessThan(counts[0] ?? 0);
  });

  it.each([1e-12, 1e12, 1e30])('compiles at a scale of %d as well as at one', async (radius) => {
    const model = await compile(sphere(12, 2, radius));
    checkMeshlets(model);
    checkLods(model);
    expect(checkBounds(model).culled).toBeGreaterThan(20);
  });
});
