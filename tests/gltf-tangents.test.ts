// Tangents of compiled meshes against the MikkTSpace package, corner for corner. The package orients bitangents along
// rising v and glTF against it, so that its sign is turned, as its own documentation asks for.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generateTangents } from 'mikktspace';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../packages/compiler/src/testing/corpus.js';
import { addGrid, GltfBuilder, grid } from '../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from './compile-model.js';
import { drawsOf, type OracleDraw, readOracle } from './gltf-oracle.js';

const WITH_UVS = [
  'BoxTexturedKtx2Basis/BoxTexturedKtx2Basis.glb',
  'Fox/Fox.glb',
  'GlassBrokenWindow/GlassBrokenWindow.gltf',
  'MorphStressTest/MorphStressTest.gltf',
  'NegativeScaleTest/NegativeScaleTest.glb',
  'SunglassesKhronos/SunglassesKhronos.gltf',
  'TextureSettingsTest/TextureSettingsTest.gltf',
];
/** A 16-bit octahedral component, of which the first loses its lowest bit to the handedness. */
const OCTAHEDRAL_STEP = 2e-4;

/** Position, normal and uv of a corner in the source's own space, as a key, → the package's tangents there. */
function referenceTangents(draw: OracleDraw): Map<string, number[][]> {
  const corners = draw.corners.length / 8;
  const pick = (from: number, count: number): Float32Array =>
    Float32Array.from(
      { length: corners * count },
      (_, i) => draw.corners[Math.floor(i / count) * 8 + from + (i % count)] ?? 0,
    );
  const tangents = generateTangents(pick(0, 3), pick(3, 3), pick(6, 2));
  const map = new Map<string, number[][]>();
  for (let i = 0; i < corners; i++) {
    const key = keyOf(draw.corners.subarray(Math.floor(i / 3) * 24, Math.floor(i / 3) * 24 + 24), i % 3);
    const list = map.get(key) ?? [];
    list.push([...tangents.subarray(i * 4, i * 4 + 3), -(tangents[i * 4 + 3] ?? 0)]);
    map.set(key, list);
  }
  return map;
}

/** A corner is known by its place and uv and by those of the two that follow it. */
function keyOf(triangle: ArrayLike<number>, corner: number): string {
  return [0, 1, 2]
    .flatMap((k) => [0, 1, 2, 6, 7].map((c) => Math.fround(triangle[((corner + k) % 3) * 8 + c] ?? 0)))
    .join();
}

function compareTangents(model: CompiledModel, draws: readonly OracleDraw[]): number {
  let compared = 0;
  for (const [s, draw] of draws.entries()) {
    if (!draw.hasUvs) continue;
    const reference = referenceTangents(draw);
    const { firstIndex, indexCount } = model.mesh.submeshes[s] ?? { firstIndex: 0, indexCount: 0 };
    const { positions, uvs, tangents } = model.vertices;
    for (let t = firstIndex; t < firstIndex + indexCount; t += 3) {
      const triangle = new Float64Array(24);
      for (let k = 0; k < 3; k++) {
        const v = model.mesh.indices[t + k] ?? 0;
        triangle.set(positions.subarray(v * 3, v * 3 + 3), k * 8);
        triangle.set(uvs.subarray(v * 2, v * 2 + 2), k * 8 + 6);
      }
      for (let k = 0; k < 3; k++) {
        const v = model.mesh.indices[t + k] ?? 0;
        const actual = [...tangents.subarray(v * 4, v * 4 + 4)];
        const wanted = reference.get(keyOf(triangle, k));
        // A plain test first: an assertion for each of 40,000 corners takes seconds.
        if (wanted?.some((tangent) => sameTangent(actual, tangent)) !== true)
          expect.fail(`submesh ${s}, corner ${t + k}: ${actual} is none of ${wanted?.join(' | ')}`);
        compared++;
      }
    }
  }
  return compared;
}

function sameTangent(actual: readonly number[], wanted: readonly number[]): boolean {
  if (actual[3] !== wanted[3]) return false;
  const length = Math.hypot(...wanted.slice(0, 3));
  // A zero tangent has no direction that packing could keep.
  if (length === 0) return true;
  return [0, 1, 2].every((c) => Math.abs((actual[c] ?? 0) - (wanted[c] ?? 0) / length) < OCTAHEDRAL_STEP);
}

describe('tangents', () => {
  it.skipIf(!existsSync(corpus)).each(WITH_UVS)('of %s are those of MikkTSpace', async (path) => {
    const file = join(corpus, 'gltf', path);
    const model = await compileModel({ path, input: join(corpus, 'gltf'), settings: { mesh: { merge: false } } });
    const document = await readOracle(file);
    // Without merging a mesh comes once, in order of first use; so do its draws here.
    const draws = drawsOf(document, { world: false });
    const unique = draws.filter((draw, i) => draws.findIndex((other) => sameCorners(other, draw)) === i);
    expect(unique.length).toBe(model.mesh.submeshes.length);
    const wanted = unique.reduce((sum, { corners, hasUvs }) => sum + (hasUvs ? corners.length / 8 : 0), 0);
    expect(wanted).toBeGreaterThan(30);
    expect(compareTangents(model, unique)).toBe(wanted);
  });

  it('of a mirrored uv layout split vertices along the mirror and differ in handedness', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, uvs, indices } = grid(8);
    for (let i = 0; i < uvs.length; i += 2) uvs[i] = Math.abs((uvs[i] ?? 0) - 1.5);
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(positions, 'VEC3'),
        NORMAL: builder.accessor(normals, 'VEC3'),
        TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
      },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() } });
    expect(compareTangents(model, drawsOf(await readOracle(builder.glb())))).toBe(indices.length);
    expect(new Set([...model.vertices.tangents].filter((_, i) => i % 4 === 3))).toEqual(new Set([1, -1]));
    expect(model.mesh.desc.vertexCount).toBe(81 + 9);
  });

  it('keeps the tangents that a source has', async () => {
    const builder = new GltfBuilder();
    addGrid(builder, 3);
    const count = 16;
    const given = Float32Array.from({ length: count * 4 }, (_, i) => [0.6, 0, -0.8, -1][i % 4] ?? 0);
    Object.assign(builder.json.meshes[0]?.primitives[0]?.attributes ?? {}, {
      TANGENT: builder.accessor(given, 'VEC4'),
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() } });
    for (let v = 0; v < model.mesh.desc.vertexCount; v++)
      expect(sameTangent([...model.vertices.tangents.subarray(v * 4, v * 4 + 4)], [0.6, 0, -0.8, -1])).toBe(true);
  });

  it.each([
    ['none', false],
    ['fast', true],
    ['mikktspace', true],
  ])('are made as mesh.tangents says: %s', async (tangents, made) => {
    const builder = new GltfBuilder();
    addGrid(builder, 6);
    builder.node({ mesh: 0 });
    const model = await compileModel({
      path: 'a.glb',
      input: { 'a.glb': builder.glb() },
      settings: { mesh: { tangents } },
    });
    expect(model.mesh.hasTangents).toBe(made);
    if (made) expect(compareTangents(model, drawsOf(await readOracle(builder.glb())))).toBe(model.mesh.indices.length);
    else
      expect([...model.mesh.vertices].every((byte, i) => (i % 28 >= 16 && i % 28 < 20 ? byte === 0 : true))).toBe(true);
  });

  it('are zero, and not valid, without uvs', async () => {
    const builder = new GltfBuilder();
    const { positions, indices } = grid(2);
    builder.mesh({
      attributes: { POSITION: builder.accessor(positions, 'VEC3') },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() } });
    expect(model.mesh.desc.flags & 1).toBe(0);
    expect(model.vertices.uvs.every((n) => n === 0)).toBe(true);
  });

  it('survive a primitive of nothing but degenerate triangles', async () => {
    const builder = new GltfBuilder();
    const attributes = {
      POSITION: builder.accessor(new Float32Array(9), 'VEC3'),
      NORMAL: builder.accessor(new Float32Array(9), 'VEC3'),
      TEXCOORD_0: builder.accessor(Float32Array.of(0, 0, 1, 0, 0, 1), 'VEC2'),
    };
    builder.mesh({ attributes });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: 'a.glb', input: { 'a.glb': builder.glb() } });
    expect(model.mesh.indices.length).toBe(3);
  });
});

function sameCorners(a: OracleDraw, b: OracleDraw): boolean {
  return (
    a.material === b.material && a.corners.length === b.corners.length && a.corners.every((n, i) => n === b.corners[i])
  );
}
