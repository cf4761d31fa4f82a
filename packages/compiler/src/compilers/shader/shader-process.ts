// The process that runs the bundled compilers, one for each worker of the build, started when the first shader needs it. A compile that
// exceeds a limit and a compiler that crashes end the process; the next request starts another.
//
// Limits are CPU time and memory: both are the same on a busy machine. Node 20 cannot measure the CPU time of one thread, so the compilers
// have a process of their own, whose watchdog (process/watchdog.ts) measures the whole process.

import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { machineProblem } from '../../diagnostics/machine-problem.js';
import type { ShaderLimits } from './limits.js';
import { type CompileReply, type CompileRequest, type ProcessMessage, readLimitLine } from './process/protocol.js';

const IDLE_MS = 5_000;
const MAX_STDERR_CHARACTERS = 1000;

/** A request without its limits, which are passed separately. */
export type WithoutLimits<Request> = Request extends CompileRequest
  ? Omit<Request, 'memoryMegabytes' | 'cpuLimitMs'>
  : never;

export class ShaderProcess {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Requests are answered one after another. */
  #last: Promise<unknown> = Promise.resolve();

  /** Undefined while no process runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  ask(request: WithoutLimits<CompileRequest>, limits: ShaderLimits, signal: AbortSignal): Promise<CompileReply> {
    const limited = { ...request, memoryMegabytes: limits.megabytes, cpuLimitMs: limits.seconds * 1000 };
    const answer = this.#last.then(() => this.#exchange(limited, signal));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    if (child.kill('SIGKILL')) await ended;
  }

  async #exchange(request: CompileRequest, signal: AbortSignal): Promise<CompileReply> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    this.#child ??= startProcess();
    const child = this.#child;
    keepAlive(child, true);
    try {
      const reply = await replyOf(child, request, signal);
      if (reply.crash !== undefined) await this.stop();
      return reply;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      // An idle process must neither keep the build alive nor keep its hundreds of megabytes for good.
      keepAlive(child, false);
      this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
    }
  }
}

/** Rejects only if the signal aborts. */
function replyOf(child: ChildProcess, request: CompileRequest, signal: AbortSignal): Promise<CompileReply> {
  return new Promise((resolve, reject) => {
    let stderr = '';
    const onStderr = (text: Buffer): void => {
      stderr = `${stderr}${text}`.slice(-MAX_STDERR_CHARACTERS);
    };
    const done = (settle: () => void): void => {
      child.off('message', onMessage).off('error', onError).off('close', onClose);
      child.stderr?.off('data', onStderr).resume();
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const crashed = (crash: string, limit?: CompileReply['limit']): void =>
      done(() => resolve({ ok: false, modules: [], log: '', crash, ...(limit !== undefined && { limit }) }));
    const onMessage = (message: ProcessMessage): void => {
      if (!('began' in message)) done(() => resolve(message));
    };
    const onError = (error: Error): void => {
      if (child.pid !== undefined) crashed(error.message);
      else done(() => resolve({ ok: false, modules: [], log: '', crash: error.message, hasNotStarted: true }));
    };
    const onClose = (code: number | null, by: NodeJS.Signals | null): void =>
      crashed(`its process ended with ${by ?? `code ${code}`}`, readLimitLine(stderr));
    const onAbort = (): void => done(() => reject(signal.reason));
    child.on('message', onMessage).on('error', onError).on('close', onClose);
    child.stderr?.on('data', onStderr);
    signal.addEventListener('abort', onAbort);
    child.send(request);
  });
}

function startProcess(): ChildProcess {
  const script = createRequire(import.meta.url).resolve('assetc/vendor/shader-process.mjs');
  const child = fork(script, [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Failures reach the request that waits; without one they do not matter.
  return child.on('error', () => {});
}

function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
  if (!(child.stderr instanceof Socket)) return;
  if (isNeeded) child.stderr.ref();
  else child.stderr.unref();
}

let shared: ShaderProcess | undefined;

/** The process of the worker that this runs in. */
export function shaderProcess(): ShaderProcess {
  shared ??= new ShaderProcess();
  return shared;
}

/** Why a compile gave no result: a limit, which the user can raise, or a compiler that crashed. */
export function crashDiagnostic(file: string, compiler: string, reply: CompileReply, limits: ShaderLimits): Diagnostic {
  const common = { severity: 'error', file } as const;
  if (reply.hasNotStarted === true)
    return {
      ...common,
      code: 'shader/compiler-broke',
      message: `${compiler} could not be started: ${reply.crash}`,
      hint: 'Check how many processes and how much memory the system allows (ulimit -u, ulimit -v), and build again.',
    };
  const problem = reply.limit === undefined ? machineProblem(reply.crash) : undefined;
  if (problem?.code === 'build/out-of-memory') {
    const message = `a WebAssembly memory of up to ${limits.megabytes} MB could not be allocated for ${compiler}`;
    return { ...common, code: problem.code, message };
  }
  if (reply.limit === undefined)
    return {
      ...common,
      code: 'shader/compiler-broke',
      message: `${compiler} crashed: ${reply.crash ?? 'no message'}`,
      hint: 'Simplify the shader, or install a newer slangc and set SLANGC to it.',
    };
  return { ...common, code: 'shader/limit', ...limitText(reply.limit, compiler, limits) };
}

function limitText(
  limit: NonNullable<CompileReply['limit']>,
  compiler: string,
  { seconds, megabytes }: ShaderLimits,
): Pick<Diagnostic, 'message' | 'hint'> {
  const raise = (setting: string) =>
    `Check for macros or generics that multiply. Otherwise raise ${setting} for this shader.`;
  switch (limit) {
    case 'time':
      return {
        message: `${compiler} needs more than ${seconds} s of CPU time (shader.timeLimit)`,
        hint: raise('shader.timeLimit'),
      };
    case 'memory':
      return {
        message: `${compiler} needs more than ${megabytes} MB of memory (shader.memoryLimit)`,
        hint: raise('shader.memoryLimit'),
      };
    case 'stalled':
      return {
        message: `${compiler} used no CPU time for 10 minutes and was stopped`,
        hint: 'Build again. If it happens again, simplify the shader, or install slangc and set SLANGC to it.',
      };
  }
}
