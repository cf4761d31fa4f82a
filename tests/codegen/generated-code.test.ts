// Generated code of real shaders: it compiles without warnings in every language, and every number of every buffer is where SPIR-V has it.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { DiskProject } from '../support/disk-project.js';
import { type BlockPlace, blocksOf } from './spirv-blocks.js';
import { C_CHECKS, isInstalled, strictErrors } from './target-compilers.js';

const demo = resolve(import.meta.dirname, '../../examples/demo/assets/shaders');
const corpus = join(corpusFolder, 'shader');
const expected = join(import.meta.dirname, 'expected');
const textOf = (path: string): string => readFileSync(path, 'utf8');

const GLSL = `#version 450
struct Light { vec3 direction; float power; mat3 basis; float tail; };
layout(std140, set = 1, binding = 0) uniform Block {
  mat4 view; Light lights[2]; vec4 sh[3]; mat4x3 bones[2]; float weights[5]; vec2 grid[2][3]; vec3 a; float b; int int_; layout(row_major) mat2x3 wide;
} frame;
layout(std430, set = 1, binding = 3) buffer Items { uint count; Light items[]; } items;
layout(std430, set = 1, binding = 4) buffer Many { uint count; vec2 grid[][3]; } many;
layout(push_constant) uniform Push { layout(offset = 16) mat4 model; vec2 offset; } push;
layout(set = 0, binding = 1) uniform sampler2D tex[4];
layout(constant_id = 3) const int SAMPLES = 4;
layout(location = 0) in vec4 p;
layout(location = 1) in mat3 q;
layout(location = 4) in ivec2 r;
void main() {
  gl_Position = frame.view * (push.model * p) + frame.lights[1].power + frame.sh[2] + vec4(frame.bones[1] * p, push.offset.x) +
    frame.weights[2] + frame.grid[1][2].x + float(items.count) + items.items[1].power + vec4(q * vec3(r, 1), 1) * SAMPLES +
    texture(tex[1], vec2(0)) + many.grid[1][2].x + frame.a.x + frame.b + frame.int_ + frame.wide[1].x;
}
`;
const SLANG = `struct Light { float3 direction; float power; }
struct Frame { float4x4 view; Light lights[2]; float3x4 bones[2]; column_major float3x3 basis; float tail; double big; uint16_t tiny; }
struct Push { float4x4 model; float2 offset; }
[[vk::binding(0)]] ConstantBuffer<Frame> frame;
[[vk::binding(1)]] StructuredBuffer<Light> lights;
[[vk::push_constant]] ConstantBuffer<Push> push;
struct Input { float4 position : POSITION; uint color : COLOR; }
[shader("vertex")] float4 vertexMain(Input input) : SV_Position {
  return mul(frame.view, mul(push.model, input.position)) + frame.lights[1].power + lights[2].power + float4(mul(frame.bones[1], input.position), push.offset.x)
    + frame.basis[0][1] + frame.tail + float(frame.big) + float(frame.tiny) + float(input.color);
}
`;
/** Its names are those of generated code, and those of its paths. */
const ALIKE = `#version 450
struct Kind { float size; float asset; };
struct Self { float type; float impl; };
layout(set = 0, binding = 0) uniform Binding { Kind kind; Self self_; vec4 size; float signed_; float register_; } b;
layout(set = 0, binding = 1) uniform sampler2D albedo;
layout(set = 0, binding = 2) buffer Asset { uint size; uint items[]; } asset;
layout(push_constant) uniform VertexInput { vec4 stage; } p;
layout(location = 0) out vec4 color;
layout(constant_id = 0) const int stage = 1;
void main() { color = texture(albedo, b.size.xy) * b.kind.size * b.self_.type * float(asset.items[0]) * p.stage * stage; }
`;
const ALIKE_VERTEX = `struct V { float4 position : POSITION; };
[shader("vertex")] float4 stageMain(V a, V b, float4 b_position : NORMAL) : SV_Position { return a.position + b.position + b_position; }
`;
const WGSL = `struct P { pos: vec3<f32>, m: mat3x3<f32>, k: f32 }
@group(0) @binding(0) var<storage, read_write> ps: array<P>;
@group(0) @binding(1) var<uniform> u: P;
@compute @workgroup_size(8, 4, 1) fn main(@builtin(global_invocation_id) id: vec3<u32>) { ps[id.x].pos = ps[id.x].pos + u.pos * u.m; }
`;

/** What it declares depends on macros, and fits into one interface. */
const VARYING = `#version 450
layout(set = 0, binding = 0) uniform Frame { vec3 sun; float power; vec3 sky; } frame;
#if SHADOWS
layout(set = 0, binding = 1) uniform sampler2D shadows;
#endif
layout(location = 0) out vec4 color;
void main() {
  color = vec4(frame.sun * frame.power + frame.sky * QUALITY, 1);
#if SHADOWS
  color *= texture(shadows, vec2(0.5));
#endif
}
`;
const VARYING_RULE = '{ match: varying.shader, shader: { variants: { SHADOWS: [0, 1], QUALITY: [1, 2] } } }';

const project = new DiskProject({
  'assetc.yml': `codegen: { c: src/assets.gen.h, ts: src/assets.gen.ts, rust: src/assets_gen.rs }
default:
  shader: { include: [shaders/common] }
  rules: [{ match: "rows/**", shader: { matrixLayout: row } }, ${VARYING_RULE}]
exclude: ["shaders/common/*"]
embed: ["*.txt"]
`,
  'assets/Müller & Söhne.txt': 'ü',
  'assets/a-b.txt': '1',
  'assets/a_b.txt': '2',
  'assets/glsl.shader/a.vert': GLSL,
  'assets/columns.shader/a.slang': SLANG,
  'assets/rows/own.shader/a.slang': SLANG,
  'assets/wgsl.shader/a.wgsl': WGSL,
  'assets/varying.shader/a.frag': VARYING,
  'assets/alike-1.shader/a.frag': ALIKE,
  'assets/alike_1.shader/a.frag': ALIKE.replace('vec4 size;', 'vec4 size; vec4 more;'),
  'assets/alike_2.shader/a.frag': ALIKE,
  'assets/alike_2/fragment.shader/a.slang': ALIKE_VERTEX,
  ...(existsSync(corpus) && {
    'assets/corpus/slang.shader/lit.slang': textOf(join(corpus, 'lit.slang')),
    'assets/rows/corpus.shader/lit.slang': textOf(join(corpus, 'lit.slang')),
    'assets/corpus/glsl.shader/lit.vert.glsl': textOf(join(corpus, 'lit.vert.glsl')),
    'assets/corpus/glsl.shader/lit.frag.glsl': textOf(join(corpus, 'lit.frag.glsl')),
    'assets/corpus/glsl.shader/common.glsl': textOf(join(corpus, 'common.glsl')),
  }),
});
/** The demo's shaders, with both layouts of matrices. */
for (const folder of ['common', 'lit.shader', 'skin.shader'])
  for (const name of readdirSync(join(demo, folder)))
    for (const place of folder === 'common' ? ['shaders'] : ['shaders', 'rows/shaders'])
      project.write(`assets/${place}/${folder}/${name}`, textOf(join(demo, folder, name)));

beforeAll(() => {
  const { status, stderr } = project.run(['-q'], { SLANGC: '', PATH: '' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
afterAll(() => project.remove());

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project.path('src'), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** The struct of each binding, from the comments of the header. */
function structsOf(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let module = '';
  for (const line of header.split('\n')) {
    module = /^\/\/ (\S+): [a-z]+$/.exec(line)?.[1] ?? module;
    const [, set, binding, type] = /^ {2}\{(\d+)u, (\d+)u, .*_BUFFER, (Asset\w+)$/.exec(line) ?? [];
    if (type !== undefined) found.set(`${module} ${set} ${binding}`, type);
    const push = /_PUSH_OFFSET \d+u \/\/ (Asset\w+)$/.exec(line)?.[1];
    if (push !== undefined) found.set(`${module} push`, push);
  }
  return found;
}

interface BufferArray {
  readonly stride: number;
  /** If the elements are structs. */
  readonly element: string | undefined;
}

/** Buffers that only are an array, from the constants and comments of the header. */
function arraysOf(header: string): ReadonlyMap<string, BufferArray> {
  const found = new Map<string, BufferArray>();
  let module = '';
  let strides: number[] = [];
  for (const line of header.split('\n')) {
    const next = /^\/\/ (\S+): [a-z]+$/.exec(line)?.[1];
    if (next !== undefined) [module, strides] = [next, []];
    const stride = /^#define ASSET_SHADER_\w+_STRIDE_\w+ (\d+)u$/.exec(line)?.[1];
    if (stride !== undefined) strides.push(Number(stride));
    const [row, set, binding, of = ''] = /^ {2}\{(\d+)u, (\d+)u, .*_BUFFER, array of (\w+)/.exec(line) ?? [];
    if (row === undefined) continue;
    const element = of.startsWith('Asset') ? of : undefined;
    found.set(`${module} ${set} ${binding}`, { stride: strides.shift() ?? -1, element });
  }
  return found;
}

/** Lines that compare an array's stride, and the places in its elements, with those in SPIR-V. */
function arrayLines(module: string, { stride, element }: BufferArray, places: readonly BlockPlace[]): string[] {
  const first = new Map<string, number>();
  return places.flatMap(({ path, offset }) => {
    const [, index, rest = ''] = /^[^[]*\[(\d)\](.*)$/.exec(path) ?? [];
    if (index === '0') first.set(rest, offset);
    const same = (is: string, wanted: number) => `  same(${is}, ${wanted}, "${module}${path} of an array");`;
    if (index === '1') return [same(String(stride), offset - (first.get(rest) ?? 0))];
    if (index !== '0' || element === undefined || rest === '') return [];
    return [`  { static ${element} x; ${same(`(char *)&x${rest} - (char *)&x`, offset).trim()} }`];
  });
}

/** A program that compares places with the struct in C, and what it compares. */
function placesProgram(header: string) {
  const [structs, arrays] = [structsOf(header), arraysOf(header)];
  const defined = new Map([...header.matchAll(/^#define (ASSET_BLOCK_\w+) (\d+)u$/gm)].map(([, name, n]) => [name, n]));
  const lines: string[] = [];
  const modules = new Set<string>();
  const without: string[] = [];
  for (const path of spirvFiles()) {
    // All variants have one interface.
    const module = path.replace(/\.[^/]*=[^/]*(?=\.spv$)/, '').replace(/\.spv$/, '');
    for (const { set = 0, binding, isPush, places } of blocksOf(readFileSync(project.path(`runtime/${path}`)))) {
      const type = structs.get(isPush ? `${module} push` : `${module} ${set} ${binding}`);
      if (type === undefined) {
        const array = arrays.get(`${module} ${set} ${binding}`);
        const compared = array === undefined ? [] : arrayLines(module, array, places);
        if (compared.length === 0) without.push(`${module} ${set} ${binding}`);
        lines.push(...compared);
        continue;
      }
      modules.add(module);
      const base = isPush ? Math.min(...places.map(({ offset }) => offset)) : 0;
      for (const { path: place, offset } of places) {
        // naga puts the struct of a buffer into another one.
        const member = place.replace(/^\.member0(?=\.)/, '');
        const open = /^\.(\w+)\[(\d+)\](.*)$/.exec(member);
        const name = `ASSET_BLOCK_${type.slice('Asset'.length)}_${open?.[1]}`;
        if (open === null || !defined.has(`${name}_STRIDE`))
          lines.push(
            `  { static ${type} x; same((char *)&x${member} - (char *)&x, ${offset - base}, "${module}${member}"); }`,
          );
        else if (open[3] === '' || /^\.\w+$/.test(open[3] ?? '')) {
          const inner = open[2] === '0' ? offset : offset - Number(defined.get(`${name}_STRIDE`));
          const first = places.find((other) => other.path === place.replace(`[${open[2]}]`, '[0]'))?.offset;
          lines.push(`  same(${inner}, ${first}, "${module}${member} of an open array");`);
        }
      }
    }
  }
  const source = `#include <stdio.h>
#include "assets.gen.h"
static int wrong;
static void same(long is, long wanted, const char *what) {
  if (is != wanted) { wrong = 1; printf("%s is at %ld instead of %ld\\n", what, is, wanted); }
}
int main(void) {
${lines.join('\n')}
  return wrong;
}
`;
  return { source, compared: lines.length, modules, without };
}

const spirvFiles = (): readonly string[] =>
  readdirSync(project.path('runtime'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.spv'))
    .sort();

describe('generated code of real shaders', () => {
  for (const [program, flags, ending] of C_CHECKS)
    it.skipIf(!isInstalled(program))(`compiles without warnings: ${program} ${flags[0]}`, () => {
      project.write(`src/use.${ending}`, '#include "assets.gen.h"\nint main(void) { return 0; }\n');
      expect(run(program, [...flags, '-Wall', '-Wextra', '-Werror', '-fsyntax-only', `use.${ending}`])).toBe('');
    });

  it.skipIf(!isInstalled('gcc'))('has every number of every buffer where SPIR-V has it', () => {
    const { source, compared, modules, without } = placesProgram(project.read('src/assets.gen.h'));
    expect(compared).toBeGreaterThan(200);
    expect(without).toEqual([]);
    const inDemo = ['lit/fragment', 'lit/vertex', 'skin/skin'];
    const wanted = inDemo.flatMap((name) => [`shaders/${name}`, `rows/shaders/${name}`]);
    expect([...modules]).toEqual(
      expect.arrayContaining([...wanted, 'glsl/vertex', 'rows/own/vertex', 'wgsl/compute', 'varying/fragment']),
    );
    if (existsSync(corpus)) expect([...modules].filter((name) => name.includes('corpus'))).toHaveLength(6);
    project.write('src/places.c', source);
    run('gcc', ['-std=c99', '-w', 'places.c', '-o', 'places']);
    expect(run(project.path('src/places'), [])).toBe('');
  });

  it.skipIf(!isInstalled('rustc'))('is a Rust module without warnings, whose structs become the same bytes', () => {
    project.write(
      'src/main.rs',
      `mod assets_gen;
use assets_gen::*;
fn main() {
    let mut push = GlslPushConstants::ZEROED;
    push.offset = [1.5, -2.0];
    let bytes = push.to_bytes();
    println!("{} {:?} {}", ASSETS.len(), &bytes[64..], embed::MULLER_SOHNE_TXT.path);
}
`.replace('MULLER_SOHNE_TXT', 'M_U00FC_LLER_S_U00F6_HNE_TXT'),
    );
    run('rustc', ['-D', 'warnings', '--edition', '2021', 'main.rs', '-o', 'main']);
    const count = project.read('src/assets_gen.rs').match(/^ {4}pub const \w+: Asset = /gm)?.length;
    expect(run(project.path('src/main'), [])).toBe(`${count} [0, 0, 192, 63, 0, 0, 0, 192] Müller & Söhne.txt\n`);
  });

  it('is a strict TypeScript module, in which a removed asset is an error', () => {
    project.write(
      'src/use.ts',
      `import { type AssetName, assets, blocks, shaders } from './assets.gen.js';
const name: AssetName<'embed'> = 'a-b.txt';
export const used = [name, assets['a_b.txt'].hash, blocks.Block.members.lights.offset satisfies 64, shaders['glsl/vertex'].bindings.tex.count satisfies 4];
export const gone = assets['gone.txt'];
`,
    );
    const found = strictErrors([project.path('src/use.ts')]);
    expect(found).toEqual([expect.stringContaining("Property 'gone.txt' does not exist")]);
  });

  it('has one constant for each path, however alike they are', () => {
    const header = project.read('src/assets.gen.h');
    const names = [...header.matchAll(/^#define (ASSET_EMBED_\w+) /gm)].map(([, name]) => name);
    expect(names).toHaveLength(4);
    expect(new Set(names).size).toBe(4);
    expect(names.filter((name) => /^ASSET_EMBED_A_B_TXT_[0-9a-f]{8}$/.test(name ?? ''))).toHaveLength(2);
    const defined = [...header.matchAll(/^#define (\w+)/gm)].map(([, name]) => name);
    expect(defined.filter((name) => name !== 'ASSET_STATIC_ASSERT').length).toBe(new Set(defined).size - 1);
    expect(header).toMatch(/^#define ASSET_SHADER_ALIKE_2_FRAGMENT_STAGE_[0-9a-f]{8} 0x10u/m);
    expect(header).toMatch(/^#define ASSET_SHADER_ALIKE_2_FRAGMENT_STAGE_[0-9a-f]{8} UINT64_C/m);
    expect(header).toContain('"M\\303\\274ller & S\\303\\266hne.txt"');
  });

  it('is the golden text in every language', async () => {
    const small = new DiskProject({
      'assetc.yml': `codegen: { c: src/assets.gen.h, ts: src/assets.gen.ts, rust: src/assets_gen.rs }
embed: ["*.txt"]
default: { rules: [${VARYING_RULE}] }
`,
      'assets/Müller & Söhne.txt': 'ü',
      'assets/a-b.txt': '1',
      'assets/a_b.txt': '2',
      'assets/glsl.shader/a.vert': GLSL,
      'assets/wgsl.shader/a.wgsl': WGSL,
      'assets/varying.shader/a.frag': VARYING,
    });
    try {
      expect(small.run(['-q'], { SLANGC: '', PATH: '' })).toMatchObject({ status: 0, stderr: '' });
      // Written by vitest -u.
      for (const name of ['assets.gen.h', 'assets.gen.ts', 'assets_gen.rs'])
        await expect(small.read(`src/${name}`)).toMatchFileSnapshot(join(expected, `${name}.txt`));
    } finally {
      small.remove();
    }
  });

  it('is the same after a build from nothing', () => {
    const before = ['assets.gen.h', 'assets.gen.ts', 'assets_gen.rs'].map((name) => project.read(`src/${name}`));
    expect(project.run(['clean']).status).toBe(0);
    expect(existsSync(project.path('src/assets.gen.h'))).toBe(false);
    expect(project.run(['-q', '-j', '1'], { SLANGC: '', PATH: '' }).status).toBe(0);
    expect(['assets.gen.h', 'assets.gen.ts', 'assets_gen.rs'].map((name) => project.read(`src/${name}`))).toEqual(
      before,
    );
    expect(project.run(['check']).status).toBe(0);
    project.write('src/assets.gen.h', `${before[0]}int mine;\n`);
    const { status, stderr } = project.run(['check']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/check\/stale-code: .*assets\.gen\.h is not what the assets give/);
  });
});
