import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import { compileWgsl } from './naga-backend.js';
import { ShaderThread } from './shader-thread.js';
import type { ThreadReply } from './thread/protocol.js';

const never = new AbortController().signal;
const root = { path: 'a.wgsl', language: 'wgsl', stage: undefined, declaresEntries: true } as const;

const compile = (thread: ShaderThread, text: string) =>
  compileWgsl(
    thread,
    { folder: '', includeFolders: [], files: [{ path: root.path, text, references: [] }], roots: [root] },
    root,
    DEFAULT_LIMITS,
    never,
  );

describe('compileWgsl', () => {
  it('says what to do about a feature that naga lacks', async () => {
    const thread = new ShaderThread();
    try {
      const text = 'override size: u32 = 4;\n@compute @workgroup_size(size) fn main() {}\n';
      expect(await compile(thread, text)).toMatchObject({
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
      await thread.stop();
    }
  });

  it('tells a compiler that broke from a shader that is wrong', async () => {
    class Broken extends ShaderThread {
      override async ask(): Promise<ThreadReply> {
        return { ok: false, log: '', modules: [], crash: 'unreachable' };
      }
    }
    expect((await compile(new Broken(), 'fn')).diagnostics).toMatchObject([
      { code: 'shader/compiler-broke', file: 'a.wgsl', message: 'naga crashed: unreachable' },
    ]);
  });
});
