// Builds the page that `assetc ui` serves into a folder: page.js with lazy chunks, page.css, index.html, and the workers that decode
// textures. All URLs are relative, so that the page works under any path. Nothing is inline, evaluated or a blob.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packages = join(dirname(fileURLToPath(import.meta.url)), '../../packages');
const source = join(packages, 'viewer/src');
/** The worker of the three.js loader. The page's content security policy allows workers only from this folder. */
const loaderWorker = join(packages, 'three/src/texture/worker/transcode-worker.ts');

export async function buildViewer(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [
      ...['page.tsx', 'page.css', 'file-note.ts', 'texture/texture-worker.ts'].map((name) => ({
        in: join(source, name),
        out: name.replace(/\.\w+$/, ''),
      })),
      { in: loaderWorker, out: 'texture/transcode-worker' },
    ],
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
