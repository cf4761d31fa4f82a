// Sizes and offsets as the rules of std140, std430 and DirectX state them. A C compiler checks them in the tests of generated code and of
// the inspector.

import { describe, expect, it } from 'vitest';
import type { ReflectedMember } from '../reflection.js';
import { type BlockStruct, layOutBlock, type StructField } from './block-layout.js';
import { paddedSizes, unwrapped } from './struct-sizes.js';

const NONE = new Map<string, number>();
const LIGHT: readonly ReflectedMember[] = [
  { name: 'direction', type: 'float3', offset: 0 },
  { name: 'color', type: 'float3', offset: 16 },
];

const typeOf = ({ element, dimensions }: StructField): string =>
  `${'struct' in element ? element.struct.name : element.scalar}${dimensions.map((size) => `[${size}]`).join('')}`;
const fieldsOf = ({ fields }: BlockStruct) =>
  fields.map((field) => [field.name, field.offset, field.sizeBytes, typeOf(field)]);
const layOut = (...members: readonly ReflectedMember[]) => layOutBlock('Block', members, { padded: NONE });

describe('a block', () => {
  it('has matrices by their strides, and as many bytes as its members', () => {
    const block = layOut(
      { name: 'view', type: 'float4x4', offset: 0, matrixStride: 16, rowMajor: false },
      { name: 'normal', type: 'float3x3', offset: 64, matrixStride: 16, rowMajor: false },
      { name: 'bones', type: 'float3x4[2]', offset: 112, matrixStride: 16, rowMajor: true, arrayStride: 48 },
    );
    expect(fieldsOf(block)).toEqual([
      ['view', 0, 64, 'f32[4][4]'],
      ['normal', 64, 48, 'f32[3][4]'],
      ['bones', 112, 96, 'f32[2][3][4]'],
    ]);
    expect(block).toMatchObject({ sizeBytes: 208, alignment: 4 });
  });

  it('sorts its members, and has the padding of array elements in them', () => {
    const block = layOut(
      { name: 'weights', type: 'float[3]', offset: 16, arrayStride: 16 },
      { name: 'first', type: 'double', offset: 0 },
    );
    expect(fieldsOf(block)).toEqual([
      ['first', 0, 8, 'f64'],
      ['weights', 16, 48, 'f32[3][4]'],
    ]);
    expect(block).toMatchObject({ sizeBytes: 64, alignment: 8 });
  });

  it('flattens an array whose padding contains the next member, as DirectX lays out', () => {
    const block = layOut(
      { name: 'list', type: 'float[3]', offset: 0, arrayStride: 16 },
      { name: 'last', type: 'float2', offset: 36 },
    );
    expect(fieldsOf(block)).toEqual([
      ['list', 0, 36, 'f32[9]'],
      ['last', 36, 8, 'f32[2]'],
    ]);
    expect(block.fields[0]?.comment).toBe('float[3]; its padding contains the next member');
  });

  it('has an array without a length apart from its fields', () => {
    const block = layOut(
      { name: 'count', type: 'uint', offset: 0 },
      { name: 'lights', type: 'Light[]', offset: 16, arrayStride: 32, members: LIGHT },
    );
    expect(fieldsOf(block)).toEqual([['count', 0, 4, 'u32']]);
    expect(block.openArray).toMatchObject({ name: 'lights', offset: 16, strideBytes: 32, dimensions: [] });
  });

  it('omits a last member whose type has no layout', () => {
    expect(fieldsOf(layOut({ name: 'what', type: 'Sampler', offset: 0 }))).toEqual([]);
  });
});

describe('the sizes of structs', () => {
  it('are those of array elements, also where a struct is a member', () => {
    const members: readonly ReflectedMember[] = [
      { name: 'sun', type: 'Light', offset: 0, members: LIGHT },
      { name: 'others', type: 'Light[4]', offset: 32, arrayStride: 32, members: LIGHT },
    ];
    const padded = paddedSizes([{ bindings: [], pushConstants: { members } }]);
    expect([...padded.values()]).toEqual([32]);
    expect(fieldsOf(layOutBlock('Scene', members, { padded }))).toEqual([
      ['sun', 0, 32, 'Light'],
      ['others', 32, 128, 'Light[4]'],
    ]);
    expect(fieldsOf(layOutBlock('Scene', members, { padded: NONE }))[0]).toEqual(['sun', 0, 28, 'Light']);
  });

  it('are multiples of 16 for uniform buffers', () => {
    const binding = { kind: 'uniform-buffer', type: 'Light', members: LIGHT };
    expect([...paddedSizes([{ bindings: [binding], pushConstants: null }]).values()]).toEqual([32]);
    expect(paddedSizes([{ bindings: [{ ...binding, kind: 'storage-buffer' }], pushConstants: null }]).size).toBe(0);
  });

  it('ignore the struct without a name that compilers put around a buffer', () => {
    const inner = [{ name: 'member0', type: 'Light', offset: 0, members: LIGHT }];
    expect(unwrapped('', inner)).toEqual({ type: 'Light', members: LIGHT });
    expect(unwrapped('Two', [...inner, ...LIGHT]).type).toBe('Two');
  });
});
