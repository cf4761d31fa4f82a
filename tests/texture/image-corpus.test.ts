// Real images: PngSuite's files against pngjs and fast-png, photographs and cubemap faces by their headers.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode as decodeFastPng } from 'fast-png';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { imageFailure, loadImage } from '../../packages/compiler/src/importers/image/testing/load-image.js';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';

const filesIn = (folder: string, pattern: RegExp): string[] =>
  existsSync(join(corpus, folder))
    ? readdirSync(join(corpus, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => pattern.test(name))
        .sort()
        .map((name) => join(corpus, folder, name))
    : [];

describe.skipIf(!existsSync(corpus))('images of the corpus', () => {
  for (const path of [...filesIn('png', /\.png$/), ...filesIn('photo', /\.png$/), ...filesIn('gltf', /\.png$/)])
    it(`decodes ${path.slice(corpus.length + 1)} like pngjs and fast-png`, async () => {
      const bytes = readFileSync(path);
      const { image } = await loadImage(bytes, path);
      if (image.pixels instanceof Uint16Array) {
        const want = decodeFastPng(bytes);
        expect(want.depth).toBe(16);
        const texels = image.width * image.height;
        for (let i = 0; i < texels; i++)
          for (let c = 0; c < 4; c++) {
            const expected = c < want.channels ? want.data[i * want.channels + c] : 65535;
            if (image.pixels[i * 4 + c] !== expected) expect([i, c, image.pixels[i * 4 + c]]).toEqual([i, c, expected]);
          }
        return;
      }
      const want = PNG.sync.read(bytes);
      expect([image.width, image.height]).toEqual([want.width, want.height]);
      expect(Buffer.compare(Buffer.from(image.pixels), want.data)).toBe(0);
    });

  for (const path of filesIn('invalid/png', /\.png$/))
    it(`refuses ${path.slice(corpus.length + 1)}`, async () => {
      expect(await imageFailure(readFileSync(path), path)).toMatchObject({ severity: 'error', code: 'image/corrupt' });
    });

  for (const path of [...filesIn('cubemap', /\.jpg$/), ...filesIn('gltf', /\.(jpg|webp)$/)])
    it(`opens ${path.slice(corpus.length + 1)}`, async () => {
      const { image } = await loadImage(readFileSync(path), path);
      expect(image.pixels.length).toBe(image.width * image.height * 4);
      expect(new Set(image.pixels).size).toBeGreaterThan(8);
    });
});
