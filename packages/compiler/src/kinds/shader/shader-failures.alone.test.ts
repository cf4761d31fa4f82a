import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../compilers/shader/limits.js';
import { crashDiagnostic, shaderProcess } from '../../compilers/shader/shader-process.js';
import { compile, failure } from './testing/compile-shader-folder.js';

afterAll(() => shaderProcess().stop());

describe('shaders that cannot be compiled', () => {
  it('explains what to do about an override, which is not supported in WGSL', async () => {
    const source = 'override size: f32; @compute @workgroup_size(1) fn main() { let x = size; }';
    expect((await failure(compile({ 'a.wgsl': source }))).diagnostic).toMatchObject({
      code: 'shader/unsupported',
      hint: expect.stringContaining(
        'Replace override with const: WGSL is compiled with fixed constants. Slang and GLSL keep specialization constants.',
      ),
    });
  });

  it('distinguishes a compiler crash from a limit', () => {
    const reply = { ok: false, modules: [], log: '', crash: 'unreachable' };
    expect(crashDiagnostic('a.wgsl', 'naga', reply, DEFAULT_LIMITS)).toMatchObject({
      code: 'shader/compiler-broke',
      file: 'a.wgsl',
      message: 'naga crashed: unreachable',
    });
  });
});
