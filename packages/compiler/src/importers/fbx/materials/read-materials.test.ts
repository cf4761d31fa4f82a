import { describe, expect, it } from 'vitest';
import type { MaterialModel } from '../../../model/scene/material.js';
import { importFbx } from '../import-fbx.js';
import { FbxBuilder } from '../testing/fbx-builder.js';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0, 0, 0, 0);

/** `files`: images of the input. */
async function read(fbx: FbxBuilder, files: readonly string[] = [], path = 'models/a.fbx') {
  const warnings: string[] = [];
  const model = await importFbx(
    {
      path,
      read: async () => fbx.bytes(),
      exists: async (file) => files.includes(file),
      resolve: (from, reference) => {
        const url = new URL(reference, `file:///root/${from}`).pathname;
        return decodeURI(url.slice(url.startsWith('/root/') ? 6 : 1));
      },
      settingsOf: () => ({}),
      warn: ({ code, message }) => warnings.push(`${code}: ${message}`),
    },
    {},
  );
  const first = model.materials[0];
  if (first === undefined) throw new Error('no material');
  const imageOf = (slot: keyof MaterialModel['textures']) => {
    const use = first.textures[slot];
    return use === undefined ? undefined : model.images[use.image]?.source;
  };
  return { material: first, images: model.images, imageOf, warnings };
}

describe('Lambert and Phong', () => {
  it('give color, opacity, emission and roughness', async () => {
    const fbx = new FbxBuilder();
    fbx.material('Paint', {
      DiffuseColor: [1, 0.5, 0],
      DiffuseFactor: [0.5],
      EmissiveColor: [0, 1, 0],
      EmissiveFactor: [2],
      ShininessExponent: [25],
      TransparentColor: [1, 1, 1],
      TransparencyFactor: [0.25],
    });
    const { material } = await read(fbx);
    expect(material).toMatchObject({
      name: 'Paint',
      baseColorFactor: [0.5, 0.25, 0, 0.75],
      emissiveFactor: [0, 2, 0],
      metallicFactor: 0,
      roughnessFactor: 0.5,
      alphaMode: 'blend',
    });
  });

  it('are opaque if only the factor or only the color of transparency is set', async () => {
    for (const values of [
      { TransparentColor: [0, 0, 0], TransparencyFactor: [1] },
      { TransparentColor: [1, 1, 1], TransparencyFactor: [0] },
      { TransparentColor: [1, 1, 1], TransparencyFactor: [1] },
    ]) {
      const fbx = new FbxBuilder();
      fbx.material('Paint', values);
      expect((await read(fbx)).material).toMatchObject({ baseColorFactor: [1, 1, 1, 1], alphaMode: 'opaque' });
    }
  });

  it.each(['TransparentColor', 'TransparencyFactor', 'Opacity'])('take a map in %s for opacity', async (property) => {
    const fbx = new FbxBuilder();
    const material = fbx.material('Leaf', {});
    fbx.texture(material, 'DiffuseColor', 'c.png');
    fbx.texture(material, property, 'o.png');
    const { material: read1, imageOf } = await read(fbx, ['models/c.png', 'models/o.png']);
    expect(imageOf('baseColor')).toEqual({ color: { file: 'models/c.png' }, opacity: { file: 'models/o.png' } });
    expect(read1).toMatchObject({ alphaMode: 'blend', baseColorFactor: [1, 1, 1, 1] });
  });

  it('have maps instead of values', async () => {
    const fbx = new FbxBuilder();
    const paint = fbx.material('Paint', { DiffuseColor: [0.5, 0.5, 0.5] });
    fbx.texture(paint, 'DiffuseColor', 'wood.png', { WrapModeU: [1], Scaling: [0.5, 0.25, 1] });
    fbx.texture(paint, 'NormalMap', 'wood_n.png');
    const { material, imageOf } = await read(fbx, ['models/wood.png', 'models/wood_n.png']);
    expect(material.baseColorFactor).toEqual([1, 1, 1, 1]);
    expect(imageOf('baseColor')).toEqual({ whole: { file: 'models/wood.png' } });
    expect(imageOf('normal')).toEqual({ whole: { file: 'models/wood_n.png' } });
    expect(material.textures.baseColor).toMatchObject({
      sampler: { wrapS: 'clamp' },
      transform: { offset: [0, -3], scale: [2, 4], rotation: 0 },
    });
  });

  it('combine color and opacity of two files; one file has both in itself', async () => {
    for (const [opacity, source] of [
      ['mask.png', { color: { file: 'models/leaf.png' }, opacity: { file: 'models/mask.png' } }],
      ['leaf.png', { whole: { file: 'models/leaf.png' } }],
    ] as const) {
      const fbx = new FbxBuilder();
      const leaf = fbx.material('Leaf', {});
      fbx.texture(leaf, 'DiffuseColor', 'leaf.png');
      fbx.texture(leaf, 'TransparentColor', opacity);
      const { material, imageOf } = await read(fbx, ['models/leaf.png', 'models/mask.png']);
      expect(imageOf('baseColor')).toEqual(source);
      expect(material.alphaMode).toBe('blend');
    }
  });

  it('drop a height map and maps without a slot, with a warning', async () => {
    const fbx = new FbxBuilder();
    const paint = fbx.material('Paint', {});
    fbx.texture(paint, 'Bump', 'height.png');
    fbx.texture(paint, 'DisplacementColor', 'disp.png');
    const { material, warnings } = await read(fbx, ['models/height.png', 'models/disp.png']);
    expect(material.textures).toEqual({});
    expect(warnings).toEqual([
      'fbx/dropped-map: material "Paint" loses DisplacementColor',
      'fbx/dropped-map: material "Paint" loses models/height.png, which is a height map',
    ]);
  });
});

describe('images', () => {
  async function found(written: string, files: readonly string[]) {
    const fbx = new FbxBuilder();
    fbx.texture(fbx.material('Paint', {}), 'DiffuseColor', written);
    const { imageOf, warnings } = await read(fbx, files);
    return imageOf('baseColor') ?? warnings[0];
  }

  it.each([
    ['sub\\wood.png', 'models/sub/wood.png'],
    ['C:\\art\\wood.png', 'models/wood.png'],
    ['/Users/me/wood.png', 'models/textures/wood.png'],
    ['..\\..\\..\\elsewhere\\wood.png', 'models/a.fbm/wood.png'],
    ['wood.psd', 'models/textures/wood.png'],
  ])('%s is %s', async (written, file) => {
    expect(await found(written, [file])).toEqual({ whole: { file } });
  });

  it('that do not exist are reported', async () => {
    expect(await found('C:\\art\\wood.png', ['art/wood.png'])).toBe(
      'fbx/missing-texture: wood.png does not exist, so material "Paint" does not use it',
    );
  });

  it('may be embedded', async () => {
    const fbx = new FbxBuilder();
    fbx.texture(fbx.material('Paint', {}), 'DiffuseColor', 'wood.png', {}, PNG);
    const { imageOf } = await read(fbx, ['models/wood.png']);
    const bytes = fbx.bytes();
    const offset = Buffer.from(bytes).indexOf(Buffer.from(PNG));
    expect(imageOf('baseColor')).toEqual({ whole: { file: 'models/a.fbx', offset, length: PNG.length } });
  });

  it('that are embedded, but of an unknown type, are left out', async () => {
    const fbx = new FbxBuilder();
    fbx.texture(fbx.material('Paint', {}), 'DiffuseColor', 'wood.psd', {}, new Uint8Array(64).fill(56));
    const { material, warnings } = await read(fbx);
    expect(material.textures).toEqual({});
    expect(warnings[0]).toContain('fbx/missing-texture');
  });
});

describe('shaders', () => {
  it('of Arnold and Maya have names with their program', async () => {
    const fbx = new FbxBuilder();
    const surface = fbx.material(
      'ai',
      {
        'Maya|TypeId': [1138001],
        'Maya|base': [0.5],
        'Maya|baseColor': [1, 1, 0],
        'Maya|metalness': [0.25],
        'Maya|specularRoughness': [0.75],
        'Maya|emission': [2],
        'Maya|emissionColor': [1, 0, 0],
        'Maya|coat': [1],
        'Maya|coatRoughness': [0.1],
      },
      'unknown',
    );
    fbx.texture(surface, 'Maya|specularRoughness', 'r.png');
    const { material, imageOf } = await read(fbx, ['models/r.png']);
    expect(material).toMatchObject({
      baseColorFactor: [0.5, 0.5, 0, 1],
      metallicFactor: 0.25,
      roughnessFactor: 1,
      emissiveFactor: [2, 0, 0],
      extensions: { clearcoat: { factor: 1, roughness: 0.1 } },
    });
    expect(imageOf('metallicRoughness')).toEqual({ roughness: { file: 'models/r.png' }, metallic: null });
  });

  it('of Stingray switch their maps on and off', async () => {
    const fbx = new FbxBuilder();
    const values = { 'Maya|base_color': [1, 1, 1], 'Maya|use_color_map': [1], 'Maya|use_normal_map': [0] };
    const pbs = fbx.material('PBS', values, 'unknown');
    fbx.texture(pbs, 'Maya|TEX_color_map', 'c.png');
    fbx.texture(pbs, 'Maya|TEX_normal_map', 'n.png');
    const { material } = await read(fbx, ['models/c.png', 'models/n.png']);
    expect(Object.keys(material.textures)).toEqual(['baseColor']);
  });

  it('of 3ds Max have parameters', async () => {
    const fbx = new FbxBuilder();
    const physical = fbx.material(
      'P',
      {
        '3dsMax|Parameters|base_color': [1, 0, 0, 1],
        '3dsMax|Parameters|roughness': [0.2],
        '3dsMax|Parameters|roughness_inv': [1],
      },
      'unknown',
    );
    fbx.texture(physical, '3dsMax|Parameters|metalness_map', 'm.png');
    fbx.texture(physical, '3dsMax|Parameters|mapM5', 'm.png');
    const { material, imageOf, warnings } = await read(fbx, ['models/m.png']);
    expect(material).toMatchObject({ baseColorFactor: [1, 0, 0, 1], roughnessFactor: 0.8, metallicFactor: 1 });
    expect(imageOf('metallicRoughness')).toEqual({ roughness: null, metallic: { file: 'models/m.png' } });
    expect(warnings).toEqual([]);
  });

  it('of glossiness keep its map as roughness', async () => {
    const fbx = new FbxBuilder();
    const material = fbx.material('SG', { '3dsMax|main|basecolor': [0, 1, 1, 1] }, 'unknown');
    fbx.texture(material, '3dsMax|main|glossiness_map', 'g.png');
    const { material: read1, imageOf, warnings } = await read(fbx, ['models/g.png']);
    expect(read1.roughnessFactor).toBe(1);
    expect(imageOf('metallicRoughness')).toEqual({
      roughness: { file: 'models/g.png' },
      metallic: null,
      isGlossy: true,
    });
    expect(warnings).toEqual([]);
  });

  it('of specular and glossiness reflect their color', async () => {
    const fbx = new FbxBuilder();
    fbx.material(
      'SG',
      { '3dsMax|main|basecolor': [0, 1, 1, 1], '3dsMax|main|Specular': [1, 1, 0, 1], '3dsMax|main|glossiness': [0.25] },
      'unknown',
    );
    expect((await read(fbx)).material).toMatchObject({
      metallicFactor: 0,
      roughnessFactor: 0.75,
      extensions: { ior: { ior: 1000 }, specular: { factor: 1, color: [1, 1, 0] } },
    });
  });
});
