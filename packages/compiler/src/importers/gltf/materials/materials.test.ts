import { expect, it } from 'vitest';
import { DEFAULT_FACTORS } from '../../../model/scene/material.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { readMaterials } from './materials.js';

const textures = {
  images: [{ uri: 'data:,0' }, { uri: 'data:,1' }],
  textures: [{ source: 1 }, { source: 0 }],
};

async function read(material: object) {
  const opened = openGltf({ ...textures, materials: [material] });
  return { ...opened, material: (await readMaterials(opened.file))[0] };
}

it('has the defaults of glTF for missing values', async () => {
  const { material, warnings } = await read({});
  expect(material).toEqual({ ...DEFAULT_FACTORS, name: '', textures: {} });
  expect(warnings()).toEqual([]);
});

it('reads factors, modes and the image of each slot', async () => {
  const { material } = await read({
    name: 'm',
    pbrMetallicRoughness: {
      baseColorFactor: [0.1, 0.2, 0.3, 0.4],
      metallicFactor: 0.5,
      roughnessFactor: 0.25,
      baseColorTexture: { index: 0 },
      metallicRoughnessTexture: { index: 1 },
    },
    normalTexture: { index: 1, scale: 2 },
    occlusionTexture: { index: 0, strength: 0.75 },
    emissiveTexture: { index: 0 },
    emissiveFactor: [0.5, 1, 0],
    alphaMode: 'MASK',
    alphaCutoff: 0.125,
    doubleSided: true,
    extensions: { KHR_materials_emissive_strength: { emissiveStrength: 4 } },
  });
  expect(material).toEqual({
    name: 'm',
    baseColorFactor: [0.1, 0.2, 0.3, 0.4],
    metallicFactor: 0.5,
    roughnessFactor: 0.25,
    normalScale: 2,
    occlusionStrength: 0.75,
    emissiveFactor: [2, 4, 0],
    emission: { factor: [0.5, 1, 0], strength: 4 },
    alphaMode: 'mask',
    alphaCutoff: 0.125,
    doubleSided: true,
    textures: {
      baseColor: { image: 1 },
      metallicRoughness: { image: 0 },
      normal: { image: 0 },
      occlusion: { image: 1 },
      emissive: { image: 1 },
    },
  });
});

it('reads texture transforms and texture coordinate sets', async () => {
  const slot = async (transform: object, more: object = {}) => {
    const { material, warnings } = await read({
      normalTexture: { index: 0, ...more, extensions: { KHR_texture_transform: transform } },
    });
    return { use: material?.textures.normal, warnings: warnings() };
  };
  expect((await slot({ offset: [0, 0], scale: [1, 1], rotation: 0 })).use).toEqual({ image: 1 });
  expect((await slot({ offset: [0, 1], texCoord: 1 })).use).toEqual({
    image: 1,
    uvSet: 1,
    transform: { offset: [0, 1], scale: [1, 1], rotation: 0 },
  });
  expect((await slot({ scale: [1, 2], rotation: 3 })).use?.transform).toEqual({
    offset: [0, 0],
    scale: [1, 2],
    rotation: 3,
  });
  expect((await slot({}, { texCoord: 1 })).use).toEqual({ image: 1, uvSet: 1 });
  expect((await slot({ texCoord: 0 }, { texCoord: 1 })).use).toEqual({ image: 1 });
  expect(await slot({}, { texCoord: 2 })).toEqual({
    use: { image: 1 },
    warnings: [['gltf/second-uv-set', '/materials/0/normalTexture']],
  });
});

it('marks the materials with animated textures', async () => {
  const channel = (pointer: unknown) => ({ target: { extensions: { KHR_animation_pointer: { pointer } } } });
  const { file } = openGltf({
    materials: [{}, {}, {}],
    animations: [
      {
        channels: [
          channel('/materials/1/normalTexture/extensions/KHR_texture_transform/offset'),
          channel('/materials/2/alphaCutoff'),
          channel(7),
          { target: { path: 'translation' } },
        ],
      },
    ],
  });
  expect((await readMaterials(file)).map(({ movesTextures }) => movesTextures)).toEqual([undefined, true, undefined]);
});

it.each<[string, object, string, string]>([
  ['an unknown alpha mode', { alphaMode: 'DITHER' }, 'gltf/bad-json', '/materials/0/alphaMode'],
  ['an inherited property name as alpha mode', { alphaMode: 'constructor' }, 'gltf/bad-json', '/materials/0/alphaMode'],
  [
    'a color with three numbers',
    { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1] } },
    'gltf/bad-json',
    '/materials/0/pbrMetallicRoughness/baseColorFactor',
  ],
  ['a missing texture', { normalTexture: { index: 2 } }, 'gltf/bad-reference', '/materials/0/normalTexture/index'],
  ['a texture without an index', { emissiveTexture: {} }, 'gltf/bad-json', '/materials/0/emissiveTexture'],
  [
    'a transform too large for a float',
    { normalTexture: { index: 0, extensions: { KHR_texture_transform: { scale: [1e39, 1] } } } },
    'gltf/not-finite',
    '/materials/0/normalTexture/extensions/KHR_texture_transform/scale/0',
  ],
  [
    'an offset with three numbers',
    { normalTexture: { index: 0, extensions: { KHR_texture_transform: { offset: [1, 1, 1] } } } },
    'gltf/bad-json',
    '/materials/0/normalTexture/extensions/KHR_texture_transform/offset',
  ],
  [
    'emission too large for a float',
    {
      emissiveFactor: [1e38, 0, 0],
      extensions: { KHR_materials_emissive_strength: { emissiveStrength: 1e3 } },
    },
    'gltf/not-finite',
    '/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength',
  ],
])('rejects %s', async (_, material, code, pointer) => {
  expect(await failureOf(() => read(material))).toMatchObject({ code, pointer });
});
