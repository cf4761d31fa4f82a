import { expect, it } from 'vitest';
import { DEFAULT_FACTORS } from '../../model/material.js';
import { readMaterials } from './materials.js';
import { openGltf, refusal } from './testing/open-gltf.js';

const textures = {
  images: [{ uri: 'data:,0' }, { uri: 'data:,1' }],
  textures: [{ source: 1 }, { source: 0 }],
};

async function read(material: object) {
  const opened = openGltf({ ...textures, materials: [material] });
  return { ...opened, material: (await readMaterials(opened.file))[0] };
}

it('has the defaults of glTF for whatever is absent', async () => {
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
    alphaMode: 'mask',
    alphaCutoff: 0.125,
    doubleSided: true,
    textures: { baseColor: 1, metallicRoughness: 0, normal: 0, occlusion: 1, emissive: 1 },
  });
});

it('warns of a transform that moves something, and of another set of coordinates', async () => {
  const slot = (transform: object, more: object = {}) =>
    read({ normalTexture: { index: 0, ...more, extensions: { KHR_texture_transform: transform } } });
  const place = '/materials/0/normalTexture';
  expect((await slot({ offset: [0, 0], scale: [1, 1], rotation: 0 })).warnings()).toEqual([]);
  for (const moved of [{ offset: [0, 1] }, { scale: [1, 2] }, { rotation: 1 }])
    expect((await slot(moved)).warnings()).toEqual([
      ['gltf/dropped-texture-transform', `${place}/extensions/KHR_texture_transform`],
    ]);
  expect((await slot({}, { texCoord: 1 })).warnings()).toEqual([['gltf/second-uv-set', place]]);
  expect((await slot({ texCoord: 0 }, { texCoord: 1 })).warnings()).toEqual([]);
});

it('tells how textures in use are to be sampled', async () => {
  const opened = openGltf({
    ...textures,
    samplers: [{ wrapS: 33071 }],
    textures: [{ source: 0, sampler: 0 }],
    materials: [{ normalTexture: { index: 0 } }],
  });
  await readMaterials(opened.file);
  expect(opened.warnings()).toEqual([['gltf/dropped-sampler', '/samplers/0']]);
});

it.each<[string, object, string, string]>([
  ['an unknown alpha mode', { alphaMode: 'DITHER' }, 'gltf/bad-json', '/materials/0/alphaMode'],
  ['what objects inherit for one', { alphaMode: 'constructor' }, 'gltf/bad-json', '/materials/0/alphaMode'],
  [
    'a colour of three numbers',
    { pbrMetallicRoughness: { baseColorFactor: [1, 1, 1] } },
    'gltf/bad-json',
    '/materials/0/pbrMetallicRoughness/baseColorFactor',
  ],
  [
    'a texture that is not there',
    { normalTexture: { index: 2 } },
    'gltf/bad-reference',
    '/materials/0/normalTexture/index',
  ],
  ['a texture without an index', { emissiveTexture: {} }, 'gltf/bad-json', '/materials/0/emissiveTexture'],
  [
    'emission that no float holds',
    {
      emissiveFactor: [1e38, 0, 0],
      extensions: { KHR_materials_emissive_strength: { emissiveStrength: 1e3 } },
    },
    'gltf/not-finite',
    '/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength',
  ],
])('refuses %s', async (_, material, code, pointer) => {
  expect(await refusal(() => read(material))).toMatchObject({ code, pointer });
});
