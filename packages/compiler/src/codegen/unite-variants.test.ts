import { describe, expect, it } from 'vitest';
import type { ShaderInterface } from '../model/kind/code-names.js';
import { uniteVariants } from './unite-variants.js';

const binding = (binding: number, name: string, more: object = {}) => ({
  ...{ set: 0, binding, name, kind: 'sampled-image', type: 'image2D<float>', count: 1 },
  ...more,
});

const shader = (more: Partial<ShaderInterface>): ShaderInterface => ({
  ...{ stage: 'fragment', inputs: [], bindings: [], pushConstants: null, specializationConstants: [] },
  workgroupSize: null,
  ...more,
});

const push = (size: number) => ({ name: 'push', offset: 0, size, members: [{ name: 'a', type: 'float', offset: 0 }] });

const united = (...variants: readonly Partial<ShaderInterface>[]) =>
  uniteVariants([
    { path: 'lit/compute.spv', shader: shader({ stage: 'compute' }) },
    ...variants.map((one, i) => ({ path: `lit/fragment.A=${i}.spv`, shader: shader(one), variantOf: 'lit/fragment' })),
    { path: 'models/a.hanim', lists: [] },
  ]).slice(1);

describe('the interface of all variants', () => {
  it('has what any of them declares, by place', () => {
    const frame = binding(0, 'frame', { kind: 'uniform-buffer', members: push(4).members });
    const found = united(
      { bindings: [frame, binding(2, 'fog')], specializationConstants: [{ id: 1, name: 'B', type: 'int' }] },
      { bindings: [frame, binding(1, 'shadows')], pushConstants: push(4) },
      {
        inputs: [{ name: 'uv', type: 'float2', location: 0 }],
        specializationConstants: [{ id: 0, name: 'A', type: 'int' }],
      },
    );
    expect(found).toMatchObject([{ path: 'lit/fragment', name: 'lit/fragment' }]);
    expect(found[0]?.module).toEqual(
      shader({
        inputs: [{ name: 'uv', type: 'float2', location: 0 }],
        bindings: [frame, binding(1, 'shadows'), binding(2, 'fog')],
        pushConstants: push(4),
        specializationConstants: [
          { id: 0, name: 'A', type: 'int' },
          { id: 1, name: 'B', type: 'int' },
        ],
      }),
    );
  });

  it('does not depend on what does not concern a program', () => {
    const [image, written] = [binding(0, 'image'), { ...binding(0, 'image'), readOnly: true }];
    const position = { name: 'gl_FragCoord', type: 'float4', builtIn: 'FragCoord' };
    expect(united({ bindings: [image] }, { bindings: [written], inputs: [position, position] })).toHaveLength(1);
  });

  it.each<[string, Partial<ShaderInterface>, Partial<ShaderInterface>]>([
    ['a place has two names', { bindings: [binding(0, 'a')] }, { bindings: [binding(0, 'b')] }],
    ['a name has two places', { bindings: [binding(0, 'a')] }, { bindings: [binding(1, 'a')] }],
    ['a place has two types', { bindings: [binding(0, 'a')] }, { bindings: [binding(0, 'a', { count: 2 })] }],
    ['push constants differ', { pushConstants: push(4) }, { pushConstants: push(8) }],
    ['workgroups differ', { workgroupSize: [1, 1, 1] }, { workgroupSize: [8, 8, 1] }],
  ])('is that of each alone if %s', (_, a, b) => {
    expect(united(a, b)).toEqual([
      { path: 'lit/fragment.A=0.spv', name: 'lit/fragment.A=0', module: shader(a) },
      { path: 'lit/fragment.A=1.spv', name: 'lit/fragment.A=1', module: shader(b) },
    ]);
  });
});
