// Modules that tools of 2023 accept: Debian's SPIRV-Tools 2023.1 and the validation layers of Vulkan 1.3.239 reject source languages that
// they do not know.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Op, opcodeAt, parseSpirv } from '@assetc/formats/spirv';
import { afterEach, describe, expect, it } from 'vitest';
import { Project } from '../cli/testing/run-cli.js';

const standIn = join(import.meta.dirname, 'stand-in-slangc.mjs');
const hasValidator = spawnSync('spirv-val', ['--version']).status === 0;
const NEWEST_KNOWN_LANGUAGE = 6;

const FILES = {
  'assets/a.shader/a.slang': `[[vk::binding(0)]] RWStructuredBuffer<float> values;
[shader("fragment")] float4 fragmentMain(float d : DEPTH) : SV_Target { return d; }
[shader("compute")] [numthreads(64, 1, 1)] void fillMain(uint3 id : SV_DispatchThreadID) { values[id.x] = id.x; }
`,
  'assets/b.shader/b.frag': '#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n',
  'assets/c.shader/c.wgsl': '@fragment fn fragmentMain() -> @location(0) vec4f { return vec4f(1.0); }\n',
};
const MODULES = ['a/fragment', 'a/fill', 'b/fragment', 'c/fragment'];

let project = new Project();
afterEach(() => project.dispose());

function build(environment: Record<string, string>): void {
  project.dispose();
  project = new Project(FILES);
  expect(project.run(['build', '-j', '1'], { env: environment })).toMatchObject({ code: 0, stderr: '' });
}

function languagesOf(bytes: Uint8Array): readonly number[] {
  const { words, starts } = parseSpirv(bytes);
  return [...starts].filter((start) => opcodeAt(words, start) === Op.Source).map((start) => words[start + 1] ?? 0);
}

const COMPILERS: readonly (readonly [string, Record<string, string>])[] = [
  ['the bundled compilers', { SLANGC: '', PATH: '' }],
  // The stand-in is a script with a #! line, which Windows does not run.
  ...(process.platform === 'win32'
    ? []
    : [['an external slangc', { SLANGC: standIn, PATH: process.env.PATH ?? '' }] as const]),
];

describe.each(COMPILERS)('modules of %s', (_, environment) => {
  it('name no language that older tools reject', () => {
    build(environment);
    for (const name of MODULES)
      for (const language of languagesOf(project.read(`runtime/${name}.spv`)))
        expect(language, name).toBeLessThanOrEqual(NEWEST_KNOWN_LANGUAGE);
  });

  it.skipIf(!hasValidator)('are valid for spirv-val', () => {
    build(environment);
    for (const name of MODULES) {
      const path = project.path(`runtime/${name}.spv`);
      const { status, stdout, stderr } = spawnSync('spirv-val', ['--target-env', 'vulkan1.3', path], {
        encoding: 'utf8',
      });
      expect(`${stdout}${stderr}`, name).toBe('');
      expect(status, name).toBe(0);
    }
  });
});
