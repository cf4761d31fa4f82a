// Real cubemaps, photographs and model images through the texture kinds, seen through three's transcoder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadImage } from '../../packages/compiler/src/importers/image/testing/load-image.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { compileTextureSource, psnr } from '../support/compile-texture.js';

const read = (path: string): Uint8Array => readFileSync(join(corpus, path));

describe.skipIf(!existsSync(corpus))('textures of the corpus', () => {
  it('makes a cubemap of six JPEGs, each face where it belongs', async () => {
    const folder = 'cubemap/cubemapDebug';
    const names = readdirSync(join(corpus, folder));
    const input = Object.fromEntries(names.map((name) => [`sky.env/${name}`, read(`${folder}/${name}`)]));
    const { bytes, ktx } = await compileTextureSource({ path: 'sky.env', input, settings: { quality: 'fast' } });
    expect([ktx.pixelWidth, ktx.faceCount, ktx.levels.length]).toEqual([1024, 6, 11]);
    const faces = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];
    const seen = await Promise.all(faces.map((_, face) => transcodeKtx2(bytes, 'rgba', { face })));
    for (const [i, face] of faces.entries()) {
      const { image } = await loadImage(read(`${folder}/${face}.jpg`), `${face}.jpg`);
      for (const [j, texels] of seen.entries()) {
        const db = psnr(image.pixels, texels);
        if (i === j) expect(db).toBeGreaterThan(32);
        else expect(db).toBeLessThan(28);
      }
    }
  });

  it('compiles a WebP of a model', async () => {
    const webp = read('gltf/SunglassesKhronos/SunglassesKhronos.webp');
    const made = await compileTextureSource({
      path: 'a.webp',
      input: { 'a.webp': webp },
      settings: { maxSize: 256, quality: 'fast' },
    });
    expect(Math.max(made.ktx.pixelWidth, made.ktx.pixelHeight)).toBe(256);
  });
});
