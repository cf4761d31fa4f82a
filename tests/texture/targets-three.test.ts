// three's KTX2Loader with blocks that GPUs sample directly: its raw path, which needs neither a GPU nor a transcoder.

import { encodeKtx2 } from '@assetc/encoder';
import { ASTC_FOOTPRINTS, decodeKtx2, texelFormatOf, validateKtx2 } from '@assetc/formats';
import * as three from 'three';
import {
  type CompressedTexture,
  LinearSRGBColorSpace,
  NoColorSpace,
  R11_EAC_Format,
  RED_GREEN_RGTC2_Format,
  RED_RGTC1_Format,
  RG11_EAC_Format,
  RGB_ETC2_Format,
  RGB_S3TC_DXT1_Format,
  RGBA_ASTC_4x4_Format,
  RGBA_BPTC_Format,
  RGBA_ETC2_EAC_Format,
  RGBA_S3TC_DXT5_Format,
  SRGBColorSpace,
} from 'three';
import { KTX2Loader } from 'three/examples/jsm/loaders/KTX2Loader.js';
import { expect, it } from 'vitest';
import { readTexture } from '../../packages/three/src/texture/read-texture.js';
import { Transcoder } from '../../packages/three/src/texture/transcoder.js';
import { compileTextureSource, rgbaPng } from '../support/compile-texture.js';

const png = (alpha: number) => rgbaPng(10, 6, (x, y) => [x * 20, y * 30, 90, x < 3 ? alpha : 255]);

async function load(bytes: Uint8Array): Promise<CompressedTexture> {
  const loader = new KTX2Loader();
  Object.assign(loader, { workerConfig: {} });
  const buffer = Uint8Array.from(bytes).buffer;
  return new Promise((resolve, reject) => loader.parse(buffer, resolve, reject));
}

it.each([
  ['bc', 'a.png', {}, 255, RGBA_BPTC_Format, SRGBColorSpace],
  ['bc', 'a.png', { role: 'linear' }, 9, RGBA_BPTC_Format, NoColorSpace],
  ['bc', 'a.png', { bc: 'small' }, 255, RGB_S3TC_DXT1_Format, SRGBColorSpace],
  ['bc', 'a.png', { bc: 'small' }, 9, RGBA_S3TC_DXT5_Format, SRGBColorSpace],
  ['bc', 'a.n.png', {}, 255, RED_GREEN_RGTC2_Format, NoColorSpace],
  ['bc', 'a.r.png', { supercompress: 'zstd' }, 255, RED_RGTC1_Format, NoColorSpace],
  ['etc2', 'a.png', {}, 255, RGB_ETC2_Format, SRGBColorSpace],
  ['etc2', 'a.png', {}, 9, RGBA_ETC2_EAC_Format, SRGBColorSpace],
  ['etc2', 'a.n.png', {}, 255, RG11_EAC_Format, NoColorSpace],
  ['etc2', 'a.r.png', {}, 255, R11_EAC_Format, NoColorSpace],
  ['astc', 'a.png', {}, 9, RGBA_ASTC_4x4_Format, SRGBColorSpace],
  ['astc', 'a.n.png', { supercompress: 'zstd' }, 255, RGBA_ASTC_4x4_Format, NoColorSpace],
] as const)('%s of %s (%o, alpha %i)', async (target, path, more, alpha, format, colorSpace) => {
  const made = await compileTextureSource({ path, input: { [path]: png(alpha) }, settings: { target, ...more } });
  const texture = await load(made.bytes);
  expect(texture.format).toBe(format);
  expect([colorSpace, LinearSRGBColorSpace]).toContain(texture.colorSpace);
  expect(texture.colorSpace === SRGBColorSpace).toBe(colorSpace === SRGBColorSpace);
  expect(texture.mipmaps).toHaveLength(4);
  for (const [n, mipmap] of texture.mipmaps.entries()) {
    expect([mipmap.width, mipmap.height]).toEqual([Math.max(1, 10 >> n), Math.max(1, 6 >> n)]);
    expect(new Uint8Array(mipmap.data)).toEqual(new Uint8Array(made.levels[n] ?? []));
  }
});

// Files of @assetc/encoder in every block size: @assetc/three uploads all levels as they are, and so does three's own loader if it knows the size.
it.each(ASTC_FOOTPRINTS)('ASTC of %s', async (astc) => {
  const rgba = Uint8Array.from({ length: 30 * 22 * 4 }, (_, i) => (i & 3 ? 60 + (i % 97) : (i >> 2) % 30) * 2);
  for (const role of ['color', 'normal'] as const) {
    const file = await encodeKtx2(
      { width: 30, height: 22, data: rgba },
      { target: 'astc', astc, role, quality: 'fast' },
    );
    expect(validateKtx2(file)).toEqual([]);
    const ktx = decodeKtx2(file);
    expect(texelFormatOf(ktx)).toBe(role === 'color' ? `astc-${astc}-srgb` : `astc-${astc}`);
    const [width = 0, height = 0] = astc.split('x').map(Number);
    expect(ktx.dataFormat.basic).toMatchObject({ texelBlockDimension: [width - 1, height - 1, 0, 0] });
    const stored = ktx.levels.map(({ bytes }) => [...bytes]);
    for (const [n, { length }] of stored.entries()) {
      const [columns, rows] = [Math.max(1, 30 >> n) / width, Math.max(1, 22 >> n) / height];
      expect(length).toBe(Math.ceil(columns) * Math.ceil(rows) * 16);
    }
    const format: unknown = Reflect.get(three, `RGBA_ASTC_${astc}_Format`);
    expect(format).toBeTypeOf('number');
    // The only sizes that three's own loader knows.
    if (astc === '4x4' || astc === '6x6') {
      const texture = await load(file);
      expect(texture.format).toBe(format);
      expect(texture.mipmaps.map(({ data }) => [...new Uint8Array(data)])).toEqual(stored);
    }
    const device = {
      api: 'webgl2',
      offered: new Set(['WEBGL_compressed_texture_astc']),
      hasShaderHooks: true,
    } as const;
    const ours = await readTexture(file, { device, transcoder: new Transcoder(0, undefined), needsAllChannels: false });
    expect(ours).toMatchObject({ format, isCompressed: true });
    expect(ours.levels.map(({ data }) => [...data])).toEqual(stored);
  }
});
