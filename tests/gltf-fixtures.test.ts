// glTF features on files made here, each held against glTF-Transform: what the corpus happens not to contain.

import { hashRef } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { addGrid, GltfBuilder, grid } from '../packages/compiler/src/testing/gltf-builder.js';
import { compareBindings, compareGeometry, compareMaterials, compareSkinAndClips } from './compare-with-oracle.js';
import { type CompiledModel, compileModel, submeshCorners } from './compile-model.js';
import { drawsOf, readOracle } from './gltf-oracle.js';
import { posedCorners } from './skin-pose.js';
import { compareTriangles } from './triangle-match.js';

const compile = (builder: GltfBuilder, mesh: object = {}): Promise<CompiledModel> =>
  compileModel({ path: 'm/model.glb', input: { 'm/model.glb': builder.glb() }, settings: { mesh: { ...mesh } } });

async function agrees(builder: GltfBuilder): Promise<CompiledModel> {
  const model = await compile(builder);
  const document = await readOracle(builder.glb());
  compareGeometry(model, document);
  await compareMaterials(model, document);
  return model;
}

describe('accessors', () => {
  it('reads interleaved and overlapping views', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, uvs, indices } = grid(3);
    const count = positions.length / 3;
    const rows = new Float32Array(count * 8);
    for (let i = 0; i < count; i++) {
      rows.set(positions.subarray(i * 3, i * 3 + 3), i * 8);
      rows.set(normals.subarray(i * 3, i * 3 + 3), i * 8 + 3);
      rows.set(uvs.subarray(i * 2, i * 2 + 2), i * 8 + 6);
    }
    const bufferView = builder.view(rows, { byteStride: 32 });
    // A second view begins inside the first one.
    builder.json.bufferViews.push({ buffer: 0, byteOffset: 12, byteLength: rows.byteLength - 12, byteStride: 32 });
    const of = (view: number, byteOffset: number, type: string): number =>
      builder.json.accessors.push({ bufferView: view, byteOffset, componentType: 5126, count, type }) - 1;
    builder.mesh({
      attributes: {
        POSITION: of(bufferView, 0, 'VEC3'),
        NORMAL: of(bufferView + 1, 0, 'VEC3'),
        TEXCOORD_0: of(bufferView, 24, 'VEC2'),
      },
      indices: builder.accessor(Uint16Array.from(indices), 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    await agrees(builder);
  });

  it.each([
    ['i8', (v: Float32Array) => Int8Array.from(v, (n) => n * 127), true],
    ['u8', (v: Float32Array) => Uint8Array.from(v, (n) => (n + 2) * 60), true],
    ['i16', (v: Float32Array) => Int16Array.from(v, (n) => n * 9000), true],
    ['u16', (v: Float32Array) => Uint16Array.from(v, (n) => (n + 2) * 9000), true],
    ['i8 as integers', (v: Float32Array) => Int8Array.from(v, (n) => n * 100), false],
    ['u16 as integers', (v: Float32Array) => Uint16Array.from(v, (n) => (n + 2) * 9000), false],
  ] as const)('reads quantised positions and uvs of %s', async (_, quantise, normalized) => {
    const builder = new GltfBuilder();
    const { positions, normals, uvs, indices } = grid(3);
    const pad = (values: Float32Array, from: number): Float32Array => {
      const out = new Float32Array((values.length / from) * 4);
      for (let i = 0; i < values.length / from; i++) out.set(values.subarray(i * from, i * from + from), i * 4);
      return out;
    };
    const add = (values: Float32Array, from: number, type: string): number => {
      const data = quantise(pad(values, from));
      const stride = data.BYTES_PER_ELEMENT * 4;
      const bufferView = builder.view(data, { byteStride: stride });
      const componentType = { 1: data instanceof Int8Array ? 5120 : 5121, 2: data instanceof Int16Array ? 5122 : 5123 }[
        data.BYTES_PER_ELEMENT
      ];
      return (
        builder.json.accessors.push({ bufferView, componentType, count: values.length / from, type, normalized }) - 1
      );
    };
    builder.json.extensionsUsed = ['KHR_mesh_quantization'];
    builder.json.extensionsRequired = ['KHR_mesh_quantization'];
    builder.mesh({
      attributes: {
        POSITION: add(positions, 3, 'VEC3'),
        NORMAL: builder.accessor(normals, 'VEC3'),
        TEXCOORD_0: add(
          uvs.map((n) => n / 4),
          2,
          'VEC2',
        ),
      },
      indices: builder.accessor(Uint8Array.from(indices), 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await agrees(builder);
    expect(model.warnings).toEqual([]);
  });

  it('reads sparse accessors over data and over nothing', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(2);
    const sparse = {
      count: 2,
      indices: { bufferView: builder.view(Uint16Array.of(1, 4)), componentType: 5123 },
      values: { bufferView: builder.view(Float32Array.of(9, 8, 7, -3, -2, -1)) },
    };
    const position = builder.accessor(positions, 'VEC3', { sparse });
    builder.json.accessors.push({ componentType: 5126, count: normals.length / 3, type: 'VEC3', sparse });
    builder.mesh({
      attributes: { POSITION: position, NORMAL: builder.json.accessors.length - 1 },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await compile(builder);
    expect(model.mesh.bounds.aabbMax).toEqual([9, 8, 7]);
    const corners = submeshCorners(model, 0);
    const moved = [...Array(corners.length / 8).keys()].filter((i) => corners[i * 8] === 9);
    expect(moved.length).toBeGreaterThan(0);
    for (const i of moved) {
      const length = Math.hypot(9, 8, 7);
      for (const [c, n] of [9, 8, 7].entries()) expect(corners[i * 8 + 3 + c]).toBeCloseTo(n / length, 4);
    }
  });

  it('forgives views that are not aligned', async () => {
    const builder = new GltfBuilder();
    const { positions, indices } = grid(2);
    const shifted = new Uint8Array(positions.byteLength + 1);
    shifted.set(new Uint8Array(positions.buffer), 1);
    const bufferView = builder.view(shifted);
    builder.json.accessors.push({ bufferView, byteOffset: 1, componentType: 5126, count: 9, type: 'VEC3' });
    builder.mesh({ attributes: { POSITION: 0 }, indices: builder.accessor(indices, 'SCALAR') });
    builder.node({ mesh: 0 });
    const model = await compile(builder);
    expect(model.mesh.indices.length).toBe(24);
    expect(model.mesh.bounds.aabbMin[0]).toBe(-1);
  });
});

describe('primitives', () => {
  it('turns strips and fans into lists, indexed or not', async () => {
    const builder = new GltfBuilder();
    const ring = Float32Array.from({ length: 9 * 3 }, (_, i) => [Math.cos(i), Math.sin(i * 0.7), i * 0.1][i % 3] ?? 0);
    const POSITION = builder.accessor(ring, 'VEC3');
    const indices = builder.accessor(Uint8Array.of(0, 2, 1, 3, 5, 4, 8, 7), 'SCALAR');
    builder.mesh({ attributes: { POSITION }, mode: 5 }, { attributes: { POSITION }, mode: 6 });
    builder.mesh({ attributes: { POSITION }, mode: 5, indices }, { attributes: { POSITION }, mode: 6, indices });
    builder.node({ mesh: 0 });
    builder.node({ mesh: 1, translation: [5, 0, 0] });
    const model = await agrees(builder);
    expect(model.mesh.submeshes.map(({ indexCount }) => indexCount / 3)).toEqual([7, 7, 6, 6]);
  });

  it('keeps points and lines beside the triangles', async () => {
    const builder = new GltfBuilder();
    const { positions, indices } = grid(1);
    const POSITION = builder.accessor(positions, 'VEC3');
    const points = { attributes: { POSITION }, mode: 0 };
    builder.mesh(
      points,
      points,
      { attributes: { POSITION }, mode: 1 },
      {
        attributes: { POSITION },
        indices: builder.accessor(indices, 'SCALAR'),
      },
    );
    builder.node({ mesh: 0 });
    const model = await compile(builder);
    expect(model.mesh.submeshes.length).toBe(1);
    expect(model.warnings).toEqual([]);
    expect(model.mesh.lines?.ranges.map(({ mode, count }) => [mode, count])).toEqual([
      ['points', 4],
      ['points', 4],
      ['lines', 4],
    ]);
  });

  it('makes flat normals where there are none, and ignores tangents then', async () => {
    const builder = new GltfBuilder();
    const { positions, indices, uvs } = grid(3);
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(positions, 'VEC3'),
        TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
        TANGENT: builder.accessor(new Float32Array((positions.length / 3) * 4).fill(0.5), 'VEC4'),
      },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh: 0, scale: [1, 2, -3] });
    const model = await agrees(builder);
    expect(model.mesh.hasTangents).toBe(true);
    expect(model.vertices.tangents.every((n) => Math.abs(Math.abs(n) - 0.577) > 0.001)).toBe(true);
  });

  it('welds equal vertices of a submesh, and none across submeshes', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, uvs, indices } = grid(6);
    const unwelded = <T extends Float32Array>(values: T, width: number): Float32Array =>
      Float32Array.from([...indices].flatMap((i) => [...values.subarray(i * width, i * width + width)]));
    const attributes = {
      POSITION: builder.accessor(unwelded(positions, 3), 'VEC3'),
      NORMAL: builder.accessor(unwelded(normals, 3), 'VEC3'),
      TEXCOORD_0: builder.accessor(unwelded(uvs, 2), 'VEC2'),
    };
    builder.mesh({ attributes }, { attributes });
    builder.node({ mesh: 0 });
    const model = await compile(builder, { tangents: 'none' });
    expect(model.mesh.desc.vertexCount).toBe(2 * 49);
    expect(new Set(model.mesh.indices.subarray(0, 216)).size).toBe(49);
    await agrees(builder);
  });

  it('reads only the vertices that a primitive uses of a shared buffer', async () => {
    const builder = new GltfBuilder();
    const { positions, indices } = grid(8);
    const POSITION = builder.accessor(positions, 'VEC3');
    builder.mesh(
      { attributes: { POSITION }, indices: builder.accessor(indices.slice(0, 6), 'SCALAR') },
      { attributes: { POSITION }, indices: builder.accessor(indices.slice(-6), 'SCALAR') },
    );
    builder.node({ mesh: 0 });
    const model = await agrees(builder);
    expect(model.mesh.desc.vertexCount).toBe(2 * 6);
  });

  it('takes no longer for many primitives over one large buffer than for their triangles', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(400);
    const attributes = { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') };
    const all = builder.view(indices.slice(0, 6000));
    const primitives = Array.from({ length: 2000 }, (_, i) => ({
      attributes,
      indices:
        builder.json.accessors.push({
          bufferView: all,
          byteOffset: i * 12,
          componentType: 5125,
          count: 3,
          type: 'SCALAR',
        }) - 1,
    }));
    builder.json.meshes.push({ primitives });
    builder.node({ mesh: 0 });
    const started = performance.now();
    const model = await compile(builder);
    expect(model.mesh.submeshes.length).toBe(2000);
    // Reading 160,000 vertices for each of them would take minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('keeps morph targets, colours and a second uv set, and drops other attributes with a word', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, uvs, indices } = grid(2);
    const POSITION = builder.accessor(positions, 'VEC3');
    builder.mesh({
      attributes: {
        POSITION,
        NORMAL: builder.accessor(normals, 'VEC3'),
        TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
        TEXCOORD_1: builder.accessor(uvs, 'VEC2'),
        COLOR_0: builder.accessor(new Uint8Array((positions.length / 3) * 4).fill(9), 'VEC4', { normalized: true }),
        _WIND: builder.accessor(uvs, 'VEC2'),
      },
      indices: builder.accessor(indices, 'SCALAR'),
      targets: [{ POSITION }],
    });
    builder.node({ mesh: 0 });
    const model = await agrees(builder);
    expect(model.warnings).toEqual(['gltf/dropped-attribute']);
    expect(model.mesh.colors).toEqual({
      format: 'unorm8',
      values: new Uint8Array(model.mesh.desc.vertexCount * 4).fill(9),
    });
    expect(model.mesh.uvs1).toEqual(model.vertices.uvs);
    expect(model.mesh.morphs?.targets).toHaveLength(1);
  });
});

describe('files without triangles', () => {
  it('give skeleton, names and clips of an animation alone', async () => {
    const builder = new GltfBuilder();
    const times = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
    const values = builder.accessor(Float32Array.of(0, 0, 0, 1, 2, 3), 'VEC3');
    const hand = builder.node({ name: 'hand', translation: [0, 1, 0] }, false);
    builder.node({ name: 'arm', children: [hand] });
    builder.list('animations', {
      name: 'wave',
      samplers: [{ input: times, output: values }],
      channels: [{ sampler: 0, target: { node: hand, path: 'translation' } }],
    });
    const model = await compile(builder);
    expect(model.warnings).toEqual([]);
    expect(model.mesh.submeshes).toMatchObject([{ indexCount: 0, meshletCount: 0 }]);
    expect(model.mesh.names).toMatchObject({ submeshes: [''], joints: ['hand'] });
    expect(model.mesh.skin?.joints).toMatchObject([{ bindT: [0, 1, 0] }]);
    expect(model.clips).toMatchObject([{ name: 'wave', channels: [{ joint: 0, path: 'translation' }] }]);
  });

  it('give an empty mesh and a warning where there is nothing', async () => {
    const builder = new GltfBuilder();
    builder.node({});
    const model = await compile(builder);
    expect(model.warnings).toEqual(['gltf/no-triangles']);
    expect(model.mesh.desc.vertexCount).toBe(0);
    expect(model.materials).toEqual([]);
  });
});

describe('nodes', () => {
  it('bakes deep and mirrored transforms, with winding and handedness', async () => {
    const builder = new GltfBuilder();
    const mesh = addGrid(builder, 4);
    const leaf = builder.node({ mesh, scale: [-1, 1, 1], rotation: [0, 0.6, 0, 0.8] }, false);
    const middle = builder.node({ children: [leaf], mesh, translation: [3, 0, 1], scale: [2, 0.5, 1] }, false);
    builder.node({ children: [middle], matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1] });
    const model = await agrees(builder);
    const plain = await compile(builder, { merge: false });
    const sign = (m: CompiledModel, s: number): number[] => {
      const { firstIndex, indexCount } = m.mesh.submeshes[s] ?? { firstIndex: 0, indexCount: 0 };
      return [
        ...new Set(
          [...m.mesh.indices.subarray(firstIndex, firstIndex + indexCount)].map(
            (v) => m.vertices.tangents[v * 4 + 3] ?? 0,
          ),
        ),
      ];
    };
    expect(sign(model, 0)).toEqual(sign(plain, 0));
    expect(sign(model, 1)).toEqual(sign(plain, 0).map((n) => -n));
  });

  it('bakes instances into one submesh when merging', async () => {
    const builder = instanced();
    const model = await agrees(builder);
    expect(model.mesh.submeshes.length).toBe(1);
    expect(model.mesh.submeshes[0]?.indexCount).toBe(3 * 8 * 3);
  });

  it('places instances by nodes when not merging', async () => {
    const model = await compile(instanced(), { merge: false });
    expect(model.mesh.submeshes[0]?.indexCount).toBe(8 * 3);
    expect(model.mesh.nodes?.map(({ parent, submeshCount }) => [parent, submeshCount])).toEqual([
      [-1, 0],
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(model.mesh.nodes?.[2]?.local.slice(12, 15)).toEqual([1, 2, 3]);
  });

  it('keeps each mesh once in NODE form, in order of first use, with names', async () => {
    const builder = new GltfBuilder();
    const [a, b] = [addGrid(builder, 2), addGrid(builder, 3)];
    const child = builder.node({ mesh: a, name: 'Leaf', translation: [0, 1, 0] }, false);
    builder.node({ mesh: b, name: 'Trunk', children: [child] });
    builder.node({ mesh: a, scale: [2, 2, 2] });
    const model = await compile(builder, { merge: false });
    expect(model.mesh.submeshes.map(({ indexCount }) => indexCount / 6)).toEqual([9, 4]);
    expect(model.mesh.nodes?.map(({ local, ...node }) => ({ ...node, t: local.slice(12, 15), s: local[0] }))).toEqual([
      { parent: -1, firstSubmesh: 0, submeshCount: 1, nameHash: hashRef('trunk'), t: [0, 0, 0], s: 1 },
      { parent: 0, firstSubmesh: 1, submeshCount: 1, nameHash: hashRef('leaf'), t: [0, 1, 0], s: 1 },
      { parent: -1, firstSubmesh: 1, submeshCount: 1, nameHash: 0n, t: [0, 0, 0], s: 2 },
    ]);
  });

  it('takes every mesh once where there are no nodes, and parentless nodes where there is no scene', async () => {
    const bare = new GltfBuilder();
    addGrid(bare, 1);
    addGrid(bare, 2);
    bare.json.scenes = [];
    expect((await compile(bare)).mesh.submeshes.map(({ indexCount }) => indexCount / 6)).toEqual([1, 4]);
    const loose = new GltfBuilder();
    addGrid(loose, 1);
    loose.node({ mesh: 0 });
    loose.node({ mesh: 0, children: [0], translation: [4, 0, 0] });
    loose.json.scenes = [];
    const model = await compile(loose);
    expect(model.mesh.submeshes.length).toBe(2);
    expect(model.mesh.submeshes[0]?.aabbMin[0]).toBe(3);
  });

  it.each([
    ['auto', 2, ['gltf/left-out-scene']],
    ['all', 3, []],
    [0, 1, ['gltf/left-out-scene']],
    ['Shed', 2, ['gltf/left-out-scene']],
  ] as const)('chooses scenes: %s', async (scene, triangleSide, warnings) => {
    const builder = new GltfBuilder();
    const [one, two] = [addGrid(builder, 1), addGrid(builder, 2)];
    builder.node({ mesh: one });
    builder.node({ mesh: two }, false);
    builder.json.scenes.push({ name: 'Shed', nodes: [1] });
    builder.json.scene = 1;
    const model = await compile(builder, { scene });
    const sides = model.mesh.submeshes.map(({ indexCount }) => Math.sqrt(indexCount / 6));
    expect(sides.reduce((sum, n) => sum + n, 0)).toBe(triangleSide);
    expect(model.warnings).toEqual(warnings);
  });
});

function instanced(): GltfBuilder {
  const builder = new GltfBuilder();
  const mesh = addGrid(builder, 2);
  builder.json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
  builder.node({
    mesh,
    translation: [0, 0, 9],
    extensions: {
      EXT_mesh_gpu_instancing: {
        attributes: {
          TRANSLATION: builder.accessor(Float32Array.of(0, 0, 0, 1, 2, 3, -4, 0, 1), 'VEC3'),
          SCALE: builder.accessor(Float32Array.of(1, 1, 1, -2, 1, 1, 1, 1, 3), 'VEC3'),
        },
      },
    },
  });
  return builder;
}

describe('materials', () => {
  it('lists materials by first use, with glTF defaults, flags and folded emission', async () => {
    const builder = new GltfBuilder();
    const names = ['Wood', '', 'Leather', 'Wood'];
    for (const name of names) builder.list('materials', { name });
    builder.json.materials = names.map((name, i) => ({
      name,
      ...(i === 2
        ? {
            alphaMode: 'MASK',
            alphaCutoff: 0.25,
            doubleSided: true,
            emissiveFactor: [0.5, 0.25, 1],
            extensions: { KHR_materials_emissive_strength: { emissiveStrength: 4 } },
          }
        : {}),
    }));
    builder.json.extensionsUsed = ['KHR_materials_emissive_strength'];
    const first = addGrid(builder, 1, { material: 2 });
    const second = addGrid(builder, 1, { material: 0 });
    const bare = addGrid(builder, 1);
    for (const mesh of [first, second, bare, first]) builder.node({ mesh });
    const model = await compileModel({ path: 'models/Chair.glb', input: { 'models/Chair.glb': builder.glb() } });
    expect([...model.mesh.materials]).toEqual([hashRef('models/chair/leather'), hashRef('models/chair/material_0')]);
    expect(model.mesh.submeshes.map(({ materialSlot }) => materialSlot)).toEqual([0, 1, 0xffffffff, 0]);
    expect(model.materials[0]).toMatchObject({
      alphaMode: 'MASK',
      alphaCutoff: 0.25,
      doubleSided: true,
      emissiveFactor: [2, 1, 4],
      metallicFactor: 1,
      roughnessFactor: 1,
    });
    await compareMaterials(model, await readOracle(builder.glb()));
  });
});

describe('textures', () => {
  const textured = (texture: object, info: object = {}): GltfBuilder => {
    const builder = new GltfBuilder();
    addGrid(builder, 1, { material: 0 });
    builder.node({ mesh: 0 });
    builder.list('images', { bufferView: builder.view(Uint8Array.of(1, 2, 3)), mimeType: 'image/png' });
    builder.list('images', { bufferView: builder.view(Uint8Array.of(6, 7)), mimeType: 'image/ktx2' });
    builder.list('images', { bufferView: builder.view(Uint8Array.of(4, 5)), mimeType: 'image/webp' });
    builder.list('textures', texture);
    builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0, ...info } } });
    return builder;
  };
  const basisu = (source: number): object => ({ KHR_texture_basisu: { source } });

  it.each([
    ['the core image', { source: 0 }, 0],
    ['KTX2 alone, whatever it is', { extensions: basisu(1) }, 1],
    ['KTX2 before the core image', { source: 0, extensions: basisu(1) }, 1],
    ['WebP before the core image', { source: 0, extensions: { EXT_texture_webp: { source: 2 } } }, 2],
  ])('choose %s', async (_, texture, image) => {
    const model = await compile(textured(texture));
    expect(model.context.derived.map(({ name }) => name)).toEqual([`tex_${image}`]);
    expect(model.warnings).toEqual([]);
  });

  it('without an image that is read are left out with a warning', async () => {
    const model = await compile(textured({ extensions: { MSFT_texture_dds: { source: 0 } } }));
    expect(model.materials[0]?.baseColorTex).toBe(0n);
    expect(model.warnings).toEqual(['gltf/dropped-extension']);
  });

  it.each([
    ['no transform', { offset: [0.5, 0] }, []],
    ['no second set', { texCoord: 1 }, []],
    ['a third set of coordinates', { texCoord: 2 }, ['gltf/second-uv-set']],
  ])('warn about %s', async (_, transform, warnings) => {
    const builder = textured({ source: 0 }, { extensions: { KHR_texture_transform: transform } });
    builder.json.extensionsUsed = ['KHR_texture_transform'];
    expect((await compile(builder)).warnings).toEqual(warnings);
  });
});

describe('skins', () => {
  it('follows the skin: joints in order, parents among joints, matrices decomposed, weights normalised', async () => {
    const builder = skinned();
    const model = await compile(builder);
    const document = await readOracle(builder.glb());
    compareGeometry(model, document);
    compareSkinAndClips(model, document);
    compareBindings(model, document);
    expect(model.mesh.skin?.joints.map(({ parent }) => parent)).toEqual([-1, 0]);
    expect(model.mesh.skin?.joints[1]?.bindS[0]).toBeCloseTo(2, 6);
    expect(model.mesh.skin?.joints[1]?.bindR[2]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(model.warnings).toEqual([]);
  });

  it('binds static meshes rigidly to the joint above them, in its bind space', async () => {
    const builder = skinned();
    const mesh = addGrid(builder, 2);
    const hat = builder.node({ mesh, translation: [0, 0, 3] }, false);
    const bone = builder.json.nodes[1];
    if (bone !== undefined) bone.children = [hat];
    const model = await compile(builder);
    // The hat's node comes before the skinned one in depth-first order.
    expect(jointsOf(model, 0)).toEqual(['1:1']);
    // In the rest pose, skinning puts the hat where the scene has it.
    const scene = await readOracle(builder.glb());
    const skin = posedCorners(model, 0, restWorlds);
    const wanted = drawsOf(scene).find(({ skinned: s }) => !s);
    expect(
      compareTriangles(
        { corners: skin },
        { corners: wanted?.corners ?? new Float64Array(0) },
        { position: 1e-5, normal: 2, uv: 1e-6 },
      ),
    ).toBeUndefined();
    expect(model.warnings).toEqual([]);
  });

  it('binds static meshes without a joint above to a joint that never moves', async () => {
    const builder = skinned();
    const mesh = addGrid(builder, 2);
    builder.node({ mesh, translation: [7, 0, 0] });
    const model = await compile(builder);
    expect(jointsOf(model, 1)).toEqual(['2:1']);
    expect(model.mesh.skin?.joints[2]).toMatchObject({ parent: -1, bindT: [0, 0, 0] });
    expect(model.mesh.submeshes[1]?.aabbMin[0]).toBeCloseTo(6, 5);
    expect(model.warnings).toEqual([]);
  });

  it('puts the joints of other skins behind those of the first', async () => {
    const builder = skinned();
    const bone = builder.node({ translation: [0, 0, 10] });
    builder.list('skins', { joints: [bone] });
    const mesh = builder.json.meshes.length;
    const { positions, indices } = grid(1);
    const count = positions.length / 3;
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(positions, 'VEC3'),
        JOINTS_0: builder.accessor(new Uint8Array(count * 4), 'VEC4'),
        WEIGHTS_0: builder.accessor(
          Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
          'VEC4',
        ),
      },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh, skin: 1, translation: [100, 0, 0] });
    const model = await compile(builder);
    expect(model.mesh.skin?.joints.length).toBe(3);
    expect(model.mesh.skin?.joints[2]?.bindT).toEqual([0, 0, 10]);
    expect(jointsOf(model, 1)).toEqual(['2:1']);
    expect(model.mesh.submeshes[1]?.aabbMin.map((n) => Math.round(n * 100) / 100)).toEqual([-1, -0.29, -1.1]);
    expect(model.warnings).toEqual([]);
  });

  it('keeps the four heaviest of eight joints, with a warning', async () => {
    const builder = skinned(8);
    const model = await compile(builder);
    const view = new DataView(model.mesh.skin?.vertices.slice().buffer ?? new ArrayBuffer(0));
    for (let at = 0; at < view.byteLength; at += 24) {
      const joints = [0, 2, 4, 6].map((k) => view.getUint16(at + k, true)).sort();
      const weights = [8, 12, 16, 20].map((k) => view.getFloat32(at + k, true));
      expect(joints).toEqual([4, 5, 6, 7]);
      expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 6);
    }
    expect(model.warnings).toEqual(['gltf/merged-weights']);
  });

  it('folds what a node above the skeleton does into its root', async () => {
    const builder = skinned();
    builder.node({ children: [0], scale: [0.01, 0.01, 0.01] });
    builder.json.scenes = [{ nodes: [2, 3] }];
    const model = await compile(builder);
    expect(model.warnings).toEqual([]);
    const [root, bone] = model.mesh.skin?.joints ?? [];
    expect(root?.bindS.map((n) => n.toFixed(6))).toEqual(['0.010000', '0.010000', '0.010000']);
    expect(root?.bindT[1]).toBeCloseTo(0.01, 7);
    expect(bone?.bindS.map((n) => n.toFixed(5))).toEqual(['2.00000', '2.00000', '2.00000']);
  });
});

/** Joint worlds of `skinned()` in its rest pose: a root at (0, 1, 0), a bone turned by 90° about z and scaled by 2 below it. */
const restWorlds = [
  [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1],
  [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 1, 0, 1],
];

function skinned(influences = 4): GltfBuilder {
  const builder = new GltfBuilder();
  const { positions, normals, uvs, indices } = grid(3);
  const count = positions.length / 3;
  const local = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1];
  builder.node({ translation: [0, 1, 0], children: [1] });
  builder.node({ matrix: local }, false);
  const jointCount = influences === 8 ? 8 : 2;
  const joints = [0, 1];
  for (let i = 2; i < jointCount; i++) joints.push(builder.node({ name: `extra ${i}` }));
  const inverse = [
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1],
    [0, -0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.5, 0, -0.5, 0.5, 0, 1],
    ...Array.from({ length: jointCount - 2 }, () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
  ];
  const skin = { joints, inverseBindMatrices: builder.accessor(Float32Array.from(inverse.flat()), 'MAT4') };
  builder.list('skins', skin);
  const sets: { [name: string]: number } = {};
  for (let set = 0; set < influences / 4; set++) {
    sets[`JOINTS_${set}`] = builder.accessor(
      Uint8Array.from({ length: count * 4 }, (_, i) => (influences === 8 ? set * 4 + (i % 4) : i % 2)),
      'VEC4',
    );
    sets[`WEIGHTS_${set}`] = builder.accessor(
      Float32Array.from({ length: count * 4 }, (_, i) =>
        influences === 8 ? (set * 4 + (i % 4) + 1) / 36 : i % 4 < 2 ? (i % 4 === 0 ? 0.75 : 0.5) : 0,
      ),
      'VEC4',
    );
  }
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
      ...sets,
    },
    indices: builder.accessor(indices, 'SCALAR'),
  });
  builder.node({ mesh, skin: 0, translation: [50, 60, 70] });
  return builder;
}

/** The distinct bindings of a submesh's vertices, as joint:weight of what has weight. */
function jointsOf(model: CompiledModel, submesh: number): string[] {
  const { firstIndex, indexCount } = model.mesh.submeshes[submesh] ?? { firstIndex: 0, indexCount: 0 };
  const bytes = model.mesh.skin?.vertices ?? new Uint8Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const keys = [...model.mesh.indices.subarray(firstIndex, firstIndex + indexCount)].map((v) =>
    [0, 1, 2, 3]
      .flatMap((c) => {
        const weight = view.getFloat32(v * 24 + 8 + c * 4, true);
        return weight > 0 ? [`${view.getUint16(v * 24 + c * 2, true)}:${weight}`] : [];
      })
      .join(' '),
  );
  return [...new Set(keys)];
}
