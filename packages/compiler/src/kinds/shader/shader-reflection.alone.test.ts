// Reflection is the same for every language: names of types, sizes, and what a device must support.

import { reflectSpirv } from '@assetc/formats/spirv';
import { afterAll, describe, expect, it } from 'vitest';
import { shaderProcess } from '../../compilers/shader/shader-process.js';
import { compile } from './testing/compile-shader-folder.js';

afterAll(() => shaderProcess().stop());

const SLANG = `struct Light { float3 direction; float power; }
struct Frame { float4x4 view; Light lights[2]; float4 sh[3]; float3x4 bones[2]; }
struct Push { float4x4 model; float2 offset; }
[[vk::binding(0)]] ConstantBuffer<Frame> frame;
[[vk::push_constant]] ConstantBuffer<Push> push;
[shader("vertex")] float4 vertexMain(float4 p : POSITION) : SV_Position {
  return mul(frame.view, mul(push.model, p)) + frame.lights[1].power + frame.sh[2] + float4(mul(frame.bones[1], p), push.offset.x);
}
`;
const GLSL = `#version 450
struct Light { vec3 direction; float power; };
layout(binding = 0) uniform Block { mat4 view; Light lights[2]; vec4 sh[3]; mat4x3 bones[2]; } frame;
layout(push_constant) uniform Push { mat4 model; vec2 offset; } push;
layout(location = 0) in vec4 p;
void main() {
  gl_Position = frame.view * (push.model * p) + frame.lights[1].power + frame.sh[2] + vec4(frame.bones[1] * p, push.offset.x);
}
`;

const FRAME = [
  { name: 'view', type: 'float4x4', offset: 0, matrixStride: 16, rowMajor: false },
  {
    name: 'lights',
    type: 'Light[2]',
    offset: 64,
    arrayStride: 16,
    members: [
      { name: 'direction', type: 'float3', offset: 0 },
      { name: 'power', type: 'float', offset: 12 },
    ],
  },
  { name: 'sh', type: 'float4[3]', offset: 96, arrayStride: 16 },
  { name: 'bones', type: 'float3x4[2]', offset: 144, matrixStride: 16, rowMajor: false, arrayStride: 64 },
];

describe.each([
  ['Slang', { 'a.slang': SLANG }],
  ['GLSL', { 'a.vert': GLSL }],
])('reflection of %s', (_, files: Record<string, string>) => {
  it('names types as the source does, and has sizes and needs', async () => {
    const [reflection] = reflectSpirv((await compile(files)).output('/vertex.spv'));
    expect(reflection?.bindings[0]).toMatchObject({ kind: 'uniform-buffer', members: FRAME });
    expect(reflection?.pushConstants).toEqual({
      name: 'push',
      offset: 0,
      size: 72,
      members: [
        { name: 'model', type: 'float4x4', offset: 0, matrixStride: 16, rowMajor: false },
        { name: 'offset', type: 'float2', offset: 64 },
      ],
    });
    expect(reflection?.capabilities).toEqual(['Shader']);
  });
});

describe('the needs of a module', () => {
  it('are capabilities and extensions by name', async () => {
    const source = `#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Hits { uint hits; };
void main() {
  rayQueryEXT query;
  rayQueryInitializeEXT(query, scene, 0u, 255u, vec3(0.0), 0.0, vec3(0.0, 1.0, 0.0), 9.0);
  if (rayQueryProceedEXT(query)) hits = 1u;
}
`;
    const [reflection] = reflectSpirv((await compile({ 'a.comp': source })).output('/compute.spv'));
    expect(reflection?.bindings.map(({ kind }) => kind)).toEqual(['acceleration-structure', 'storage-buffer']);
    expect(reflection?.capabilities).toContain('RayQueryKHR');
    expect(reflection?.extensions).toContain('SPV_KHR_ray_query');
  });
});
