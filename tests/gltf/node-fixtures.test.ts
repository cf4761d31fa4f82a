// Nodes, materials and textures of models that tests build, against the oracle.

import { hashRef } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { readOracle } from '../support/gltf-oracle.js';
import { compareMaterials } from './compare/compare-with-oracle.js';
import { agrees, compile } from './compile-fixture.js';

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
    builder.json.extensionsUsed = ['KHR_texture_transform', 'KHR_texture_basisu', 'EXT_texture_webp'];
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
    expect(model.warnings).toEqual(['gltf/broken-rule', 'gltf/dropped-extension']);
  });

  it.each([
    ['no transform', { offset: [0.5, 0] }, []],
    ['a second set that is missing', { texCoord: 1 }, ['gltf/broken-rule']],
    ['a third set of coordinates', { texCoord: 2 }, ['gltf/second-uv-set']],
  ])('warn about %s', async (_, transform, warnings) => {
    const builder = textured({ source: 0 }, { extensions: { KHR_texture_transform: transform } });
    expect((await compile(builder)).warnings).toEqual(warnings);
  });
});
