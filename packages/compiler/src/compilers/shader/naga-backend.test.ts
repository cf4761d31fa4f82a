import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import { compileWgsl } from './naga-backend.js';
import type { CompileReply } from './process/protocol.js';
import { ShaderProcess } from './shader-process.js';

const never = new AbortController().signal;
const root = { path: 'a.wgsl', language: 'wgsl', stage: undefined, declaresEntries: true } as const;

const compile = (compilers: ShaderProcess, text: string) =>
  compileWgsl(
    compilers,
    { folder: '', includeFolders: [], files: [{ path: root.path, text, references: [] }], roots: [root] },
    root,
    DEFAULT_LIMITS,
    never,
  );

describe('compileWgsl', () => {
  it('suggests what to do about a feature that naga lacks', async () => {
    const compilers = new ShaderProcess();
    try {
      const text = 'override size: u32 = 4;\n@compute @workgroup_size(size) fn main() {}\n';
      expect(await compile(compilers, text)).toMatchObject({
        modules: [],
        diagnostics: [
          {
            code: 'shader/unsupported',
            file: 'a.wgsl',
            hint: expect.stringContaining(
              'Replace override with const: WGSL is compiled with fixed constants. Slang and GLSL keep specialization constants.',
            ),
          },
        ],
      });
    } finally {
      await compilers.stop();
    }
  });

  it('distinguishes a crashed compiler from an invalid shader', async () => {
    class Broken extends ShaderProcess {
      override async ask(): Promise<CompileReply> {
        return { ok: false, log: '', modules: [], crash: 'unreachable' };
      }
    }
    expect((await compile(new Broken(), 'fn')).diagnostics).toMatchObject([
      { code: 'shader/compiler-broke', file: 'a.wgsl', message: 'naga crashed: unreachable' },
    ]);
  });
});
