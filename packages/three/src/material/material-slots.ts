// Maps texture slots to properties of three's materials, and marks which contain colors.

import type { Material, MaterialExtras, MaterialTextureSlot, MaterialTextureUse } from '@assetc/formats';
import { PLAIN_USE, type TextureUse } from '../texture/texture-store.js';

interface SlotRow {
  /** Properties of MeshStandardMaterial and MeshPhysicalMaterial; empty if three has none for it. */
  readonly properties: readonly string[];
  readonly isSrgb: boolean;
  /** Only the red channel is read. */
  readonly isRed: boolean;
}

const color = (...properties: readonly string[]): SlotRow => ({ properties, isSrgb: true, isRed: false });
const data = (...properties: readonly string[]): SlotRow => ({ properties, isSrgb: false, isRed: false });
const red = (...properties: readonly string[]): SlotRow => ({ properties, isSrgb: false, isRed: true });

export const SLOTS: Readonly<Record<MaterialTextureSlot, SlotRow>> = {
  baseColor: color('map'),
  metallicRoughness: data('metalnessMap', 'roughnessMap'),
  normal: data('normalMap'),
  occlusion: red('aoMap'),
  emissive: color('emissiveMap'),
  anisotropy: data('anisotropyMap'),
  clearcoat: red('clearcoatMap'),
  clearcoatRoughness: data('clearcoatRoughnessMap'),
  clearcoatNormal: data('clearcoatNormalMap'),
  diffuseTransmission: data(),
  diffuseTransmissionColor: color(),
  iridescence: red('iridescenceMap'),
  iridescenceThickness: data('iridescenceThicknessMap'),
  sheenColor: color('sheenColorMap'),
  sheenRoughness: data('sheenRoughnessMap'),
  specular: data('specularIntensityMap'),
  specularColor: color('specularColorMap'),
  transmission: red('transmissionMap'),
  thickness: data('thicknessMap'),
};

export interface SlotUse extends TextureUse {
  readonly slot: MaterialTextureSlot;
  readonly texture: bigint;
}

const FIELDS = {
  baseColor: 'baseColorTex',
  metallicRoughness: 'metallicRoughnessTex',
  normal: 'normalTex',
  occlusion: 'occlusionTex',
  emissive: 'emissiveTex',
} as const;

/** If `.hmatx` contains any use of a row, it contains all of them. */
export function usesOf(row: Material, { textures }: Pick<MaterialExtras, 'textures'>): readonly SlotUse[] {
  const uses = Object.values(textures).filter((use): use is MaterialTextureUse => use !== undefined);
  if (uses.length > 0) return uses;
  return (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((slot) => {
    const texture = row[FIELDS[slot]];
    return texture === 0n ? [] : [{ ...PLAIN_USE, slot, texture }];
  });
}
