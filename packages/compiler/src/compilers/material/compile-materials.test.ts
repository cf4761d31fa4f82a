import { textureRef } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { settingsIn } from '../../model/kind/setting.js';
import { DEFAULT_FACTORS, type ImageModel, type MaterialModel, type MaterialSlot } from '../../model/scene/material.js';
import { TestContext } from '../../testing/test-context.js';
import { textureSettings } from '../texture/settings.js';
import { compileMaterials } from './compile-materials.js';

const image = (file: string): ImageModel => ({ source: { whole: { file } }, mimeType: undefined });
/** `images`: the image of each slot. */
const material = (
  name: string,
  images: { readonly [slot in MaterialSlot]?: number },
  more: Partial<MaterialModel> = {},
): MaterialModel => ({
  ...DEFAULT_FACTORS,
  name,
  textures: Object.fromEntries(Object.entries(images).map(([slot, image]) => [slot, { image }])),
  ...more,
});

async function compile(materials: readonly MaterialModel[], order: readonly number[], settings: object = {}) {
  const context = new TestContext({
    path: 'models/Chair.glb',
    input: { 'a.png': 'aaa', 'b.png': 'bbb' },
    settings: { texture: { ...settings } },
  });
  const images = [image('a.png'), image('b.png'), image('c.png')];
  const compiled = await compileMaterials({ materials, images }, order, context, {
    group: textureSettings,
    isShared: (settings) => settingsIn(settings, textureSettings).store === 'shared',
    namingOf: () => ({ suffix: '.ktx2', namesSource: false, isNamedByPath: false }),
  });
  return { ...compiled, context, modes: context.derived.map(({ name, params }) => [name, params]) };
}

const params = (mode: string, file: string, alphaCutoff: number | null = null) => ({
  mode,
  alphaCutoff,
  image: { whole: { file } },
  ...(mode === 'color' ? { alpha: 'ignored' } : {}),
});

describe('compileMaterials', () => {
  it('encodes images by their slot and names them by the source', async () => {
    const all = material('All', { baseColor: 0, metallicRoughness: 1, normal: 2 });
    const { rows, context, modes, textures } = await compile([all], [0]);
    expect(modes).toEqual([
      ['tex_0', params('color', 'a.png')],
      ['tex_1', params('linear', 'b.png')],
      ['tex_2', params('normal', 'c.png')],
    ]);
    expect(context.derived[1]?.base).toBe('models/Chair/tex_1');
    expect(rows[0]).toMatchObject({
      baseColorTex: textureRef('models/chair', 0),
      metallicRoughnessTex: textureRef('models/chair', 1),
      normalTex: textureRef('models/chair', 2),
      occlusionTex: 0n,
      emissiveTex: 0n,
    });
    expect(textures).toEqual([0, 1, 2].map((i) => textureRef('models/chair', i)));
  });

  it('skips images of materials that are not in use', async () => {
    const { rows, modes } = await compile([material('A', { baseColor: 0 }), material('B', { baseColor: 1 })], [1]);
    expect(rows.length).toBe(1);
    expect(modes).toEqual([['tex_1', params('color', 'b.png')]]);
  });

  it('lets occlusion and roughness share an image, and emission and color, without a warning', async () => {
    const { modes, context } = await compile(
      [material('A', { baseColor: 0, emissive: 0, metallicRoughness: 1, occlusion: 1 })],
      [0],
    );
    expect(modes.map(([name]) => name)).toEqual(['tex_0', 'tex_1']);
    expect(context.warnings).toEqual([]);
  });

  it.each([
    ['the first use by row wins', [{ baseColor: 0 }, { normal: 0 }], [0, 1], 'color'],
    ['rows count, not source order', [{ baseColor: 0 }, { normal: 0 }], [1, 0], 'normal'],
    ['within a row the fields count', [{ occlusion: 0, baseColor: 0 }], [0], 'color'],
    ['normal and linear become linear', [{ normal: 0 }, { metallicRoughness: 0 }], [0, 1], 'linear'],
    ['linear and normal stay linear', [{ occlusion: 0 }, { normal: 0 }], [0, 1], 'linear'],
  ] as const)('decides between two modes: %s', async (_, textures, order, mode) => {
    const materials = textures.map((slots, i) => material(['Oak', ''][i] ?? '', slots));
    const { modes, context } = await compile(materials, order);
    expect(modes).toEqual([['tex_0', params(mode, 'a.png')]]);
    expect(context.warnings.map(({ code }) => code)).toEqual(['material/two-modes']);
    expect(context.warnings[0]?.message).toContain('Oak');
    if (materials.length === 2) expect(context.warnings[0]?.message).toContain('material_1');
  });

  it('passes the cutoff of the first masked material that uses the image', async () => {
    const { modes } = await compile(
      [
        material('A', { baseColor: 0, emissive: 1 }),
        material('B', { baseColor: 0 }, { alphaMode: 'mask', alphaCutoff: 0.3 }),
        material('C', { baseColor: 0 }, { alphaMode: 'mask', alphaCutoff: 0.6 }),
      ],
      [0, 1, 2],
    );
    expect(modes).toEqual([
      ['tex_0', params('color', 'a.png', 0.3)],
      ['tex_1', params('color', 'b.png')],
    ]);
  });

  it.each([
    ['sheen', [{ sheenColor: 0, sheenRoughness: 0 }], true],
    ['specular', [{ specularColor: 0, specular: 0 }], true],
    ['diffuse transmission', [{ diffuseTransmissionColor: 0, diffuseTransmission: 0 }], true],
    ['two materials', [{ specularColor: 0 }, { specular: 0 }], true],
    ['emission', [{ emissive: 0, specular: 0 }], true],
    ['next to an opaque base color', [{ sheenColor: 0, sheenRoughness: 0 }, { baseColor: 0 }], true],
    ['color alone', [{ sheenColor: 0 }], false],
  ] as const)('detects that the alpha of a color image is data: %s', async (_, textures, isData) => {
    const materials = textures.map((slots) => material('', slots));
    const { modes, context } = await compile(materials, [...materials.keys()]);
    expect(modes).toEqual([['tex_0', { ...params('color', 'a.png'), alpha: isData ? 'data' : 'ignored' }]]);
    expect(context.warnings).toEqual([]);
  });

  it('does not mark alpha if the whole image is linear data', async () => {
    const { modes } = await compile([material('', { specular: 0 })], [0]);
    expect(modes).toEqual([['tex_0', params('linear', 'a.png')]]);
  });

  it('gives color images whose alpha is data a different name in the shared store', async () => {
    const shared = { store: 'shared' };
    const data = await compile([material('', { sheenColor: 0, sheenRoughness: 0 })], [0], shared);
    const plain = await compile([material('', { sheenColor: 0 })], [0], shared);
    const opacity = await compile([material('', { baseColor: 0 })], [0], shared);
    expect(data.context.derived[0]?.base).not.toBe(plain.context.derived[0]?.base);
    expect(opacity.context.derived[0]?.base).toBe(plain.context.derived[0]?.base);
  });

  it('keeps factors, flags and alpha modes', async () => {
    const { rows } = await compile(
      [
        material('A', {}, { alphaMode: 'blend', doubleSided: true, baseColorFactor: [0.1, 0.2, 0.3, 0.4] }),
        material('B', {}),
      ],
      [1, 0],
    );
    expect(rows[0]).toMatchObject({ alphaMode: 'OPAQUE', alphaCutoff: 0.5, metallicFactor: 1 });
    expect(rows[1]).toMatchObject({ alphaMode: 'BLEND', doubleSided: true, baseColorFactor: [0.1, 0.2, 0.3, 0.4] });
  });

  it('gives masked images a different name in the shared store if the cutoff matters', async () => {
    const plain = material('A', { baseColor: 0 });
    const masked = material('A', { baseColor: 0 }, { alphaMode: 'mask' });
    const one = await compile([plain], [0], { store: 'shared' });
    const two = await compile([masked], [0], { store: 'shared' });
    const off = await compile([masked], [0], { store: 'shared', alphaCoverage: false });
    expect(one.context.derived[0]?.base).toMatch(/^tex\/[0-9a-f]{16}$/);
    expect(new Set([one, two, off].map(({ textures }) => textures[0])).size).toBe(3);
    expect(one.context.seen).toEqual(['a.png']);
  });
});
