// Loads textures from the library as floats: every level of a 2D texture, or of each face of a cube.

import {
  type AssetLibrary,
  type AssetRef,
  decodeHdrLevel,
  decodeTextureLevel,
  fromHalf,
  type Ktx2,
  readLevel,
  TransferFunction,
  textValue,
} from '@assetc/formats';
import { decompress, init } from '@bokuweb/zstd-wasm';
import { type Level, linearTexels, type SampledTexture } from './sampled-texture.js';

let zstdReady: Promise<void> | undefined;

/** RGBA bytes of every level; layers, faces and slices follow each other. */
async function unpack(texture: Ktx2): Promise<{ width: number; height: number; rgba: Uint8Array }[]> {
  zstdReady ??= init();
  await zstdReady;
  const swizzle = textValue(texture.keyValues, 'KTXswizzle') ?? 'rgba';
  const layers = Math.max(1, texture.layerCount);
  return texture.levels.map((stored, level) => {
    const bytes = readLevel(stored, (packed) => decompress(packed));
    const slices = Math.max(1, texture.pixelDepth >> level);
    const images = Array.from({ length: layers * texture.faceCount * slices }, (_, n) => {
      const [face, layer] = [Math.floor(n / slices) % texture.faceCount, Math.floor(n / slices / texture.faceCount)];
      return decodeTextureLevel(texture, bytes, { level, layer, face, slice: n % slices });
    });
    const [{ width, height } = { width: 0, height: 0 }] = images;
    const rgba = new Uint8Array(width * height * 4 * images.length);
    for (const [n, image] of images.entries()) rgba.set(image.rgba, n * width * height * 4);
    return { width, height, rgba: swizzled(rgba, swizzle) };
  });
}

function swizzled(rgba: Uint8Array, swizzle: string): Uint8Array {
  if (swizzle === 'rgba') return rgba;
  return rgba.map((_, i) => {
    const letter = swizzle[i % 4] ?? '0';
    return letter === '1' ? 255 : letter === '0' ? 0 : (rgba[i - (i % 4) + 'rgba'.indexOf(letter)] ?? 0);
  });
}

const isSrgb = (texture: Ktx2): boolean => texture.dataFormat.basic?.transferFunction === TransferFunction.srgb;

export async function loadSampled(library: AssetLibrary, ref: AssetRef): Promise<SampledTexture> {
  const texture = await library.loadTexture(ref);
  const levels = await unpack(texture);
  return {
    levels: levels.map(({ width, height, rgba }) => ({ width, height, texels: linearTexels(rgba, isSrgb(texture)) })),
  };
}

/** Six faces of light per level. */
export async function loadCubeLevels(texture: Ktx2): Promise<readonly (readonly Level[])[]> {
  zstdReady ??= init();
  await zstdReady;
  if (texture.faceCount !== 6) throw new Error('the texture is not a cubemap');
  return texture.levels.map((stored, level) => {
    const bytes = readLevel(stored, (packed) => decompress(packed));
    return Array.from({ length: 6 }, (_, face) => {
      const { width, height, halfs } = decodeHdrLevel(texture, bytes, { level, face });
      return { width, height, texels: Float32Array.from(halfs, fromHalf) };
    });
  });
}

/** The six faces of the largest level. */
export async function loadCube(library: AssetLibrary, ref: AssetRef): Promise<readonly Level[]> {
  const [faces] = await loadCubeLevels(await library.loadTexture(ref));
  if (faces === undefined) throw new Error(`${String(ref)} has no levels`);
  return faces;
}

/** The bytes of the table, red fastest, and its edge length. */
export async function loadGrade(library: AssetLibrary, ref: AssetRef): Promise<{ rgba: Uint8Array; size: number }> {
  const texture = await library.loadTexture(ref);
  const [first] = await unpack(texture);
  if (first === undefined || texture.pixelDepth !== texture.pixelWidth)
    throw new Error(`${String(ref)} is not a 3D table`);
  return { rgba: first.rgba, size: texture.pixelWidth };
}
