import { MATERIAL_PROPERTIES } from '@assetc/formats';
import { expect, it } from 'vitest';
import { pointerTarget } from './pointer-target.js';

const EXTENSION = '/materials/2/extensions/KHR_materials_';

it.each<[string, object]>([
  ['/nodes/5/extensions/KHR_node_visibility/visible', { is: 'node', index: 5, property: 'visibility' }],
  ['/cameras/1/perspective/yfov', { is: 'camera', index: 1, lens: 'perspective', property: 'yfovOrYmag' }],
  ['/cameras/1/orthographic/xmag', { is: 'camera', index: 1, lens: 'orthographic', property: 'aspectOrXmag' }],
  ['/extensions/KHR_lights_punctual/lights/3/color', { is: 'light', index: 3, property: 'color' }],
  ['/extensions/KHR_lights_punctual/lights/3/spot/outerConeAngle', { is: 'light', index: 3, property: 'outerCone' }],
  ['/materials/2/emissiveFactor', { is: 'material', index: 2, property: 'emissiveFactor' }],
  ['/materials/2/normalTexture/scale', { is: 'material', index: 2, property: 'normalScale' }],
  [`${EXTENSION}emissive_strength/emissiveStrength`, { is: 'material', index: 2, property: 'emissiveStrength' }],
  [`${EXTENSION}clearcoat/clearcoatNormalTexture/scale`, { property: 'clearcoat.normalScale' }],
  [`${EXTENSION}volume/attenuationColor`, { property: 'volume.attenuationColor' }],
  ['/materials/2/normalTexture/extensions/KHR_texture_transform/offset', { property: 'textures.normal.offset' }],
  [
    `${EXTENSION}sheen/sheenColorTexture/extensions/KHR_texture_transform/rotation`,
    { property: 'textures.sheenColor.rotation' },
  ],
])('%s is supported', (pointer, target) => {
  expect(pointerTarget(pointer)).toMatchObject(target);
});

it.each([
  '',
  '/nodes/1/weights/0',
  '/nodes/1/extensions/KHR_node_selectability/selectable',
  '/meshes/0/weights',
  '/cameras/0/perspective/toString',
  '/cameras/x/perspective/yfov',
  '/materials/99999999999999999999/emissiveFactor',
  '/materials/0/constructor',
  '/materials/0/extensions/KHR_materials_constructor/name',
  '/materials/0/normalTexture/extensions/KHR_texture_transform/texCoord',
  '/materials/0/extensions/KHR_materials_pbrSpecularGlossiness/diffuseFactor',
])('%s is not supported', (pointer) => {
  expect(pointerTarget(pointer)).toBeUndefined();
});

const texture = (at: string) =>
  ['offset', 'scale', 'rotation'].map((part) => `${at}/extensions/KHR_texture_transform/${part}`);

/** Every animatable property of materials in the object model of glTF. */
const POINTERS = [
  ...['baseColorFactor', 'metallicFactor', 'roughnessFactor'].map((name) => `pbrMetallicRoughness/${name}`),
  ...['normalTexture/scale', 'occlusionTexture/strength', 'emissiveFactor', 'alphaCutoff'],
  ...['pbrMetallicRoughness/baseColorTexture', 'pbrMetallicRoughness/metallicRoughnessTexture'].flatMap(texture),
  ...['normalTexture', 'occlusionTexture', 'emissiveTexture'].flatMap(texture),
  ...Object.entries({
    anisotropy: [['anisotropyStrength', 'anisotropyRotation'], ['anisotropyTexture']],
    clearcoat: [
      ['clearcoatFactor', 'clearcoatRoughnessFactor', 'clearcoatNormalTexture/scale'],
      ['clearcoatTexture', 'clearcoatRoughnessTexture', 'clearcoatNormalTexture'],
    ],
    diffuse_transmission: [
      ['diffuseTransmissionFactor', 'diffuseTransmissionColorFactor'],
      ['diffuseTransmissionTexture', 'diffuseTransmissionColorTexture'],
    ],
    dispersion: [['dispersion'], []],
    ior: [['ior'], []],
    iridescence: [
      ['iridescenceFactor', 'iridescenceIor', 'iridescenceThicknessMinimum', 'iridescenceThicknessMaximum'],
      ['iridescenceTexture', 'iridescenceThicknessTexture'],
    ],
    sheen: [
      ['sheenRoughnessFactor', 'sheenColorFactor'],
      ['sheenRoughnessTexture', 'sheenColorTexture'],
    ],
    specular: [
      ['specularFactor', 'specularColorFactor'],
      ['specularTexture', 'specularColorTexture'],
    ],
    transmission: [['transmissionFactor'], ['transmissionTexture']],
    volume: [['thicknessFactor', 'attenuationDistance', 'attenuationColor'], ['thicknessTexture']],
  }).flatMap(([extension, [fields = [], textures = []]]) =>
    [...fields, ...textures.flatMap(texture)].map((rest) => `extensions/KHR_materials_${extension}/${rest}`),
  ),
];

it('supports every property that the format can animate, each by one pointer', () => {
  const reached = POINTERS.map((rest) => pointerTarget(`/materials/0/${rest}`)?.property);
  expect(new Set(reached)).toEqual(new Set(MATERIAL_PROPERTIES.map(({ name }) => name)));
  expect(reached.length).toBe(MATERIAL_PROPERTIES.length);
});
