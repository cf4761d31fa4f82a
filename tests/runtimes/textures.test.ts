// Images → `.tx`: exact texels, both forms, every page an LZ4 block that another implementation decodes.

import { decodeHmat, hashRef, hashToHex, pathRef } from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import {
  decodeAssetFile,
  decodeVkguideTexture,
  readVkguidePage,
  validateVkguide,
} from '@assetc/other-runtimes/vkguide';
import lz4 from 'lz4js';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { materialKind } from '../../packages/compiler/src/kinds/material/material-kind.js';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { textureKind } from '../../packages/compiler/src/kinds/texture/texture-kind.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { compileTextureSource } from '../support/compile-texture.js';

const noise = (width: number, height: number): PNG => {
  const image = new PNG({ width, height });
  for (let i = 0; i < image.data.length; i++) image.data[i] = (i * 2654435761) >>> 13;
  return image;
};

async function compile(path: string, bytes: Uint8Array, texture: { [setting: string]: string | boolean | number }) {
  const settings = { texture: { format: 'vkguide', ...texture } };
  const params = textureKind.paramsOf?.(path, settings) ?? null;
  const base = textureKind.base(path);
  const context = new TestContext({ path, input: { [path]: bytes }, base, settings, params });
  await textureKind.compile(context);
  expect(context.outputs.map(({ suffix }) => suffix)).toEqual(['.tx']);
  const tx = context.output('.tx');
  expect(validateVkguide(tx)).toEqual([]);
  return { context, tx, texture: decodeVkguideTexture(tx), metadata: decodeAssetFile(tx).metadata };
}

describe('a .tx', () => {
  it('in the original form is level 0, pixel for pixel', async () => {
    const image = noise(13, 7);
    const { context, texture, metadata } = await compile('Tex/Wall.png', PNG.sync.write(image), {});
    expect(metadata).toEqual({
      format: 'RGBA8',
      width: 13,
      height: 7,
      buffer_size: 13 * 7 * 4,
      original_file: 'Tex/Wall.png',
      compression: 'LZ4',
    });
    expect(texture.pages.map((page) => Buffer.from(readVkguidePage(page)))).toEqual([image.data]);
    expect(context.outputs[0]?.asset).toEqual({ kind: 'texture', colorspace: 'srgb' });
  });

  it('in the paged form has every mip, each compressed and as the raw KTX2 has it', async () => {
    const png = PNG.sync.write(noise(16, 4));
    const { texture, metadata } = await compile('wall.png', png, { vkguide: 'paged' });
    expect(texture.pages.map(({ width, height }) => [width, height])).toEqual([
      [16, 4],
      [8, 2],
      [4, 1],
      [2, 1],
      [1, 1],
    ]);
    expect(metadata.width).toBeUndefined();
    for (const page of texture.pages)
      expect(page.compressed && page.stored.byteLength !== page.originalSize).toBe(true);
    const ktx2 = await compileTextureSource({
      path: 'wall.png',
      input: { 'wall.png': png },
      settings: { compress: false },
    });
    expect(texture.pages.map((page) => Buffer.from(readVkguidePage(page)))).toEqual(
      ktx2.levels.map((level) => Buffer.from(level)),
    );
  });

  it.each(['single', 'paged'])('of the %s form decodes with another LZ4', async (vkguide) => {
    const image = new PNG({ width: 64, height: 64 });
    for (let i = 0; i < image.data.length; i++) image.data[i] = (i >> 6) & 255;
    const { texture } = await compile('a.png', PNG.sync.write(image), { vkguide });
    for (const page of texture.pages) {
      const out = new Uint8Array(page.originalSize);
      expect(lz4.decompressBlock(page.stored, out, 0, page.stored.byteLength, 0)).toBe(page.originalSize);
      expect(out).toEqual(readVkguidePage(page));
    }
  });

  it('is never swizzled, and lists normal maps as linear', async () => {
    const image = noise(4, 4);
    const { context, texture } = await compile('a.n.png', PNG.sync.write(image), {});
    expect(texture.pages.map((page) => Buffer.from(readVkguidePage(page)))).toEqual([image.data]);
    expect(context.outputs[0]?.asset?.colorspace).toBe('linear');
  });

  it('follows maxSize and mips, but keeps level 0 always', async () => {
    const png = PNG.sync.write(noise(16, 8));
    const { texture } = await compile('a.png', png, { vkguide: 'paged', maxSize: 4 });
    expect(texture.pages.map(({ width, height }) => [width, height])).toEqual([
      [4, 2],
      [2, 1],
      [1, 1],
    ]);
    const flat = await compile('a.png', png, { vkguide: 'paged', mips: false });
    expect(flat.texture.pages).toHaveLength(1);
  });
});

it('claims `.tx` before compiling', () => {
  expect(textureKind.suffixes({ texture: { format: 'vkguide' } }, 'a.png')).toEqual(['.tx']);
  expect(textureKind.suffixes({ texture: { format: 'ktx2' } }, 'a.png')).toEqual(['.ktx2']);
});

it('tells equal images of two sources apart only where the file names its source', () => {
  const identity = (path: string, format: string) =>
    textureKind.contentOf?.(textureKind.paramsOf?.(path, { texture: { format } }) ?? null).identity;
  expect(identity('a.png', 'ktx2')).toEqual(identity('b.png', 'ktx2'));
  expect(identity('a.png', 'vkguide')).not.toEqual(identity('b.png', 'vkguide'));
});

it.each([
  ['sky.env', ['px', 'nx', 'py', 'ny', 'pz', 'nz']],
  ['ground.array', ['0', '1']],
])('%s stays KTX2, with a warning', async (path, members) => {
  const image = PNG.sync.write(noise(4, 4));
  const input = Object.fromEntries(members.map((name) => [`${path}/${name}.png`, image]));
  const { warnings, ktx } = await compileTextureSource({ path, input, settings: { format: 'vkguide' } });
  expect(ktx.pixelWidth).toBe(4);
  expect(warnings).toEqual(['texture/only-ktx2']);
});

const model = () => {
  const builder = new GltfBuilder();
  builder.list('images', { uri: 'oak.png' });
  builder.list('textures', { source: 0 });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  builder.node({ mesh: addGrid(builder, 2, { material: 0 }) });
  return builder.glb();
};

describe('materials', () => {
  const compileModelWith = async (settings: { [group: string]: { [setting: string]: string } }) => {
    const input = { 'M/Chair.glb': model(), 'M/oak.png': PNG.sync.write(noise(4, 4)) };
    const context = new TestContext({
      path: 'M/Chair.glb',
      input,
      settingsByName: { tex_0: settings },
    });
    await meshKind.compile(context);
    const [derived] = context.derived;
    return {
      row: decodeHmat(context.output('.hmat'))[0],
      derived,
      refersTo: context.outputs.find(({ suffix }) => suffix === '.hmat')?.refersTo,
    };
  };

  it('of models name a .tx by its path', async () => {
    const { row, derived, refersTo } = await compileModelWith({ texture: { format: 'vkguide' } });
    expect(row?.baseColorTex).toBe(hashRef('m/chair/tex_0.tx'));
    expect(refersTo).toEqual([hashRef('m/chair/tex_0.tx')]);
    expect(derived?.params).toMatchObject({ original: 'M/oak.png' });
    expect((await compileModelWith({})).derived?.params).not.toHaveProperty('original');
  });

  it('of models name a shared .tx by its path, and it belongs to no one model', async () => {
    const { row, derived } = await compileModelWith({ texture: { format: 'vkguide', store: 'shared' } });
    expect(derived?.base).toMatch(/^tex\/[0-9a-f]{16}$/);
    expect(row?.baseColorTex).toBe(pathRef(`${derived?.base}.tx`));
    expect(hashToHex(row?.baseColorTex ?? 0n)).not.toBe(derived?.base.slice(4));
    expect(derived?.params).toMatchObject({ original: derived?.base });
  });

  it('written by hand name each texture as its own format wants it', async () => {
    const source = '- textures: { baseColor: Tex/Oak.png, normal: Tex/Oak.n.png }\n';
    const context = new TestContext({
      path: 'wood.mat',
      input: { 'wood.mat': source, 'Tex/Oak.png': '', 'Tex/Oak.n.png': '' },
      settingsByName: { 'Tex/Oak.n.png': { texture: { format: 'vkguide' } } },
    });
    await materialKind.compile(context);
    expect(decodeHmat(context.output('.hmat'))).toMatchObject([
      { baseColorTex: hashRef('tex/oak'), normalTex: hashRef('tex/oak.n.tx') },
    ]);
  });
});

it('decodes the KTX2 images of a model, by our kernel', async () => {
  const image = noise(8, 8);
  const source = { path: 'a.png', input: { 'a.png': PNG.sync.write(image) } };
  const ktx2 = await compileTextureSource(source);
  const { texture, context } = await compile('a.png', ktx2.bytes, { vkguide: 'paged', maxSize: 4 });
  expect(texture.pages.map(({ width }) => width)).toEqual([4, 2, 1]);
  expect(context.warnings).toEqual([]);
  const whole = await compile('a.png', ktx2.bytes, {});
  const [page] = whole.texture.pages;
  const expected = decodeUastc(ktx2.levels[0] ?? new Uint8Array(0), 8, 8);
  expect(page === undefined ? undefined : Buffer.from(readVkguidePage(page))).toEqual(Buffer.from(expected));
});
