// Time per shader module with the bundled compilers: starting them once, then each folder of our fixtures, from reading to checked SPIR-V.
// `warm` is the median of the rounds after the first. The peer is slang itself: the same compile without our scanning, checking and
// thread messages.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_LIMITS } from '../../packages/compiler/src/compilers/shader/limits.js';
import { ShaderProcess, shaderProcess } from '../../packages/compiler/src/compilers/shader/shader-process.js';
import { shaderKind } from '../../packages/compiler/src/kinds/shader/shader-kind.js';
import { SLANG_FIXTURES } from '../../packages/compiler/src/kinds/shader/testing/shader-fixtures.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';

const ROUNDS = 5;

interface Row {
  readonly what: string;
  readonly modules: number;
  readonly firstMs: number;
  readonly warmMs: number;
  readonly warmMsPerModule: number;
}

export async function run(args: readonly string[]): Promise<void> {
  process.env.SLANGC = '';
  process.env.PATH = '';
  const rows: Row[] = [await bootRow(), await slangAloneRow()];
  for (const { what, files } of SLANG_FIXTURES) {
    const input = Object.fromEntries(Object.entries(files).map(([name, text]) => [`a.shader/${name}`, text]));
    rows.push(await row(what, () => compileFolder(input)));
  }
  rows.push(await row('WGSL, two entries', () => compileFolder({ 'a.shader/a.wgsl': WGSL })));
  rows.push(await row('GLSL fragment', () => compileFolder({ 'a.shader/a.frag': GLSL })));
  await shaderProcess().stop();
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

async function compileFolder(input: Record<string, string>): Promise<number> {
  const context = new TestContext({ path: 'a.shader', input });
  await shaderKind.compile(context);
  return context.outputs.length;
}

async function row(what: string, step: () => Promise<number>): Promise<Row> {
  const times: number[] = [];
  let modules = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    modules = await step();
    times.push(performance.now() - start);
  }
  const [firstMs = 0, ...later] = times;
  const warmMs = later.sort((a, b) => a - b)[later.length >> 1] ?? 0;
  return { what, modules, firstMs: round1(firstMs), warmMs: round1(warmMs), warmMsPerModule: round1(warmMs / modules) };
}

/** Starts a thread, loads, checks and compiles the wasm, and compiles the smallest shader. */
async function bootRow(): Promise<Row> {
  return row('boot slang, smallest shader', async () => {
    const thread = new ShaderProcess();
    const path = '/input/a.slang';
    const files = [{ path, text: SMALLEST }];
    await thread.ask(
      { do: 'slang', layout: 'column', files, root: path, mainStage: undefined },
      DEFAULT_LIMITS,
      new AbortController().signal,
    );
    await thread.stop();
    return 1;
  });
}

async function slangAloneRow(): Promise<Row> {
  const folder = dirname(createRequire(import.meta.url).resolve('assetc/vendor/shader-thread.mjs'));
  const { default: factory } = await import(pathToFileURL(join(folder, 'slang-wasm.mjs')).href);
  const slang = await factory();
  const global = slang.createGlobalSession();
  const [{ files }] = SLANG_FIXTURES as [(typeof SLANG_FIXTURES)[number]];
  const source = Object.values(files)[0] ?? '';
  return row(`slang alone: ${SLANG_FIXTURES[0]?.what}`, async () => {
    const session = global.createSession(6);
    const module = session.loadModuleFromSource(source, 'a', '/a.slang');
    for (let i = 0; i < module.getDefinedEntryPointCount(); i++)
      session
        .createCompositeComponentType([module, module.getDefinedEntryPoint(i)])
        .link()
        .getEntryPointCodeBlob(0, 0);
    session.delete();
    return 2;
  });
}

const round1 = (value: number): number => Math.round(value * 10) / 10;

const SMALLEST = '[shader("fragment")] float4 fragmentMain() : SV_Target { return 1; }';
const WGSL = `@vertex fn vs(@location(0) p: vec3f) -> @builtin(position) vec4f { return vec4f(p, 1); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }`;
const GLSL = `#version 450
layout(set = 0, binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
void main() { color = texture(image, uv); }`;
