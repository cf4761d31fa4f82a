// A texture of the library on the GPU: transcoded to a format that this device supports (ASTC, BC7, BC5, ETC2 or RGBA8), level by level.

import { type Ktx2, readLevel } from '@assetc/formats';
import { chooseTarget, type TextureNeeds, transcode } from '@assetc/formats/transcode';

const BLOCK = 4;
const up = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

/** Features for compressed textures; request those that the adapter has. */
export const TEXTURE_FEATURES: readonly GPUFeatureName[] = [
  'texture-compression-astc',
  'texture-compression-bc',
  'texture-compression-etc2',
];

export function uploadTexture(device: GPUDevice, ktx: Ktx2, needs: Pick<TextureNeeds, 'channels' | 'transfer'>) {
  const { pixelWidth: width, pixelHeight: height } = ktx;
  const gpu = { webgpu: device.features };
  const { to, format } = chooseTarget(gpu, { ...needs, width, height });
  const texture = device.createTexture({
    size: [width, height],
    mipLevelCount: ktx.levels.length,
    format: format as GPUTextureFormat,
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  for (const [mipLevel, level] of ktx.levels.entries()) {
    const size = { width: Math.max(1, width >> mipLevel), height: Math.max(1, height >> mipLevel) };
    const bytes = readLevel(level, () => {
      throw new Error('set texture.supercompress: off, or bring a Zstandard decoder');
    });
    const texels = new Uint8Array(transcode({ bytes, ...size }, { to }));
    const isPlain = to === 'rgba8';
    // A level is stored and copied in whole blocks.
    const [columns, rows] = isPlain ? [size.width, size.height] : [up(size.width) / BLOCK, up(size.height) / BLOCK];
    const extent = isPlain ? size : { width: up(size.width), height: up(size.height) };
    const layout = { bytesPerRow: texels.byteLength / rows, rowsPerImage: rows };
    if (columns * rows > 0) device.queue.writeTexture({ texture, mipLevel }, texels, layout, extent);
  }
  return texture;
}

/** One texel, for materials without a texture. */
export function plainTexture(device: GPUDevice, rgba: readonly [number, number, number, number]): GPUTexture {
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  const texture = device.createTexture({ size: [1, 1], format: 'rgba8unorm', usage });
  device.queue.writeTexture({ texture }, Uint8Array.of(...rgba), { bytesPerRow: 4 }, [1, 1]);
  return texture;
}
