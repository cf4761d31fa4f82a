// Tangents of compiled meshes against the MikkTSpace package, corner for corner. The package orients bitangents along
// rising v and glTF against it, so that its sign is turned, as its own documentation asks for.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generateTangents } from 'mikktspace';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { addGrid, GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { drawsOf, type OracleDraw, readOracle } from '../support/gltf-oracle.js';
import { makePng } from '../support/png.js';

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

function compareTangents(
  model: CompiledModel,
  draws: readonly OracleDraw[],
  uvs: ArrayLike<number> = model.vertices.uvs,
): number {
  let compared = 0;
  for (const [s, draw] of draws.entries()) {
    if (!draw.hasUvs) continue;
    const reference = referenceTangents(draw);
    const { firstIndex, indexCount } = model.mesh.submeshes[s] ?? { firstIndex: 0, indexCount: 0 };
    const { positions, tangents } = model.vertices;
    for (let t = firstIndex; t < firstIndex + indexCount; t += 3) {
      const triangle = new Float64Array(24);
      for (let k = 0; k < 3; k++) {
        const v = model.mesh.indices[t + k] ?? 0;
        triangle.set(positions.subarray(v * 3, v * 3 + 3), k * 8);
        triangle.set([uvs[v * 2] ?? 0, uvs[v * 2 + 1] ?? 0], k * 8 + 6);
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

interface TwoSets {
  readonly first?: boolean;
  readonly tangent?: boolean;
  /** Of the material's textures. */
  readonly normal?: object;
  readonly baseColor?: object;
  readonly variant?: object;
}

/** A grid whose second coordinates are the first, turned by 90°. */
function twoSets({ first = true, tangent = false, normal, baseColor, variant }: TwoSets): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(5);
  const turned = uvs.map((_, i) => (i % 2 === 0 ? -(uvs[i + 1] ?? 0) : (uvs[i - 1] ?? 0)));
  const given = Float32Array.from({ length: (positions.length / 3) * 4 }, (_, i) => [0.6, 0, -0.8, -1][i % 4] ?? 0);
  const image = builder.view(makePng(1, 1, () => [128, 128, 255, 255]));
  builder.list('images', { bufferView: image, mimeType: 'image/png' });
  builder.list('textures', { source: 0 });
  const texture = (use: object | undefined) => (use === undefined ? undefined : { index: 0, ...use });
  builder.list('materials', {
    normalTexture: texture(normal),
    pbrMetallicRoughness: { baseColorTexture: texture(baseColor) },
  });
  const variants = { KHR_materials_variants: { mappings: [{ material: 1, variants: [0] }] } };
  if (variant !== undefined) {
    builder.list('materials', { normalTexture: texture(variant) });
    builder.json.extensionsUsed = ['KHR_materials_variants'];
    builder.json.extensions = { KHR_materials_variants: { variants: [{ name: 'a' }] } };
  }
  builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      ...(first ? { TEXCOORD_0: builder.accessor(uvs, 'VEC2') } : {}),
      TEXCOORD_1: builder.accessor(turned, 'VEC2'),
      ...(tangent ? { TANGENT: builder.accessor(given, 'VEC4') } : {}),
    },
    indices: builder.accessor(indices, 'SCALAR'),
    material: 0,
    ...(variant === undefined ? {} : { extensions: variants }),
  });
  builder.node({ mesh: 0 });
  return builder.glb();
}

const compileTwoSets = (glb: Uint8Array, mesh: { readonly [setting: string]: string } = {}) =>
  compileModel({ path: 'a.glb', input: { 'a.glb': glb }, settings: { mesh } });

describe('tangents of a primitive with two sets of coordinates', () => {
  const onSecond = { texCoord: 1 };

  it.each<[string, TwoSets, string]>([
    ['the normal map', { normal: onSecond }, 'mikktspace'],
    ['the normal map, made fast', { normal: onSecond }, 'fast'],
    ['the normal map, and not of the color', { normal: onSecond, baseColor: {} }, 'mikktspace'],
    ['the normal map, which is the only one', { first: false, normal: onSecond }, 'mikktspace'],
    ['the normal map that a variant alone has', { variant: onSecond }, 'mikktspace'],
  ])('follow the second where it is that of %s', async (_, sets, tangents) => {
    const glb = twoSets(sets);
    const model = await compileTwoSets(glb, { tangents });
    const { uvs1 } = model.mesh;
    if (uvs1 === undefined) throw new Error('there is no second set');
    const draws = drawsOf(await readOracle(glb), { world: true, uvSet: 1 });
    expect(compareTangents(model, draws, uvs1)).toBe(model.mesh.indices.length);
    expect(model.mesh.hasTangents).toBe(true);
  });

  it.each<[string, TwoSets]>([
    ['the normal map uses it', { normal: {}, baseColor: onSecond }],
    ['the normal map uses it, though that of a variant does not', { normal: {}, variant: onSecond }],
    ['there is no normal map', { baseColor: onSecond }],
  ])('follow the first where %s', async (_, sets) => {
    const glb = twoSets(sets);
    const model = await compileTwoSets(glb);
    expect(compareTangents(model, drawsOf(await readOracle(glb)))).toBe(model.mesh.indices.length);
  });

  it('differ in nothing but themselves', async () => {
    const bytesOf = async (sets: TwoSets, mesh = {}) =>
      (await compileTwoSets(twoSets(sets), mesh)).context.output('.hmesh');
    const plain = await bytesOf({ baseColor: {} });
    expect(Buffer.compare(await bytesOf({ normal: {} }), plain)).toBe(0);
    expect(Buffer.compare(await bytesOf({ normal: onSecond }), plain)).not.toBe(0);
    const none = { tangents: 'none' };
    expect(Buffer.compare(await bytesOf({ normal: onSecond }, none), await bytesOf({ normal: {} }, none))).toBe(0);
    const given = { tangent: true };
    expect(Buffer.compare(await bytesOf({ ...given, normal: onSecond }), await bytesOf({ ...given, normal: {} }))).toBe(
      0,
    );
  });

  it('are those of the coordinates as they are stored, with a transform that all textures share', async () => {
    const transform = { offset: [0.25, 0.5], rotation: 1.25, scale: [2, -3] };
    const glb = twoSets({ normal: { ...onSecond, extensions: { KHR_texture_transform: transform } } });
    const model = await compileTwoSets(glb);
    const { uvs1, indices } = model.mesh;
    const { positions, normals, tangents } = model.vertices;
    if (uvs1 === undefined) throw new Error('there is no second set');
    const pick = (from: ArrayLike<number>, count: number): Float32Array =>
      Float32Array.from(
        { length: indices.length * count },
        (_, i) => from[(indices[Math.floor(i / count)] ?? 0) * count + (i % count)] ?? 0,
      );
    const wanted = generateTangents(pick(positions, 3), pick(normals, 3), pick(uvs1, 2));
    for (const [corner, vertex] of indices.entries()) {
      const [x = 0, y = 0, z = 0, w = 0] = wanted.subarray(corner * 4, corner * 4 + 4);
      // Normals have been rounded here.
      const actual = tangents.subarray(vertex * 4, vertex * 4 + 4);
      expect(actual[3]).toBe(-w);
      for (const [c, value] of [x, y, z].entries()) expect(Math.abs((actual[c] ?? 0) - value)).toBeLessThan(1e-3);
    }
  });
});

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
