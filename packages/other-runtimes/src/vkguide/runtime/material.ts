// One material → vkguide's MATX: the slots and effects that the guide's engine knows, factors as custom properties.

import { materialLeaves } from '@assetc/formats';
import {
  type AlphaMode,
  DEFAULT_FACTORS,
  type MaterialFactors,
  type MaterialModel,
  TEXTURE_SLOTS,
  type TextureSlot,
} from 'assetc/runtime-contract';
import { encodeVkguideMaterial } from '../encode-material.js';
import type { VkguideTransparency } from '../model.js';
import { fileNames } from './file-names.js';

/** The names that the guide's converter uses. */
const SLOT_NAMES: Readonly<Record<TextureSlot, string>> = {
  baseColor: 'baseColor',
  metallicRoughness: 'metallicRoughness',
  normal: 'normals',
  occlusion: 'occlusion',
  emissive: 'emissive',
};

const TRANSPARENCIES: Readonly<Record<AlphaMode, VkguideTransparency>> = {
  opaque: 'opaque',
  mask: 'masked',
  blend: 'transparent',
};

/** The material of primitives without one. No name from a source can be equal to it. */
export const DEFAULT_SUFFIX = '/material_none.mat';

/** `/<leaf>.mat` for each material of a source. */
export function materialSuffixes(materials: readonly Pick<MaterialModel, 'name'>[]): readonly string[] {
  const leaves = materialLeaves(materials.map(({ name }) => name));
  return fileNames(leaves, 'material').map((name) => `/${name}.mat`);
}

/** `material`: undefined for primitives without one. `pathOf`: the texture of an image, relative to the output root. */
export function encodeMaterial(
  material: MaterialModel | undefined,
  pathOf: (image: number) => string | undefined,
): Uint8Array {
  const factors = material ?? DEFAULT_FACTORS;
  const textures = new Map<string, string>();
  for (const slot of TEXTURE_SLOTS) {
    const image = material?.textures[slot]?.image;
    const path = image === undefined ? undefined : pathOf(image);
    if (path !== undefined) textures.set(SLOT_NAMES[slot], path);
  }
  return encodeVkguideMaterial({
    baseEffect: factors.alphaMode === 'blend' ? 'texturedPBR_transparent' : 'texturedPBR_opaque',
    textures,
    customProperties: propertiesOf(factors),
    transparency: TRANSPARENCIES[factors.alphaMode],
  });
}

/** Values are text in this format; lists are numbers separated by spaces. */
function propertiesOf(factors: MaterialFactors): ReadonlyMap<string, string> {
  return new Map([
    ['baseColorFactor', factors.baseColorFactor.join(' ')],
    ['emissiveFactor', factors.emissiveFactor.join(' ')],
    ['metallicFactor', String(factors.metallicFactor)],
    ['roughnessFactor', String(factors.roughnessFactor)],
    ['normalScale', String(factors.normalScale)],
    ['occlusionStrength', String(factors.occlusionStrength)],
    ['alphaCutoff', String(factors.alphaCutoff)],
    ['doubleSided', String(factors.doubleSided)],
  ]);
}
