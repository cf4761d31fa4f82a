// The codes of shaders that are valid and still not compiled.

import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../compilers/shader/limits.js';
import { crashDiagnostic, shaderThread } from '../../compilers/shader/shader-thread.js';
import { compile, failure } from './testing/compile-shader-folder.js';

afterAll(() => shaderThread().stop());

describe('a valid shader', () => {
  it('that needs what the WGSL compiler lacks is unsupported, not wrong', async () => {
    const override = 'override x: f32 = 1.0; @fragment fn f() -> @location(0) vec4f { return vec4f(x); }';
    const { diagnostic } = await failure(compile({ 'a.wgsl': override }));
    expect(diagnostic).toMatchObject({ code: 'shader/unsupported', hint: expect.stringContaining('const') });
  });

  it('that breaks the compiler is told with its words', () => {
    const reply = { ok: false, modules: [], log: '', crash: 'unreachable' };
    expect(crashDiagnostic('a.slang', 'slang', reply, DEFAULT_LIMITS)).toMatchObject({
      code: 'shader/compiler-broke',
      file: 'a.slang',
      message: 'slang broke: unreachable',
    });
  });
});
