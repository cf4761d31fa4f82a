// The encoder in a real browser: the bytes are those of Node, with workers and without, with shared memory and without, under a content
// security policy without `blob:`; bundled by esbuild and by Vite; and as small as promised.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { encodeKtx2 } from '@assetc/encoder';
import { build as esbuild } from 'esbuild';
import type { Browser } from 'playwright-core';
import { build as viteBuild } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testImage } from '../../packages/encoder/src/testing/test-image.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { PATIENCE_MS } from '../support/patience.js';
import { CASES, SIZE } from './cases.js';
import type { PageResult } from './page.js';
import { serveFolder } from './serve-folder.js';

const root = resolve(import.meta.dirname, '../..');
const GZIPPED_BYTES = 150_000;
/** Without what is loaded later. */
const FIRST_GZIPPED_BYTES = 130_000;
const PAGE = '<!doctype html><script type="module" src="/page.js"></script>';

if (browserMissing !== undefined) console.warn(`the encoder is not tried in a browser: ${browserMissing}`);

let folder = '';
let browser: Browser | undefined;
let expected: readonly string[] = [];

beforeAll(async () => {
  if (!existsSync(join(root, 'packages/encoder/dist/worker.js'))) throw new Error('npm run build first');
  folder = mkdtempSync(join(tmpdir(), 'assetc-encoder-page-'));
  if (browserMissing !== undefined) return;
  browser = await launchBrowser();
  const image = testImage(SIZE, SIZE, true);
  const hashes: string[] = [];
  for (const options of CASES)
    hashes.push(
      createHash('sha256')
        .update(await encodeKtx2(image, options))
        .digest('hex'),
    );
  expected = hashes;
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Trial {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly isIsolated: boolean;
  /** The address of the worker script, if the encoder does not find it. */
  readonly worker?: string;
}

async function runPage({ files, isIsolated, worker }: Trial): Promise<PageResult & { asked: readonly string[] }> {
  const served = await serveFolder(files, { isIsolated });
  const page = await browser?.newPage();
  if (page === undefined) throw new Error('there is no browser');
  try {
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(served.address);
    await page.waitForFunction('typeof run === "function"');
    const result = await page.evaluate<PageResult>(`run(${JSON.stringify(worker)})`);
    return { ...result, asked: served.asked() };
  } finally {
    await page.close();
    served.close();
  }
}

/** With the worker as a second entry point, as such bundlers want it. */
async function byEsbuild(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { outputFiles } = await esbuild({
    entryPoints: {
      page: join(root, 'tests/encoder/page.ts'),
      'encoder-worker': join(root, 'packages/encoder/src/worker.ts'),
    },
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['assetc-source'],
    write: false,
    logLevel: 'error',
  });
  return new Map<string, string | Uint8Array>([
    ['index.html', PAGE],
    ...outputFiles.map(({ path, contents }) => [path.slice(1), contents] as const),
  ]);
}

/** The published package, resolved as in a user's Vite project; without options for workers. */
async function byVite(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  writeFileSync(join(folder, 'index.html'), PAGE.replace('/page.js', join(root, 'tests/encoder/page.ts')));
  const built = await viteBuild({
    root: folder,
    logLevel: 'error',
    configFile: false,
    build: { write: false, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
    worker: { format: 'es' },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (result === undefined || !('output' in result)) throw new Error('Vite built nothing');
  return new Map(
    result.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
  );
}

describe.skipIf(browserMissing !== undefined)('the encoder in a browser', () => {
  it.each([true, false])('gives the bytes of Node, bundled by esbuild; shared memory: %s', async (isIsolated) => {
    const files = await byEsbuild();
    const result = await runPage({ files, isIsolated, worker: '/encoder-worker.js' });
    expect(result.isIsolated).toBe(isIsolated);
    expect(result.asked.filter((path) => path === 'encoder-worker.js').length).toBeGreaterThan(0);
    expect(result.here).toEqual(expected);
    expect(result.pooled).toEqual(expected);
    expect(result.aborted).toBe('AbortError');
  });

  it('gives them bundled by Vite, which finds the worker by itself', async () => {
    const files = await byVite();
    const result = await runPage({ files, isIsolated: false });
    expect(result.asked.filter((path) => /worker.*\.js$/.test(path)).length).toBeGreaterThan(0);
    expect(result.here).toEqual(expected);
    expect(result.pooled).toEqual(expected);
  });
});

describe('the encoder, bundled for a browser', () => {
  it('has at most 150 KB under gzip, all wasm included, and none of other kernels', async () => {
    const [bundle, ...others] = await bundled(false);
    expect(others).toEqual([]);
    expect(gzippedBytes(bundle ?? '')).toBeGreaterThan(50_000);
    expect(gzippedBytes(bundle ?? '')).toBeLessThanOrEqual(GZIPPED_BYTES);
    expect(gzippedBytes(readFileSync(join(root, 'packages/encoder/dist/worker.js')))).toBeLessThanOrEqual(
      GZIPPED_BYTES,
    );
    expect(bundle).not.toContain(await wasmOf('tangents'));
    for (const kernel of ['uastc', 'astc']) expect(bundle).toContain(await wasmOf(kernel));
  });

  it('loads the kernel of large ASTC blocks when it is first used', async () => {
    const chunks = await bundled(true);
    const [astc, uastc] = [await wasmOf('astc'), await wasmOf('uastc')];
    const later = chunks.filter((text) => text.includes(astc));
    expect(later.length).toBe(1);
    expect(later[0]).not.toContain(uastc);
    const first = chunks.filter((text) => !text.includes(astc));
    const bytes = first.reduce((sum, text) => sum + gzippedBytes(text), 0);
    expect(bytes).toBeLessThanOrEqual(FIRST_GZIPPED_BYTES);
  });
});

const gzippedBytes = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

/** The texts of the files of a page that encodes. */
async function bundled(splitting: boolean): Promise<readonly string[]> {
  const { outputFiles, metafile } = await esbuild({
    stdin: {
      contents: "export { encodeKtx2 } from '@assetc/encoder';",
      resolveDir: join(root, 'packages/gltf-transform'),
    },
    outdir: '/',
    bundle: true,
    splitting,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  expect(Object.keys(metafile.inputs).join('\n')).not.toMatch(/node:|spawn-node/);
  return outputFiles.map(({ text }) => text);
}

async function wasmOf(kernel: string): Promise<string> {
  const text = readFileSync(join(root, `packages/kernels/src/generated/${kernel}-wasm.ts`), 'utf8');
  return /'(.+)'/.exec(text)?.[1] ?? '';
}
