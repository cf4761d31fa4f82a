// three's KTX2Loader with blocks that GPUs sample directly: its raw path, which needs neither a GPU nor a transcoder.

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
