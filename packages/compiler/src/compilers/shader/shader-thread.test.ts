import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import pins from '../../bundled/bundled-files.json' with { type: 'json' };
import { compileGlsl } from './glslang-backend.js';
import { DEFAULT_LIMITS } from './limits.js';
import { ShaderThread, type Unlimited } from './shader-thread.js';
import type { ThreadReply, ThreadRequest } from './thread/protocol.js';

const never = new AbortController().signal;
const GOOD: Unlimited<ThreadRequest> = { do: 'wgsl', source: '@compute @workgroup_size(1) fn main() {}' };

/** Macros of which each doubles the one before. */
const macroBomb = (levels: number): string =>
  `#version 450\n#define A0 x+x+x+x\n${Array.from({ length: levels }, (_, i) => `#define A${i + 1} A${i}+A${i}+A${i}+A${i}\n`).join('')}void main() { float x = gl_VertexIndex; gl_Position = vec4(A${levels}); }\n`;

const glslRequest = (text: string): Unlimited<ThreadRequest> => ({
  do: 'glsl',
  stage: 0,
  vulkanMinor: 1,
  files: [{ path: 'a.vert', text, once: false, includes: {} }],
  root: 'a.vert',
  preamble: '',
});

describe('the shader thread', () => {
  it('ends a compiler that takes too long, and the next request has a new one', async () => {
    const thread = new ShaderThread();
    const hasty = { ...DEFAULT_LIMITS, seconds: 0.05 };
    const reply = await thread.ask(glslRequest(macroBomb(14)), hasty, never);
    expect(reply).toMatchObject({ ok: false, limit: 'time' });
    expect(await thread.ask(GOOD, DEFAULT_LIMITS, never)).toMatchObject({ ok: true });
    await thread.stop();
  });

  it('ends a compiler that takes too much memory, and the next request has a new one', async () => {
    const thread = new ShaderThread();
    const small = { seconds: 60, megabytes: 64 };
    expect(await thread.ask(glslRequest(macroBomb(14)), small, never)).toMatchObject({ ok: false, limit: 'memory' });
    expect(await thread.ask(GOOD, DEFAULT_LIMITS, never)).toMatchObject({ ok: true });
    await thread.stop();
  });

  it('that met a limit becomes a diagnostic with the file, the number and the setting', async () => {
    const thread = new ShaderThread();
    const file = { path: 'a.shader/a.vert', text: macroBomb(14), references: [] };
    const root = { path: file.path, language: 'glsl', stage: 'vertex', declaresEntries: false } as const;
    const sources = { folder: 'a.shader', includeFolders: [], files: [file], roots: [root] };
    const job = { thread, sources, root, defines: [], signal: never };
    const [slow, large] = [
      await compileGlsl({ ...job, limits: { seconds: 0.05, megabytes: 512 } }),
      await compileGlsl({ ...job, limits: { seconds: 60, megabytes: 64 } }),
    ];
    expect(slow.diagnostics).toEqual([
      {
        code: 'shader/limit',
        severity: 'error',
        file: 'a.shader/a.vert',
        message: 'glslang did not finish within 0.05 s (shader.timeLimit)',
        hint: 'Check for macros or generics that multiply. Otherwise raise shader.timeLimit for this shader.',
      },
    ]);
    expect(large.diagnostics).toMatchObject([
      { file: 'a.shader/a.vert', message: 'glslang needs more than 64 MB of memory (shader.memoryLimit)' },
    ]);
    await thread.stop();
  });

  it('answers requests in order, each with its own', async () => {
    const thread = new ShaderThread();
    const replies = await Promise.all([
      thread.ask(GOOD, DEFAULT_LIMITS, never),
      thread.ask({ do: 'wgsl', source: 'oops' }, DEFAULT_LIMITS, never),
      thread.ask(GOOD, DEFAULT_LIMITS, never),
    ]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, true]);
    await thread.stop();
  });

  it('stops when the build is cancelled', async () => {
    const thread = new ShaderThread();
    const controller = new AbortController();
    const answer = thread.ask(GOOD, DEFAULT_LIMITS, controller.signal);
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(await thread.ask(GOOD, DEFAULT_LIMITS, never)).toMatchObject({ ok: true });
    await thread.stop();
  });

  it('refuses a bundled file that is not the reviewed one', async () => {
    const script = createRequire(import.meta.url).resolve('assetc/vendor/shader-thread.mjs');
    const folder = mkdtempSync(join(tmpdir(), 'assetc-vendor-'));
    try {
      for (const name of Object.keys(pins)) copyFileSync(join(dirname(script), name), join(folder, name));
      const wasm = readFileSync(join(folder, 'naga.wasm'));
      wasm[1000] = (wasm[1000] ?? 0) ^ 1;
      writeFileSync(join(folder, 'naga.wasm'), wasm);
      const worker = new Worker(script, { workerData: { folder } });
      const reply = await new Promise<ThreadReply>((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.postMessage({ ...GOOD, memoryMegabytes: 512 } satisfies ThreadRequest);
      });
      expect(reply.ok).toBe(false);
      expect(reply.crash).toContain('naga.wasm is damaged');
      await worker.terminate();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
