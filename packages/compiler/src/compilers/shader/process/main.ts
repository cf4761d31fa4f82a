// Entry point of the shader process: runs the bundled compilers outside the build, so that one that hangs or uses too much memory can be
// stopped without losing anything else. A watchdog thread of the same script limits its CPU time. Bundled into dist/vendor.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { GlslangHost } from './glslang-host.js';
import { NagaHost } from './naga-host.js';
import type { CompileReply, CompileRequest, ProcessMessage } from './protocol.js';
import { SlangHost } from './slang-host.js';
import { LIMIT_MS, LOADED, RUNNING, runWatchdog, STATE_WORDS, type Watched } from './watchdog.js';

function serve(): void {
  const script = fileURLToPath(import.meta.url);
  const folder = dirname(script);
  const slang = new SlangHost(folder);
  const naga = new NagaHost(folder);
  const glslang = new GlslangHost(folder);
  const state = new Int32Array(new SharedArrayBuffer(STATE_WORDS * 4));
  const watched: Watched = { state, parentPid: process.ppid };
  new Worker(script, { workerData: watched }).unref();
  const post = (message: ProcessMessage): void => void process.send?.(message);
  const began = (): void => {
    Atomics.store(state, LOADED, 1);
    post({ began: true });
  };

  function answer(request: CompileRequest): Promise<CompileReply> {
    switch (request.do) {
      case 'slang':
        return slang.compile(request, began);
      case 'wgsl':
        return naga.compileWgsl(request, began);
      case 'glsl':
        return glslang.compile(request, began);
      case 'validate':
        return naga.validate(request, began);
    }
  }

  const crashOf = (error: unknown): CompileReply => {
    const crash = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { ok: false, modules: [], log: '', crash };
  };

  let count = 0;
  process.on('message', (request: CompileRequest) => {
    Atomics.store(state, LIMIT_MS, request.cpuLimitMs);
    Atomics.store(state, LOADED, 0);
    Atomics.store(state, RUNNING, ++count);
    Atomics.notify(state, RUNNING);
    void answer(request)
      .catch(crashOf)
      .then((reply) => {
        Atomics.store(state, RUNNING, 0);
        Atomics.notify(state, RUNNING);
        post(reply);
      });
  });
  process.on('disconnect', () => process.exit(0));
}

if (isMainThread) serve();
else runWatchdog(workerData);
