// The oracle is spirv-dis of SPIRV-Tools, on modules that glslang compiles.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormatError } from '@assetc/formats';
import { expect, it } from 'vitest';
import { disassemble } from './disassemble.js';

const HEADER = [0x07230203, 0x00010000, 0, 10, 0];
const op = (code: number, ...operands: number[]): number[] => [((operands.length + 1) << 16) | code, ...operands];
const text = (letters: string): number[] => [
  ...new Uint32Array(new TextEncoder().encode(letters.padEnd(Math.ceil((letters.length + 1) / 4) * 4, '\0')).buffer),
];
const moduleOf = (...instructions: number[][]): Uint8Array =>
  new Uint8Array(Uint32Array.from([...HEADER, ...instructions.flat()]).buffer);

const float = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;

const small = moduleOf(
  op(17, 1),
  op(5, 3, ...text('half way')),
  op(22, 2, 32),
  op(43, 2, 3, float(0.5)),
  op(43, 2, 4, float(-1.1)),
  op(71, 3, 30, 7),
  op(60000, 1, 2),
);

it('prints one line for each instruction, with names and without', () => {
  expect(disassemble(small)).toEqual([
    'OpCapability Shader',
    'OpName %half_way "half way"',
    '%2 = OpTypeFloat 32',
    '%half_way = OpConstant %2 0.5',
    '%4 = OpConstant %2 -1.10000002',
    'OpDecorate %half_way Location 7',
    'Op60000 1 2',
  ]);
  expect(disassemble(small, { names: false })[3]).toBe('%3 = OpConstant %2 0.5');
});

it('refuses what is not SPIR-V, and survives words that are cut or changed', () => {
  expect(() => disassemble(new Uint8Array(12))).toThrow(FormatError);
  for (let at = 20; at < small.length; at++)
    for (const value of [0, 0x7f, 0xff]) {
      const damaged = small.slice();
      damaged[at] = value;
      try {
        expect(Array.isArray(disassemble(damaged))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
});

const SHADERS: Readonly<Record<string, string>> = {
  'a.comp': `#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x_id = 3, local_size_y = 4) in;
layout(constant_id = 1) const int COUNT = 8;
layout(constant_id = 2) const bool ON = true;
layout(std430, binding = 0) buffer Data { double wide[2]; int64_t big; float list[]; };
layout(rgba16f, binding = 1) uniform readonly image2D picture;
shared float part[COUNT * 2];
void main() {
  switch (int(gl_LocalInvocationIndex)) { case -3: list[0] = 1.5e-3; break; case 7: list[1] = 1e20; break; default: list[2] = sin(list[3]) + fma(list[0], 2.0, 3.25); }
  for (int i = 0; i < COUNT; i++) { if (!ON) break; atomicAdd(part_count(), 1); }
  barrier();
  big = -5000000000L; wide[0] = 0.1LF;
  list[4] = imageLoad(picture, ivec2(gl_GlobalInvocationID.xy)).x;
}`.replace('atomicAdd(part_count(), 1);', 'part[i] += float(i);'),
  'a.frag': `#version 450
layout(location = 0) in flat uint kind; layout(location = 1) in vec2 uv; layout(location = 0) out vec4 color;
layout(set = 1, binding = 2) uniform sampler2DShadow shade; layout(push_constant) uniform Push { mat4x3 m; vec2 offset; };
void main() { color = vec4(m * vec4(textureOffset(shade, vec3(uv, 0.5), ivec2(1, -1))), dFdx(uv.x)); if (kind > 3u) discard; }`,
};
const hasTools = ['spirv-dis', 'glslangValidator'].every((name) => spawnSync(name, ['--version']).status === 0);

it.skipIf(!hasTools)('prints what spirv-dis prints', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-spirv-'));
  try {
    for (const [name, source] of Object.entries(SHADERS)) {
      const [from, to] = [join(folder, name), join(folder, `${name}.spv`)];
      writeFileSync(from, source);
      execFileSync('glslangValidator', ['--target-env', 'vulkan1.2', '-g', from, '-o', to]);
      const printed = execFileSync('spirv-dis', ['--raw-id', '--no-indent', '--no-header', to], { encoding: 'utf8' });
      expect(disassemble(readFileSync(to), { names: false })).toEqual(printed.trimEnd().split(/\n(?=Op|%)/));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
