// Makes the matching texture class of three from levels. Textures of one file share their source, so that equal samplers share one GPU
// texture.

import * as THREE from 'three';
import type { TextureData, TextureLevel } from './texture-data.js';

/** A new texture with three's default sampler and transform for data. */
export function makeTexture(data: TextureData): THREE.Texture {
  const texture = withImages(data);
  texture.colorSpace = data.isSrgb ? THREE.SRGBColorSpace : THREE.NoColorSpace;
  texture.generateMipmaps = data.makesMips || (data.shape === 'array' && !data.isCompressed && data.levels.length > 1);
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = hasMips(data) ? THREE.LinearMipmapLinearFilter : THREE.LinearFilter;
  texture.flipY = false;
  texture.needsUpdate = true;
  return texture;
}

/** Smaller levels of a 3D texture are dropped: three does not upload them. */
export const hasMips = ({ shape, levels, makesMips }: TextureData): boolean =>
  shape !== '3d' && (levels.length > 1 || makesMips);

function withImages(data: TextureData): THREE.Texture {
  if (data.shape === 'cube') return cubeTexture(data);
  if (data.isCompressed) return compressedTexture(data);
  const { format, type, depth, levels } = data;
  const [first] = levels;
  if (first === undefined) throw new Error('a decoded texture has a level');
  if (data.shape !== '2d') {
    const Class = data.shape === '3d' ? THREE.Data3DTexture : THREE.DataArrayTexture;
    const texture = new Class(arrayOf(first), first.width, first.height, depth);
    return Object.assign(texture, { format, type, unpackAlignment: 1 });
  }
  const texture = dataTexture(first, data);
  if (levels.length > 1) texture.mipmaps = levels.map(mipmapOf);
  return texture;
}

type Texels = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Files are never read into shared memory. */
function arrayOf({ data }: TextureLevel): Texels {
  if (!isPlain(data)) throw new Error('texels in shared memory');
  return data;
}

const isPlain = (data: TextureLevel['data']): data is Texels => data.buffer instanceof ArrayBuffer;

const mipmapOf = (level: TextureLevel) => ({ width: level.width, height: level.height, data: arrayOf(level) });

const dataTexture = (level: TextureLevel, { format, type }: TextureData): THREE.DataTexture => {
  const texture = new THREE.DataTexture(arrayOf(level), level.width, level.height);
  return Object.assign(texture, { format, type });
};

function compressedTexture({ shape, width, height, depth, format, type, levels }: TextureData): THREE.Texture {
  const mipmaps = levels.map(mipmapOf);
  if (!isCompressed(format)) throw new Error(`${format} is not a compressed format`);
  return shape === 'array'
    ? new THREE.CompressedArrayTexture(mipmaps, width, height, depth, format, type)
    : new THREE.CompressedTexture(mipmaps, width, height, format, type);
}

const isCompressed = (format: TextureData['format']): format is THREE.CompressedPixelFormat => format > 30_000;

const FACES = [0, 1, 2, 3, 4, 5];

function faceOf(level: TextureLevel, face: number): TextureLevel {
  const each = level.data.length / FACES.length;
  return { ...level, data: level.data.subarray(face * each, (face + 1) * each) };
}

function cubeTexture(data: TextureData): THREE.Texture {
  const { format, type, levels } = data;
  if (isCompressed(format)) {
    const images = FACES.map((face) => ({
      width: data.width,
      height: data.height,
      format,
      mipmaps: levels.map((level) => mipmapOf(faceOf(level, face))),
    }));
    return new THREE.CompressedCubeTexture(images, format, type);
  }
  const [first, ...rest] = levels.map((level) => FACES.map((face) => dataTexture(faceOf(level, face), data)));
  const texture = new THREE.CubeTexture(first);
  if (rest.length > 0) texture.mipmaps = rest.map((faces) => new THREE.CubeTexture(faces));
  return Object.assign(texture, { format, type });
}
