import { describe, expect, it } from 'vitest';
import type { ShaderInterface, ShaderMember } from '../../model/kind/code-names.js';
import { collectStructs } from './shader-structs.js';

const VECTOR: ShaderMember = { name: 'color', type: 'float3', offset: 0 };

function shader(name: string, kind: string, members: readonly ShaderMember[], type = 'Frame') {
  const binding = { set: 0, binding: 0, name: 'frame', kind, type, count: 1, members };
  const module: ShaderInterface = {
    ...{ stage: 'fragment', inputs: [], bindings: [binding], pushConstants: null, specializationConstants: [] },
    workgroupSize: null,
  };
  return { path: `${name}.spv`, name, module };
}

const sizes = (...shaders: readonly ReturnType<typeof shader>[]) =>
  collectStructs(shaders).structs.map(({ typeName, struct: { sizeBytes } }) => [typeName, sizeBytes]);

describe('the size of a buffer', () => {
  it('is a multiple of 16 if it is uniform, and as declared if it is a storage buffer', () => {
    expect(sizes(shader('a', 'uniform-buffer', [VECTOR]))).toEqual([['Frame', 16]]);
    expect(sizes(shader('a', 'storage-buffer', [VECTOR]))).toEqual([['Frame', 12]]);
  });

  it('is the same where the struct is a member, if there is room', () => {
    const inside = (offset: number): readonly ShaderMember[] => [
      { name: 'frame', type: 'Frame', offset: 0, members: [VECTOR] },
      { name: 'next', type: 'float', offset },
    ];
    const uniform = shader('a', 'uniform-buffer', [VECTOR]);
    expect(sizes(uniform, shader('b', 'storage-buffer', inside(16), 'Scene'))).toEqual([
      ['Frame', 16],
      ['Scene', 20],
    ]);
    expect(sizes(uniform, shader('b', 'storage-buffer', inside(12), 'Scene'))).toEqual([
      ['AFrame', 16],
      ['BFrame', 12],
      ['Scene', 16],
    ]);
  });

  it('is at least that of a uniform buffer if arrays of it are narrower', () => {
    const many: ShaderMember = { name: 'all', type: 'Frame[2]', offset: 0, arrayStride: 12, members: [VECTOR] };
    const all = sizes(shader('a', 'uniform-buffer', [VECTOR]), shader('b', 'storage-buffer', [many], 'Scene'));
    expect(all).toEqual([
      ['AFrame', 16],
      ['BFrame', 12],
      ['Scene', 24],
    ]);
  });
});
