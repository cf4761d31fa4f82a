// A web project with the plug-in, below the repository so that packages are found as in node_modules, and Vite's own command line on it.
// The packages are taken as built: the plug-in's dist, as Node resolves it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { until } from '../support/patience.js';

const repository = resolve(import.meta.dirname, '../..');
export const viteBin = join(
  dirname(createRequire(import.meta.url).resolve(process.env.ASSETC_VITE ?? 'vite/package.json')),
  'bin/vite.js',
);

const FILES = {
  'package.json': '{ "name": "someones-game", "private": true, "type": "module" }\n',
  'index.html':
    '<!doctype html><html><head><title>game</title></head><body><script type="module" src="/src/main.ts"></script></body></html>\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: ['vite/client'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    },
    include: ['src'],
  }),
};

/** The text of a vite.config: options of the plug-in, and more of Vite's, as code. */
export const viteConfig = (options = '', more = ''): string => `import { defineConfig } from 'vite';
import { assetc } from 'vite-plugin-assetc';

export default defineConfig({ plugins: [assetc(${options})], clearScreen: false, ${more} });
`;

/** A dev server that runs. */
export interface Running {
  readonly url: string;
  /** What it printed so far. */
  readonly log: () => string;
  waitFor(text: string | RegExp, from?: number): Promise<void>;
  stop(): Promise<void>;
}

export class ViteProject {
  readonly root: string;

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    if (!existsSync(join(repository, 'packages/vite-plugin/dist/client.js')))
      throw new Error('build the packages first: npm run build -- --types');
    mkdirSync(join(repository, 'build'), { recursive: true });
    // With a space, as in many real folders.
    this.root = mkdtempSync(join(repository, 'build/vite test-'));
    for (const [path, content] of Object.entries({ 'vite.config.js': viteConfig(), ...FILES, ...files }))
      this.write(path, content);
  }

  /** Another copy of an example, without what was made in it. */
  static copyOf(folder: string): ViteProject {
    const project = new ViteProject({});
    rmSync(project.root, { recursive: true, force: true });
    const made = new Set(['assets', 'runtime', 'dist', 'node_modules'].map((name) => join(folder, name)));
    cpSync(folder, project.root, { recursive: true, filter: (path) => !made.has(path) });
    return project;
  }

  path(path: string): string {
    return join(this.root, path);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Results of other tests must not be restored from a store. */
  get #environment(): NodeJS.ProcessEnv {
    return { ...process.env, XDG_CACHE_HOME: this.path('.cache'), NO_COLOR: '1' };
  }

  vite(...args: string[]) {
    return this.node(viteBin, ...args);
  }

  /** tsc as a user runs it. */
  typecheck() {
    return this.node(join(repository, 'node_modules/typescript/bin/tsc'), '-p', '.');
  }

  node(...args: string[]) {
    const options = { cwd: this.root, env: this.#environment, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    return { status, output: stdout + stderr };
  }

  async dev(...args: string[]): Promise<Running> {
    const child = spawn(process.execPath, [viteBin, '--port', '0', '--host', '127.0.0.1', ...args], {
      cwd: this.root,
      env: this.#environment,
    });
    const log = collect(child);
    const waitFor = (text: string | RegExp, from = 0): Promise<void> =>
      untilPrinted(() => (typeof text === 'string' ? log().includes(text, from) : text.test(log().slice(from))), log);
    const stop = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
    };
    try {
      await waitFor(/Local: +http/);
    } catch (error) {
      await stop();
      throw error;
    }
    const [, url = ''] = /Local: +(http\S+)/.exec(log()) ?? [];
    return { url, log, waitFor, stop };
  }
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (piece: Buffer): void => {
    text += piece.toString('utf8');
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

export async function untilPrinted(holds: () => boolean | Promise<boolean>, printed: () => string): Promise<void> {
  await until(holds).catch(() => {
    throw new Error(`waited without success; so far:\n${printed()}`);
  });
}
