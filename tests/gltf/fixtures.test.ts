// glTF features on files made here, each compared with glTF-Transform: features that the corpus does not contain.

import { NO_MATERIAL } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { submeshCorners } from '../support/compile-model.js';
import { expectLinear } from '../support/processor-time.js';
import { agrees, compile } from './compile-fixture.js';

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
  ] as const)('reads quantized positions and uvs of %s', async (_, quantize, normalized) => {
    const builder = new GltfBuilder();
    const { positions, normals, uvs, indices } = grid(3);
    const pad = (values: Float32Array, from: number): Float32Array => {
      const out = new Float32Array((values.length / from) * 4);
      for (let i = 0; i < values.length / from; i++) out.set(values.subarray(i * from, i * from + from), i * 4);
      return out;
    };
    const add = (values: Float32Array, from: number, type: string): number => {
      const data = quantize(pad(values, from));
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

  it('keeps points and lines next to the triangles', async () => {
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

  it.each(['points', 'lines'] as const)('gives a file of %s alone a submesh inside its bounds', async (mode) => {
    const builder = new GltfBuilder();
    const POSITION = builder.accessor(Float32Array.of(5, 6, 7, 5, 8, 9, 7, 6, 8, 7, 8, 10), 'VEC3');
    builder.mesh({ attributes: { POSITION }, mode: mode === 'points' ? 0 : 1 });
    builder.node({ mesh: 0 });
    const { mesh } = await compile(builder);
    expect(mesh.bounds).toMatchObject({ aabbMin: [5, 6, 7], aabbMax: [7, 8, 10] });
    const center = [6, 7, 8.5];
    const box = { aabbMin: center, aabbMax: center, sphereCenter: center, sphereRadius: 0 };
    expect(mesh.submeshes).toEqual([expect.objectContaining({ indexCount: 0, materialSlot: NO_MATERIAL, ...box })]);
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
    const compileMany = async (count: number): Promise<void> => {
      const builder = new GltfBuilder();
      // 80 vertices for each.
      const { positions, normals, indices } = grid(Math.round(Math.sqrt(count * 80)));
      const attributes = { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') };
      const all = builder.view(indices.slice(0, count * 3));
      const primitives = Array.from({ length: count }, (_, i) => ({
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
      expect((await compile(builder)).mesh.submeshes.length).toBe(count);
    };
    await expectLinear(compileMany, 2000);
  });

  it('keeps morph targets, colors and a second uv set, and drops other attributes with a word', async () => {
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
