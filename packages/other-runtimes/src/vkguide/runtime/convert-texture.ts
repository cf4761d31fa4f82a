// `.tx` textures in both forms: only level 0, or one page per mip. Mips are dropped, never generated.

import {
  type CompiledFile,
  modeByName,
  type NeutralTexture,
  plural,
  type Texels,
  type TextureFeature,
  type Written,
} from 'assetc/runtime-contract';
import { encodeVkguideTexture } from '../encode-texture.js';
import { readVkguidePage, readVkguideTexture } from '../read-texture.js';
import { openVkguide } from './asset-files.js';

/** The color space comes from the manifest, or is guessed from the name of the original file. */
export async function readTexture({ bytes, blob, colorspace }: CompiledFile): Promise<NeutralTexture> {
  const { originalFile, pages } = readVkguideTexture(openVkguide(bytes, blob));
  const features = new Map<TextureFeature, string>();
  if (pages.length > 1) features.set('mips', plural(pages.length - 1, 'mip level'));
  features.set('originalFile', `the original file's name (${originalFile})`);
  return {
    features,
    colorspace:
      colorspace === undefined
        ? { is: modeByName(originalFile) === 'color' ? 'srgb' : 'linear', guessedBy: originalFile }
        : { is: colorspace, guessedBy: undefined },
    originalFile,
    rounded: [],
    levels: async (maxCount) =>
      pages
        .slice(0, maxCount)
        .map((page): Texels => ({ width: page.width, height: page.height, pixels: readVkguidePage(page) })),
  };
}

export async function writeTexture(texture: NeutralTexture, paged: boolean, file: string): Promise<Written> {
  const levels = await texture.levels(paged ? Number.POSITIVE_INFINITY : 1);
  const originalFile = texture.originalFile ?? file;
  return { bytes: encodeVkguideTexture({ paged, originalFile, levels }), rounded: texture.rounded };
}
