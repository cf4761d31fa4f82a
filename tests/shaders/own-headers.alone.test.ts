// Including our headers without having them: found last, replaced by a file of the project, and used by an external slangc, too.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GpuSkinVertex, GpuVertex } from '@assetc/formats/layouts';
import { reflectSpirv } from '@assetc/formats/spirv';
import { afterAll, describe, expect, it } from 'vitest';
import { shaderProcess } from '../../packages/compiler/src/compilers/shader/shader-process.js';
import { ownHeadersIdentity } from '../../packages/compiler/src/importers/shader/own-headers.js';
import { shaderKind } from '../../packages/compiler/src/kinds/shader/shader-kind.js';
import { compile } from '../../packages/compiler/src/kinds/shader/testing/compile-shader-folder.js';
import { Project } from '../cli/testing/run-cli.js';

afterAll(() => shaderProcess().stop());

const SLANG = '[shader("fragment")] float4 fragmentMain() : SV_Target { return assetcMedian(float3(1, 2, 3)); }\n';
const GLSL = 'layout(location = 0) out vec4 color;\nvoid main() { color = vec4(assetcMedian(vec3(1, 2, 3))); }\n';
const OWN = 'float assetcMedian(float3 v) { return 77.0; }\n';

const contains77 = (bytes: Uint8Array): boolean =>
  new Uint32Array(bytes.slice().buffer).includes(new Uint32Array(Float32Array.of(77).buffer)[0] ?? 0);

describe('headers that come with assetc', () => {
  it.each([
    ['#include in Slang', { 'a.slang': `#include "assetc.slang"\n${SLANG}` }],
    ['import in Slang', { 'a.slang': `import assetc;\n${SLANG}` }],
    ['#include in GLSL', { 'a.frag': `#version 450\n#include "assetc.glsl"\n${GLSL}` }],
  ])('are found by %s', async (_, files: Record<string, string>) => {
    const context = await compile(files);
    expect(context.outputs.map(({ suffix }) => suffix)).toEqual(['/fragment.spv']);
  });

  it('give way to a file of the project', async () => {
    const source = `#include "assetc.slang"\n${SLANG}`;
    expect(contains77((await compile({ 'a.slang': source })).output('/fragment.spv'))).toBe(false);
    const near = await compile({ 'a.slang': source, 'assetc.slang': OWN });
    expect(contains77(near.output('/fragment.spv'))).toBe(true);
    const shared = await compile({ 'a.slang': source }, { include: ['common'] }, { 'common/assetc.slang': OWN });
    expect(contains77(shared.output('/fragment.spv'))).toBe(true);
  });

  it('are part of the identity of the compiler', async () => {
    const identity = await shaderKind.externalVersion?.();
    expect(typeof identity === 'object' ? identity.version : identity).toContain(ownHeadersIdentity());
  });

  // The stand-in is a script with a #! line, which Windows does not run.
  it.skipIf(process.platform === 'win32')('are found by an external slangc', () => {
    // The stand-in keeps the names of entry points only if there are several.
    const other = '[shader("vertex")] float4 vertexMain() : SV_Position { return 1; }\n';
    const project = new Project({ 'assets/a.shader/a.slang': `#include "assetc.slang"\n${SLANG}${other}` });
    try {
      const env = { SLANGC: join(import.meta.dirname, 'stand-in-slangc.mjs'), PATH: join(process.execPath, '..') };
      expect(project.run(['build', '-j', '1'], { env })).toMatchObject({ code: 0, stderr: '' });
      expect(reflectSpirv(project.read('runtime/a/fragment.spv'))[0]?.stage).toBe('fragment');
    } finally {
      project.dispose();
    }
  });
});

describe("the demo's skinning", () => {
  it('reads SKIN and VTXS as the files have them', async () => {
    const path = resolve(import.meta.dirname, '../../examples/demo/assets/shaders/skin.shader/skin.slang');
    const context = await compile({ 'skin.slang': readFileSync(path, 'utf8') });
    const bindings = reflectSpirv(context.output('/skin.spv'))[0]?.bindings ?? [];
    for (const [binding, layout] of [
      [1, GpuSkinVertex],
      [2, GpuVertex],
    ] as const) {
      const [array] = bindings.find((candidate) => candidate.binding === binding)?.members ?? [];
      expect(array?.arrayStride).toBe(layout.size);
      expect(array?.members?.map(({ name, offset }) => [name, offset])).toEqual(
        layout.fields.map(({ name, offset }) => [name, offset]),
      );
    }
  });
});
