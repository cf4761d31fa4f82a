// Runs a program of the user's machine: slangc, Blender. The only place in the compiler that starts a process.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';

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
  const isScript = /\.[cm]?js$/i.test(program);
  return new Promise((done, reject) => {
    execFile(
      isScript ? process.execPath : program,
      isScript ? [program, ...args] : [...args],
      {
        timeout: limitMs,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_LOG_BYTES,
        windowsHide: true,
        env: { ...process.env, ...environment },
        ...(signal && { signal }),
      },
      (error, stdout, stderr) => {
        const output = `${stderr}\n${stdout}`;
        if (signal?.aborted) reject(signal.reason);
        else if (error === null) done({ failure: undefined, exitCode: 0, output });
        else if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
          done({ failure: `it printed more than ${MAX_LOG_BYTES >> 20} MB`, exitCode: -1, output });
        else if (error.killed) done({ failure: `it was stopped after ${limitMs / 1000} s`, exitCode: -1, output });
        else if (error.signal) done({ failure: `it was ended by ${error.signal}`, exitCode: -1, output });
        else if (typeof error.code === 'number') done({ failure: undefined, exitCode: error.code, output });
        else done({ failure: error.message, exitCode: -1, output });
      },
    );
  });
}

/** What it prints about its version. One that does not run gets an identity from its error; using it then reports it. */
export async function programVersion(program: string, flag: string): Promise<string> {
  const { failure, output } = await runProgram(program, [flag]);
  return failure === undefined ? output.trim() : `unusable: ${createHash('sha256').update(failure).digest('hex')}`;
}
