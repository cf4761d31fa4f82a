// Lookup tables from .cube text to 3D KTX2.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataUtils } from 'three';
import { LUTCubeLoader } from 'three/examples/jsm/loaders/LUTCubeLoader.js';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';
import { compileTextureSource, textureRefusal } from '../support/compile-texture.js';

const values = Array.from({ length: 27 }, (_, i) => [(i % 3) / 2, (Math.floor(i / 3) % 3) / 2, Math.floor(i / 9) / 2]);
const table = (rows: readonly (readonly number[])[]): string =>
  ['TITLE "t"', 'LUT_3D_SIZE 3', ...rows.map((r) => r.join(' ')), ''].join('\n');

describe('a LUT', () => {
  it('is one 3D level of linear RGBA8 under Zstd, red fastest', async () => {
    const { ktx, levels, context } = await compileTextureSource({
      path: 'g/a.lut.cube',
      input: { 'g/a.lut.cube': table(values) },
    });
    expect(ktx).toMatchObject({
      vkFormat: 37,
      pixelWidth: 3,
      pixelHeight: 3,
      pixelDepth: 3,
      faceCount: 1,
      layerCount: 0,
      supercompressionScheme: 2,
    });
    expect(levels.map((l) => [...l])).toEqual([values.flatMap((row) => [...row.map((v) => Math.round(v * 255)), 255])]);
    expect(context.base).toBe('g/a.lut');
    expect(context.outputs[0]?.asset).toEqual({ kind: 'lut', colorspace: 'linear' });
  });

  it('clamps what RGBA8 cannot hold and counts it', async () => {
    const bright = values.map((row, i) => (i === 5 ? [1.5, -0.25, 0.5] : row));
    const { levels, context } = await compileTextureSource({
      path: 'a.lut.cube',
      input: { 'a.lut.cube': table(bright) },
    });
    expect([...(levels[0] ?? []).slice(20, 24)]).toEqual([255, 0, 128, 255]);
    expect(context.warnings).toMatchObject([{ code: 'lut/clamped', message: expect.stringContaining('2 of 81') }]);
  });

  it('keeps HDR values as half floats', async () => {
    const bright = values.map((row, i) => (i === 5 ? [15, -0.25, 1e9] : row));
    const { ktx, levels, warnings } = await compileTextureSource({
      path: 'a.lut.cube',
      input: { 'a.lut.cube': table(bright) },
      settings: { format: 'rgba16f' },
    });
    expect(ktx).toMatchObject({ vkFormat: 97, typeSize: 2 });
    const level = levels[0] ?? new Uint8Array();
    const halves = new Uint16Array(level.slice().buffer);
    expect([...halves.subarray(20, 24)].map((h) => DataUtils.fromHalfFloat(h))).toEqual([15, -0.25, 65504, 1]);
    expect(warnings).toEqual(['lut/clamped']);
  });
});

describe.skipIf(!existsSync(corpus))('LUTs of the corpus', () => {
  for (const name of ['iridas_3d.cube', 'eotf_sRGB_3D.cube'])
    it(`reads ${name} like three's loader`, async () => {
      const text = readFileSync(join(corpus, 'lut', name), 'utf8');
      const { ktx, levels } = await compileTextureSource({
        path: 'a.lut.cube',
        input: { 'a.lut.cube': text },
        settings: { format: 'rgba16f' },
      });
      const { size, texture3D } = new LUTCubeLoader().setType(1015).parse(text);
      expect(ktx.pixelDepth).toBe(size);
      const want = texture3D.image.data;
      const halves = new Uint16Array((levels[0] ?? new Uint8Array()).slice().buffer);
      expect(want?.length).toBe(halves.length);
      for (let i = 0; i < halves.length; i++) {
        const value = Number(want?.[i]);
        const error = Math.abs(DataUtils.fromHalfFloat(halves[i] ?? 0) - value);
        expect(error).toBeLessThanOrEqual(Math.max(2 ** -24, Math.abs(value) * 2 ** -11));
      }
    });

  it('refuses a 1D table and a truncated one', async () => {
    const refusal = (path: string) =>
      textureRefusal({ path: 'a.lut.cube', input: { 'a.lut.cube': readFileSync(join(corpus, path)) } });
    expect((await refusal('lut/iridas_1d.cube')).code).toBe('lut/one-dimensional');
    expect((await refusal('invalid/lut/iridas_3d_truncated.cube')).code).toMatch(/^lut\/(wrong-count|bad-line)$/);
  });
});
