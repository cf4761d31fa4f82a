// The numbers that animations of `.hscene` use for properties of materials. A number never changes its meaning: new fields get the next
// free one below 64, new texture slots follow the last.

import { MATERIAL_TEXTURE_SLOTS, type MaterialTextureSlot } from './layout.js';

/** Fields of `.hmat` and of the extensions. Index: the number on disk. Value: floats of one value. */
const FIELDS = {
  baseColorFactor: 4,
  emissiveFactor: 3,
  metallicFactor: 1,
  roughnessFactor: 1,
  normalScale: 1,
  occlusionStrength: 1,
  alphaCutoff: 1,
  'anisotropy.strength': 1,
  'anisotropy.rotation': 1,
  'clearcoat.factor': 1,
  'clearcoat.roughness': 1,
  'clearcoat.normalScale': 1,
  'diffuseTransmission.factor': 1,
  'diffuseTransmission.color': 3,
  'dispersion.dispersion': 1,
  'ior.ior': 1,
  'iridescence.factor': 1,
  'iridescence.ior': 1,
  'iridescence.thicknessMin': 1,
  'iridescence.thicknessMax': 1,
  'sheen.roughness': 1,
  'sheen.color': 3,
  'specular.factor': 1,
  'specular.color': 3,
  'transmission.factor': 1,
  'volume.thickness': 1,
  'volume.attenuationDistance': 1,
  'volume.attenuationColor': 3,
} as const;

/** The first number of texture transforms: 64 + 3 · slot is the offset, then scale, then rotation. */
export const TEXTURE_PROPERTY_BASE = 64;
export const TEXTURE_PROPERTY_STRIDE = 3;
const TRANSFORM = { offset: 2, scale: 2, rotation: 1 } as const;

/** A property of a material that can be animated: a field, or the transform of a texture. */
export type MaterialPropertyName = keyof typeof FIELDS | `textures.${MaterialTextureSlot}.${keyof typeof TRANSFORM}`;

/** One animatable property of materials. */
export interface MaterialProperty {
  readonly name: MaterialPropertyName;
  /** On disk. */
  readonly number: number;
  /** Floats of one value. */
  readonly components: number;
}

const transforms = Object.entries(TRANSFORM) as [keyof typeof TRANSFORM, number][];

/** Every property of a material that `.hscene` can animate, with its number and its floats. */
export const MATERIAL_PROPERTIES: readonly MaterialProperty[] = [
  ...(Object.entries(FIELDS) as [keyof typeof FIELDS, number][]).map(([name, components], number) => ({
    name,
    number,
    components,
  })),
  ...MATERIAL_TEXTURE_SLOTS.flatMap((slot, i) =>
    transforms.map(
      ([part, components], j): MaterialProperty => ({
        name: `textures.${slot}.${part}`,
        number: TEXTURE_PROPERTY_BASE + i * TEXTURE_PROPERTY_STRIDE + j,
        components,
      }),
    ),
  ),
];
