// A project in a temporary folder, and the built command line to run on it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PATIENCE_MS } from './patience.js';

export const cli = resolve(import.meta.dirname, '../../packages/compiler/dist/cli.js');
export const hasCli = existsSync(cli);

export class DiskProject {
  readonly root: string;

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}, parent = tmpdir()) {
    this.root = realpathSync(mkdtempSync(join(parent, 'assetc-test-')));
    mkdirSync(join(this.root, 'assets'));
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(path: string): string {
    return join(this.root, path);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  env(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    return { ...process.env, XDG_CACHE_HOME: this.path('.cache'), NO_COLOR: '1', ...extra };
  }

  run(args: readonly string[] = [], extra: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
      cwd: this.root,
      encoding: 'utf8',
      env: this.env(extra),
      timeout: PATIENCE_MS,
    });
    return { status, stdout, stderr };
  }

  /** Runs a build that must succeed. Returns the ids of assets whose status (`built`, `restored`, `cached`) passes. */
  listAssets(passes: (status: string) => boolean): string[] {
    const { stdout, status, stderr } = this.run(['--json']);
    if (status !== 0 || stderr !== '') throw new Error(`the build ended with ${status}: ${stderr}`);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line): { type: string; status: string; id: string } => JSON.parse(line))
      .filter((event) => event.type === 'asset' && passes(event.status))
      .map(({ id }) => id)
      .sort();
  }

  start(args: readonly string[] = []): ChildProcess {
    return spawn(process.execPath, [cli, ...args], {
      cwd: this.root,
      env: this.env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  removeSource(path: string): void {
    rmSync(this.path(path), { force: true });
  }

  hashFile(path: string): string {
    return createHash('sha256')
      .update(readFileSync(this.path(path)))
      .digest('hex');
  }

  /** Path → SHA-256 of all files below a folder, except the build's records. */
  hashTree(folder = 'runtime'): Record<string, string> {
    const found: Record<string, string> = {};
    const visit = (path: string): void => {
      if (!existsSync(this.path(path))) return;
      for (const entry of readdirSync(this.path(path), { withFileTypes: true })) {
        const child = `${path}/${entry.name}`;
        if (entry.isDirectory()) visit(child);
        else if (!entry.name.startsWith('.assetc-')) found[child.slice(folder.length + 1)] = this.hashFile(child);
      }
    };
    visit(folder);
    return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Temporary files, which only a running or a killed build may leave. */
  temporaryFiles(folder = 'runtime'): string[] {
    const found: string[] = [];
    const visit = (path: string): void => {
      for (const entry of readdirSync(this.path(path), { withFileTypes: true }))
        if (entry.isDirectory()) visit(`${path}/${entry.name}`);
        else if (entry.name.startsWith('.assetc-') && entry.name !== '.assetc-cache')
          found.push(`${path}/${entry.name}`);
    };
    visit(folder);
    return found;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export function exitCode(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
}
