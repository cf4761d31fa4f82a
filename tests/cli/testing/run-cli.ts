// Runs the built command line as a user would: in a separate process, folder and cache.

import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PNG } from 'pngjs';
import { PATIENCE_MS } from '../../support/patience.js';

export const CLI = resolve(import.meta.dirname, '../../../packages/compiler/dist/cli.js');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new temporary folder. */
export class Project {
  readonly root = mkdtempSync(join(tmpdir(), 'assetc-cli-'));
  readonly folder = join(this.root, 'project');

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    if (!existsSync(CLI)) throw new Error('the command line is not built: run npm run build first');
    mkdirSync(this.folder);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(path: string): string {
    return join(this.folder, path);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  read(path: string): Uint8Array {
    return new Uint8Array(readFileSync(this.path(path)));
  }

  remove(path: string): void {
    rmSync(this.path(path), { recursive: true });
  }

  /** Every file below, dot files left out, sorted. */
  list(path = '.'): readonly string[] {
    const folder = this.path(path);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => statSync(join(folder, name)).isFile() && !/(^|\/)\./.test(name))
      .sort();
  }

  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
    const kept = Object.entries(inherited).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return { ...Object.fromEntries(kept), XDG_CACHE_HOME: join(this.root, 'cache'), ...more };
  }

  run(args: readonly string[] = [], more: { cwd?: string; env?: Record<string, string> } = {}): Run {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: more.cwd ?? this.folder,
      env: this.env(more.env),
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    return { code: status, stdout, stderr };
  }

  start(args: readonly string[], more: { env?: Record<string, string> } = {}) {
    return spawn(process.execPath, [CLI, ...args], { cwd: this.folder, env: this.env(more.env) });
  }

  /** Under a pseudo-terminal of 80 columns; stdout and stderr come out as one. */
  runInTerminal(args: readonly string[]): Pick<Run, 'code' | 'stdout'> {
    const script = join(import.meta.dirname, 'pseudo-terminal.py');
    const { status, stdout } = spawnSync('python3', [script, process.execPath, CLI, ...args], {
      cwd: this.folder,
      env: this.env({ TERM: 'xterm' }),
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    return { code: status, stdout };
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A picture with some detail, different for each seed. */
export function png(size = 8, seed = 1): Uint8Array {
  const image = new PNG({ width: size, height: size });
  for (let i = 0; i < size * size; i++)
    image.data.set([(i * 7 * seed) & 255, (i * 13 + seed) & 255, (i >> 3) & 255, 255], i * 4);
  return PNG.sync.write(image);
}

export const eventsOf = (stdout: string): readonly Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
