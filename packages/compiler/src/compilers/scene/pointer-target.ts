// Resolves the pointers of KHR_animation_pointer to properties that the output can store.

import { MATERIAL_PROPERTIES, type MaterialPropertyName } from '@assetc/formats';

export type PointerTarget =
  | { readonly is: 'node'; readonly index: number; readonly property: 'visibility' }
  | {
      readonly is: 'camera';
      readonly index: number;
      /** The camera type that has the property. */
      readonly lens: 'perspective' | 'orthographic';
      readonly property: 'aspectOrXmag' | 'yfovOrYmag' | 'znear' | 'zfar';
    }
  | {
      readonly is: 'light';
      readonly index: number;
      readonly property: 'color' | 'intensity' | 'range' | 'innerCone' | 'outerCone';
    }
  | { readonly is: 'material'; readonly index: number; readonly property: MaterialPropertyName | 'emissiveStrength' };

const CAMERA = {
  'perspective/aspectRatio': 'aspectOrXmag',
  'perspective/yfov': 'yfovOrYmag',
  'perspective/znear': 'znear',
  'perspective/zfar': 'zfar',
  'orthographic/xmag': 'aspectOrXmag',
  'orthographic/ymag': 'yfovOrYmag',
  'orthographic/znear': 'znear',
  'orthographic/zfar': 'zfar',
} as const;

const LIGHT = {
  color: 'color',
  intensity: 'intensity',
  range: 'range',
  'spot/innerConeAngle': 'innerCone',
  'spot/outerConeAngle': 'outerCone',
} as const;

const FACTORS: { readonly [pointer: string]: MaterialPropertyName } = {
  'pbrMetallicRoughness/baseColorFactor': 'baseColorFactor',
  'pbrMetallicRoughness/metallicFactor': 'metallicFactor',
  'pbrMetallicRoughness/roughnessFactor': 'roughnessFactor',
  'normalTexture/scale': 'normalScale',
  'occlusionTexture/strength': 'occlusionStrength',
  emissiveFactor: 'emissiveFactor',
  alphaCutoff: 'alphaCutoff',
};

/** Fields and texture slots of each KHR_materials_ extension. */
const EXTENSIONS: {
  readonly [extension: string]: { readonly [field: string]: MaterialPropertyName };
} = {
  anisotropy: { anisotropyStrength: 'anisotropy.strength', anisotropyRotation: 'anisotropy.rotation' },
  clearcoat: {
    clearcoatFactor: 'clearcoat.factor',
    clearcoatRoughnessFactor: 'clearcoat.roughness',
    'clearcoatNormalTexture/scale': 'clearcoat.normalScale',
  },
  diffuse_transmission: {
    diffuseTransmissionFactor: 'diffuseTransmission.factor',
    diffuseTransmissionColorFactor: 'diffuseTransmission.color',
  },
  dispersion: { dispersion: 'dispersion.dispersion' },
  ior: { ior: 'ior.ior' },
  iridescence: {
    iridescenceFactor: 'iridescence.factor',
    iridescenceIor: 'iridescence.ior',
    iridescenceThicknessMinimum: 'iridescence.thicknessMin',
    iridescenceThicknessMaximum: 'iridescence.thicknessMax',
  },
  sheen: { sheenRoughnessFactor: 'sheen.roughness', sheenColorFactor: 'sheen.color' },
  specular: { specularFactor: 'specular.factor', specularColorFactor: 'specular.color' },
  transmission: { transmissionFactor: 'transmission.factor' },
  volume: {
    thicknessFactor: 'volume.thickness',
    attenuationDistance: 'volume.attenuationDistance',
    attenuationColor: 'volume.attenuationColor',
  },
};

/** Texture references of a material, by the slot they belong to. */
const TEXTURES: { readonly [pointer: string]: string } = {
  'pbrMetallicRoughness/baseColorTexture': 'baseColor',
  'pbrMetallicRoughness/metallicRoughnessTexture': 'metallicRoughness',
  normalTexture: 'normal',
  occlusionTexture: 'occlusion',
  emissiveTexture: 'emissive',
  'extensions/KHR_materials_anisotropy/anisotropyTexture': 'anisotropy',
  'extensions/KHR_materials_clearcoat/clearcoatTexture': 'clearcoat',
  'extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture': 'clearcoatRoughness',
  'extensions/KHR_materials_clearcoat/clearcoatNormalTexture': 'clearcoatNormal',
  'extensions/KHR_materials_diffuse_transmission/diffuseTransmissionTexture': 'diffuseTransmission',
  'extensions/KHR_materials_diffuse_transmission/diffuseTransmissionColorTexture': 'diffuseTransmissionColor',
  'extensions/KHR_materials_iridescence/iridescenceTexture': 'iridescence',
  'extensions/KHR_materials_iridescence/iridescenceThicknessTexture': 'iridescenceThickness',
  'extensions/KHR_materials_sheen/sheenColorTexture': 'sheenColor',
  'extensions/KHR_materials_sheen/sheenRoughnessTexture': 'sheenRoughness',
  'extensions/KHR_materials_specular/specularTexture': 'specular',
  'extensions/KHR_materials_specular/specularColorTexture': 'specularColor',
  'extensions/KHR_materials_transmission/transmissionTexture': 'transmission',
  'extensions/KHR_materials_volume/thicknessTexture': 'thickness',
};

/** Undefined if the output cannot store the property. */
export function pointerTarget(pointer: string): PointerTarget | undefined {
  const [, list = '', digits = '', rest = ''] =
    /^\/(nodes|cameras|materials|extensions\/KHR_lights_punctual\/lights)\/(\d{1,9})\/(.+)$/.exec(pointer) ?? [];
  const index = Number(digits);
  if (list === 'nodes')
    return rest === 'extensions/KHR_node_visibility/visible'
      ? { is: 'node', index, property: 'visibility' }
      : undefined;
  if (list === 'cameras') {
    const property = lookUp(CAMERA, rest);
    const lens = rest.startsWith('perspective') ? 'perspective' : 'orthographic';
    return property && { is: 'camera', index, lens, property };
  }
  if (list === 'materials') {
    const property = materialProperty(rest);
    return property && { is: 'material', index, property };
  }
  const property = list === '' ? undefined : lookUp(LIGHT, rest);
  return property && { is: 'light', index, property };
}

const lookUp = <T>(table: { readonly [key: string]: T }, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function materialProperty(rest: string): MaterialPropertyName | 'emissiveStrength' | undefined {
  if (rest === 'extensions/KHR_materials_emissive_strength/emissiveStrength') return 'emissiveStrength';
  const [, texture = '', part = ''] = /^(.+)\/extensions\/KHR_texture_transform\/(\w+)$/.exec(rest) ?? [];
  const slot = lookUp(TEXTURES, texture);
  if (slot !== undefined) return MATERIAL_PROPERTIES.find(({ name }) => name === `textures.${slot}.${part}`)?.name;
  const [, extension = '', field = ''] = /^extensions\/KHR_materials_(\w+)\/(.+)$/.exec(rest) ?? [];
  return lookUp(FACTORS, rest) ?? lookUp(lookUp(EXTENSIONS, extension) ?? {}, field);
}
