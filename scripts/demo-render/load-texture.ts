// Textures out of the library as floats: every level of a 2D texture, or the largest level of each cube face.

import { type AssetLibrary, type AssetRef, type Ktx2, readLevel, TransferFunction } from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { decompress, init } from '@bokuweb/zstd-wasm';
import { type Level, linearTexels, type SampledTexture } from './sampled-texture.js';

const VK_SRGB8_ALPHA8 = 43;

let zstdReady: Promise<void> | undefined;

/** RGBA bytes of every level, layers and faces one after another. */
async function unpack(texture: Ktx2): Promise<{ width: number; height: number; rgba: Uint8Array }[]> {
  zstdReady ??= init();
  await zstdReady;
  const images = Math.max(1, texture.layerCount) * texture.faceCount * Math.max(1, texture.pixelDepth);
  return texture.levels.map((level, i) => {
    const width = Math.max(1, texture.pixelWidth >> i);
    const height = Math.max(1, texture.pixelHeight >> i);
    const bytes = readLevel(level, (packed) => decompress(packed));
    if (texture.vkFormat !== 0) return { width, height, rgba: bytes };
    const size = Math.ceil(width / 4) * Math.ceil(height / 4) * 16;
    const rgba = new Uint8Array(width * height * 4 * images);
    for (let n = 0; n < images; n++) {
      rgba.set(decodeUastc(bytes.subarray(n * size, (n + 1) * size), width, height), n * width * height * 4);
    }
    return { width, height, rgba };
  });
}

const isSrgb = (texture: Ktx2): boolean =>
  texture.vkFormat === VK_SRGB8_ALPHA8 ||
  (texture.vkFormat === 0 && texture.dataFormat.basic?.transferFunction === TransferFunction.srgb);

export async function loadSampled(library: AssetLibrary, ref: AssetRef): Promise<SampledTexture> {
  const texture = await library.loadTexture(ref);
  const levels = await unpack(texture);
  return {
    levels: levels.map(({ width, height, rgba }) => ({ width, height, texels: linearTexels(rgba, isSrgb(texture)) })),
  };
}

export async function loadCube(library: AssetLibrary, ref: AssetRef): Promise<readonly Level[]> {
  const texture = await library.loadTexture(ref);
  const [first] = await unpack(texture);
  if (first === undefined || texture.faceCount !== 6) throw new Error(`${String(ref)} is not a cubemap`);
  const { width, height, rgba } = first;
  const size = width * height * 4;
  return Array.from({ length: 6 }, (_, face) => ({
    width,
    height,
    texels: linearTexels(rgba.subarray(face * size, (face + 1) * size), isSrgb(texture)),
  }));
}

/** The table's bytes, red fastest, and its edge. */
export async function loadGrade(library: AssetLibrary, ref: AssetRef): Promise<{ rgba: Uint8Array; size: number }> {
  const texture = await library.loadTexture(ref);
  const [first] = await unpack(texture);
  if (first === undefined || texture.pixelDepth !== texture.pixelWidth)
    throw new Error(`${String(ref)} is not a 3D table`);
  return { rgba: first.rgba, size: texture.pixelWidth };
}
