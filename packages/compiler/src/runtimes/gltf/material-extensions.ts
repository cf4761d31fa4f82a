// The material extensions of `.hmatx` in glTF's terms, and where a material refers to its textures.

import type { MaterialExtension, MaterialExtensionRows, MaterialTextureSlot } from '@assetc/formats';
import { type Json, shortFloat, shortFloats } from './gltf-json.js';

interface ExtensionSpelling<Row> {
  readonly name: string;
  /** Field of glTF → field of the row. */
  readonly fields: { readonly [field: string]: Exclude<keyof Row, 'row'> };
  readonly textures: { readonly [field: string]: MaterialTextureSlot };
}

export const EXTENSION_SPELLINGS: { readonly [K in MaterialExtension]: ExtensionSpelling<MaterialExtensionRows[K]> } = {
  anisotropy: {
    name: 'KHR_materials_anisotropy',
    fields: { anisotropyStrength: 'strength', anisotropyRotation: 'rotation' },
    textures: { anisotropyTexture: 'anisotropy' },
  },
  clearcoat: {
    name: 'KHR_materials_clearcoat',
    // The scale of its normal map is a field of that texture.
    fields: { clearcoatFactor: 'factor', clearcoatRoughnessFactor: 'roughness' },
    textures: {
      clearcoatTexture: 'clearcoat',
      clearcoatRoughnessTexture: 'clearcoatRoughness',
      clearcoatNormalTexture: 'clearcoatNormal',
    },
  },
  diffuseTransmission: {
    name: 'KHR_materials_diffuse_transmission',
    fields: { diffuseTransmissionFactor: 'factor', diffuseTransmissionColorFactor: 'color' },
    textures: {
      diffuseTransmissionTexture: 'diffuseTransmission',
      diffuseTransmissionColorTexture: 'diffuseTransmissionColor',
    },
  },
  dispersion: { name: 'KHR_materials_dispersion', fields: { dispersion: 'dispersion' }, textures: {} },
  ior: { name: 'KHR_materials_ior', fields: { ior: 'ior' }, textures: {} },
  iridescence: {
    name: 'KHR_materials_iridescence',
    fields: {
      iridescenceFactor: 'factor',
      iridescenceIor: 'ior',
      iridescenceThicknessMinimum: 'thicknessMin',
      iridescenceThicknessMaximum: 'thicknessMax',
    },
    textures: { iridescenceTexture: 'iridescence', iridescenceThicknessTexture: 'iridescenceThickness' },
  },
  sheen: {
    name: 'KHR_materials_sheen',
    fields: { sheenRoughnessFactor: 'roughness', sheenColorFactor: 'color' },
    textures: { sheenColorTexture: 'sheenColor', sheenRoughnessTexture: 'sheenRoughness' },
  },
  specular: {
    name: 'KHR_materials_specular',
    fields: { specularFactor: 'factor', specularColorFactor: 'color' },
    textures: { specularTexture: 'specular', specularColorTexture: 'specularColor' },
  },
  transmission: {
    name: 'KHR_materials_transmission',
    fields: { transmissionFactor: 'factor' },
    textures: { transmissionTexture: 'transmission' },
  },
  unlit: { name: 'KHR_materials_unlit', fields: {}, textures: {} },
  volume: {
    name: 'KHR_materials_volume',
    fields: {
      thicknessFactor: 'thickness',
      attenuationDistance: 'attenuationDistance',
      attenuationColor: 'attenuationColor',
    },
    textures: { thicknessTexture: 'thickness' },
  },
};

/** The numbers of one extension of one material. A distance of 0 means infinite. */
export function extensionFields(extension: MaterialExtension, row: object): Record<string, Json> {
  const values = new Map<string, unknown>(Object.entries(row));
  const out: Record<string, Json> = {};
  for (const [field, key] of Object.entries(EXTENSION_SPELLINGS[extension].fields)) {
    const value = values.get(key);
    if (field === 'attenuationDistance' && value === 0) continue;
    if (typeof value === 'number') out[field] = shortFloat(value);
    else if (Array.isArray(value)) out[field] = shortFloats(value);
  }
  return out;
}

const CORE_TEXTURES: { readonly [slot: string]: string } = {
  baseColor: 'pbrMetallicRoughness/baseColorTexture',
  metallicRoughness: 'pbrMetallicRoughness/metallicRoughnessTexture',
  normal: 'normalTexture',
  occlusion: 'occlusionTexture',
  emissive: 'emissiveTexture',
};

/** Where a material refers to the texture of a slot, as a JSON pointer from the material on. */
export function texturePointer(slot: string): string {
  const core = CORE_TEXTURES[slot];
  if (core !== undefined) return core;
  for (const { name, textures } of Object.values(EXTENSION_SPELLINGS))
    for (const [field, own] of Object.entries(textures)) if (own === slot) return `extensions/${name}/${field}`;
  throw new Error(`no material has a texture ${slot}`);
}
