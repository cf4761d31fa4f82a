// compressTextures in a real browser, and what three's GLTFLoader and KTX2Loader make of its models: the files are those of Node, and
// the picture is near that of the source.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compressTextures } from '@assetc/gltf-transform';
import { NodeIO } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bumps, paintPng, texturedQuad, waves } from '../../packages/gltf-transform/src/testing/textured-quad.js';
import { serveFolder } from '../encoder/serve-folder.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { PATIENCE_MS } from '../support/patience.js';
import type { PageResult } from './page.js';

const root = resolve(import.meta.dirname, '../..');
/** KTX2Loader makes its worker of a blob. */
const POLICY = "default-src 'self' blob: data:; script-src 'self' blob: 'wasm-unsafe-eval' 'unsafe-eval'";

if (browserMissing !== undefined) console.warn(`compressTextures is not tried in a browser: ${browserMissing}`);

async function bundle(): Promise<readonly (readonly [string, Uint8Array])[]> {
  const { outputFiles } = await build({
    entryPoints: {
      page: join(root, 'tests/gltf-transform/page.ts'),
      'encoder-worker': join(root, 'packages/encoder/src/worker.ts'),
    },
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    // Of glTF-Transform's own: it loads them in Node alone.
    external: ['node:*'],
    conditions: ['assetc-source'],
    write: false,
    logLevel: 'error',
  });
  return outputFiles.map(({ path, contents }) => [path.slice(1), contents] as const);
}

describe.skipIf(browserMissing !== undefined)('compressTextures in a browser', () => {
  it('gives the files of Node, which three draws as it draws the source', async () => {
    const { document, material, add } = texturedQuad();
    material
      .setBaseColorTexture(add('base', paintPng(130, 128, waves(1, 0))))
      .setAlphaMode('BLEND')
      .setNormalTexture(add('normal', paintPng(128, 128, bumps)))
      .setMetallicRoughnessTexture(add('orm', paintPng(64, 64, waves(2))))
      .setEmissiveTexture(add('glow', paintPng(64, 64, waves(3))))
      .setEmissiveFactor([0.3, 0.3, 0.3]);
    const io = new NodeIO().registerExtensions([KHRTextureBasisu]);
    const source = await io.writeBinary(document);
    const warnings: string[] = [];
    const keep = (text: string) => warnings.push(text);
    document.setLogger({ debug: () => {}, info: () => {}, warn: keep, error: keep });
    await document.transform(compressTextures({ pool: null, quality: 'fast' }));
    const hashes = document
      .getRoot()
      .listTextures()
      .map((texture) =>
        createHash('sha256')
          .update(texture.getImage() ?? '')
          .digest('hex'),
      );
    const basis = join(root, 'node_modules/three/examples/jsm/libs/basis');
    const files = new Map<string, string | Uint8Array>([
      ['index.html', '<!doctype html><script type="module" src="/page.js"></script>'],
      ...(await bundle()),
      ['source.glb', source],
      ['node.glb', await io.writeBinary(document)],
      ...['basis_transcoder.js', 'basis_transcoder.wasm'].map(
        (name) => [`basis/${name}`, readFileSync(join(basis, name))] as const,
      ),
    ]);
    const served = await serveFolder(files, { isIsolated: false, policy: POLICY });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.goto(served.address);
      await page.waitForFunction('typeof run === "function"');
      const result = await page.evaluate<PageResult>('run()');
      expect(warnings).toHaveLength(1);
      expect(result.warnings).toEqual(warnings);
      expect(result.hashes).toEqual(hashes);
      expect(result.spread).toBeGreaterThan(20);
      expect(result.fromNode).toBeLessThan(2);
      expect(result.fromHere).toBe(result.fromNode);
    } finally {
      await browser.close();
      served.close();
    }
  });
});
