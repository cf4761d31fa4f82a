// The thread that runs the bundled compilers, one for each worker of the build, started when the first shader needs it. A compile that
// takes longer than it may, and a compiler that breaks, end the thread; the next request starts another.

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ThreadData, ThreadReply, ThreadRequest } from './thread/protocol.js';

/** Slang's slowest known module takes seconds; a minute and a half on a crowded machine is a hang. */
const TIME_LIMIT_MS = 90_000;
const IDLE_MS = 5_000;

export class ShaderThread {
  readonly #timeLimitMs: number;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Requests are answered one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(timeLimitMs = TIME_LIMIT_MS) {
    this.#timeLimitMs = timeLimitMs;
  }

  ask(request: ThreadRequest, signal: AbortSignal): Promise<ThreadReply> {
    const answer = this.#last.then(() => this.#exchange(request, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #exchange(request: ThreadRequest, signal: AbortSignal): Promise<ThreadReply> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    this.#worker ??= startWorker();
    const worker = this.#worker;
    worker.ref();
    const reply = await new Promise<ThreadReply>((resolve, reject) => {
      const done = (settle: () => void): void => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal.removeEventListener('abort', onAbort);
        settle();
      };
      const broke = (crash: string): void => done(() => resolve({ ok: false, modules: [], log: '', crash }));
      const onMessage = (message: ThreadReply): void => done(() => resolve(message));
      const onError = (error: Error): void => broke(error.message);
      const onExit = (code: number): void => broke(`its thread ended with code ${code}`);
      const onAbort = (): void => done(() => reject(signal.reason));
      const timer = setTimeout(
        () => broke(`it was still at work after ${this.#timeLimitMs / 1000} s`),
        this.#timeLimitMs,
      );
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      signal.addEventListener('abort', onAbort);
      worker.postMessage(request);
    }).catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
    if (reply.crash !== undefined) {
      await this.stop();
      return reply;
    }
    // An idle thread must neither keep the process alive nor its hundreds of megabytes for good.
    worker.unref();
    this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
    return reply;
  }
}

function startWorker(): Worker {
  const script = createRequire(import.meta.url).resolve('assetc/vendor/shader-thread.mjs');
  const workerData: ThreadData = { folder: dirname(script) };
  return new Worker(script, { workerData, stdout: true, stderr: true });
}

let shared: ShaderThread | undefined;

/** The thread of the worker that this runs in. */
export function shaderThread(): ShaderThread {
  shared ??= new ShaderThread();
  return shared;
}

export const crashDiagnostic = (file: string, compiler: string, crash: string): Diagnostic => ({
  code: 'shader/compiler-broke',
  severity: 'error',
  file,
  message: `${compiler} broke: ${crash}`,
  hint: 'Simplify the shader, or install a newer slangc and set SLANGC to it',
});
