// Builds the page that `assetc ui` serves into a folder: page.js, split so that heavy parts come when they are first needed, page.css,
// index.html, and the worker that decodes textures. All addresses in it are relative, so that it works below any path; nothing in it is inline, evaluated or a blob.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/viewer/src');

export async function buildViewer(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: ['page.tsx', 'page.css', 'texture/texture-worker.ts'].map((name) => join(source, name)),
    outbase: source,
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['assetc-source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    chunkNames: 'chunks/[name]-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const name of ['index.html', 'icon.svg']) copyFileSync(join(source, name), join(folder, name));
}
