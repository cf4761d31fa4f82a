// JSON pointers of the glTF properties that an `.hscene` animates, for KHR_animation_pointer.

import type { HsceneCamera, HsceneChannel } from '@assetc/formats';
import { EXTENSION_SPELLINGS, texturePointer } from './material-extensions.js';

const LIGHT: { readonly [property: string]: string } = {
  color: 'color',
  intensity: 'intensity',
  range: 'range',
  innerCone: 'spot/innerConeAngle',
  outerCone: 'spot/outerConeAngle',
};

const CAMERA: { readonly [property: string]: { readonly [type in HsceneCamera['type']]: string } } = {
  aspectOrXmag: { perspective: 'perspective/aspectRatio', orthographic: 'orthographic/xmag' },
  yfovOrYmag: { perspective: 'perspective/yfov', orthographic: 'orthographic/ymag' },
  znear: { perspective: 'perspective/znear', orthographic: 'orthographic/znear' },
  zfar: { perspective: 'perspective/zfar', orthographic: 'orthographic/zfar' },
};

const MATERIAL: { readonly [property: string]: string } = {
  baseColorFactor: 'pbrMetallicRoughness/baseColorFactor',
  emissiveFactor: 'emissiveFactor',
  metallicFactor: 'pbrMetallicRoughness/metallicFactor',
  roughnessFactor: 'pbrMetallicRoughness/roughnessFactor',
  normalScale: 'normalTexture/scale',
  occlusionStrength: 'occlusionTexture/strength',
  alphaCutoff: 'alphaCutoff',
  'clearcoat.normalScale': 'extensions/KHR_materials_clearcoat/clearcoatNormalTexture/scale',
};

/** The pointer of a property of a camera, a light or a material. */
export function pointerOf(
  { target, index, property }: Pick<HsceneChannel, 'target' | 'index' | 'property'>,
  cameras: readonly HsceneCamera[],
): string {
  if (target === 'light') return `/extensions/KHR_lights_punctual/lights/${index}/${LIGHT[property]}`;
  if (target === 'material') return `/materials/${index}/${MATERIAL[property] ?? extensionPointer(property)}`;
  const type = cameras[index]?.type ?? 'perspective';
  return `/cameras/${index}/${CAMERA[property]?.[type]}`;
}

/** `textures.normal.offset`, `clearcoat.roughness`. */
function extensionPointer(property: string): string {
  const [first = '', second = '', third = ''] = property.split('.');
  if (first === 'textures') return `${texturePointer(second)}/extensions/KHR_texture_transform/${third}`;
  for (const [extension, { name, fields }] of Object.entries(EXTENSION_SPELLINGS))
    for (const [field, own] of Object.entries(fields))
      if (extension === first && own === second) return `extensions/${name}/${field}`;
  throw new Error(`no material has a property ${property}`);
}

/** Whether the parent of the property exists. An omitted property has its default and can be pointed at. */
export function hasHolder(root: unknown, pointer: string): boolean {
  let at: unknown = root;
  for (const key of pointer.split('/').slice(1, -1)) {
    if (typeof at !== 'object' || at === null) return false;
    at = new Map<string, unknown>(Object.entries(at)).get(key);
  }
  return typeof at === 'object' && at !== null;
}
