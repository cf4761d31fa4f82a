import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import { afterAll, describe, expect, it } from 'vitest';
import { shaderProcess } from '../../compilers/shader/shader-process.js';
import { checkSpirv } from '../../encoding/spirv/check-spirv.js';
import type { TestContext } from '../../testing/test-context.js';
import { compile, failure } from './testing/compile-shader-folder.js';
import { SLANG_FIXTURES } from './testing/shader-fixtures.js';

afterAll(() => shaderProcess().stop());

describe('slang', () => {
  it.each(SLANG_FIXTURES)('compiles $what', async ({ files, modules }) => {
    const context = await compile(files);
    const found = Object.fromEntries(
      context.outputs.map(({ suffix, bytes }) => {
        const entries = entryPointsOf(parseSpirv(bytes));
        expect(entries.map(({ name }) => name)).toEqual(['main']);
        expect(checkSpirv(bytes)).toEqual([]);
        return [suffix.slice(1, -4), entries[0]?.stage];
      }),
    );
    expect(found).toEqual(modules);
    expect(context.warnings).toEqual([]);
  });
});

const MATRICES = `
struct Block { float3x4 a; float4x3 b; float2x3 c; float last; };
[[vk::binding(0)]] ConstantBuffer<Block> block;
[[vk::binding(1)]] RWStructuredBuffer<float4> result;
[shader("compute")] [numthreads(2, 3, 4)] void run() {
  result[0] = float4(mul(block.a, float4(1, 2, 3, 4)), block.last) + mul(block.b, float3(1, 2, 3)) + float4(mul(block.c, float3(1, 1, 1)), 0, 0);
}`;

interface Reflected {
  readonly modules: readonly {
    readonly workgroupSize: readonly number[];
    readonly bindings: readonly {
      readonly kind: string;
      readonly members?: readonly {
        readonly name: string;
        readonly offset: number;
        readonly type: string;
        readonly matrixStride?: number;
        readonly rowMajor?: boolean;
      }[];
    }[];
  }[];
}

const reflected = (context: TestContext): Reflected =>
  JSON.parse(new TextDecoder().decode(context.output('/reflection.json')));

describe('matrix layout', () => {
  // A column-major RxC matrix is C columns of 16 bytes each in std140, a row-major one R rows.
  it.each([
    ['column', [0, 64, 112, 160]],
    ['row', [0, 48, 112, 144]],
  ] as const)('%s: members of a uniform block lie where the layout puts them', async (matrixLayout, offsets) => {
    const context = await compile({ 'm.slang': MATRICES }, { matrixLayout, reflection: true });
    const [module] = reflected(context).modules;
    const members = module?.bindings.find(({ kind }) => kind === 'uniform-buffer')?.members ?? [];
    expect(members.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'last']);
    expect(members.map(({ offset }) => offset)).toEqual(offsets);
    const matrices = members.slice(0, 3);
    expect(matrices.map(({ type }) => type)).toEqual(['float3x4', 'float4x3', 'float2x3']);
    expect(matrices.map(({ matrixStride, rowMajor }) => [matrixStride, rowMajor])).toEqual(
      matrices.map(() => [16, matrixLayout === 'row']),
    );
    expect(module?.workgroupSize).toEqual([2, 3, 4]);
  });

  it('declarations override the setting', async () => {
    const declared = MATRICES.replace('float3x4 a', 'row_major float3x4 a');
    const context = await compile({ 'm.slang': declared }, { reflection: true });
    const members =
      reflected(context).modules[0]?.bindings.find(({ kind }) => kind === 'uniform-buffer')?.members ?? [];
    expect(members.map(({ offset }) => offset)).toEqual([0, 48, 96, 144]);
  });

  it('refuses the wrong module that slang makes of a row subscript of a non-square column-major matrix', async () => {
    const source = `struct Block { float3x4 a; };
[[vk::binding(0)]] ConstantBuffer<Block> block;
[[vk::binding(1)]] RWStructuredBuffer<float4> result;
[shader("compute")] [numthreads(1, 1, 1)] void run() { result[0] = block.a[1]; }`;
    const { diagnostic } = await failure(compile({ 'm.slang': source }));
    expect(diagnostic).toMatchObject({ code: 'shader/invalid-module', file: 'fx/a.shader/m.slang' });
    expect((await compile({ 'm.slang': source }, { matrixLayout: 'row' })).outputs).toHaveLength(1);
    // The hint's advice works.
    const copied = source.replace('result[0] = block.a[1];', 'float3x4 a = block.a; result[0] = a[1];');
    expect((await compile({ 'm.slang': copied })).outputs).toHaveLength(1);
  });
});

const FRAGMENT = (body: string): string =>
  `[shader("fragment")] float4 fragmentMain(float2 uv : UV) : SV_Target { ${body} }`;

describe('what a shader reads', () => {
  const shared = {
    'shared/fog.slang':
      'module fog;\nimport util.curve;\n#include "limits.slangh"\npublic float fog(float d) { return curve(d) * LIMIT; }',
    'shared/limits.slangh': '#define LIMIT 4.0\n',
    'shared/util/curve.slang': 'module curve;\npublic float curve(float x) { return x * x; }',
    'fx/other.slangh': '#define OTHER 1\n',
  };

  it('includes the shared folders, recorded file by file', async () => {
    const context = await compile(
      { 'main.slang': `import fog;\n#include "../other.slangh"\n${FRAGMENT('return fog(uv.x) * OTHER;')}` },
      { include: ['shared'] },
      shared,
    );
    const present = [
      'fx/a.shader/main.slang',
      'fx/other.slangh',
      'shared/fog.slang',
      'shared/limits.slangh',
      'shared/util/curve.slang',
    ];
    expect(context.seen).toEqual(expect.arrayContaining(present));
    // Missing files are recorded too, because their appearance changes the result.
    expect(context.seen).toContain('fx/a.shader/fog.slang');
    expect(context.outputs.map(({ suffix }) => suffix)).toEqual(['/fragment.spv']);
  });

  it.each(['.', './'])('includes from the input itself, which is %s', async (here) => {
    const source = `#include "shared/limits.slangh"\n${FRAGMENT('return LIMIT;')}`;
    const context = await compile({ 'main.slang': source }, { include: [here] }, shared);
    expect(context.seen).toContain('shared/limits.slangh');
    const main = `#version 450\n#include "shared/limits.slangh"\nlayout(location=0) out float o;\nvoid main() { o = LIMIT; }\n`;
    expect((await compile({ 'main.frag': main }, { include: [here] }, shared)).outputs).toHaveLength(1);
  });

  it('prefers the file next to it to the shared one', async () => {
    const own = {
      'main.slang': `import fog;\n${FRAGMENT('return fog(uv.x);')}`,
      'fog.slang': 'module fog;\npublic float fog(float d) { return 7; }',
    };
    const context = await compile(own, { include: ['shared'] }, shared);
    expect(context.seen).not.toContain('shared/fog.slang');
  });

  it('may only be cyclic with a guard', async () => {
    const unguarded = {
      'main.slang': `#include "a.slangh"\n${FRAGMENT('return 0;')}`,
      'a.slangh': '\n#include "b.slangh"\n',
      'b.slangh': '#include "a.slangh"\n',
    };
    expect((await failure(compile(unguarded))).diagnostic).toMatchObject({
      code: 'shader/include-depth',
      where: { line: 1, column: 10 },
    });
    const guarded = { ...unguarded, 'a.slangh': `#pragma once\n${unguarded['a.slangh']}` };
    expect((await compile(guarded)).outputs).toHaveLength(1);
  });

  it('may not be named by a macro', async () => {
    const files = { 'main.slang': `#define FILE "x.slangh"\n  #include FILE\n${FRAGMENT('return 0;')}` };
    expect((await failure(compile(files))).diagnostic).toMatchObject({
      code: 'shader/computed-include',
      file: 'fx/a.shader/main.slang',
      where: { line: 2, column: 12 },
    });
  });

  it('may not be outside the input', async () => {
    const absolute = await failure(compile({ 'main.slang': `#include "/etc/passwd"\n${FRAGMENT('return 0;')}` }));
    expect(absolute.diagnostic).toMatchObject({ code: 'shader/missing-include', where: { line: 1, column: 10 } });
    const climbing = await failure(compile({ 'main.slang': `#include "../../../x.slangh"\n${FRAGMENT('return 0;')}` }));
    expect(climbing.diagnostic.code).toMatch(/outside/);
    const folder = await failure(compile({ 'main.slang': FRAGMENT('return 0;') }, { include: ['../elsewhere'] }));
    expect(folder.diagnostic.code).toBe('shader/bad-include-folder');
    const empty = await failure(compile({ 'main.slang': FRAGMENT('return 0;') }, { include: [''] }));
    expect(empty.diagnostic.code).toBe('shader/bad-include-folder');
  });

  it('is reported as unknown to WGSL', async () => {
    const { diagnostic } = await failure(
      compile({ 'main.wgsl': '#include "a.wgsl"\n@compute @workgroup_size(1) fn f() {}' }),
    );
    expect(diagnostic).toMatchObject({ code: 'shader/error', where: { line: 1, column: 1 } });
    expect(diagnostic.hint).toContain('WGSL has no #include');
  });

  it.each(['import  nowhere;', '#include "nowhere.slangh"'])(
    'reports a missing file at line and column: %s',
    async (line) => {
      const { diagnostic } = await failure(compile({ 'main.slang': `// fine\n  ${line}\n${FRAGMENT('return 0;')}` }));
      expect(diagnostic).toMatchObject({
        code: 'shader/missing-include',
        file: 'fx/a.shader/main.slang',
        where: { line: 2, column: line.indexOf('nowhere') + (line.startsWith('#') ? 2 : 3) },
      });
    },
  );

  it('ignores references in comments and strings', async () => {
    const context = await compile({
      'main.slang': `// import a;\n/* #include "b.slang"\n import c; */\n${FRAGMENT('return 0;')}`,
    });
    expect(context.seen).toEqual(['fx/a.shader/main.slang']);
  });
});

describe('macros', () => {
  const source = {
    'main.slang': `#ifdef FOG\nimport haze;\n#endif\n${FRAGMENT('\n#ifdef FOG\nreturn haze() * FOG;\n#else\nreturn 0;\n#endif\n')}`,
    'haze.slang': 'module haze;\npublic float haze() { return SCALE; }',
  };

  it('of the settings apply to the file and its imports', async () => {
    const without = await compile(source, { defines: { SCALE: '1' } });
    const some = await compile(source, { defines: { FOG: '2.0', SCALE: '3.0' } });
    const more = await compile(source, { defines: { FOG: '2.0', SCALE: '4.0' } });
    const bytes = [without, some, more].map((context) => Buffer.from(context.output('/fragment.spv')).toString('hex'));
    expect(new Set(bytes).size).toBe(3);
  });

  it('do not move the places of errors', async () => {
    const files = { 'main.slang': `float a;\n\tfloat b = nope;\n${FRAGMENT('return A;')}` };
    const { diagnostic } = await failure(compile(files, { defines: { A: '1', B: '2' } }));
    expect(diagnostic.where).toEqual({ line: 2, column: 12 });
  });

  it('must have names', async () => {
    const { diagnostic } = await failure(compile({ 'main.slang': FRAGMENT('return 0;') }, { defines: { 'a b': '1' } }));
    expect(diagnostic.code).toBe('shader/bad-define');
  });
});

describe('mistakes', () => {
  it('in the syntax show line and column, all of them', async () => {
    const { diagnostic, also } = await failure(
      compile({ 'bad.slang': `float f() { return alpha; }\nfloat é() { return beta; }\n${FRAGMENT('return f();')}` }),
    );
    expect(diagnostic).toMatchObject({
      code: 'shader/error',
      file: 'fx/a.shader/bad.slang',
      where: { line: 1, column: 20 },
    });
    expect(diagnostic.message).toContain("undefined identifier 'alpha'");
    expect(also).toMatchObject([{ where: { line: 2, column: 20 }, severity: 'error' }]);
  });

  it('in an imported file are shown there', async () => {
    const files = {
      'main.slang': `import lib;\n${FRAGMENT('return half();')}`,
      'lib.slang': 'module lib;\npublic float half() {\n  return 1 +;\n}',
    };
    const { diagnostic } = await failure(compile(files));
    expect(diagnostic).toMatchObject({ file: 'fx/a.shader/lib.slang', where: { line: 3 } });
  });

  it('that only deserve a warning are warned about, in imported files too', async () => {
    const context = await compile({
      'main.slang': `import lib;\n${FRAGMENT('int q = uv.x; return q + half();')}`,
      'lib.slang': 'module lib;\npublic float half() {\n  int n = 1.5; return n;\n}',
    });
    expect(context.warnings.map(({ file, where, code }) => [code, file, where?.line])).toEqual([
      ['shader/warning', 'fx/a.shader/lib.slang', 3],
      ['shader/warning', 'fx/a.shader/main.slang', 2],
    ]);
    expect(context.outputs).toHaveLength(1);
  });

  it('of two entries with one name name both files', async () => {
    const { diagnostic } = await failure(
      compile({ 'a.slang': FRAGMENT('return 0;'), 'b.slang': FRAGMENT('return 1;') }),
    );
    expect(diagnostic.code).toBe('shader/duplicate-entry');
    expect(diagnostic.message).toContain('fx/a.shader/a.slang');
    expect(diagnostic.message).toContain('fx/a.shader/b.slang');
  });

  it('such as a folder without entries or without shaders are reported', async () => {
    expect((await failure(compile({ 'lib.slang': 'float f() { return 1; }' }))).diagnostic.code).toBe(
      'shader/no-entry',
    );
    expect((await failure(compile({ 'readme.txt': 'hello' }))).diagnostic.code).toBe('shader/empty');
  });

  it('without a line from slang are shown where their name is', async () => {
    const source = '// SV_Nope\n[shader("fragment")]\nfloat4 main() : SV_Nope { return 0; }';
    const { diagnostic } = await failure(compile({ 'a.slang': source }));
    expect(diagnostic).toMatchObject({ code: 'shader/error', where: { line: 3, column: 17 } });
  });

  it('that crash slang are shown with the entry point and the message of slang', async () => {
    const source = '[shader("fragment")] float4 glowMain<T>(T x) : SV_Target { return 0; }';
    const { diagnostic } = await failure(compile({ 'a.slang': source }));
    expect(diagnostic).toMatchObject({
      code: 'shader/compiler-broke',
      file: 'fx/a.shader/a.slang',
      message: 'slang crashed: entry point glowMain: Slang::InternalError: unexpected: unhandled type kind',
    });
  });

  it('that multiply generics or macros stop at a limit, and the next shader compiles', async () => {
    const generics = `interface I { float f(); }
struct Z : I { float f() { return 1; } }
struct W<T : I, U : I> : I { T t; U u; float f() { return t.f() + u.f(); } }
float grow<T : I>(T t, int n) { if (n == 0) return t.f(); W<T, T> w; w.t = t; w.u = t; return grow<W<T, T>>(w, n - 1); }
RWStructuredBuffer<float> o;
[shader("compute")] [numthreads(1, 1, 1)] void main() { Z z; o[0] = grow<Z>(z, 100); }`;
    const lines = Array.from({ length: 13 }, (_, i) => `#define A${i + 1} A${i}+A${i}+A${i}+A${i}\n`).join('');
    const macros = `#define A0 x+x\n${lines}[shader("compute")] [numthreads(1, 1, 1)] void main() { float x = 1; float y = A13; }`;
    for (const source of [generics, macros]) {
      const { diagnostic } = await failure(compile({ 'a.slang': source }));
      expect(diagnostic).toMatchObject({ code: 'shader/limit', file: 'fx/a.shader/a.slang' });
      expect(diagnostic.message).toMatch(
        /within 7 s \(shader\.timeLimit\)|more than 512 MB of memory \(shader\.memoryLimit\)/,
      );
    }
    expect((await compile({ 'a.slang': FRAGMENT('return 0.25;') })).outputs).toHaveLength(1);
  });

  it('do not affect the next shader', async () => {
    const first = await compile({ 'a.slang': FRAGMENT('return 0.25;') });
    await failure(compile({ 'a.slang': FRAGMENT('return oops;'), 'b.slang': 'module b;' }));
    const second = await compile({ 'a.slang': FRAGMENT('return 0.25;') });
    expect(second.output('/fragment.spv')).toEqual(first.output('/fragment.spv'));
  });
});
