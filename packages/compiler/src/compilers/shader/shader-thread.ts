// The thread that runs the bundled compilers, one for each worker of the build, started when the first shader needs it. A compile that
// takes longer than it may, and a compiler that breaks, end the thread; the next request starts another.

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ShaderLimits } from './limits.js';
import type { ThreadData, ThreadMessage, ThreadReply, ThreadRequest } from './thread/protocol.js';

/** Loading a compiler takes half a second; its time to compile counts from then on. */
const LOAD_LIMIT_MS = 60_000;
const IDLE_MS = 5_000;

/** A request without its limits, which are given beside it. */
export type Unlimited<Request> = Request extends ThreadRequest ? Omit<Request, 'memoryMegabytes'> : never;

export class ShaderThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Requests are answered one after another. */
  #last: Promise<unknown> = Promise.resolve();

  ask(request: Unlimited<ThreadRequest>, limits: ShaderLimits, signal: AbortSignal): Promise<ThreadReply> {
    const limited = { ...request, memoryMegabytes: limits.megabytes };
    const answer = this.#last.then(() => this.#exchange(limited, limits.seconds * 1000, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #exchange(request: ThreadRequest, timeLimitMs: number, signal: AbortSignal): Promise<ThreadReply> {
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
      const broke = (crash: string, limit?: 'time'): void =>
        done(() => resolve({ ok: false, modules: [], log: '', crash, ...(limit !== undefined && { limit }) }));
      const onMessage = (message: ThreadMessage): void => {
        if ('began' in message) {
          clearTimeout(timer);
          timer = setTimeout(() => broke('it was still working', 'time'), timeLimitMs);
        } else done(() => resolve(message));
      };
      const onError = (error: Error): void => broke(error.message);
      const onExit = (code: number): void => broke(`its thread ended with code ${code}`);
      const onAbort = (): void => done(() => reject(signal.reason));
      let timer = setTimeout(() => broke(`it did not load within ${LOAD_LIMIT_MS / 1000} s`), LOAD_LIMIT_MS);
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

/** Why a compile came to no answer: a limit, which the user can raise, or a compiler that broke. */
export function crashDiagnostic(file: string, compiler: string, reply: ThreadReply, limits: ShaderLimits): Diagnostic {
  const common = { severity: 'error', file } as const;
  if (reply.limit === undefined)
    return {
      ...common,
      code: 'shader/compiler-broke',
      message: `${compiler} crashed: ${reply.crash ?? 'no message'}`,
      hint: 'Simplify the shader, or install a newer slangc and set SLANGC to it.',
    };
  const setting = reply.limit === 'time' ? 'shader.timeLimit' : 'shader.memoryLimit';
  return {
    ...common,
    code: 'shader/limit',
    message:
      reply.limit === 'time'
        ? `${compiler} did not finish within ${limits.seconds} s (${setting})`
        : `${compiler} needs more than ${limits.megabytes} MB of memory (${setting})`,
    hint: `Check for macros or generics that multiply. Otherwise raise ${setting} for this shader.`,
  };
}
