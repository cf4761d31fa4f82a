// Images of models whose alpha is a value of its own (sheen roughness, specular strength): from the glTF file to the texels of its mips.

import { expect, it } from 'vitest';
import { textureKind } from '../../packages/compiler/src/kinds/texture/texture-kind.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { compileTextureSource, rgbaPng } from '../support/compile-texture.js';

/** Every 2 × 2 texels are one of alpha 255 and three of alpha 0, in another color. */
const png = rgbaPng(4, 4, (x, y) => (x % 2 === 0 && y % 2 === 0 ? [255, 0, 128, 255] : [0, 255, 128, 0]));

async function paramsOf(material: object) {
  const builder = new GltfBuilder();
  addGrid(builder, 1);
  builder.list('images', { uri: 'a.png' });
  builder.list('textures', { source: 0 });
  builder.list('materials', material);
  Object.assign(builder.json.meshes[0]?.primitives[0] ?? {}, { material: 0 });
  builder.json.extensionsUsed = ['KHR_materials_sheen'];
  builder.node({ mesh: 0 });
  const { context } = await compileModel({ path: 'a.gltf', input: { 'a.gltf': builder.gltf(), 'a.png': png } });
  expect(context.derived).toHaveLength(1);
  const { params } = context.derived[0] ?? {};
  if (params === undefined) throw new Error('the texture has no params');
  return params;
}

const sheen = (...slots: readonly string[]) => ({
  extensions: { KHR_materials_sheen: Object.fromEntries(slots.map((slot) => [slot, { index: 0 }])) },
});

async function levelsOf(material: object, settings: { readonly [setting: string]: boolean } = {}) {
  const source = { path: 'a.png', input: { 'a.png': png }, params: await paramsOf(material) };
  return (await compileTextureSource({ ...source, settings: { compress: false, ...settings } })).levels;
}

it('averages color and alpha apart where a slot of the model looks at alpha alone', async () => {
  const [, half, last] = await levelsOf(sheen('sheenColorTexture', 'sheenRoughnessTexture'));
  // A quarter and three quarters in linear light, of alpha a quarter.
  const texel = [137, 225, 128, 64];
  expect([...(half ?? [])]).toEqual([texel, texel, texel, texel].flat());
  expect([...(last ?? [])]).toEqual(texel);
});

it('scales no alpha that is data, whatever alphaCoverage says', async () => {
  const both = sheen('sheenColorTexture', 'sheenRoughnessTexture');
  expect(await levelsOf(both, { alphaCoverage: true })).toEqual(await levelsOf(both));
});

const BASE = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };

it.each([
  ['a base color that blends', { ...BASE, alphaMode: 'BLEND' }],
  ['one that also glows', { ...BASE, alphaMode: 'BLEND', emissiveTexture: { index: 0 } }],
  ['one whose alpha is data too', { ...BASE, ...sheen('sheenRoughnessTexture'), alphaMode: 'BLEND' }],
])('weighs color by alpha if the image is %s', async (_, material) => {
  const [, half] = await levelsOf(material);
  expect([...(half ?? [])].slice(0, 4)).toEqual([255, 0, 128, 64]);
});

it.each([
  ['the base color of an opaque material', BASE],
  ['one whose alpha is data', { ...BASE, ...sheen('sheenRoughnessTexture') }],
  ['not the base color', sheen('sheenColorTexture')],
  ['not the base color of a material that blends', { ...sheen('sheenColorTexture'), alphaMode: 'BLEND' }],
])('averages color and alpha apart if the image is %s', async (_, material) => {
  const [, half] = await levelsOf(material);
  expect([...(half ?? [])].slice(0, 4)).toEqual([137, 225, 128, 64]);
});

it('counts in what tells textures apart, and only where it is so', async () => {
  const identityOf = async (material: object) => textureKind.contentOf?.(await paramsOf(material)).identity;
  const plain = { mode: 'color', alphaCutoff: null, shape: [true], ignoresProfile: true };
  expect(await identityOf(sheen('sheenColorTexture', 'sheenRoughnessTexture'))).toEqual({
    ...plain,
    alpha: 'data',
  });
  expect(await identityOf(sheen('sheenColorTexture'))).toEqual({ ...plain, alpha: 'ignored' });
  expect(await identityOf({ ...BASE, alphaMode: 'BLEND' })).toEqual({ ...plain, alpha: 'hides' });
});

it('is opacity for all who show the image only where every one of them masks or blends by it', async () => {
  for (const alphaMode of ['BLEND', 'MASK'])
    expect(await paramsOf({ ...BASE, alphaMode })).toHaveProperty('alpha', 'hides');
  for (const material of [BASE, { ...sheen('sheenColorTexture'), alphaMode: 'BLEND' }])
    expect(await paramsOf(material)).toHaveProperty('alpha', 'ignored');
});

it('weighs no color of blocks where alpha is data, whatever alphaCoverage says', async () => {
  const params = await paramsOf(sheen('sheenColorTexture', 'sheenRoughnessTexture'));
  const made = (settings: Readonly<Record<string, string | boolean>>) =>
    compileTextureSource({ path: 'a.png', input: { 'a.png': png }, params, settings: { target: 'bc', ...settings } });
  expect((await made({ alphaCoverage: true })).levels).toEqual((await made({})).levels);
});
