// Materials in memory.

import type { Infer } from '../core/struct.js';
import type { AlphaMode, HmatRow } from './layout.js';

/** One row of a material table, with decoded flags. */
export interface Material extends Omit<Infer<typeof HmatRow>, 'flags' | 'pad'> {
  readonly doubleSided: boolean;
  readonly alphaMode: AlphaMode;
}

/** The texture fields of a row, in the order in which first use is decided. */
export const TEXTURE_SLOTS = [
  'baseColorTex',
  'metallicRoughnessTex',
  'normalTex',
  'occlusionTex',
  'emissiveTex',
] as const satisfies readonly (keyof Material)[];

/** A field of a material that refers to a texture. */
export type TextureSlot = (typeof TEXTURE_SLOTS)[number];

/** glTF's defaults for omitted fields. */
export const DEFAULT_MATERIAL: Material = {
  baseColorFactor: [1, 1, 1, 1],
  emissiveFactor: [0, 0, 0],
  metallicFactor: 1,
  roughnessFactor: 1,
  normalScale: 1,
  occlusionStrength: 1,
  alphaCutoff: 0.5,
  doubleSided: false,
  alphaMode: 'OPAQUE',
  baseColorTex: 0n,
  metallicRoughnessTex: 0n,
  normalTex: 0n,
  occlusionTex: 0n,
  emissiveTex: 0n,
};
