// Shader folders through the built command line: real files, what rebuilds them, and a compiler outside the program.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHman } from '@assetc/formats';
import { reflectSpirv } from '@assetc/formats/spirv';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSpirv } from '../../packages/compiler/src/encoding/spirv/check-spirv.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { Project, png } from '../cli/testing/run-cli.js';

const corpus = join(corpusFolder, 'shader');
const standIn = join(import.meta.dirname, 'stand-in-slangc.mjs');
// No slangc that the machine may have, unless a test brings its own.
const BUNDLED = { SLANGC: '', PATH: '' };

let project = new Project();
afterEach(() => project.dispose());

function open(files: Readonly<Record<string, string | Uint8Array>>): void {
  project.dispose();
  project = new Project(files);
}

const build = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  project.run(['build', '-j', '1', ...args], { env: { ...BUNDLED, ...env } });

const FOG = {
  'assetc.yml': 'default:\n  shader: { include: [shared] }\n',
  'assets/shared/fog.slang': 'module fog;\npublic float fog(float d) { return d * 0.5; }\n',
  'assets/fx/mist.shader/mist.slang':
    'import fog;\n[shader("fragment")] float4 fragmentMain(float d : DEPTH) : SV_Target { return fog(d); }\n',
  'assets/plain.shader/plain.slang': '[shader("fragment")] float4 fragmentMain() : SV_Target { return 1; }\n',
  'assets/brick.png': png(),
};

describe('shader folders', () => {
  it.skipIf(!existsSync(corpus))('compiles the shaders of the corpus', () => {
    const source = (name: string): string => readFileSync(join(corpus, name), 'utf8');
    open({
      'assets/slang.shader/lit.slang': source('lit.slang'),
      'assets/glsl.shader/lit.vert.glsl': source('lit.vert.glsl'),
      'assets/glsl.shader/lit.frag.glsl': source('lit.frag.glsl'),
      'assets/glsl.shader/common.glsl': source('common.glsl'),
      'assets/broken.shader/broken.frag.glsl': source('broken.frag.glsl'),
    });
    const { code, stdout, stderr } = build();
    expect(code).toBe(1);
    expect(stdout).toMatch(/2 built, 0 cached, 1 failed/);
    expect(stderr).toMatch(/broken\.shader\/broken\.frag\.glsl:5:21: error shader\/error: .*undeclared_thing/);
    const shown = ['slang/vertex', 'slang/fragment', 'glsl/vertex', 'glsl/fragment'].map((name) => {
      const bytes = project.read(`runtime/${name}.spv`);
      expect(checkSpirv(bytes), name).toEqual([]);
      const [reflection] = reflectSpirv(bytes);
      return [
        name,
        reflection?.stage,
        reflection?.bindings.map(({ set, binding, kind }) => `${set}.${binding} ${kind}`),
      ];
    });
    expect(shown).toEqual([
      ['slang/vertex', 'vertex', ['0.0 uniform-buffer']],
      ['slang/fragment', 'fragment', ['0.0 uniform-buffer', '0.1 sampled-image', '0.2 sampler']],
      ['glsl/vertex', 'vertex', ['0.0 uniform-buffer']],
      ['glsl/fragment', 'fragment', ['0.0 uniform-buffer', '0.1 combined-image-sampler']],
    ]);
  });

  it('are listed in the manifest as shaders, and rebuilt by a changed include, define or file that appears alone', () => {
    open(FOG);
    expect(build()).toMatchObject({ code: 0, stderr: '' });
    const entries = decodeHman(project.read('runtime/assets.hman')).entries.filter(({ kind }) => kind === 'shader');
    expect(entries.map(({ path }) => path).sort()).toEqual(['fx/mist/fragment.spv', 'plain/fragment.spv']);
    expect(project.run(['check'])).toMatchObject({ code: 0 });

    const rebuilt = (): readonly string[] =>
      [...build(['--explain']).stdout.matchAll(/^built +([^:]+): /gm)].map((match) => match[1] ?? '');
    expect(rebuilt()).toEqual([]);

    const before = project.read('runtime/fx/mist/fragment.spv');
    project.write('assets/shared/fog.slang', FOG['assets/shared/fog.slang'].replace('0.5', '0.75'));
    expect(rebuilt()).toEqual(['fx/mist.shader']);
    expect(project.read('runtime/fx/mist/fragment.spv')).not.toEqual(before);

    // Nearer than the shared one: it is the one that the import means now.
    project.write('assets/fx/mist.shader/fog.slang', 'module fog;\npublic float fog(float d) { return 7; }\n');
    expect(rebuilt()).toEqual(['fx/mist.shader']);

    project.write(
      'assetc.yml',
      `${FOG['assetc.yml']}  rules:\n    - { match: "plain.shader", shader: { defines: { QUALITY: 2 } } }\n`,
    );
    expect(rebuilt()).toEqual(['plain.shader']);
  });

  it('names both files where two entries have one name', () => {
    const entry = '[shader("fragment")] float4 glowMain() : SV_Target { return 1; }\n';
    open({ 'assets/a.shader/x.slang': entry, 'assets/a.shader/y.slang': entry });
    const { code, stderr } = build();
    expect(code).toBe(1);
    expect(stderr).toMatch(/shader\/duplicate-entry: .*a\.shader\/x\.slang.*a\.shader\/y\.slang.*glow\.spv/);
  });
});

// The stand-in is a script with a #! line, which Windows does not run.
describe.skipIf(process.platform === 'win32')('a slangc outside the program', () => {
  const entry = `import tone;
struct Block { float3x4 m; float last; };
[[vk::binding(0)]] ConstantBuffer<Block> block;
[shader("vertex")] float4 vertexMain(float4 p : POSITION) : SV_Position { return float4(mul(block.m, p), tone(block.last)); }
[shader("fragment")] float4 fragmentMain() : SV_Target { return tone(block.last); }
`;
  const files = {
    'assets/a.shader/a.slang': entry,
    'assets/a.shader/tone.slang': 'module tone;\npublic float tone(float x) { return x / (1 + x); }\n',
    'assets/b.shader/fragment.slang': 'float4 main() : SV_Target { return AMOUNT; }\n',
    'assetc.yml': 'default:\n  shader: { defines: { AMOUNT: 0.5 } }\n',
  };
  const environment = (): Record<string, string> => ({
    SLANGC: standIn,
    SLANGC_LOG: join(project.root, 'log'),
    PATH: process.env.PATH ?? '',
  });

  it('comes first, gets layout and macros, and gives what the bundled one gives', () => {
    open(files);
    expect(build([], environment())).toMatchObject({ code: 0, stderr: '' });
    const calls = readFileSync(join(project.root, 'log'), 'utf8')
      .trim()
      .split('\n')
      .map((line): string[] => JSON.parse(line));
    const compiles = calls.filter(([first]) => first !== '-version');
    expect(compiles.length).toBe(4);
    for (const call of compiles) {
      expect(call).toEqual(expect.arrayContaining(['-target', 'spirv', '-matrix-layout-column-major', '-DAMOUNT=0.5']));
      expect(call[0]).not.toContain(project.folder);
    }
    const names = ['a/vertex.spv', 'a/fragment.spv', 'b/fragment.spv'];
    const external = names.map((name) => project.read(`runtime/${name}`));
    expect(build(['--no-cache'])).toMatchObject({ code: 0 });
    expect(names.map((name) => project.read(`runtime/${name}`))).toEqual(external);
  });

  it('rebuilds shaders, and only them, when its version changes', () => {
    const { 'assets/b.shader/fragment.slang': source, 'assetc.yml': config } = files;
    open({ 'assets/b.shader/fragment.slang': source, 'assetc.yml': config, 'assets/brick.png': png() });
    build();
    project.write('any.spv', project.read('runtime/b/fragment.spv'));
    const env = { ...environment(), SLANGC_COPY: project.path('any.spv') };
    const built = (more: Record<string, string>): readonly string[] =>
      [...build(['--explain'], { ...env, ...more }).stdout.matchAll(/^built +([^:]+): /gm)].map((m) => m[1] ?? '');
    expect(built({})).toEqual(['b.shader']);
    expect(built({})).toEqual([]);
    expect(built({ SLANGC_VERSION: '2026.2' })).toEqual(['b.shader']);
  });

  it('shows its errors at their places', () => {
    open({
      'assets/a.shader/a.slang':
        'float f() {\n\treturn nothing;\n}\n[shader("fragment")] float4 fragmentMain() : SV_Target { return f(); }\n',
    });
    const { code, stderr } = build([], environment());
    expect(code).toBe(1);
    expect(stderr).toMatch(/assets\/a\.shader\/a\.slang:2:9: error shader\/error: undefined identifier 'nothing'/);
  });

  it('that does not run is said, with the way out', () => {
    open(files);
    const { code, stderr } = build([], { SLANGC: '/no/such/slangc' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/shader\/slangc-unusable: .*\/no\/such\/slangc/);
    expect(stderr).toContain('unset it');
  });
});
