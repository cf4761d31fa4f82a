// Shaders with one thing wrong each, compiled with the bundled compilers.

import { compileSlangExternal } from '../../../packages/compiler/src/compilers/shader/slangc-process.js';
import { compile } from '../../../packages/compiler/src/kinds/shader/testing/compile-shader-folder.js';
import { building, codesOf, type Raise, type RowsOf, refusing } from '../raise.js';

const main = (body: string) => `[shader("fragment")] float4 main() : SV_Target { ${body} }\n`;
const VERSION = '#version 450\n';
type Settings = NonNullable<Parameters<typeof compile>[1]>;

/** A shader that is refused. */
const refused = (files: Readonly<Record<string, string>>, settings: Settings = {}): Raise =>
  refusing(() => compile(files, settings));
/** A shader that compiles, with warnings. */
const warned =
  (files: Readonly<Record<string, string>>, settings: Settings = {}): Raise =>
  async () =>
    codesOf((await compile(files, settings)).warnings);

const row = `struct Block { float3x4 a; };
[[vk::binding(0)]] ConstantBuffer<Block> block;
[[vk::binding(1)]] RWStructuredBuffer<float4> result;
[shader("compute")] [numthreads(1, 1, 1)] void run() { result[0] = block.a[1]; }`;
const doubling = Array.from({ length: 14 }, (_, i) => `#define A${i + 1} A${i}+A${i}+A${i}+A${i}\n`).join('');
const bomb = `${VERSION}#define A0 1.0\n${doubling}void main() { float x = A14; }`;

const noSlangc = refusing(() => {
  const root = { path: 'a.shader/a.slang', language: 'slang', stage: undefined, declaresEntries: true } as const;
  const files = [{ path: root.path, text: main('return 0;'), references: [] }];
  const sources = { folder: 'a.shader', includeFolders: [], files, roots: [root] };
  const { signal } = new AbortController();
  return compileSlangExternal({ slangc: '/no/such/slangc', sources, root, layout: 'column', defines: [], signal });
});

export const shaderRows: RowsOf<'shader'> = {
  'shader/empty': refused({ 'readme.txt': 'nothing yet' }),
  'shader/no-entry': refused({ 'lib.slang': 'float f() { return 1; }' }),
  'shader/duplicate-entry': refused({ 'a.frag': `${VERSION}void main() {}`, 'b.frag': `${VERSION}void main() {}` }),
  'shader/error': refused({ 'a.frag': `${VERSION}void main() { nothing(); }` }),
  'shader/warning': warned({ 'a.slang': main('int whole = 1.5; return whole;') }),
  'shader/not-text': building({ 'a.shader/a.slang': Uint8Array.of(0x2f, 0x2f, 0xff, 0xfe) }),
  'shader/computed-include': refused({ 'a.slang': `#define FILE "x.slangh"\n#include FILE\n${main('return 0;')}` }),
  'shader/missing-include': refused({ 'a.frag': `${VERSION}#include "gone.glsl"\nvoid main() {}` }),
  'shader/include-depth': refused({
    'a.frag': `${VERSION}#include "b.glsl"\nvoid main() {}`,
    'b.glsl': '#include "b.glsl"\n',
  }),
  'shader/bad-include-folder': refused({ 'a.slang': main('return 0;') }, { include: ['../elsewhere'] }),
  'shader/bad-define': refused({ 'a.slang': main('return 0;') }, { defines: { 'a b': '1' } }),
  'shader/bad-variants': refused({ 'a.slang': main('return 0;') }, { variants: [{ FOG: [1, true] }] }),
  'shader/too-many-variants': refused(
    { 'a.slang': main('return 0;') },
    { variants: [{ FOG: [0, 1] }], maxVariants: 1 },
  ),
  'shader/wgsl-variants': refused(
    { 'a.wgsl': '@compute @workgroup_size(1) fn main() {}' },
    { variants: [{ FOG: [0, 1] }] },
  ),
  'shader/layout-ignored': warned({ 'a.frag': `${VERSION}void main() {}` }, { matrixLayout: 'row' }),
  'shader/unsupported': refused({
    'a.wgsl': 'override size: f32; @compute @workgroup_size(1) fn main() { let x = size; }',
  }),
  'shader/invalid-module': refused({ 'a.slang': row }),
  'shader/compiler-broke': refused({ 'a.slang': '[shader("fragment")] float4 glow<T>(T x) : SV_Target { return 0; }' }),
  'shader/limit': refused({ 'a.vert': bomb }, { timeLimit: 1, memoryLimit: 64 }),
  'shader/slangc-unusable': noSlangc,
};
