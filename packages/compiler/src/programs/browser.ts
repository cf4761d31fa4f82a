// Runs Chromium or Chrome without a window, and talks to it through two pipes: JSON messages of the DevTools protocol, each ended by a zero
// byte. Its profile is a temporary folder, which is removed with it.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findProgram } from './find-program.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const BROWSER_VARIABLE = 'ASSETC_BROWSER';

/** Undefined if there is none. */
export async function findBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  for (const name of NAMES) {
    const found = await findProgram({ name, variable: BROWSER_VARIABLE }, environment);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Draws in software if there is no GPU. As root, Chromium starts only without its sandbox; it opens no page but ours. */
const argumentsFor = (profile: string): readonly string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--disable-extensions',
  '--disable-background-networking',
  '--hide-scrollbars',
  '--ignore-gpu-blocklist',
  '--enable-unsafe-swiftshader',
  // Drawing in software takes long on a busy machine, which is not a hang.
  '--disable-gpu-watchdog',
  '--disable-hang-monitor',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  'about:blank',
];

interface Pending {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: Error) => void;
}

/** The browser could not be started, ended by itself, or refused a command. */
export class BrowserError extends Error {}

export class Browser {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #commands: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #ended: Promise<void>;
  #rest = '';
  #lastId = 0;
  #failure: BrowserError | undefined;

  private constructor(child: ChildProcess, profile: string) {
    this.#child = child;
    this.#profile = profile;
    const [, , , commands, answers] = child.stdio;
    this.#commands = commands as Writable;
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => this.#fail(error.message, resolve));
      child.once('exit', (code, signal) => this.#fail(`it ended with ${signal ?? `code ${code}`}`, resolve));
    });
    // The exit reports why a pipe is closed.
    this.#commands.on('error', () => undefined);
    (answers as Readable).on('data', (data: Buffer) => this.#take(data.toString()));
  }

  static async start(program: string): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'assetc-browser-'));
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
    return new Browser(spawn(program, argumentsFor(profile), { stdio: [...stdio], windowsHide: true }), profile);
  }

  /** Rejects with a BrowserError. `session`: of a page. */
  send(method: string, params: object = {}, session?: string): Promise<Record<string, unknown>> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const made = new Promise<Record<string, unknown>>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#commands.write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`);
    return made;
  }

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
    // Its other processes may still write for a moment.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }

  #take(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message) as {
        readonly id?: number;
        readonly result?: Record<string, unknown>;
        readonly error?: { readonly message: string };
      };
      const pending = id === undefined ? undefined : this.#pending.get(id);
      if (id === undefined || pending === undefined) continue;
      this.#pending.delete(id);
      if (error !== undefined) pending.reject(new BrowserError(error.message));
      else pending.resolve(result ?? {});
    }
  }

  #fail(message: string, resolve: () => void): void {
    this.#failure = new BrowserError(message);
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
    resolve();
  }
}
