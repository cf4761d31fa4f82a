// Runs a program of the user's machine to its end: slangc, Blender. Only this and browser.ts start processes in the compiler.

import { type ExecFileException, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { GUARD_MARK, GUARD_SCRIPT } from './guard-script.js';

/** Wall time, so it only ends a program that hangs: an hour is more than a correct run needs on the busiest machine. */
const TIME_LIMIT_MS = 3_600_000;
const MAX_LOG_BYTES = 1 << 24;

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Over the variables of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
}

interface ProgramResult {
  /** Why it did not run to its end. */
  readonly failure: string | undefined;
  readonly exitCode: number;
  /** Standard error, then standard output. */
  readonly output: string;
}

/** A script for Node is run by this Node. Rejects with the reason of the signal if that is aborted. */
export function runProgram(
  program: string,
  args: readonly string[],
  { signal, environment = {}, limitMs = TIME_LIMIT_MS }: RunOptions = {},
): Promise<ProgramResult> {
  const [command, rest] = commandOf(program, args);
  const limits = { timeout: limitMs, killSignal: 'SIGKILL', ...(signal && { signal }) } as const;
  return new Promise((done, reject) => {
    execFile(command, rest, { ...limits, ...common(environment) }, (error, stdout, stderr) => {
      const output = `${stderr}\n${stdout}`;
      if (signal?.aborted) reject(signal.reason);
      else done({ ...outcomeOf(error, limitMs), output });
    });
  });
}

/** The same for a program that works in a temporary folder: however this thread or process ends, it is ended, and the folder removed. */
export function runGuarded(
  program: string,
  args: readonly string[],
  { folder, signal, environment = {}, limitMs = TIME_LIMIT_MS }: RunOptions & { readonly folder: string },
): Promise<ProgramResult> {
  const [command, rest] = commandOf(program, args);
  const guarded = ['-e', GUARD_SCRIPT, '--', folder, command, ...rest];
  return new Promise((done, reject) => {
    let isLate = false;
    const guard = execFile(process.execPath, guarded, common(environment), (error, stdout, stderr) => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', stop);
      const output = `${stderr}\n${stdout}`;
      const failure = stderr
        .split('\n')
        .find((line) => line.startsWith(GUARD_MARK))
        ?.slice(GUARD_MARK.length);
      if (signal?.aborted) reject(signal.reason);
      else if (isLate) done({ failure: lateFailure(limitMs), exitCode: -1, output });
      else if (failure !== undefined) done({ failure, exitCode: -1, output });
      else done({ ...outcomeOf(error, limitMs), output });
    });
    const stop = (): void => {
      guard.stdin?.end();
    };
    const limit = setTimeout(() => {
      isLate = true;
      stop();
    }, limitMs);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
}

const commandOf = (program: string, args: readonly string[]): readonly [string, string[]] =>
  /\.[cm]?js$/i.test(program) ? [process.execPath, [program, ...args]] : [program, [...args]];

const common = (environment: Readonly<Record<string, string>>) => ({
  maxBuffer: MAX_LOG_BYTES,
  windowsHide: true,
  env: { ...process.env, ...environment },
});

const lateFailure = (limitMs: number): string => `it was stopped after ${limitMs / 1000} s`;

function outcomeOf(error: ExecFileException | null, limitMs: number): Omit<ProgramResult, 'output'> {
  if (error === null) return { failure: undefined, exitCode: 0 };
  if (typeof error.code === 'number') return { failure: undefined, exitCode: error.code };
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return { failure: `it printed more than ${MAX_LOG_BYTES >> 20} MB`, exitCode: -1 };
  if (error.killed === true) return { failure: lateFailure(limitMs), exitCode: -1 };
  return { failure: error.signal ? `it was ended by ${error.signal}` : error.message, exitCode: -1 };
}

/** What it prints about its version. One that does not run gets an identity from its error; using it then reports it. */
export async function programVersion(program: string, flag: string): Promise<string> {
  const { failure, output } = await runProgram(program, [flag]);
  return failure === undefined ? output.trim() : `unusable: ${createHash('sha256').update(failure).digest('hex')}`;
}
