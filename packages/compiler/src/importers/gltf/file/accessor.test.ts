import { describe, expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { failureOf, type OpenedGltf, openGltf } from '../testing/open-gltf.js';
import { type AccessorInfo, convertToFloats, convertToIntegers } from './accessor.js';

const TYPES = ['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT4'];

/** Refers to accessor 0 of `builder`. */
function open(builder: GltfBuilder): OpenedGltf & { info(): AccessorInfo } {
  builder.json.use = 0;
  const opened = openGltf(builder);
  return { ...opened, info: () => opened.accessors.info(opened.at('/use'), TYPES) };
}

async function floats(builder: GltfBuilder): Promise<number[]> {
  const { accessors, info } = open(builder);
  return [...(await accessors.floats(info()))];
}

async function integers(builder: GltfBuilder): Promise<number[]> {
  const { accessors, info } = open(builder);
  return [...(await accessors.integers(info()))];
}

const failed = (builder: GltfBuilder) => failureOf(() => floats(builder));

function withAccessor(more: object, data = new Float32Array(6)): GltfBuilder {
  const builder = new GltfBuilder();
  builder.accessor(data, 'VEC3', more);
  return builder;
}

describe('values', () => {
  it('views packed, aligned floats in place and reads an accessor once', async () => {
    const builder = new GltfBuilder();
    builder.accessor(Float32Array.of(1, -2, 3.5), 'VEC3');
    const { accessors, info } = open(builder);
    const first = await accessors.floats(info());
    expect([...first]).toEqual([1, -2, 3.5]);
    expect(await accessors.floats(info())).toBe(first);
  });

  it('follows stride and offset, aligned or not', async () => {
    const builder = new GltfBuilder();
    const bytes = new Uint8Array(23);
    const view = new DataView(bytes.buffer);
    for (const [i, value] of [1.5, -4, 0.25].entries()) view.setFloat32(3 + i * 7, value, true);
    builder.view(bytes, { byteStride: 7 });
    builder.json.accessors.push({ bufferView: 0, byteOffset: 3, componentType: 5126, count: 3, type: 'SCALAR' });
    expect(await floats(builder)).toEqual([1.5, -4, 0.25]);
  });

  it('scales normalized integers, and −128 to −1 exactly', async () => {
    const signed = new GltfBuilder();
    signed.accessor(Int8Array.of(-128, -127, 0, 127), 'SCALAR', { normalized: true });
    expect(await floats(signed)).toEqual([-1, -1, 0, 1]);
    const unsigned = new GltfBuilder();
    unsigned.accessor(Uint16Array.of(0, 65535, 13107), 'SCALAR', { normalized: true });
    expect(await floats(unsigned)).toEqual([0, 1, Math.fround(0.2)]);
  });

  it('converts integers that are not normalized as they are', async () => {
    const builder = new GltfBuilder();
    builder.accessor(Int16Array.of(-32768, 7), 'SCALAR');
    expect(await floats(builder)).toEqual([-32768, 7]);
  });

  it.each([Uint8Array.of(1, 255, 3), Uint16Array.of(1, 65535, 3), Uint32Array.of(1, 0xffffffff, 3)])(
    'reads unsigned integers of every width',
    async (data) => {
      const builder = new GltfBuilder();
      builder.accessor(data, 'SCALAR');
      expect(await integers(builder)).toEqual([...data]);
    },
  );

  it('are zeros without a buffer view', async () => {
    const builder = new GltfBuilder();
    builder.json.accessors.push({ componentType: 5126, count: 2, type: 'VEC2' });
    expect(await floats(builder)).toEqual([0, 0, 0, 0]);
    expect(await integers(builder)).toEqual([0, 0, 0, 0]);
  });

  it('reads decoded data by the same rules', () => {
    const builder = new GltfBuilder();
    builder.accessor(new Int8Array(4), 'VEC2', { normalized: true });
    const info = open(builder).info();
    expect([...convertToFloats(Uint8Array.of(0x80, 127, 0, 0x81), info)]).toEqual([-1, 1, 0, -1]);
    expect([...convertToIntegers(Uint8Array.of(1, 2, 3, 4), info)]).toEqual([1, 2, 3, 4]);
  });
});

function sparse(more: { indices?: object; values?: object; count?: number } = {}, data = Uint16Array.of(2, 0)) {
  const builder = new GltfBuilder();
  builder.accessor(Float32Array.of(1, 2, 3), 'SCALAR');
  const accessor = builder.json.accessors[0] ?? {};
  accessor.sparse = {
    count: more.count ?? 2,
    indices: { bufferView: builder.view(data), componentType: 5123, ...more.indices },
    values: { bufferView: builder.view(Float32Array.of(30, 10)), ...more.values },
  };
  return builder;
}

describe('sparse accessors', () => {
  it('replace elements over data and over zeros, and leave the data alone', async () => {
    const builder = sparse();
    expect(await floats(builder)).toEqual([10, 2, 30]);
    delete builder.json.accessors[0]?.bufferView;
    expect(await floats(builder)).toEqual([10, 0, 30]);
  });

  it('replace integers, too', async () => {
    const builder = new GltfBuilder();
    builder.accessor(Uint16Array.of(5, 6, 7), 'SCALAR', {
      sparse: {
        count: 1,
        indices: { bufferView: builder.view(Uint8Array.of(1)), componentType: 5121 },
        values: { bufferView: builder.view(Uint16Array.of(60)) },
      },
    });
    expect(await integers(builder)).toEqual([5, 60, 7]);
  });

  it.each<[string, GltfBuilder, string, string]>([
    [
      'more elements than the accessor has',
      sparse({ count: 4 }),
      '/accessors/0/sparse/count',
      '4 of 3 elements cannot be replaced',
    ],
    [
      'an element that does not exist',
      sparse({}, Uint16Array.of(0, 3)),
      '/accessors/0/sparse/indices',
      'sparse element 1 replaces 3 of 3 elements',
    ],
    [
      'signed indices',
      sparse({ indices: { componentType: 5122 } }),
      '/accessors/0/sparse/indices/componentType',
      '5122 cannot be an index',
    ],
    [
      'indices past their view',
      sparse({ indices: { byteOffset: 2 } }),
      '/accessors/0/sparse/indices',
      '2 elements need 6 bytes, the buffer view has 4',
    ],
    [
      'values past their view',
      sparse({ values: { byteOffset: 4 } }),
      '/accessors/0/sparse/values',
      '2 elements need 12 bytes, the buffer view has 8',
    ],
  ])('reject %s', async (_, builder, pointer, message) => {
    expect(await failed(builder)).toEqual({ code: 'gltf/bad-accessor', pointer, message });
  });
});

describe('failures', () => {
  it('name the type that an attribute cannot have', async () => {
    const { accessors, at } = open(withAccessor({}));
    expect(await failureOf(() => accessors.info(at('/use'), ['VEC2', 'VEC4']))).toEqual({
      code: 'gltf/bad-accessor',
      pointer: '/accessors/0/type',
      message: 'VEC3 cannot be used for /use: it must be VEC2 or VEC4',
    });
    expect(await failureOf(() => accessors.info(at('/use'), ['VEC3'], [5121]))).toMatchObject({
      code: 'gltf/bad-accessor',
      pointer: '/accessors/0/componentType',
    });
  });

  it('occur for inherited object properties as element types', async () => {
    const { accessors, at } = open(withAccessor({ type: 'constructor' }));
    expect(await failureOf(() => accessors.info(at('/use'), ['VEC3']))).toMatchObject({ pointer: '/accessors/0/type' });
  });

  it('count to the last byte of the last element', async () => {
    expect(await floats(withAccessor({ count: 2 }))).toHaveLength(6);
    expect(await failed(withAccessor({ count: 3 }))).toEqual({
      code: 'gltf/bad-accessor',
      pointer: '/accessors/0',
      message: '3 elements need 36 bytes, the buffer view has 24',
    });
    expect(await failed(withAccessor({ byteOffset: 1 }))).toMatchObject({ pointer: '/accessors/0' });
    expect(await floats(withAccessor({ byteOffset: 24, count: 0 }))).toEqual([]);
  });

  it('occur for a stride in which elements overlap', async () => {
    const builder = withAccessor({});
    Object.assign(builder.json.bufferViews[0] ?? {}, { byteStride: 8 });
    expect(await failed(builder)).toEqual({
      code: 'gltf/bad-accessor',
      pointer: '/accessors/0/bufferView',
      message: 'elements of 12 bytes overlap with a stride of 8',
    });
  });

  it('occur before zeros are allocated for a large count', async () => {
    const builder = new GltfBuilder();
    builder.json.accessors.push({ componentType: 5121, count: 2 ** 20 + 1, type: 'SCALAR' });
    expect(await failed(builder)).toMatchObject({ code: 'gltf/bad-accessor', pointer: '/accessors/0/count' });
    // Declared sizes do not raise the limit without bound either.
    builder.json.buffers.push({ byteLength: 2 ** 50 });
    Object.assign(builder.json.accessors[0] ?? {}, { count: 2 ** 26 + 1 });
    expect(await failed(builder)).toMatchObject({ code: 'gltf/bad-accessor', pointer: '/accessors/0/count' });
  });
});
