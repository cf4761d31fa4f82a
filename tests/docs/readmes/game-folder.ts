// An empty folder next to the tarballs, and the commands of a README in it. Nothing of this repository is found from there: packages
// come from the tarballs, third-party packages from a registry that serves what is installed here.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LocalRegistry, startLocalRegistry } from '../../../scripts/release/local-registry.js';
import { packAll } from '../../../scripts/release/pack.js';
import { npmEnvironment } from '../../../scripts/release/run-npm.js';
import { repository } from '../code-blocks.js';
import { ENDLESS } from './readme-table.js';

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export class GameFolder {
  readonly #base = realpathSync(mkdtempSync(join(tmpdir(), 'assetc-readmes-')));
  readonly #running: ChildProcess[] = [];
  #registry: LocalRegistry | undefined;
  #env: NodeJS.ProcessEnv = {};

  /** As in the README: the repository is `assetc`, the game is next to it. */
  readonly assetc = join(this.#base, 'assetc');
  readonly game = join(this.#base, 'your-game');

  async open(): Promise<void> {
    this.#registry = await startLocalRegistry(repository);
    await packAll(repository, join(this.assetc, 'dist-packages'), () => {});
    const { NODE_OPTIONS: _, ...env } = npmEnvironment(join(this.#base, 'npm'), this.#registry.url);
    this.#env = { ...env, XDG_CACHE_HOME: join(this.#base, 'cache'), NO_COLOR: '1' };
    this.write('package.json', '{ "name": "your-game", "private": true, "type": "module" }\n');
  }

  async close(): Promise<void> {
    await this.stopAll();
    await this.#registry?.close();
    rmSync(this.#base, { recursive: true, force: true });
  }

  path(path: string): string {
    return join(this.game, path);
  }

  write(path: string, content: string | Uint8Array): string {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
    return this.path(path);
  }

  /** Runs one line of a shell to its end. Returns where the shell is then. */
  async line(text: string, cwd = this.game, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const place = join(this.#base, 'place');
    const script = `${text}\npwd > '${place}'\n`;
    const { code, output } = await this.#run(script, cwd, env).ended;
    if (code !== 0) throw new Error(`${text} ends with ${code}:\n${output}`);
    return readFileSync(place, 'utf8').trim();
  }

  /** Every line of a block, one after another. What does not end by itself is stopped when it is ready, or keeps running. */
  async block(text: string, { cwd = this.game, env = {}, keep = false, skip }: BlockOptions = {}): Promise<void> {
    let place = cwd;
    for (const line of text.split('\n')) {
      if (line.trim() === '' || skip?.test(line) === true) continue;
      const endless = ENDLESS.find((row) => row.line.test(line));
      if (endless === undefined) place = await this.line(line, place, env);
      else {
        await this.#untilReady(line, endless.ready, place, env);
        if (!keep) await this.stopAll();
      }
    }
  }

  async #untilReady(line: string, ready: RegExp, cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
    const { child, ended, printed } = this.#run(`exec ${line}`, cwd, env);
    this.#running.push(child);
    await new Promise<void>((done, fail) => {
      const look = (): void => {
        if (ready.test(printed())) done();
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      ended.then(({ code, output }) => fail(new Error(`${line} ends with ${code}:\n${output}`)));
    });
  }

  /** As Ctrl-C does: the signal goes to npx and to what it runs. */
  async stopAll(): Promise<void> {
    for (const child of this.#running.splice(0)) {
      const { pid } = child;
      if (pid === undefined || child.exitCode !== null) continue;
      const gone = new Promise((done) => child.once('close', done));
      process.kill(-pid, 'SIGINT');
      await gone;
    }
  }

  #run(script: string, cwd: string, env: Readonly<Record<string, string>>) {
    const child = spawn('bash', ['-euc', script], { cwd, env: { ...this.#env, ...env }, detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        output += String(piece);
      });
    const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, output })));
    return { child, ended, printed: () => output };
  }
}

interface BlockOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether endless commands run on until `stopAll`. */
  readonly keep?: boolean;
  readonly skip?: RegExp;
}
