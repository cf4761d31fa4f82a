import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import { afterAll, describe, expect, it } from 'vitest';
import { shaderProcess } from '../../compilers/shader/shader-process.js';
import { checkSpirv } from '../../encoding/spirv/check-spirv.js';
import { compile, failure } from './testing/compile-shader-folder.js';
import { GLSL_FIXTURES } from './testing/glsl-fixtures.js';

afterAll(() => shaderProcess().stop());

const GLSL = {
  'common.glsl':
    '#ifndef COMMON\n#define COMMON\nlayout(set = 0, binding = 0) uniform Camera { mat4 viewProj; vec3 eye; } camera;\n#endif\n',
  'lit.vert.glsl': `#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(location = 0) in vec3 position;
void main() { gl_Position = camera.viewProj * vec4(position, 1.0); }`,
  'lit.frag': `#version 450
#include "common.glsl"
layout(set = 0, binding = 1) uniform sampler2D albedo;
layout(set = 2, binding = 3) uniform samplerCube sky;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
void main() {
  ivec2 size = textureSize(albedo, 0);
  color = texture(albedo, uv) + texelFetch(albedo, size / 2, 0) + texture(sky, camera.eye);
}`,
  'step.comp': `#version 450
layout(local_size_x = 8, local_size_y = 4) in;
layout(set = 0, binding = 0) buffer Values { float values[]; };
void main() { values[gl_GlobalInvocationID.x] *= FACTOR; }`,
};

const reflected = (context: { output(suffix: string): Uint8Array }): unknown =>
  JSON.parse(new TextDecoder().decode(context.output('/reflection.json')));

describe('GLSL', () => {
  it.each(GLSL_FIXTURES)('compiles $what', async ({ files, modules }) => {
    const context = await compile(files);
    const found = Object.fromEntries(
      context.outputs.map(({ suffix, bytes }) => {
        const entries = entryPointsOf(parseSpirv(bytes));
        expect(entries.map(({ name }) => name)).toEqual(['main']);
        expect(checkSpirv(bytes), suffix).toEqual([]);
        return [suffix.slice(1, -4), entries[0]?.stage];
      }),
    );
    expect(found).toEqual(modules);
    expect(context.warnings).toEqual([]);
  });

  it('keeps specialization constants, and lists them with id, type and default', async () => {
    const source = `#version 450
layout(local_size_x = 16, local_size_x_id = 10, local_size_y = 2) in;
layout(constant_id = 0) const float SCALE = 2.5;
layout(constant_id = 1) const bool FAST = true;
layout(constant_id = 2) const int BIAS = -7;
layout(constant_id = 3) const double EXACT = 0.1lf;
layout(constant_id = 4) const uint COUNT = 3;
layout(binding = 0) uniform Lights { vec4 lights[COUNT]; };
layout(binding = 1) buffer Result { vec4 result[]; };
void main() { result[gl_LocalInvocationIndex + gl_WorkGroupSize.x] = FAST ? lights[COUNT - 1] * SCALE : vec4(BIAS + float(EXACT)); }`;
    const json = reflected(await compile({ 'a.comp': source }, { reflection: true }));
    expect(json).toMatchObject({
      modules: [
        {
          specializationConstants: [
            { name: 'SCALE', id: 0, type: 'float', default: 2.5 },
            { name: 'FAST', id: 1, type: 'bool', default: true },
            { name: 'BIAS', id: 2, type: 'int', default: -7 },
            { name: 'EXACT', id: 3, type: 'double', default: 0.1 },
            { name: 'COUNT', id: 4, type: 'uint', default: 3 },
            { name: 'gl_WorkGroupSize.x', id: 10, type: 'uint', default: 16 },
          ],
          workgroupSize: [16, 2, 1],
          bindings: [{ members: [{ name: 'lights', type: 'float4[3]', arrayStride: 16 }] }, { kind: 'storage-buffer' }],
        },
      ],
    });
  });

  it('lists subpass inputs, arrays of bindings and offsets of push constants', async () => {
    const source = `#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
layout(input_attachment_index = 1, set = 0, binding = 0) uniform subpassInput depth;
layout(input_attachment_index = 2, set = 0, binding = 1) uniform usubpassInputMS ids;
layout(set = 1, binding = 0) uniform sampler2D maps[2][3];
layout(set = 1, binding = 1) uniform textureCube skies[];
layout(push_constant) uniform Push { layout(offset = 64) vec4 tint; } push;
layout(location = 0) out vec4 color;
void main() { color = subpassLoad(depth) + vec4(subpassLoad(ids, 0)) + texture(maps[1][2], vec2(0)) * push.tint + vec4(textureSize(skies[uint(push.tint.x)], 0), 0, 0); }`;
    const json = reflected(await compile({ 'a.frag': source }, { reflection: true }));
    expect(json).toMatchObject({
      modules: [
        {
          bindings: [
            { name: 'depth', kind: 'input-attachment', attachment: 1, type: 'imageSubpass<float>', count: 1 },
            { name: 'ids', kind: 'input-attachment', attachment: 2, type: 'imageSubpass<uint>', count: 1 },
            { name: 'maps', kind: 'combined-image-sampler', count: 6 },
            { name: 'skies', kind: 'sampled-image', count: 0 },
          ],
          pushConstants: { name: 'push', members: [{ name: 'tint', offset: 64 }] },
        },
      ],
    });
  });
  it('compiles with includes, macros and combined samplers', async () => {
    const context = await compile(GLSL, { reflection: true, defines: { FACTOR: '2.0' } });
    const stages = context.outputs
      .filter(({ suffix }) => suffix.endsWith('.spv'))
      .map(({ suffix, bytes }) => {
        expect(checkSpirv(bytes)).toEqual([]);
        return [suffix, entryPointsOf(parseSpirv(bytes)).map(({ name, stage }) => `${stage} ${name}`)];
      });
    expect(Object.fromEntries(stages)).toEqual({
      '/vertex.spv': ['vertex main'],
      '/fragment.spv': ['fragment main'],
      '/compute.spv': ['compute main'],
    });
    expect(context.seen).toContain('fx/a.shader/common.glsl');
    const json: unknown = JSON.parse(new TextDecoder().decode(context.output('/reflection.json')));
    expect(json).toMatchObject({
      modules: [
        { stage: 'compute', workgroupSize: [8, 4, 1] },
        {
          stage: 'fragment',
          bindings: [
            { set: 0, binding: 0, kind: 'uniform-buffer' },
            { set: 0, binding: 1, kind: 'combined-image-sampler', name: 'albedo' },
            { set: 2, binding: 3, kind: 'combined-image-sampler', name: 'sky' },
          ],
        },
        { stage: 'vertex', bindings: [{ set: 0, binding: 0 }] },
      ],
    });
  });

  it('shows an error in an included file at its line', async () => {
    const files = {
      'a.frag': '#version 450\n#include "inc.glsl"\nvoid main() {}',
      'inc.glsl': '// one\nfloat f() { return nothing; }\n',
    };
    expect((await failure(compile(files))).diagnostic).toMatchObject({
      code: 'shader/error',
      file: 'fx/a.shader/inc.glsl',
      where: { line: 2, column: 20 },
    });
  });

  it('shows where an included file fails to find another, and the file after it keeps its lines', async () => {
    const lost = {
      'a.frag': '#version 450\n#include "inc.glsl"\nvoid main() {}',
      'inc.glsl': '\n#include "gone.glsl"\n',
    };
    expect((await failure(compile(lost))).diagnostic).toMatchObject({
      code: 'shader/missing-include',
      file: 'fx/a.shader/inc.glsl',
      where: { line: 2 },
      message: 'gone.glsl exists neither here, nor in fx/a.shader, nor in shader.include',
    });
    const after = {
      'a.frag': '#version 450\n#include "inc.glsl"\n/* ü */ void main() { float x = oops; }',
      'inc.glsl': 'float f;\n\n\n',
    };
    const { diagnostic, also } = await failure(compile(after, { defines: { A: '1', B: '2' } }));
    expect(diagnostic).toMatchObject({ file: 'fx/a.shader/a.frag', where: { line: 3, column: 33 } });
    expect(diagnostic.message).toBe("'oops': undeclared identifier");
    expect(also).toEqual([]);
  });

  it('of OpenGL alone is refused, with what Vulkan wants instead', async () => {
    const hints: [string, string, number][] = [
      ['void main() {}', 'Begin the file with #version 450', 0],
      ['#version 300 es\nvoid main() {}', 'Begin the file with #version 450', 0],
      ['#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }', 'layout(location = …)', 2],
      ['#version 450\nuniform float x;\nvoid main() {}', 'uniform block', 2],
      ['#version 450\nuniform sampler2D x;\nvoid main() {}', 'binding = …', 2],
    ];
    for (const [source, hint, line] of hints) {
      const { diagnostic } = await failure(compile({ 'a.frag': source }));
      expect(diagnostic, source).toMatchObject({ code: 'shader/error', file: 'fx/a.shader/a.frag' });
      expect(diagnostic.hint, source).toContain(hint);
      if (line > 0) expect(diagnostic.where?.line, source).toBe(line);
    }
  });

  it('of two files of one stage is an error that explains where to put one of them', async () => {
    const source = '#version 450\nvoid main() {}';
    const { diagnostic } = await failure(compile({ 'a.frag': source, 'b.frag': source }));
    expect(diagnostic).toMatchObject({ code: 'shader/duplicate-entry' });
    expect(diagnostic.hint).toContain(
      'Move one of the two into a separate .shader folder, or rename its entry point if the language allows it.',
    );
  });

  it('accepts several samplers on one line, including shadow and array samplers', async () => {
    const source = `#version 450
layout(binding = 3) uniform sampler2DShadow a; layout(set = 1, binding = 4) uniform sampler2DArray b;
layout(location = 0) out vec4 color;
void main() { color = vec4(texture(a, vec3(0.5))) + texture(b, vec3(0.5)); }`;
    const context = await compile({ 'a.frag': source }, { reflection: true });
    expect(checkSpirv(context.output('/fragment.spv'))).toEqual([]);
    const json: unknown = JSON.parse(new TextDecoder().decode(context.output('/reflection.json')));
    expect(json).toMatchObject({
      modules: [
        {
          bindings: [
            { set: 0, binding: 3, kind: 'combined-image-sampler', name: 'a' },
            { set: 1, binding: 4, kind: 'combined-image-sampler', name: 'b' },
          ],
        },
      ],
    });
  });

  it('stops an endless include', async () => {
    const files = { 'a.frag': '#version 450\n#include "b.glsl"\nvoid main() {}', 'b.glsl': '#include "b.glsl"\n' };
    expect((await failure(compile(files))).diagnostic.code).toBe('shader/include-depth');
  });

  it('warns that a row-major setting does not apply', async () => {
    const context = await compile(GLSL, { matrixLayout: 'row', defines: { FACTOR: '1.0' } });
    expect(context.warnings.map(({ code }) => code)).toEqual(['shader/layout-ignored']);
  });

  it('compiles to the same bytes after any other shader', async () => {
    const source = { 'a.frag': '#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(sin(0.25)); }' };
    const first = await compile(source);
    await failure(compile({ 'a.frag': '#version 450\nvoid main() { oops; }' }));
    await compile({ 'a.frag': source['a.frag'].replace('sin', 'cos') });
    expect((await compile(source)).output('/fragment.spv')).toEqual(first.output('/fragment.spv'));
  });
});

const WGSL = `
struct Uniforms { matrix: mat4x4f, tint: vec4f }
@group(0) @binding(0) var<uniform> uniforms: Uniforms;
@group(0) @binding(1) var image: texture_2d<f32>;
@group(0) @binding(2) var imageSampler: sampler;
fn tinted(c: vec4f) -> vec4f { return c * uniforms.tint; }
@vertex fn vertexMain(@location(0) p: vec3f) -> @builtin(position) vec4f { return uniforms.matrix * vec4f(p, 1); }
@fragment fn fs(@location(0) uv: vec2f) -> @location(0) vec4f { return tinted(textureSample(image, imageSampler, uv)); }
@compute @workgroup_size(4, 2) fn main() {}`;

describe('WGSL', () => {
  it('writes a separate module per entry point, without what only the others use', async () => {
    const context = await compile({ 'all.wgsl': WGSL }, { reflection: true });
    expect(context.outputs.map(({ suffix }) => suffix)).toEqual([
      '/vertex.spv',
      '/fs.spv',
      '/compute.spv',
      '/reflection.json',
    ]);
    for (const { suffix, bytes } of context.outputs.slice(0, 3)) {
      expect(checkSpirv(bytes), suffix).toEqual([]);
      expect(entryPointsOf(parseSpirv(bytes))).toHaveLength(1);
    }
    const json: { modules: { module: string; bindings: { name: string }[] }[] } = JSON.parse(
      new TextDecoder().decode(context.output('/reflection.json')),
    );
    expect(
      Object.fromEntries(json.modules.map(({ module, bindings }) => [module, bindings.map(({ name }) => name)])),
    ).toEqual({
      'compute.spv': [],
      'fs.spv': ['uniforms', 'image', 'imageSampler'],
      'vertex.spv': ['uniforms'],
    });
  });

  it('shows the entry point whose arguments share a location', async () => {
    const source =
      '// fn main\n@fragment\nfn main(@location(0) x: f32, @location(0) y: f32) -> @location(0) vec4f { return vec4f(x, y, x, y); }';
    const { diagnostic } = await failure(compile({ 'a.wgsl': source }));
    expect(diagnostic).toMatchObject({ code: 'shader/error', where: { line: 3, column: 4 } });
    expect(diagnostic.message).toContain('Multiple bindings at location 0');
  });

  it('explains what to write for an override', async () => {
    const override = 'override x: f32 = 1.0; @fragment fn f() -> @location(0) vec4f { return vec4f(x); }';
    expect((await failure(compile({ 'a.wgsl': override }))).diagnostic.hint).toContain('const');
  });

  it('shows line and column of a mistake', async () => {
    const { diagnostic } = await failure(
      compile({ 'a.wgsl': '\n@fragment fn f() -> @location(0) vec4f { return vec4f(nope); }' }),
    );
    expect(diagnostic).toMatchObject({
      code: 'shader/error',
      file: 'fx/a.shader/a.wgsl',
      where: { line: 2, column: 55 },
    });
  });
});
