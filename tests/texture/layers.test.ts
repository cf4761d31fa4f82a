// Cubemaps, arrays and 16-bit sources, from source to KTX2.

import { describe, expect, it } from 'vitest';
import { filteredRows, writePng } from '../../packages/compiler/src/importers/image/testing/write-png.js';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { compileTextureSource, rgbaPng, textureRefusal } from '../support/compile-texture.js';

describe('a cubemap', () => {
  const faces = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];
  const face = (i: number, size = 16) => rgbaPng(size, size, () => [i * 40, 255 - i * 40, 7, 255]);
  const input = Object.fromEntries(faces.map((name, i) => [`sky.env/${name}.png`, face(i)]));

  it('has six faces in the order +X −X +Y −Y +Z −Z', async () => {
    const { ktx, bytes, context, warnings } = await compileTextureSource({ path: 'sky.env', input });
    expect(ktx).toMatchObject({ faceCount: 6, layerCount: 0, pixelWidth: 16, pixelHeight: 16 });
    expect(ktx.levels).toHaveLength(5);
    for (let i = 0; i < 6; i++) {
      const texels = await transcodeKtx2(bytes, 'rgba', { face: i, level: 2 });
      expect([...texels.subarray(0, 4)]).toEqual([i * 40, 255 - i * 40, 7, 255]);
    }
    expect(context.base + context.outputs[0]?.suffix).toBe('sky.env.ktx2');
    expect(context.outputs[0]?.asset).toEqual({ kind: 'texture', colorspace: 'srgb' });
    expect(warnings).toEqual([]);
  });

  it('names the file that is missing, doubled, not square or of another size', async () => {
    const { 'sky.env/py.png': _, ...five } = input;
    expect(await textureRefusal({ path: 'sky.env', input: five })).toMatchObject({
      code: 'texture/missing-face',
      file: 'sky.env',
      message: expect.stringContaining('py'),
    });
    expect(await textureRefusal({ path: 'sky.env', input: { ...input, 'sky.env/px.jpg': face(0) } })).toMatchObject({
      code: 'texture/two-faces',
      file: 'sky.env/px.png',
    });
    expect(
      await textureRefusal({
        path: 'sky.env',
        input: { ...input, 'sky.env/ny.png': rgbaPng(16, 8, () => [0, 0, 0, 255]) },
      }),
    ).toMatchObject({ code: 'texture/not-square', file: 'sky.env/ny.png' });
    expect(await textureRefusal({ path: 'sky.env', input: { ...input, 'sky.env/nz.png': face(5, 8) } })).toMatchObject({
      code: 'texture/unequal-size',
      file: 'sky.env/nz.png',
    });
  });

  it('takes its role from its folder and leaves other files out', async () => {
    const renamed = Object.fromEntries(
      Object.entries(input).map(([path, bytes]) => [path.replace('sky.env', 'sky.n.env'), bytes]),
    );
    const { ktx, warnings } = await compileTextureSource({
      path: 'sky.n.env',
      input: { ...renamed, 'sky.n.env/notes.txt': 'x' },
    });
    expect(ktx.dataFormat.basic?.samples[0]?.channelType).toBe(6);
    expect(warnings).toEqual(['texture/ignored-member']);
  });
});

describe('a texture array', () => {
  const layer = (value: number, width = 8) => rgbaPng(width, 4, () => [value, 0, 0, 255]);

  it('has a layer for each file, in the natural order of their names', async () => {
    const input = {
      'x.array/t10.png': layer(100),
      'x.array/t2.png': layer(20),
      'x.array/t1.png': layer(10),
      'x.array/t02.png': layer(15),
    };
    const { ktx, levels, context } = await compileTextureSource({
      path: 'x.array',
      input,
      settings: { compress: false },
    });
    expect(ktx).toMatchObject({ layerCount: 4, faceCount: 1, pixelWidth: 8, pixelHeight: 4 });
    expect([0, 1, 2, 3].map((i) => levels[0]?.[i * 8 * 4 * 4])).toEqual([10, 15, 20, 100]);
    expect([0, 1, 2, 3].map((i) => levels[3]?.[i * 4])).toEqual([10, 15, 20, 100]);
    expect(context.base).toBe('x.arr');
  });

  it('is an array even with one layer', async () => {
    expect((await compileTextureSource({ path: 'x.array', input: { 'x.array/a.png': layer(1) } })).ktx.layerCount).toBe(
      1,
    );
  });

  it('names the file of another size, and refuses an empty folder', async () => {
    const input = { 'x.array/1.png': layer(1), 'x.array/2.png': layer(2, 16) };
    expect(await textureRefusal({ path: 'x.array', input })).toMatchObject({
      code: 'texture/unequal-size',
      file: 'x.array/2.png',
    });
    expect(await textureRefusal({ path: 'x.array', input: { 'x.array/readme.txt': '' } })).toMatchObject({
      code: 'texture/empty-array',
      file: 'x.array',
    });
  });

  it('knows whether any layer has alpha', async () => {
    const input = { 'x.array/1.png': layer(1), 'x.array/2.png': rgbaPng(8, 4, () => [9, 9, 9, 9]) };
    expect((await compileTextureSource({ path: 'x.array', input })).ktx.dataFormat.basic?.samples[0]?.channelType).toBe(
      3,
    );
  });
});

describe('16-bit sources', () => {
  it('are rounded once, at the end', async () => {
    const samples = Array.from({ length: 64 }, (_, i) => [i * 1000, 65535 - i * 1000, 300 + i]).flat();
    const png = writePng({ width: 8, height: 8, depth: 16, colorType: 2, samples });
    expect(filteredRows({ width: 8, height: 8, depth: 16, colorType: 2, samples })).toHaveLength(8 * 49);
    const { levels } = await compileTextureSource({
      path: 'a.png',
      input: { 'a.png': png },
      settings: { compress: false, role: 'linear' },
    });
    const exact = (x: number, c: number, level: number): number => {
      const step = 1 << level;
      let sum = 0;
      for (let dy = 0; dy < step; dy++)
        for (let dx = 0; dx < step; dx++) sum += samples[(dy * 8 + x * step + dx) * 3 + c] ?? 0;
      return Math.round(sum / step / step / 257);
    };
    for (const level of [0, 1, 2])
      for (let x = 0; x < 8 >> level; x++)
        for (let c = 0; c < 3; c++) expect(levels[level]?.[x * 4 + c]).toBe(exact(x, c, level));
  });
});
