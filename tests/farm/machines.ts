// Machines of a farm as processes: the built command line as builder and as worker. All of their output is recorded.

import { type ChildProcess, spawn } from 'node:child_process';
import { cli, type DiskProject } from '../support/disk-project.js';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Asynchronous, because the test serves the cache meanwhile. */
export function runCli(
  project: DiskProject,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> & { readonly child: ChildProcess } {
  const child = spawn(process.execPath, [cli, ...args], { cwd: project.root, env: project.env(env) });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, stdout, stderr })));
  return Object.assign(ended, { child });
}

export class WorkerMachine {
  readonly #project: DiskProject;
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  /** Output of all its processes, restarted ones included. */
  printed = '';

  /** Runs in a folder without a project. */
  constructor(folder: DiskProject, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#project = folder;
    this.#args = args;
    this.#env = env;
  }

  /** Resolves when it takes jobs. */
  async start(): Promise<void> {
    const before = this.printed.length;
    const { child } = runCli(this.#project, ['worker', '-v', ...this.#args], this.#env);
    this.#child = child;
    await new Promise<void>((done, fail) => {
      child.stdout?.on('data', (text) => {
        this.printed += text;
        if (this.printed.includes('worker started', before)) done();
      });
      child.stderr?.on('data', (text) => {
        this.printed += text;
      });
      child.once('exit', () => fail(new Error(`the worker stopped: ${this.printed}`)));
    });
  }

  get done(): number {
    return this.printed.match(/^done /gm)?.length ?? 0;
  }

  /** Resolves when it has ended and all of its output has arrived. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((done) => child.once('close', done));
    child.kill(signal);
    return gone;
  }
}
