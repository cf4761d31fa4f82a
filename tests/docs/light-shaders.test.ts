// The shader lines of docs/guide/light.md compile unchanged.

import { expect, it } from 'vitest';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { codeBlocks } from './code-blocks.js';

const linesIn = (language: string): string => {
  const found = codeBlocks().filter(({ at, language: own }) => at.includes('guide/light.md') && own === language);
  expect(found).toHaveLength(1);
  return found[0]?.text ?? '';
};

async function compiled(file: string, text: string): Promise<readonly string[]> {
  const context = await new TestContext({ path: 'a.shader', input: { [`a.shader/${file}`]: text } }).compile();
  return context.outputs.map(({ suffix }) => suffix);
}

const GLSL_MAIN = `
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 view;
layout(location = 0) out vec4 color;
void main() { color = vec4(imageLight(normalize(normal), normalize(view), vec3(0.5), 0.2, 0.4), 1.0); }
`;

const SLANG_MAIN = `
[shader("fragment")]
float4 fragmentMain(float3 normal : NORMAL, float3 view : VIEW) : SV_Target {
  return float4(imageLight(normalize(normal), normalize(view), float3(0.5), 0.2, 0.4), 1.0);
}
`;

it('in GLSL', async () => {
  expect(await compiled('lit.frag', `#version 450\n${linesIn('glsl')}${GLSL_MAIN}`)).toEqual(['/fragment.spv']);
});

it('in Slang', async () => {
  expect(await compiled('lit.slang', `${linesIn('slang')}${SLANG_MAIN}`)).toEqual(['/fragment.spv']);
});
