import { afterAll, describe, expect, it } from 'vitest';
import { shaderThread } from '../../compilers/shader/shader-thread.js';
import { checkSpirv } from '../../encoding/spirv/check-spirv.js';
import { entryPointsOf, parseSpirv } from '../../encoding/spirv/parse-spirv.js';
import { compile, failure } from './testing/compile-shader-folder.js';

afterAll(() => shaderThread().stop());

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

describe('GLSL', () => {
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

  it('compiles a lone sampler, whose module has types that only numbers seem to use', async () => {
    const source = `#version 450
layout(set = 0, binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
void main() { color = texture(image, uv); }`;
    const context = await compile({ 'a.frag': source });
    expect(checkSpirv(context.output('/fragment.spv'))).toEqual([]);
    // naga declares an image type for every texture function; none of the unused ones stays.
    const { words, starts } = parseSpirv(context.output('/fragment.spv'));
    expect([...starts].filter((start) => ((words[start] ?? 0) & 0xffff) === 25)).toHaveLength(1);
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

  it('says what is missing of GLSL and WGSL, and what to write instead', async () => {
    const glsl = (body: string): Record<string, string> => ({ 'a.frag': `#version 450\n${body}` });
    const many = glsl('layout(binding = 0) uniform sampler2D t[4];\nvoid main() {}');
    const passed = glsl('vec4 f(sampler2D s) { return texture(s, vec2(0)); }\nvoid main() {}');
    for (const files of [many, passed]) {
      const { diagnostic } = await failure(compile(files));
      expect(diagnostic).toMatchObject({ code: 'shader/unsupported', where: { line: 2 } });
      expect(diagnostic.hint).toContain('combined sampler');
    }
    const old = await failure(compile({ 'a.frag': '#version 330\nvoid main() {}' }));
    expect(old.diagnostic).toMatchObject({ code: 'shader/unsupported', where: { line: 1 } });
    const override = 'override x: f32 = 1.0; @fragment fn f() -> @location(0) vec4f { return vec4f(x); }';
    expect((await failure(compile({ 'a.wgsl': override }))).diagnostic.hint).toContain('const');
  });

  it('takes several samplers on one line, shadow and array ones too', async () => {
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

  it('ends an endless include', async () => {
    const files = { 'a.frag': '#version 450\n#include "b.glsl"\nvoid main() {}', 'b.glsl': '#include "b.glsl"\n' };
    expect((await failure(compile(files))).diagnostic.code).toBe('shader/include-depth');
  });

  it('says that a row-major setting and other stages do not apply', async () => {
    const context = await compile({ ...GLSL, 'x.geom': '' }, { matrixLayout: 'row', defines: { FACTOR: '1.0' } });
    expect(context.warnings.map(({ code }) => code)).toEqual(['shader/unsupported-stage', 'shader/layout-ignored']);
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
  it('gives each entry point a module of its own, without what only the others use', async () => {
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
