// Every material property of glTF, generated, compiled and compared with glTF-Transform; and diagnostics for mistakes.

import { textureRef } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { type CompiledModel, compileModel } from '../support/compile-model.js';
import { compileTextureSource } from '../support/compile-texture.js';
import { readOracle } from '../support/gltf-oracle.js';
import { makePng } from '../support/png.js';
import { compareGeometry, compareMaterials } from './compare/compare-with-oracle.js';

/** A grid of one material, with 24 images of a byte each, and a sampler of every kind. */
function model(materials: readonly object[], primitive: object = { material: 0 }): GltfBuilder {
  const builder = new GltfBuilder();
  addGrid(builder, 2, { ...primitive });
  builder.node({ mesh: 0 });
  for (let i = 0; i < 24; i++) {
    builder.list('images', { bufferView: builder.view(Uint8Array.of(i)), mimeType: 'image/png' });
    builder.list('textures', { source: i, ...(i % 3 === 0 ? {} : { sampler: i % 4 }) });
  }
  builder.list('samplers', { wrapS: 33071, wrapT: 33648, minFilter: 9728, magFilter: 9728 });
  builder.list('samplers', { wrapS: 10497, minFilter: 9984 });
  builder.list('samplers', { minFilter: 9987, magFilter: 9729 });
  builder.list('samplers', { wrapT: 33071, minFilter: 9986 });
  for (const material of materials) builder.list('materials', material);
  builder.json.extensionsUsed = [
    'KHR_texture_transform',
    'KHR_materials_variants',
    'KHR_materials_pbrSpecularGlossiness',
    ...Object.keys(EVERYTHING),
  ];
  return builder;
}

const compile = (builder: GltfBuilder): Promise<CompiledModel> =>
  compileModel({ path: 'm/a.glb', input: { 'm/a.glb': builder.glb() } });

async function check(builder: GltfBuilder): Promise<CompiledModel> {
  const compiled = await compile(builder);
  const document = await readOracle(builder.glb());
  compareGeometry(compiled, document);
  await compareMaterials(compiled, document);
  return compiled;
}

/** Textures 0 to 18, each moved in its own way. */
const texture = (index: number, more: object = {}) => ({
  index,
  texCoord: index % 2,
  ...more,
  extensions: { KHR_texture_transform: { offset: [index / 8, 0.5], scale: [2, index + 1], rotation: index / 4 } },
});

const EVERYTHING = {
  KHR_materials_anisotropy: { anisotropyStrength: 0.5, anisotropyRotation: 0.25, anisotropyTexture: texture(5) },
  KHR_materials_clearcoat: {
    clearcoatFactor: 0.75,
    clearcoatRoughnessFactor: 0.125,
    clearcoatTexture: texture(6),
    clearcoatRoughnessTexture: texture(7),
    clearcoatNormalTexture: texture(8, { scale: 0.3 }),
  },
  KHR_materials_diffuse_transmission: {
    diffuseTransmissionFactor: 0.2,
    diffuseTransmissionColorFactor: [0.1, 0.2, 0.3],
    diffuseTransmissionTexture: texture(9),
    diffuseTransmissionColorTexture: texture(10),
  },
  KHR_materials_dispersion: { dispersion: 0.1 },
  KHR_materials_ior: { ior: 1.7 },
  KHR_materials_iridescence: {
    iridescenceFactor: 0.6,
    iridescenceIor: 1.4,
    iridescenceThicknessMinimum: 150,
    iridescenceThicknessMaximum: 350,
    iridescenceTexture: texture(11),
    iridescenceThicknessTexture: texture(12),
  },
  KHR_materials_sheen: {
    sheenColorFactor: [0.3, 0.2, 0.1],
    sheenRoughnessFactor: 0.4,
    sheenColorTexture: texture(13),
    sheenRoughnessTexture: texture(14),
  },
  KHR_materials_specular: {
    specularFactor: 0.35,
    specularColorFactor: [1.5, 0.5, 0.25],
    specularTexture: texture(15),
    specularColorTexture: texture(16),
  },
  KHR_materials_transmission: { transmissionFactor: 0.45, transmissionTexture: texture(17) },
  KHR_materials_unlit: {},
  KHR_materials_volume: {
    thicknessFactor: 2,
    attenuationDistance: 0.5,
    attenuationColor: [0.4, 0.5, 0.6],
    thicknessTexture: texture(18),
  },
};

const full = {
  pbrMetallicRoughness: { baseColorTexture: texture(0), metallicRoughnessTexture: texture(1) },
  normalTexture: texture(2),
  occlusionTexture: texture(3),
  emissiveTexture: texture(4),
  extensions: EVERYTHING,
};

describe('materials', () => {
  it('keep every extension with every texture, and encode each texture for its slot', async () => {
    const compiled = await check(model([full]));
    expect(compiled.extras?.uses.length).toBe(19);
    const modes = compiled.context.derived.map(({ params }) => (params as { readonly mode: string }).mode);
    const expected = Array(19).fill('linear');
    for (const slot of [0, 4, 10, 13, 16]) expected[slot] = 'color';
    for (const slot of [2, 8]) expected[slot] = 'normal';
    expect(modes).toEqual(expected);
    const [hmatx] = compiled.context.outputs.filter(({ suffix }) => suffix === '.hmatx');
    expect(hmatx?.asset).toEqual({ kind: 'embed', colorspace: 'linear' });
    expect(new Set(hmatx?.refersTo)).toEqual(new Set(compiled.extras?.uses.map((use) => use.texture)));
  });

  it.each(Object.keys(EVERYTHING))('have the defaults of %s for what it does not say', async (name) => {
    await check(model([{ extensions: { [name]: {} } }]));
  });

  it('write no .hmatx where nothing needs it', async () => {
    const plain = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, normalTexture: { index: 18 } };
    expect((await check(model([plain]))).extras).toBeUndefined();
  });

  it('leave one texture where a color and an alpha share it, and warn where channels cannot', async () => {
    const sheen = { sheenColorTexture: { index: 3 }, sheenRoughnessTexture: { index: 3 } };
    const specular = { specularTexture: { index: 6 }, specularColorTexture: { index: 6 } };
    const shared = await check(
      model([{ extensions: { KHR_materials_sheen: sheen, KHR_materials_specular: specular } }]),
    );
    expect(shared.context.derived.map(({ name, params }) => [name, (params as { mode: string }).mode])).toEqual([
      ['tex_3', 'color'],
      ['tex_6', 'color'],
    ]);
    expect(shared.warnings).toEqual([]);
    const clash = { clearcoatTexture: { index: 3 }, clearcoatNormalTexture: { index: 3 } };
    expect((await check(model([{ extensions: { KHR_materials_clearcoat: clash } }]))).warnings).toEqual([
      'material/two-modes',
    ]);
  });
});

const moved = { KHR_texture_transform: { offset: [0.25, 0.5], scale: [2, 3], rotation: 0.75 } };
const base = (extensions: object = moved) => ({
  pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions } },
  emissiveTexture: { index: 3, extensions },
});

/** Variant 0 shows material 1, variant 1 material 2. */
const variants = (count: number, ...more: object[]) => ({
  material: 0,
  extensions: {
    KHR_materials_variants: {
      mappings: [...Array(count).keys()]
        .map((variant) => ({ variants: [variant], material: variant + 1 }))
        .concat(...(more as never[])),
    },
  },
});

function withVariants(materials: readonly object[], primitive = variants(materials.length - 1)): GltfBuilder {
  const builder = model(materials, primitive);
  builder.json.extensions = { KHR_materials_variants: { variants: [{ name: 'dawn' }, { name: 'dusk' }] } };
  return builder;
}

describe('variants', () => {
  it('name a row for each submesh that they change, and append the materials that only they use', async () => {
    const red = { pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], baseColorTexture: { index: 0 } } };
    const compiled = await check(withVariants([{}, red, { alphaMode: 'BLEND' }]));
    expect(compiled.materials.length).toBe(3);
    expect(compiled.mesh.materials.length).toBe(3);
    expect(compiled.extras?.variants).toEqual({
      names: ['dawn', 'dusk'],
      maps: [
        { variant: 0, submesh: 0, row: 1 },
        { variant: 1, submesh: 0, row: 2 },
      ],
    });
    expect(compiled.warnings).toEqual([]);
  });

  it('keep transforms out of the coordinates where their materials disagree, and only there', async () => {
    const together = await compile(withVariants([base(), base()]));
    expect(together.extras?.uses).toEqual([]);
    const apart = await compile(withVariants([base(), base({})]));
    expect(apart.extras?.uses.map(({ row, slot, rotation }) => [row, slot, rotation])).toEqual([
      [0, 'baseColor', 0.75],
      [0, 'emissive', 0.75],
    ]);
  });

  it('warn where one of them has two materials', async () => {
    const twice = variants(1, { variants: [0], material: 0 });
    const compiled = await compile(withVariants([{}, {}], twice));
    expect(compiled.warnings).toEqual(['gltf/dropped-extension']);
    expect(compiled.extras?.variants?.maps).toEqual([{ variant: 0, submesh: 0, row: 1 }]);
  });
});

describe('texture transforms', () => {
  it('become a part of the coordinates where all textures have the same', async () => {
    const compiled = await check(model([base()]));
    expect(compiled.extras).toBeUndefined();
  });

  it('stay with the material where they differ, or where an animation moves them', async () => {
    const mixed = { ...base(), emissiveTexture: { index: 3 } };
    expect((await check(model([mixed]))).extras?.uses.map(({ rotation }) => rotation)).toEqual([0.75, 0]);
    const builder = model([base()]);
    const pointer = '/materials/0/emissiveTexture/extensions/KHR_texture_transform/offset';
    const input = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
    const output = builder.accessor(Float32Array.of(0, 0, 1, 1), 'VEC2');
    builder.list('animations', {
      samplers: [{ input, output }],
      channels: [{ sampler: 0, target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } } }],
    });
    expect((await compile(builder)).extras?.uses.map(({ rotation }) => rotation)).toEqual([0.75, 0.75]);
  });

  it('stay with the material where a coordinate would leave the floats', async () => {
    const far = { KHR_texture_transform: { offset: [3e38, 3e38], scale: [3e38, 3e38] } };
    expect((await compile(model([base(far)]))).extras?.uses.length).toBe(2);
  });
});

describe('specular and glossiness', () => {
  const NAME = 'KHR_materials_pbrSpecularGlossiness';
  const shiny = (more: object) => ({
    pbrMetallicRoughness: { metallicFactor: 0.9, baseColorTexture: { index: 0 } },
    extensions: {
      [NAME]: {
        diffuseFactor: [0.5, 0.25, 0.125, 0.75],
        specularFactor: [0.1, 0.2, 0.3],
        glossinessFactor: 0.5,
        ...more,
      },
    },
  });

  // Values are those that metalRough of @gltf-transform/functions 4 gives for the same materials.
  it('become no metal with a specular color, and roughness', async () => {
    const { materials, extras, warnings } = await compile(model([shiny({})]));
    expect(materials[0]).toMatchObject({
      baseColorFactor: [0.5, 0.25, 0.125, 0.75],
      metallicFactor: 0,
      roughnessFactor: 0.5,
      baseColorTex: 0n,
    });
    expect(extras).toMatchObject({
      ior: [{ row: 0, ior: 1000 }],
      specular: [{ row: 0, factor: 1, color: [0.1, 0.2, 0.3].map(Math.fround) }],
      uses: [],
    });
    expect(warnings).toEqual([]);
  });

  it('have their map taken apart', async () => {
    const map = { diffuseTexture: { index: 1 }, specularGlossinessTexture: { index: 0 } };
    const builder = model([shiny(map)]);
    builder.json.images = [{ uri: 'sg.png' }, { uri: 'c.png' }];
    builder.json.textures = [{ source: 0 }, { source: 1 }];
    const texels = [
      [10, 20, 30, 0],
      [40, 50, 60, 255],
      [70, 80, 90, 101],
      [5, 6, 7, 200],
    ] as const;
    const input = {
      'm/a.gltf': builder.gltf(),
      'm/sg.png': makePng(4, 1, (x) => texels[x] ?? [0, 0, 0, 0]),
      'm/c.png': makePng(4, 4, () => [1, 2, 3, 255]),
    };
    const { context, materials, extras } = await compileModel({ path: 'm/a.gltf', input });
    expect(materials[0]).toMatchObject({ metallicFactor: 0, roughnessFactor: 1 });
    expect(extras?.uses.map(({ slot, texture }) => [slot, texture])).toEqual([
      ['baseColor', textureRef('m/a', 1)],
      ['metallicRoughness', textureRef('m/a', 2)],
      ['specularColor', textureRef('m/a', 3)],
    ]);
    const texelsOf = async (name: string) => {
      const params = context.derived.find((derived) => derived.name === name)?.params ?? null;
      const settings = { compress: false, mips: false };
      const { levels, ktx } = await compileTextureSource({ path: 'm/a.png', input, params, settings });
      return { texels: [...(levels[0] ?? [])], isSrgb: ktx.dataFormat.basic?.transferFunction === 2 };
    };
    expect(await texelsOf('tex_2')).toEqual({
      texels: [0, 255, 0, 255, 0, 127, 0, 255, 0, 204, 0, 255, 0, 155, 0, 255],
      isSrgb: false,
    });
    expect(await texelsOf('tex_3')).toEqual({
      texels: texels.flatMap(([r, g, b]) => [r, g, b, 255]),
      isSrgb: true,
    });
  });
});

describe('broken materials', () => {
  const refusal = async (builder: GltfBuilder, json = builder.gltf()): Promise<unknown> => {
    const error = await compileModel({ path: 'm/a.gltf', input: { 'm/a.gltf': json } }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(AssetError);
    return error instanceof AssetError ? [error.diagnostic.code, error.diagnostic.where?.pointer] : error;
  };
  const at = '/materials/0/extensions/KHR_materials_';

  it.each<[string, object, string, string]>([
    [
      'a texture out of range',
      { clearcoat: { clearcoatTexture: { index: 99 } } },
      'gltf/bad-reference',
      'clearcoat/clearcoatTexture/index',
    ],
    ['a texture without an index', { sheen: { sheenColorTexture: {} } }, 'gltf/bad-json', 'sheen/sheenColorTexture'],
    [
      'a text for a factor',
      { transmission: { transmissionFactor: 'full' } },
      'gltf/bad-json',
      'transmission/transmissionFactor',
    ],
    [
      'a color of two numbers',
      { specular: { specularColorFactor: [1, 1] } },
      'gltf/bad-json',
      'specular/specularColorFactor',
    ],
    ['a list for an extension', { volume: [1] }, 'gltf/bad-json', 'volume'],
    ['a number for one without fields', { unlit: 1 }, 'gltf/bad-json', 'unlit'],
    ['a negative distance', { volume: { attenuationDistance: -1 } }, 'gltf/bad-json', 'volume/attenuationDistance'],
    [
      'a scale of the wrong type',
      { clearcoat: { clearcoatNormalTexture: { index: 0, scale: [] } } },
      'gltf/bad-json',
      'clearcoat/clearcoatNormalTexture/scale',
    ],
  ])('with %s are refused at the place', async (_, extensions, code, pointer) => {
    const named = Object.fromEntries(Object.entries(extensions).map(([key, value]) => [`KHR_materials_${key}`, value]));
    expect(await refusal(model([{ extensions: named }]))).toEqual([code, at + pointer]);
  });

  it('with a number that no float holds are refused at the place', async () => {
    const builder = model([{ extensions: { KHR_materials_ior: { ior: 12345 } } }]);
    expect(await refusal(builder, builder.gltf().replace('12345', '1e999'))).toEqual([
      'gltf/not-finite',
      `${at}ior/ior`,
    ]);
  });

  it.each<[string, object, string, string]>([
    ['a variant that is not there', { variants: [2], material: 0 }, 'gltf/bad-reference', '/variants/0'],
    ['a material that is not there', { variants: [0], material: 9 }, 'gltf/bad-reference', '/material'],
    ['no material', { variants: [0] }, 'gltf/bad-json', ''],
    ['no variants', { material: 0 }, 'gltf/bad-json', ''],
    ['a text for a variant', { variants: ['dawn'], material: 0 }, 'gltf/bad-json', '/variants/0'],
  ])('whose variants have %s are refused at the place', async (_, mapping, code, pointer) => {
    const extension = '/meshes/0/primitives/0/extensions/KHR_materials_variants';
    expect(await refusal(withVariants([{}], variants(0, mapping)))).toEqual([
      code,
      `${extension}/mappings/0${pointer}`,
    ]);
  });
});
