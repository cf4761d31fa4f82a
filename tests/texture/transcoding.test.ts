// What a viewer gets: our KTX2 through three's Basis transcoder to RGBA and to BC7, against the source, in dB.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { decodeImage } from '../../packages/kernels/src/testing/decode-image.js';
import { compileTextureSource, psnr, rgbaPng } from '../support/compile-texture.js';

interface Subject {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly channels: readonly number[];
  /** dB that RGBA, and BC7, must reach at the default quality. */
  readonly least: readonly [number, number];
}

/** Shading, hard edges and grain. */
const scene = (x: number, y: number): number[] => {
  const grain = (Math.imul(x * 73 + y * 151, 2654435761) >>> 29) - 4;
  const disc = (x - 60) ** 2 + (y - 44) ** 2 < 900 ? 70 : 0;
  const rgb = [60 + x + disc + grain, 200 - y + grain, 90 + ((x + y) >> 1) - disc + grain];
  return [...rgb.map((v) => Math.max(0, Math.min(255, v))), y < 20 ? 255 : Math.max(0, 255 - x * 2)];
};
const normals = (x: number, y: number): number[] =>
  [128 + 60 * Math.sin(x / 5), 128 + 60 * Math.cos(y / 7), 230, 255].map(Math.round);

const subjects: [string, Subject][] = [
  [
    'color',
    {
      path: 'a.png',
      bytes: rgbaPng(128, 96, (x, y) => [...scene(x, y).slice(0, 3), 255]),
      channels: [0, 1, 2],
      least: [46, 45.5],
    },
  ],
  ['color with alpha', { path: 'a.png', bytes: rgbaPng(128, 96, scene), channels: [0, 1, 2, 3], least: [44, 43.5] }],
  ['normals', { path: 'a.n.png', bytes: rgbaPng(128, 96, normals), channels: [0, 1], least: [47.5, 47] }],
  ['grayscale', { path: 'a.ao.png', bytes: rgbaPng(128, 96, scene), channels: [0], least: [56, 54] }],
];
if (existsSync(corpus))
  for (const name of ['photo/500px-tmshre_riaphotographs_srgb8.png', 'png/photo_rgba.png'])
    subjects.push([
      name,
      { path: 'a.png', bytes: readFileSync(join(corpus, name)), channels: [0, 1, 2], least: [45, 44.5] },
    ]);

describe('a texture in a viewer', () => {
  for (const [name, { path, bytes, channels, least }] of subjects)
    it(`looks like its source: ${name}`, async () => {
      const { data, width, height } = PNG.sync.read(Buffer.from(bytes));
      const made = await compileTextureSource({ path, input: { [path]: bytes } });
      const rgba = psnr(data, await transcodeKtx2(made.bytes, 'rgba'), channels);
      const bc7 = psnr(data, decodeImage('bc7', await transcodeKtx2(made.bytes, 'bc7'), width, height), channels);
      console.info(`${name}: RGBA ${rgba.toFixed(2)} dB, BC7 ${bc7.toFixed(2)} dB`);
      expect(rgba).toBeGreaterThan(least[0]);
      expect(bc7).toBeGreaterThan(least[1]);
      // From UASTC to BC7 little is lost; at 50 dB and beyond it is a matter of single codes.
      expect(bc7).toBeGreaterThan(Math.min(rgba - 1, 49.5));
    });
});
