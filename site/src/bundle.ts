// Styles, scripts and fonts, bundled under names that contain their hash: a page and its files always belong together.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { BUFFER, browserModules } from './playground/bundle/bundle-playground.js';
import type { ShellFiles } from './shell/shell.js';

const NAMES = '[name]-[hash]';

interface Entry {
  readonly input: string;
  readonly output: string;
}

const TARGETS = ['chrome123', 'safari17.5', 'firefox128'];

/** Bundles entries into `out/assets`, and returns the path in the site of each by the name of its source. */
async function bundleEntries(
  root: string,
  out: string,
  entryPoints: readonly string[],
  more: BuildOptions = {},
): Promise<readonly Entry[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: join(out, 'assets'),
    entryNames: NAMES,
    chunkNames: NAMES,
    assetNames: NAMES,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: TARGETS,
    loader: { '.woff2': 'file', '.wasm': 'file' },
    conditions: ['assetc-source'],
    logLevel: 'warning',
    ...more,
    metafile: true,
  });
  return Object.entries(metafile.outputs).map(([path, { entryPoint, inputs }]) => ({
    output: relative(out, join(root, path)).replaceAll('\\', '/'),
    input: basename(entryPoint ?? Object.keys(inputs)[0] ?? ''),
  }));
}

const outputOf = (entries: readonly Entry[], name: string): string => {
  const found = entries.find(({ input }) => input === name);
  if (found === undefined) throw new Error(`${name} was not bundled`);
  return found.output;
};

const OFL = ['@fontsource-variable/ibm-plex-sans', '@fontsource/ibm-plex-mono'];

export interface Bundled extends ShellFiles {
  /** The path in the site of another entry, by the name of its source. */
  of(name: string): string;
}

export async function bundleShell(root: string, out: string): Promise<Bundled> {
  const entries = await bundleEntries(root, out, [
    'site/src/theme/site.css',
    'site/src/landing/landing.css',
    'site/src/landing/landing-motion.ts',
    'site/src/client/site.ts',
    'site/src/demo/demo.css',
    'site/src/demo/demo-frame.ts',
  ]);
  const of = (name: string): string => outputOf(entries, name);
  const icon = 'assets/icon.svg';
  writeFileSync(join(out, icon), readFileSync(join(root, 'packages/viewer/src/icon.svg')));
  const licenses = OFL.map((name) => `${name}\n\n${readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')}`);
  writeFileSync(join(out, 'assets/font-licenses.txt'), licenses.join('\n\n'));
  return {
    of,
    style: of('site.css'),
    script: of('site.ts'),
    fonts: [of('ibm-plex-sans-latin-wght-normal.woff2'), of('ibm-plex-mono-latin-400-normal.woff2')],
    icon,
  };
}

/** Paths in the site. */
export interface PlaygroundFiles {
  readonly style: string;
  readonly script: string;
  readonly compiler: string;
  readonly encoder: string;
  readonly painter: string;
}

export async function bundlePlayground(root: string, out: string): Promise<PlaygroundFiles> {
  const page = await bundleEntries(root, out, [
    'site/src/playground/playground.css',
    'site/src/playground/page/main.ts',
  ]);
  const workers = await bundleEntries(root, out, [
    'packages/encoder/src/worker.ts',
    'site/src/playground/worker/paint.ts',
  ]);
  const compiler = await bundleEntries(root, out, ['site/src/playground/worker/main.ts'], {
    inject: [BUFFER],
    plugins: [browserModules(root)],
    platform: 'browser',
  });
  return {
    style: outputOf(page, 'playground.css'),
    script: outputOf(page, 'main.ts'),
    compiler: outputOf(compiler, 'main.ts'),
    encoder: outputOf(workers, 'worker.ts'),
    painter: outputOf(workers, 'paint.ts'),
  };
}
