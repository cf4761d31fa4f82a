// Applies a material's sampler and transform to a texture of three.

import type { TextureFilter, TextureWrap } from '@assetc/formats';
import * as THREE from 'three';
import { hasMips } from './make-texture.js';
import type { TextureData } from './texture-data.js';
import type { TextureUse } from './texture-store.js';

const WRAPS: Readonly<Record<TextureWrap, THREE.Wrapping>> = {
  repeat: THREE.RepeatWrapping,
  clamp: THREE.ClampToEdgeWrapping,
  mirror: THREE.MirroredRepeatWrapping,
};

const FILTERS: Readonly<Record<TextureFilter, THREE.MinificationTextureFilter>> = {
  unset: THREE.LinearMipmapLinearFilter,
  nearest: THREE.NearestFilter,
  linear: THREE.LinearFilter,
  'nearest-mip-nearest': THREE.NearestMipmapNearestFilter,
  'linear-mip-nearest': THREE.LinearMipmapNearestFilter,
  'nearest-mip-linear': THREE.NearestMipmapLinearFilter,
  'linear-mip-linear': THREE.LinearMipmapLinearFilter,
};

/** A texture without mips is incomplete with a mip filter. */
export function applySampler(texture: THREE.Texture, use: TextureUse, data: TextureData): void {
  texture.wrapS = WRAPS[use.wrapS];
  texture.wrapT = WRAPS[use.wrapT];
  texture.magFilter = use.magFilter === 'nearest' ? THREE.NearestFilter : THREE.LinearFilter;
  if (hasMips(data)) texture.minFilter = FILTERS[use.minFilter];
  else texture.minFilter = use.minFilter.startsWith('nearest') ? THREE.NearestFilter : THREE.LinearFilter;
}

/** Three scales after rotating, glTF before. If both occur and the axes differ, the matrix is set directly. */
export function applyTransform(texture: THREE.Texture, { uvSet, offset, scale, rotation }: TextureUse): void {
  texture.channel = uvSet;
  const [x = 0, y = 0] = offset;
  const [sx = 1, sy = 1] = scale;
  texture.offset.set(x, y);
  texture.repeat.set(sx, sy);
  texture.rotation = rotation;
  if (rotation === 0 || sx === sy) return;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  texture.matrixAutoUpdate = false;
  texture.matrix.set(cos * sx, sin * sy, x, -sin * sx, cos * sy, y, 0, 0, 1);
}
