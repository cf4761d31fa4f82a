import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeKtx2, TransferFunction, UASTC_CHANNEL } from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { type Document, NodeIO, type Texture } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTTextureWebP, KHRMaterialsClearcoat, KHRMaterialsSheen } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { corpusFolder } from '../../compiler/src/testing/corpus.js';
import { compressTextures } from './compress-textures.js';
import { bumps, paintPng, texturedQuad, waves } from './testing/textured-quad.js';

const HERE = { pool: null, quality: 'fast' } as const;

function watched(document: Document): string[] {
  const said: string[] = [];
  const keep = (text: string) => said.push(text);
  document.setLogger({ debug: () => {}, info: keep, warn: keep, error: keep });
  return said;
}

function read(texture: Texture | null) {
  const ktx = decodeKtx2(texture?.getImage() ?? new Uint8Array());
  const { basic } = ktx.dataFormat;
  const [level] = ktx.levels;
  return {
    width: ktx.pixelWidth,
    height: ktx.pixelHeight,
    levelCount: ktx.levels.length,
    isSrgb: basic?.transferFunction === TransferFunction.srgb,
    channel: basic?.samples[0]?.channelType,
    rgba: decodeUastc(level?.bytes ?? new Uint8Array(), ktx.pixelWidth, ktx.pixelHeight),
  };
}

const paint = (width: number, height: number, by: Parameters<typeof paintPng>[2]): Uint8Array => {
  const out = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out.set(by(x, y), (y * width + x) * 4);
  return out;
};

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / a.length;
}

/** The validator only knows PNG and JPEG images: it warns about others. */
const UNKNOWN_IMAGE: readonly string[] = ['VALUE_NOT_IN_LIST', 'IMAGE_UNRECOGNIZED_FORMAT'];

/** Errors and warnings. */
async function problemsOf(document: Document): Promise<readonly string[]> {
  const glb = await new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
  const { issues } = await validateBytes(glb);
  return issues.messages
    .filter(({ code, severity }) => severity === 0 || (severity === 1 && !UNKNOWN_IMAGE.includes(code)))
    .map(({ code, message }) => `${code}: ${message}`);
}

describe('compressTextures', () => {
  it('encodes each texture by its slots, and passes glTF-Validator', async () => {
    const { document, material, add } = texturedQuad();
    material
      .setBaseColorTexture(add('base', paintPng(64, 32, waves(1))))
      .setNormalTexture(add('normal', paintPng(64, 64, bumps)))
      .setMetallicRoughnessTexture(add('orm', paintPng(32, 64, waves(2))))
      .setEmissiveTexture(add('glow', paintPng(16, 16, waves(3))));
    const clearcoat = document.createExtension(KHRMaterialsClearcoat).createClearcoat();
    clearcoat.setClearcoatNormalTexture(add('coat', paintPng(16, 16, bumps)));
    material.setExtension('KHR_materials_clearcoat', clearcoat);
    await document.transform(compressTextures(HERE));

    const base = read(material.getBaseColorTexture());
    expect([base.isSrgb, base.levelCount, base.channel]).toEqual([true, 7, UASTC_CHANNEL.rgb]);
    expect(meanDifference(base.rgba, paint(64, 32, waves(1)))).toBeLessThan(2);
    const normal = read(material.getNormalTexture());
    expect([normal.isSrgb, normal.channel]).toEqual([false, UASTC_CHANNEL.rgb]);
    expect(meanDifference(normal.rgba, paint(64, 64, bumps))).toBeLessThan(2);
    expect(read(material.getMetallicRoughnessTexture()).isSrgb).toBe(false);
    expect(read(material.getEmissiveTexture()).isSrgb).toBe(true);
    expect(read(clearcoat.getClearcoatNormalTexture()).isSrgb).toBe(false);
    expect(material.getBaseColorTexture()?.getURI()).toBe('base.ktx2');
    const [basisu] = document.getRoot().listExtensionsRequired();
    expect(basisu?.extensionName).toBe('KHR_texture_basisu');
    expect(await problemsOf(document)).toEqual([]);
  });

  it('copies a texture that is read as colors and as data', async () => {
    const { document, material, add } = texturedQuad();
    const said = watched(document);
    const both = add('both', paintPng(16, 16, waves(1)));
    material.setBaseColorTexture(both).setOcclusionTexture(both).setEmissiveTexture(both);
    await document.transform(compressTextures(HERE));
    expect(material.getEmissiveTexture()).toBe(material.getBaseColorTexture());
    expect(read(material.getBaseColorTexture()).isSrgb).toBe(true);
    expect(read(material.getOcclusionTexture()).isSrgb).toBe(false);
    const uris = document
      .getRoot()
      .listTextures()
      .map((texture) => texture.getURI());
    expect(uris).toEqual(['both.ktx2', 'both-data.ktx2']);
    expect(said).toEqual(['compressTextures: "both" is read as colors and as data, and is stored once for each']);
    expect(await problemsOf(document)).toEqual([]);
  });

  it('keeps colors and data in one texture if the data are in alpha', async () => {
    const { document, material, add } = texturedQuad();
    const sheen = document.createExtension(KHRMaterialsSheen).createSheen();
    const both = add('sheen', paintPng(32, 32, waves(1, 0)));
    sheen.setSheenColorTexture(both).setSheenRoughnessTexture(both);
    material.setExtension('KHR_materials_sheen', sheen);
    await document.transform(compressTextures(HERE));
    expect(document.getRoot().listTextures()).toHaveLength(1);
    const made = read(sheen.getSheenColorTexture());
    expect([made.isSrgb, made.channel]).toEqual([true, UASTC_CHANNEL.rgba]);
    expect(meanDifference(made.rgba, paint(32, 32, waves(1, 0)))).toBeLessThan(6);
  });

  it('scales sizes up to multiples of 4, with a warning', async () => {
    const { document, material, add } = texturedQuad();
    const said = watched(document);
    material.setBaseColorTexture(
      add(
        'odd',
        paintPng(61, 30, () => [90, 160, 40, 255]),
      ),
    );
    await document.transform(compressTextures(HERE));
    const { width, height, rgba } = read(material.getBaseColorTexture());
    expect([width, height]).toEqual([64, 32]);
    expect([...rgba.subarray(0, 4)]).toEqual([90, 160, 40, 255]);
    expect(said).toEqual([
      'compressTextures: "odd" has 61 × 30 texels, and is scaled up to multiples of 4, as KHR_texture_basisu requires',
    ]);
    expect(await problemsOf(document)).toEqual([]);
  });

  it('keeps the share of a mask in every level', async () => {
    const { document, material, add } = texturedQuad();
    const dots = (x: number, y: number) => [200, 200, 200, x % 8 < 2 && y % 8 < 2 ? 255 : 0] as const;
    material
      .setBaseColorTexture(add('mask', paintPng(64, 64, dots)))
      .setAlphaMode('MASK')
      .setAlphaCutoff(0.5);
    await document.transform(compressTextures(HERE));
    const ktx = decodeKtx2(material.getBaseColorTexture()?.getImage() ?? new Uint8Array());
    const third = decodeUastc(ktx.levels[3]?.bytes ?? new Uint8Array(), 8, 8);
    const passing = third.filter((value, i) => i % 4 === 3 && value >= 128).length;
    expect(passing).toBeGreaterThanOrEqual(3);
    expect(passing).toBeLessThanOrEqual(6);
  });

  it('compresses what pattern and slots match, except KTX2', async () => {
    const { document, material, add } = texturedQuad();
    material
      .setBaseColorTexture(add('skin_base', paintPng(8, 8, waves(1))))
      .setNormalTexture(add('skin_normal', paintPng(8, 8, bumps)))
      .setEmissiveTexture(add('glow', paintPng(8, 8, waves(2))));
    const types = () =>
      document
        .getRoot()
        .listTextures()
        .map((texture) => texture.getMimeType().slice(6));
    await document.transform(compressTextures({ ...HERE, pattern: /^skin/g, slots: /normal/ }));
    expect(types()).toEqual(['png', 'ktx2', 'png']);
    const before = material.getNormalTexture()?.getImage();
    await document.transform(compressTextures({ ...HERE, pattern: /^skin/g }));
    expect(types()).toEqual(['ktx2', 'ktx2', 'png']);
    expect(material.getNormalTexture()?.getImage()).toBe(before);
  });

  it('reports and keeps what it cannot decode, and accepts another decoder', async () => {
    const { document, material, add } = texturedQuad();
    const said = watched(document);
    material
      .setBaseColorTexture(add('cut', paintPng(8, 8, waves(1)).subarray(0, 60)))
      .setEmissiveTexture(add('new', Uint8Array.of(1, 2, 3), 'image/avif'))
      .setOcclusionTexture(document.createTexture('empty').setMimeType('image/png'));
    await document.transform(compressTextures(HERE));
    expect(said.sort()).toEqual([
      'compressTextures: "cut" cannot be decoded, and stays as it is: Failed to decode png image',
      'compressTextures: "empty" has no image, and stays as it is',
      'compressTextures: "new" is image/avif, which is not decoded here: it stays as it is. See the option "decode"',
    ]);
    expect(document.getRoot().listExtensionsUsed()).toEqual([]);
    const decode = async () => ({ width: 4, height: 4, data: new Uint8Array(16).fill(9) });
    await document.transform(compressTextures({ ...HERE, decode, slots: /emissive/ }));
    expect(read(material.getEmissiveTexture()).rgba[0]).toBe(9);
  });

  it('stops when aborted, and rejects wrong settings', async () => {
    const { document, material, add } = texturedQuad();
    material.setBaseColorTexture(add('base', paintPng(8, 8, waves(1))));
    await expect(document.transform(compressTextures({ ...HERE, signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: 'AbortError',
    });
    const wrong = compressTextures({ pool: null, rdo: -1 });
    await expect(document.transform(wrong)).rejects.toThrow('encodeKtx2: rdo must be from 0 to 10, not -1');
    expect(material.getBaseColorTexture()?.getMimeType()).toBe('image/png');
    expect(compressTextures().name).toBe('compressTextures');
  });

  it.skipIf(!existsSync(corpusFolder))(
    'decodes JPEG and WebP in Node, and drops the extension of the last WebP',
    async () => {
      const { document, material, add } = texturedQuad();
      const jpeg = readFileSync(join(corpusFolder, 'gltf/MorphPrimitivesTest/uv_texture.jpg'));
      const webp = readFileSync(join(corpusFolder, 'gltf/SunglassesKhronos/SunglassesKhronos.webp'));
      material.setBaseColorTexture(add('photo', jpeg, 'image/jpeg')).setEmissiveTexture(add('web', webp, 'image/webp'));
      document.createExtension(EXTTextureWebP).setRequired(true);
      await document.transform(compressTextures({ ...HERE, maxSize: 256 }));
      for (const texture of document.getRoot().listTextures()) expect(read(texture).width).toBeLessThanOrEqual(256);
      expect(
        document
          .getRoot()
          .listExtensionsUsed()
          .map(({ extensionName }) => extensionName),
      ).toEqual(['KHR_texture_basisu']);
      expect(await problemsOf(document)).toEqual([]);
    },
  );
});
