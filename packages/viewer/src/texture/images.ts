// The images of a texture: every level, layer, face and slice.

import type { Ktx2, TextureImage } from '@assetc/formats';

/** Identifies one image. */
export type ImageKey = Required<TextureImage>;

export const FACE_NAMES = ['+X', '−X', '+Y', '−Y', '+Z', '−Z'] as const;

export const levelSize = (ktx: Ktx2, level: number): { readonly width: number; readonly height: number } => ({
  width: Math.max(1, ktx.pixelWidth >> level),
  height: Math.max(1, ktx.pixelHeight >> level),
});

/** In the order of the file. */
export function imagesOfLevel(ktx: Ktx2, level: number): readonly ImageKey[] {
  const slices = Math.max(1, ktx.pixelDepth >> level);
  const count = Math.max(1, ktx.layerCount) * ktx.faceCount * slices;
  return Array.from({ length: count }, (_, i) => ({
    level,
    layer: Math.floor(i / (ktx.faceCount * slices)),
    face: Math.floor(i / slices) % ktx.faceCount,
    slice: i % slices,
  }));
}

/** The index of an image within its level. */
export function imageIndex(ktx: Ktx2, { level, layer, face, slice }: ImageKey): number {
  const slices = Math.max(1, ktx.pixelDepth >> level);
  return (layer * ktx.faceCount + face) * slices + slice;
}

/** A unique map key of an image. */
export const imageName = ({ level, layer, face, slice }: ImageKey): string => `${level}.${layer}.${face}.${slice}`;

/** A label with only those of level, layer, face and slice that the texture has several of. */
export function imageLabel(ktx: Ktx2, { level, layer, face, slice }: ImageKey): string {
  const parts = [
    ...(ktx.levels.length > 1 ? [`mip ${level}`] : []),
    ...(ktx.layerCount > 0 ? [`layer ${layer}`] : []),
    ...(ktx.faceCount === 6 ? [FACE_NAMES[face] ?? ''] : []),
    ...(ktx.pixelDepth > 0 ? [`slice ${slice}`] : []),
  ];
  return parts.join(' · ');
}

/** The closest existing image: the texture may have changed since the key was chosen. */
export function nearestImage(ktx: Ktx2, image: ImageKey): ImageKey {
  const clamp = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1));
  const level = clamp(image.level, ktx.levels.length);
  return {
    level,
    layer: clamp(image.layer, Math.max(1, ktx.layerCount)),
    face: clamp(image.face, ktx.faceCount),
    slice: clamp(image.slice, Math.max(1, ktx.pixelDepth >> level)),
  };
}

/** Texels that are decoded and drawn without a noticeable delay. */
const AT_ONCE = 2048 * 1024;

/**
 * An image to show while a large one is decoded, if a texel takes `scale` pixels: the level with about one texel per pixel. Returns
 * undefined if the image is magnified or not large, or if its levels have different slices.
 */
export function previewImageFor(ktx: Ktx2, image: ImageKey, scale: number): ImageKey | undefined {
  const { width, height } = levelSize(ktx, image.level);
  if (width * height <= AT_ONCE || ktx.pixelDepth > 0) return undefined;
  const level = Math.min(image.level + Math.floor(-Math.log2(scale)), ktx.levels.length - 1);
  return level > image.level ? { ...image, level } : undefined;
}
