// Builds the page that `assetc ui` serves into a folder: page.js with lazy chunks, page.css, index.html, and the workers that decode
// textures. All URLs are relative, so that the page works under any path. Nothing is inline, evaluated or a blob.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { joinFirstChunks } from './join-chunks.mjs';

const packages = join(dirname(fileURLToPath(import.meta.url)), '../../packages');
const source = join(packages, 'viewer/src');
/** The worker of the three.js loader. The page's content security policy allows workers only from this folder. */
const loaderWorker = join(packages, 'three/src/texture/worker/transcode-worker.ts');

/** What page.js imports: requested with it. In twenty chunks the first paint took 1.2 times as long. */
const FIRST = 'first.js';

const OPTIONS = {
  bundle: true,
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
  metafile: true,
};

const entries = (names, ...others) => ({
  entryPoints: [...names.map((name) => ({ in: join(source, name), out: name.replace(/\.\w+$/, '') })), ...others],
});

export async function buildViewer(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    ...OPTIONS,
    ...entries(['page.tsx', 'page.css']),
    outdir: folder,
    splitting: true,
  });
  await joinFirstChunks({
    outputs: metafile.outputs,
    folder,
    name: FIRST,
    entry: 'viewer/src/page.tsx',
    options: OPTIONS,
  });
  // Each in one file: a worker starts without further requests, and also from memory.
  await build({
    ...OPTIONS,
    ...entries(['file-note.ts', 'single/boot.ts', 'texture/worker/texture-worker.ts'], {
      in: loaderWorker,
      out: 'texture/transcode-worker',
    }),
    outdir: folder,
  });
  copyFileSync(join(source, 'icon.svg'), join(folder, 'icon.svg'));
  const link = `    <link rel="modulepreload" href="chunks/${FIRST}" />\n`;
  const html = readFileSync(join(source, 'index.html'), 'utf8');
  writeFileSync(
    join(folder, 'index.html'),
    html.replace('  </head>', () => `${link}  </head>`),
  );
}
