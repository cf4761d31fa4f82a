// A project on a real disk with things around its output that must never change, and records forged for it.

import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../../packages/compiler/src/config/config.js';
import { runBuild } from '../../packages/compiler/src/pipeline/build.js';
import type { BuildOptions, BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import { type CleanResult, clean } from '../../packages/compiler/src/pipeline/clean.js';
import { diskHost } from '../../packages/compiler/src/pipeline/host/disk-host.js';
import type { Host } from '../../packages/compiler/src/pipeline/host/host.js';
import { testConfig } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { noValidators } from '../../packages/compiler/src/pipeline/testing/no-validators.js';
import { toyRegistry } from '../../packages/compiler/src/pipeline/testing/toy-registry.js';
import { Executors } from '../../packages/compiler/src/pipeline/workers/executors.js';

/** Path → content of everything below, links as what they name; `skip` is left out with all that is in it. */
export function treeOf(folder: string, skip: readonly string[] = []): Record<string, string> {
  // Without a prototype, so that a file may be called __proto__.
  const found: Record<string, string> = Object.create(null);
  const visit = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const child = path === '' ? name : `${path}/${name}`;
      if (skip.includes(child)) continue;
      const stat = lstatSync(join(folder, child));
      if (stat.isSymbolicLink()) found[child] = `→ ${readlinkSync(join(folder, child))}`;
      else if (stat.isDirectory()) {
        found[`${child}/`] = '';
        visit(child);
      } else found[child] = readFileSync(join(folder, child), 'latin1');
    }
  };
  visit('');
  return found;
}

export class Surroundings {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'assetc-safety-')));
  readonly project = join(this.root, 'a/project');
  readonly output = join(this.project, 'runtime');
  readonly config: Config;
  readonly #before: Record<string, string>;
  readonly #cacheHome = process.env.XDG_CACHE_HOME;

  constructor(sources: Readonly<Record<string, string>>, changes: Partial<Config> = {}) {
    process.env.XDG_CACHE_HOME = join(this.root, 'home');
    for (const path of ['victim.txt', 'a/victim.txt', 'a/project/victim.txt', 'a/project/runtime2/victim.txt'])
      this.write(path, `precious ${path}`);
    mkdirSync(join(this.root, 'a/empty/deep'), { recursive: true });
    for (const [path, content] of Object.entries(sources)) this.write(`a/project/assets/${path}`, content);
    this.config = testConfig({
      input: join(this.project, 'assets'),
      output: this.output,
      cache: { dir: join(this.root, 'home/assetc'), maxSizeBytes: 1e9 },
      ...changes,
    });
    this.#before = this.outside();
  }

  write(path: string, content: string | Uint8Array): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Everything but the output, the pack next to it and the user's cache folder. */
  outside(): Record<string, string> {
    return treeOf(this.root, ['a/project/runtime', 'a/project/runtime.hpack', 'home', 'a/project/assets']);
  }

  get untouched(): Record<string, string> {
    return this.#before;
  }

  build(options: Partial<BuildOptions> = {}, host: Host = diskHost): Promise<BuildResult> {
    return runBuild(
      { config: this.config, jobs: 1, ...options },
      {
        host,
        registry: toyRegistry,
        executors: new Executors(host, toyRegistry, undefined),
        ...noValidators,
      },
    );
  }

  clean(host: Host = diskHost): Promise<CleanResult> {
    return clean({ config: this.config }, host);
  }

  exists(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  remove(): void {
    if (this.#cacheHome === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = this.#cacheHome;
    rmSync(this.root, { recursive: true, force: true });
  }
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The JSON of each line of a record. */
export function readRecord(output: string): Json[] {
  const lines = readFileSync(join(output, '.assetc-cache'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line.slice(50)) as Json);
}

/** A record as anybody could write it: every check sum right, and no seal unless one is given. */
export function writeRecord(
  output: string,
  lines: readonly Json[],
  seal: (json: string) => string = () => '0'.repeat(32),
): void {
  const text = lines.map((value) => {
    const json = JSON.stringify(value);
    return `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${seal(json)} ${json}\n`;
  });
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, '.assetc-cache'), text.join(''));
}

/** A record that knows of no asset. */
export function emptyRecord(changes: { [key: string]: Json } = {}): Json[] {
  return [
    { assetc: 'cache', version: 6 },
    {
      kinds: [],
      settings: [],
      files: [],
      assets: [],
      manifest: null,
      pack: null,
      leftovers: [],
      foreign: [],
      ...changes,
    },
  ];
}
