import { fork, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import pins from '../../bundled/bundled-files.json' with { type: 'json' };
import { compileGlsl } from './glslang-backend.js';
import { DEFAULT_LIMITS } from './limits.js';
import type { CompileReply, CompileRequest } from './process/protocol.js';
import { crashDiagnostic, ShaderProcess, type WithoutLimits } from './shader-process.js';

const never = new AbortController().signal;
const GOOD: WithoutLimits<CompileRequest> = { do: 'wgsl', source: '@compute @workgroup_size(1) fn main() {}' };

/** Macros of which each doubles the previous one. */
const macroBomb = (levels: number): string =>
  `#version 450\n#define A0 x+x+x+x\n${Array.from({ length: levels }, (_, i) => `#define A${i + 1} A${i}+A${i}+A${i}+A${i}\n`).join('')}void main() { float x = gl_VertexIndex; gl_Position = vec4(A${levels}); }\n`;

const glslRequest = (text: string): WithoutLimits<CompileRequest> => ({
  do: 'glsl',
  stage: 0,
  vulkanMinor: 1,
  files: [{ path: 'a.vert', text, isIncludedOnce: false, includes: {} }],
  root: 'a.vert',
  preamble: '',
});

/** A zombie has ended, too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the shader process', () => {
  it('ends a compiler that needs too much CPU time, and the next request has a new one', async () => {
    const compilers = new ShaderProcess();
    const hasty = { ...DEFAULT_LIMITS, seconds: 0.05 };
    const reply = await compilers.ask(glslRequest(macroBomb(14)), hasty, never);
    expect(reply).toMatchObject({ ok: false, limit: 'time' });
    expect(await compilers.ask(GOOD, DEFAULT_LIMITS, never)).toMatchObject({ ok: true });
    await compilers.stop();
  });

  it('stops a compiler that takes too much memory, and uses a new one for the next request', async () => {
    const compilers = new ShaderProcess();
    const small = { seconds: 60, megabytes: 64 };
    expect(await compilers.ask(glslRequest(macroBomb(14)), small, never)).toMatchObject({ ok: false, limit: 'memory' });
    expect(await compilers.ask(GOOD, DEFAULT_LIMITS, never)).toMatchObject({ ok: true });
    await compilers.stop();
  });

  it('reports a limit with the file, the number and the setting', async () => {
    const compilers = new ShaderProcess();
    const file = { path: 'a.shader/a.vert', text: macroBomb(14), references: [] };
    const root = { path: file.path, language: 'glsl', stage: 'vertex', declaresEntries: false } as const;
    const sources = { folder: 'a.shader', includeFolders: [], files: [file], roots: [root] };
    const job = { compilers, sources, root, defines: [], signal: never };
    const [slow, large] = [
      await compileGlsl({ ...job, limits: { seconds: 0.05, megabytes: 512 } }),
      await compileGlsl({ ...job, limits: { seconds: 60, megabytes: 64 } }),
    ];
    expect(slow.diagnostics).toEqual([
      {
        code: 'shader/limit',
        severity: 'error',
        file: 'a.shader/a.vert',
        message: 'glslang needs more than 0.05 s of CPU time (shader.timeLimit)',
        hint: 'Check for macros or generics that multiply. Otherwise raise shader.timeLimit for this shader.',
      },
    ]);
    expect(large.diagnostics).toMatchObject([
      { file: 'a.shader/a.vert', message: 'glslang needs more than 64 MB of memory (shader.memoryLimit)' },
    ]);
    await compilers.stop();
  });

  it('answers requests in order', async () => {
    const compilers = new ShaderProcess();
    const replies = await Promise.all([
      compilers.ask(GOOD, DEFAULT_LIMITS, never),
      compilers.ask({ do: 'wgsl', source: 'oops' }, DEFAULT_LIMITS, never),
      compilers.ask(GOOD, DEFAULT_LIMITS, never),
    ]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, true]);
    await compilers.stop();
  });

  it('stops when the build is canceled', async () => {
    const compilers = new ShaderProcess();
    const controller = new AbortController();
    const answer = compilers.ask(GOOD, DEFAULT_LIMITS, controller.signal);
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(await compilers.ask(GOOD, DEFAULT_LIMITS, never)).toMatchObject({ ok: true });
    await compilers.stop();
  });

  it('reports that the system does not start it, and starts when it can', async () => {
    const compilers = new ShaderProcess();
    const { execPath } = process;
    try {
      process.execPath = join(tmpdir(), 'no-such-node');
      const reply = await compilers.ask(GOOD, DEFAULT_LIMITS, never);
      expect(crashDiagnostic('a.wgsl', 'naga', reply, DEFAULT_LIMITS)).toMatchObject({
        code: 'shader/compiler-broke',
        message: expect.stringMatching(/^naga could not be started: spawn .*no-such-node ENOENT$/),
        hint: expect.stringContaining('ulimit -u'),
      });
    } finally {
      process.execPath = execPath;
    }
    expect(await compilers.ask(GOOD, DEFAULT_LIMITS, never)).toMatchObject({ ok: true });
    await compilers.stop();
  });

  it.skipIf(process.platform === 'win32')('ends with the build, even in an endless loop', async () => {
    const script = createRequire(import.meta.url).resolve('assetc/vendor/shader-process.mjs');
    const request = { ...glslRequest(macroBomb(14)), memoryMegabytes: 2048, cpuLimitMs: 3_600_000 };
    const parent = `const { fork } = require('node:child_process');
      const child = fork(${JSON.stringify(script)}, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child.on('message', () => { process.stdout.write(String(child.pid)); process.kill(process.pid, 'SIGKILL'); });
      child.send(${JSON.stringify(request)});`;
    const { stdout } = spawnSync(process.execPath, ['-e', parent], { encoding: 'utf8' });
    const pid = Number(stdout);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('rejects a bundled file that is not the reviewed one', async () => {
    const script = createRequire(import.meta.url).resolve('assetc/vendor/shader-process.mjs');
    const folder = mkdtempSync(join(tmpdir(), 'assetc-vendor-'));
    try {
      for (const name of Object.keys(pins)) copyFileSync(join(dirname(script), name), join(folder, name));
      const wasm = readFileSync(join(folder, 'naga.wasm'));
      wasm[1000] = (wasm[1000] ?? 0) ^ 1;
      writeFileSync(join(folder, 'naga.wasm'), wasm);
      const copy = join(folder, 'shader-process.mjs');
      copyFileSync(script, copy);
      const child = fork(copy, [], { execArgv: [], serialization: 'advanced' });
      const reply = await new Promise<CompileReply>((resolve, reject) => {
        child.once('message', resolve).once('error', reject);
        child.send({ ...GOOD, memoryMegabytes: 512, cpuLimitMs: 60_000 } satisfies CompileRequest);
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
      expect(reply.ok).toBe(false);
      expect(reply.crash).toContain('naga.wasm is damaged');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
