// How a material uses one of its images: coordinates, transform, wrapping and filtering. Defaults are glTF's.

export interface TextureTransform {
  readonly offset: readonly [number, number];
  readonly scale: readonly [number, number];
  /** Radians, as in KHR_texture_transform. */
  readonly rotation: number;
}

export const TEXTURE_WRAPS = ['repeat', 'clamp', 'mirror'] as const;
type TextureWrap = (typeof TEXTURE_WRAPS)[number];

export const MIN_FILTERS = [
  'nearest',
  'linear',
  'nearest-mip-nearest',
  'linear-mip-nearest',
  'nearest-mip-linear',
  'linear-mip-linear',
] as const;
type MinFilter = (typeof MIN_FILTERS)[number];

export const MAG_FILTERS = ['nearest', 'linear'] as const;
type MagFilter = (typeof MAG_FILTERS)[number];

export interface TextureSampler {
  readonly wrapS?: TextureWrap;
  readonly wrapT?: TextureWrap;
  readonly minFilter?: MinFilter;
  readonly magFilter?: MagFilter;
}

export interface TextureMapping {
  /** 0 or 1. */
  readonly uvSet?: number;
  readonly transform?: TextureTransform;
  readonly sampler?: TextureSampler;
}

export interface TextureUse extends TextureMapping {
  /** Into the scene's images. */
  readonly image: number;
}

export const NO_TRANSFORM: TextureTransform = { offset: [0, 0], scale: [1, 1], rotation: 0 };

/** Exporters write transforms that change nothing. */
export function movesNothing({ offset, scale, rotation }: TextureTransform): boolean {
  return offset.every((v) => v === 0) && scale.every((v) => v === 1) && rotation === 0;
}

/** Whether it is the default of engines: the first set untransformed, repeated, with trilinear filtering. */
export function isPlain({ uvSet = 0, transform = NO_TRANSFORM, sampler = {} }: TextureMapping): boolean {
  const { wrapS = 'repeat', wrapT = 'repeat', minFilter = 'linear-mip-linear', magFilter = 'linear' } = sampler;
  return (
    uvSet === 0 &&
    movesNothing(transform) &&
    wrapS === 'repeat' &&
    wrapT === 'repeat' &&
    minFilter === 'linear-mip-linear' &&
    magFilter === 'linear'
  );
}
