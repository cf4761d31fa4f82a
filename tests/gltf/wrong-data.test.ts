// Mistakes in accessors and their data.

import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { broken, PATH, patch, refusal, setPosition } from './broken-gltf.js';

describe('data', () => {
  it.each<[string, string, object, (builder: GltfBuilder) => void]>([
    [
      'an index out of range',
      'gltf/bad-index',
      { pointer: '/accessors/4' },
      (b) => patch(b.json.meshes[0]?.primitives ?? [], 0, { indices: b.accessor(Uint16Array.of(0, 1, 9), 'SCALAR') }),
    ],
    [
      'an accessor past its view',
      'gltf/bad-accessor',
      { pointer: '/accessors/0' },
      (b) => patch(b.json.accessors, 0, { byteOffset: 4 }),
    ],
    [
      'a count of four billion',
      'gltf/bad-accessor',
      { pointer: '/accessors/0' },
      (b) => patch(b.json.accessors, 0, { count: 0xffffffff }),
    ],
    [
      'four billion zeros',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/count' },
      (b) => {
        b.json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 0xffffffff };
      },
    ],
    [
      'a view past its buffer',
      'gltf/bad-buffer',
      { pointer: '/bufferViews/0' },
      (b) => patch(b.json.bufferViews, 0, { byteLength: 0xffffffff }),
    ],
    [
      'a view that begins past its buffer',
      'gltf/bad-buffer',
      { pointer: '/bufferViews/0' },
      (b) => patch(b.json.bufferViews, 0, { byteOffset: 1e9 }),
    ],
    [
      'a view of no buffer',
      'gltf/bad-reference',
      { pointer: '/bufferViews/2/buffer' },
      (b) => patch(b.json.bufferViews, 2, { buffer: 3 }),
    ],
    [
      'elements that overlap',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/bufferView' },
      (b) => patch(b.json.bufferViews, 0, { byteStride: 8 }),
    ],
    [
      'a component type of doubles',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/componentType' },
      (b) => patch(b.json.accessors, 0, { componentType: 5130 }),
    ],
    [
      'positions of two components',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/type' },
      (b) => patch(b.json.accessors, 0, { type: 'VEC2' }),
    ],
    [
      'float indices',
      'gltf/bad-accessor',
      { pointer: '/accessors/3/componentType' },
      (b) => patch(b.json.accessors, 3, { componentType: 5126 }),
    ],
    [
      'attributes of different counts',
      'gltf/bad-accessor',
      { pointer: '/accessors/1/count' },
      (b) => patch(b.json.accessors, 1, { count: 5 }),
    ],
    [
      'a NaN position',
      'gltf/not-finite',
      { pointer: '/accessors/4' },
      (b) => setPosition(b, Float32Array.of(0, 0, 0, 1, Number.NaN, 0, 0, 1, 0)),
    ],
    [
      'an infinite position',
      'gltf/not-finite',
      { pointer: '/accessors/4' },
      (b) => setPosition(b, Float32Array.of(0, 0, 0, 1, 0, 0, 0, Number.POSITIVE_INFINITY, 0)),
    ],
    [
      'a sparse index out of range',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/sparse/indices' },
      (b) => sparse(b, Uint16Array.of(9), Float32Array.of(1, 2, 3)),
    ],
    [
      'sparse values past their view',
      'gltf/bad-accessor',
      { pointer: '/accessors/0/sparse/values' },
      (b) => sparse(b, Uint16Array.of(1, 2), Float32Array.of(1, 2, 3)),
    ],
    [
      'a position that its node carries to infinity',
      'mesh/overflow',
      { pointer: '/meshes/0/primitives/0' },
      (b) => {
        patch(b.json.nodes, 0, { scale: [3e38, 1, 1], children: [1] });
        b.json.nodes.push({ mesh: 0, scale: [3e38, 1, 1] });
      },
    ],
    [
      'a scale of 1e999',
      'gltf/not-finite',
      { pointer: '/nodes/0/scale/0' },
      (b) => patch(b.json.nodes, 0, { scale: ['1e999', 1, 1] }),
    ],
  ])('refuses %s', async (_, code, where, change) => {
    const text = broken(change).replace('"1e999"', '1e999');
    expect(await refusal(text)).toMatchObject({ code, where });
  });

  it('refuses joints out of range', async () => {
    const text = broken((b) => {
      const count = 9;
      patch(b.json.meshes[0]?.primitives ?? [], 0, {
        attributes: {
          POSITION: 0,
          JOINTS_0: b.accessor(new Uint8Array(count * 4).fill(3), 'VEC4'),
          WEIGHTS_0: b.accessor(new Float32Array(count * 4).fill(0.25), 'VEC4'),
        },
      });
      patch(b.json.nodes, 0, { skin: 0 });
      b.node({});
      b.list('skins', { joints: [1] });
    });
    expect(await refusal(text)).toMatchObject({ code: 'gltf/bad-joint', where: { pointer: '/meshes/0/primitives/0' } });
  });

  it('repairs normals that are not finite, with a warning', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(1);
    normals.fill(Number.NaN, 0, 3);
    builder.mesh({
      attributes: { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') },
      indices: builder.accessor(indices, 'SCALAR'),
    });
    builder.node({ mesh: 0 });
    const model = await compileModel({ path: PATH, input: { [PATH]: builder.gltf() } });
    expect(model.warnings).toEqual(['gltf/repaired-attribute']);
  });

  it.each([
    ['times that go back', Float32Array.of(0, 2, 1)],
    ['a time that is not finite', Float32Array.of(0, 1, Number.NaN)],
    ['times before 0', Float32Array.of(-1, 0, 1)],
  ])('leaves out a clip with %s, not the model', async (_, times) => {
    const text = broken((b) => {
      b.list('skins', { joints: [0] });
      b.list('animations', {
        channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
        samplers: [{ input: b.accessor(times, 'SCALAR'), output: b.accessor(new Float32Array(9), 'VEC3') }],
      });
    });
    const model = await compileModel({ path: PATH, input: { [PATH]: text } });
    expect(model.warnings).toContain('gltf/dropped-clip');
    expect(model.mesh.desc.indexCount).toBeGreaterThan(0);
  });
});

function sparse(builder: GltfBuilder, indices: Uint16Array, values: Float32Array): void {
  patch(builder.json.accessors, 0, {
    sparse: {
      count: indices.length,
      indices: { bufferView: builder.view(indices), componentType: 5123 },
      values: { bufferView: builder.view(values) },
    },
  });
}
