import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { compileGlsl } from './naga-backend.js';
import { ShaderThread } from './shader-thread.js';
import pins from './thread/bundled-files.json' with { type: 'json' };
import type { ThreadReply, ThreadRequest } from './thread/protocol.js';

const never = new AbortController().signal;
const GOOD: ThreadRequest = { do: 'wgsl', source: '@compute @workgroup_size(1) fn main() {}' };

describe('the shader thread', () => {
  it('ends a compiler that takes too long, and the next request has a new one', async () => {
    const hasty = new ShaderThread(1);
    const reply = await hasty.ask(GOOD, never);
    expect(reply).toMatchObject({ ok: false, crash: 'it was still at work after 0.001 s' });
    const patient = new ShaderThread();
    expect(await patient.ask(GOOD, never)).toMatchObject({ ok: true });
    await Promise.all([hasty.stop(), patient.stop()]);
  });

  it('that broke becomes a diagnostic with the file and the reason', async () => {
    const hasty = new ShaderThread(1);
    const text = '#version 450\nvoid main() {}\n';
    const file = { path: 'a.shader/a.vert', text, references: [] };
    const root = { path: file.path, language: 'glsl', stage: 'vertex', declaresEntries: false } as const;
    const sources = { folder: 'a.shader', includeFolders: [], files: [file], roots: [root] };
    expect((await compileGlsl(hasty, sources, root, [], never)).diagnostics).toEqual([
      {
        code: 'shader/compiler-broke',
        severity: 'error',
        file: 'a.shader/a.vert',
        message: 'naga broke: it was still at work after 0.001 s',
        hint: 'Simplify the shader, or install a newer slangc and set SLANGC to it',
      },
    ]);
    await hasty.stop();
  });

  it('answers requests in order, each with its own', async () => {
    const thread = new ShaderThread();
    const replies = await Promise.all([
      thread.ask(GOOD, never),
      thread.ask({ do: 'wgsl', source: 'oops' }, never),
      thread.ask(GOOD, never),
    ]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, true]);
    await thread.stop();
  });

  it('stops when the build is cancelled', async () => {
    const thread = new ShaderThread();
    const controller = new AbortController();
    const answer = thread.ask(GOOD, controller.signal);
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(await thread.ask(GOOD, never)).toMatchObject({ ok: true });
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
        worker.postMessage(GOOD);
      });
      expect(reply.ok).toBe(false);
      expect(reply.crash).toContain('naga.wasm is damaged');
      await worker.terminate();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
