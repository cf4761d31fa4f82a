// Wrong glTF files: each gives one diagnostic with file and place, reads nothing outside the input, and allocates no memory
// by unchecked sizes.

import { describe, expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { broken, PATH, patch, refusal, setPosition } from './broken-gltf.js';

describe('structure', () => {
  it.each<[string, string, object, (builder: GltfBuilder) => void]>([
    [
      'a mesh that is not there',
      'gltf/bad-reference',
      { pointer: '/nodes/0/mesh' },
      (b) => patch(b.json.nodes, 0, { mesh: 7 }),
    ],
    ['a negative index', 'gltf/bad-json', { pointer: '/nodes/0/mesh' }, (b) => patch(b.json.nodes, 0, { mesh: -1 })],
    [
      'a fraction for an index',
      'gltf/bad-json',
      { pointer: '/nodes/0/mesh' },
      (b) => patch(b.json.nodes, 0, { mesh: 0.5 }),
    ],
    [
      'a text for an index',
      'gltf/bad-json',
      { pointer: '/nodes/0/mesh' },
      (b) => patch(b.json.nodes, 0, { mesh: '0' }),
    ],
    [
      'an accessor that is not there',
      'gltf/bad-reference',
      { pointer: '/meshes/0/primitives/0/attributes/POSITION' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { attributes: { POSITION: 99 } }),
    ],
    [
      'a material that is not there',
      'gltf/bad-reference',
      { pointer: '/meshes/0/primitives/0/material' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { material: 0 }),
    ],
    [
      'an unknown mode',
      'gltf/bad-json',
      { pointer: '/meshes/0/primitives/0/mode' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { mode: 7 }),
    ],
    [
      'a scene that is not there',
      'gltf/bad-reference',
      { pointer: '/scene' },
      (b) => Object.assign(b.json, { scene: 4 }),
    ],
    [
      'a cycle',
      'gltf/node-cycle',
      { pointer: '/nodes/1' },
      (b) => b.json.nodes.push({ children: [2] }, { children: [1] }),
    ],
    [
      'a node that is its own child',
      'gltf/node-cycle',
      { pointer: '/nodes/0' },
      (b) => patch(b.json.nodes, 0, { children: [0] }),
    ],
    [
      'a node with two parents',
      'gltf/node-cycle',
      { pointer: '/nodes/2/children/0' },
      (b) => b.json.nodes.push({ children: [0] }, { children: [0] }),
    ],
    [
      'a matrix of 15 numbers',
      'gltf/bad-json',
      { pointer: '/nodes/0/matrix' },
      (b) => patch(b.json.nodes, 0, { matrix: Array(15).fill(1) }),
    ],
    [
      'meshes that are no array',
      'gltf/bad-json',
      { pointer: '/meshes' },
      (b) => Object.assign(b.json, { meshes: { 0: {} } }),
    ],
    [
      'version 1',
      'gltf/version',
      { pointer: '/asset/version' },
      (b) => Object.assign(b.json, { asset: { version: '1.0' } }),
    ],
    ['no asset', 'gltf/bad-json', { pointer: '' }, (b) => Object.assign(b.json, { asset: undefined })],
    [
      'an extension that is required and unknown',
      'gltf/unsupported-extension',
      { pointer: '/extensionsRequired/1' },
      (b) => Object.assign(b.json, { extensionsRequired: ['KHR_mesh_quantization', 'ACME_rockets'] }),
    ],
  ])('refuses %s', async (_, code, where, change) => {
    expect(await refusal(broken(change))).toMatchObject({ code, where });
  });

  it('names the extension that it lacks', async () => {
    const { message } = await refusal(broken((b) => Object.assign(b.json, { extensionsRequired: ['ACME_rockets'] })));
    expect(message).toContain('ACME_rockets');
  });

  it('survives nodes nested a hundred thousand deep', async () => {
    const builder = new GltfBuilder();
    addGrid(builder, 1);
    builder.node({ mesh: 0 }, false);
    for (let i = 1; i < 100_000; i++) builder.json.nodes.push({ children: [i - 1] });
    builder.json.scenes = [{ nodes: [99_999] }];
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.mesh.submeshes.length).toBe(1);
  });

  it('refuses instances that would multiply into more triangles than memory holds', async () => {
    const builder = new GltfBuilder();
    addGrid(builder, 60);
    builder.node({
      mesh: 0,
      extensions: {
        EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: builder.accessor(new Float32Array(3 * 9000), 'VEC3') } },
      },
    });
    expect(await refusal(builder.gltf())).toMatchObject({
      code: 'mesh/too-large',
      where: { pointer: '/meshes/0' },
      message: expect.stringContaining('mesh.maxTriangles'),
    });
  });
});

describe('what is written', () => {
  it('refuses an emission that its strength carries to infinity', async () => {
    const text = broken((b) => {
      const extensions = { KHR_materials_emissive_strength: { emissiveStrength: 1e30 } };
      b.list('materials', { emissiveFactor: [1, 1e20, 1], extensions });
    });
    expect(await refusal(text)).toMatchObject({
      code: 'gltf/not-finite',
      where: { pointer: '/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength' },
    });
  });

  it('refuses a joint whose scale is too large for a float', async () => {
    const huge = [3e38, 3e38, 3e38, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const text = broken((b) => {
      b.node({ matrix: huge });
      b.list('skins', { joints: [1] });
    });
    expect(await refusal(text)).toMatchObject({ code: 'gltf/not-finite', where: { pointer: '/nodes/1' } });
  });

  it('refuses vertices that are finite, but too far apart for a sphere', async () => {
    const text = broken((b) => setPosition(b, Float32Array.of(-3e38, 0, 0, 3e38, 0, 0, 0, 3e38, 0)));
    expect(await refusal(text)).toMatchObject({ code: 'mesh/overflow', where: { pointer: '/meshes/0/primitives/0' } });
  });

  it('makes normals where the source has some without length, with a warning', async () => {
    const builder = new GltfBuilder();
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1), 'VEC3'),
        NORMAL: builder.accessor(Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0), 'VEC3'),
      },
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.warnings).toEqual(['gltf/repaired-attribute']);
    const normals = [...model.mesh.indices].map((v) => [...model.vertices.normals.subarray(v * 3, v * 3 + 3)]);
    const rounded = normals.map((normal) => normal.map((c) => Math.round(c * 1000) / 1000).join());
    expect(rounded.sort()).toEqual(['0,1,0', '1,0,0', '1,0,0']);
  });

  it('warns of an index that glTF keeps for restarting strips', async () => {
    const builder = new GltfBuilder();
    const positions = Float32Array.from({ length: 256 * 3 }, (_, i) => (i * 7919) % 101);
    builder.mesh({
      attributes: { POSITION: builder.accessor(positions, 'VEC3') },
      indices: builder.accessor(Uint8Array.of(0, 1, 255), 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.warnings).toEqual(['gltf/restart-index']);
  });
});

describe('what is dropped', () => {
  const shown = (samplers: readonly object[]): string => {
    const builder = new GltfBuilder();
    for (const [i, sampler] of samplers.entries()) {
      builder.list('samplers', sampler);
      builder.list('textures', { source: 0, sampler: i });
      builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: i } } });
    }
    builder.list('images', { uri: 'a.png' });
    addGrid(builder, 2, { material: 0 });
    builder.node({ mesh: 0 });
    return builder.gltf();
  };
  const warningsOf = async (text: string): Promise<readonly { code: string; message: string }[]> => {
    const input = { [PATH]: text, 'models/deep/a.png': 'pixels' };
    const { context } = await compileModel({ path: PATH, input });
    return context.warnings.map(({ code, message }) => ({ code, message }));
  };

  it('tells of samplers that ask for what glTF does not have, once a file', async () => {
    const samplers = [{ wrapS: 33069, wrapT: 33648 }, { wrapS: 33069, minFilter: 9987 }, { wrapS: 10497 }];
    expect(await warningsOf(shown(samplers))).toEqual([
      { code: 'gltf/dropped-sampler', message: 'wrapS is 33069, which glTF does not define; it is ignored' },
    ]);
  });

  it('tells of the first camera that is broken, and of no good one', async () => {
    const cameras = (...list: object[]) => broken((b) => list.map((camera) => b.list('cameras', camera)));
    const good = { type: 'perspective', perspective: { yfov: 1, znear: 1 } };
    expect(await warningsOf(cameras(good))).toEqual([]);
    expect(await warningsOf(cameras(good, { type: 'perspective' }, { type: 'fisheye' }))).toEqual([
      { code: 'gltf/broken-part', message: 'the camera is left out: "perspective" is missing' },
    ]);
  });
});
