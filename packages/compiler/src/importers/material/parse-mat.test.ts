import { describe, expect, it } from 'vitest';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { TestContext } from '../../testing/test-context.js';
import { checkMentions } from './check-mentions.js';
import { parseMat } from './parse-mat.js';

const parse = (text: string) => {
  const warnings: Omit<Diagnostic, 'severity'>[] = [];
  const materials = parseMat(new TextEncoder().encode(text), 'a.mat', (d) => warnings.push(d));
  return { materials, warnings };
};

const failure = (text: string): Diagnostic => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof AssetError) return error.diagnostic;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('parseMat', () => {
  it('reads a list with glTF names, and defaults for missing values', () => {
    const { materials, warnings } = parse(`
- name: Oak
  baseColorFactor: [1, 0.9, 0.8, 1]
  roughnessFactor: 0.7
  alphaMode: MASK
  doubleSided: true
  textures: { baseColor: textures/oak.png, normal: ./textures/oak.n.png }
- name: Plain
`);
    expect(warnings).toEqual([]);
    expect(materials[0]).toMatchObject({
      name: 'Oak',
      baseColorFactor: [1, 0.9, 0.8, 1],
      roughnessFactor: 0.7,
      metallicFactor: 1,
      alphaMode: 'mask',
      alphaCutoff: 0.5,
      doubleSided: true,
      mentions: [
        { slot: 'baseColor', path: 'textures/oak.png', where: { line: 7, column: 26 } },
        { slot: 'normal', path: 'textures/oak.n.png' },
      ],
    });
    expect(materials[1]).toMatchObject({
      name: 'Plain',
      emissiveFactor: [0, 0, 0],
      normalScale: 1,
      occlusionStrength: 1,
      mentions: [],
    });
  });

  it('reads extensions as groups, a plain number for a single field, and textures of slots', () => {
    const { materials, warnings } = parse(`
clearcoat: { factor: 0.5, normalScale: 2 }
ior: 1.25
transmission: { factor: 1 }
unlit: true
textures: { sheenRoughness: t/a.png, normal: null }
`);
    expect(warnings).toEqual([]);
    expect(materials[0]?.extensions).toEqual({
      clearcoat: { factor: 0.5, roughness: 0, normalScale: 2 },
      ior: { ior: 1.25 },
      transmission: { factor: 1 },
      unlit: {},
      sheen: { roughness: 0, color: [0, 0, 0] },
    });
    expect(materials[0]?.mentions).toMatchObject([{ slot: 'sheenRoughness', path: 't/a.png' }]);
    expect(parse('unlit: false').materials[0]?.extensions).toBeUndefined();
  });

  it('reads how textures are used', () => {
    const { materials, warnings } = parse(`
textures:
  baseColor: { image: ./t/a.png, uvSet: 1, offset: [0.5, 1], scale: [2, 3], rotation: 0.25 }
  normal: { image: t/b.png, wrap: clamp, filter: nearest }
  emissive: { image: t/c.png, wrap: [mirror, repeat], minFilter: linear, magFilter: nearest }
  occlusion: { image: t/d.png, scale: [1, 1] }
`);
    expect(warnings).toEqual([]);
    expect(materials[0]?.mentions.map(({ where: _, ...mention }) => mention)).toEqual([
      {
        slot: 'baseColor',
        path: 't/a.png',
        uvSet: 1,
        transform: { offset: [0.5, 1], scale: [2, 3], rotation: 0.25 },
      },
      {
        slot: 'normal',
        path: 't/b.png',
        sampler: { wrapS: 'clamp', wrapT: 'clamp', minFilter: 'nearest-mip-linear', magFilter: 'nearest' },
      },
      { slot: 'occlusion', path: 't/d.png' },
      {
        slot: 'emissive',
        path: 't/c.png',
        sampler: { wrapS: 'mirror', wrapT: 'repeat', minFilter: 'linear', magFilter: 'nearest' },
      },
    ]);
  });

  it('warns about unknown keys of groups and textures', () => {
    expect(parse('clearcoat: { rougness: 1 }').warnings).toMatchObject([
      { code: 'material/unknown-key', hint: 'Did you mean roughness?' },
    ]);
    expect(parse('textures: { normal: { image: a.png, wrapp: clamp } }').warnings).toMatchObject([
      { code: 'material/unknown-key', hint: 'Did you mean wrap?' },
    ]);
  });

  it('reads one material, and JSON', () => {
    expect(parse('{"name": "J", "emissiveFactor": [2, 0, 0]}').materials).toMatchObject([
      { name: 'J', emissiveFactor: [2, 0, 0] },
    ]);
  });

  it('accepts three numbers for a color without alpha', () => {
    expect(parse('baseColorFactor: [0.1, 0.2, 0.3]').materials[0]?.baseColorFactor).toEqual([0.1, 0.2, 0.3, 1]);
  });

  it('warns about an unknown key with the nearest known one', () => {
    expect(parse('name: a\nrougnessFactor: 1').warnings).toMatchObject([
      { code: 'material/unknown-key', where: { line: 2, column: 1 }, hint: 'Did you mean roughnessFactor?' },
    ]);
    expect(parse('textures: { basecolr: a.png }').warnings).toMatchObject([
      { code: 'material/unknown-key', hint: 'Did you mean baseColor?' },
    ]);
  });

  it.each([
    ['text for a number', 'metallicFactor: shiny', 1, 17],
    ['a number out of range', 'roughnessFactor: 1.5', 1, 18],
    ['a short color', 'baseColorFactor: [1, 1]', 1, 18],
    ['a negative emission', 'emissiveFactor: [0, -1, 0]', 1, 21],
    ['infinity', 'normalScale: .inf', 1, 14],
    ['an unknown alpha mode', 'alphaMode: CUTOUT', 1, 12],
    ['a word for a boolean', 'doubleSided: "yes"', 1, 14],
    ['a list of slots', 'textures: [a.png]', 1, 11],
    ['a number for an image', 'textures: { normal: 3 }', 1, 21],
    ['a bare word as material', 'oak', 1, 1],
    ['a number for a group with several fields', 'clearcoat: 1', 1, 12],
    ['a factor out of range', 'sheen: { roughness: 2 }', 1, 21],
    ['a color with two values', 'specular: { color: [1, 1] }', 1, 20],
    ['infinity in a group', 'ior: .inf', 1, 6],
    ['a number for unlit', 'unlit: 1', 1, 8],
    ['a use without an image', 'textures: { normal: { uvSet: 1 } }', 1, 21],
    ['a third UV set', 'textures: { normal: { image: a.png, uvSet: 2 } }', 1, 44],
    ['half a UV set', 'textures: { normal: { image: a.png, uvSet: 0.5 } }', 1, 44],
    ['an unknown wrap', 'textures: { normal: { image: a.png, wrap: tile } }', 1, 43],
    ['three wraps', 'textures: { normal: { image: a.png, wrap: [clamp, clamp, clamp] } }', 1, 43],
    ['mips for magnification', 'textures: { normal: { image: a.png, magFilter: linear-mip-linear } }', 1, 48],
  ])('rejects %s with its position', (_, text, line, column) => {
    expect(failure(text)).toMatchObject({ code: 'material/wrong-type', file: 'a.mat', where: { line, column } });
  });

  it.each([
    ['', 'material/empty'],
    ['[]', 'material/empty'],
    ['a: [1', 'material/syntax'],
    ['name: a\nname: b', 'material/duplicate-key'],
    ['name: *nothing', 'material/alias'],
  ])('rejects %j', (text, code) => {
    expect(failure(text).code).toBe(code);
  });

  it('rejects bytes that are not UTF-8', () => {
    expect(() => parseMat(Uint8Array.of(0xff, 0xfe, 0x00), 'a.mat', () => undefined)).toThrow(AssetError);
  });
});

describe('checkMentions', () => {
  const check = async (text: string, settings = {}) => {
    const input = {
      't/c.png': '',
      't/c.n.png': '',
      't/c.ao.png': '',
      't/x.array/0.png': '',
      't/wip.png': '',
      't/.h.png': '',
    };
    const context = new TestContext({
      path: 'a.mat',
      input: { 'a.mat': text, ...input },
      settingsByName: settings,
      exclude: ['*wip*'],
    });
    await checkMentions(context, parse(text).materials);
    return context.warnings;
  };

  it('accepts textures whose role fits the slot', async () => {
    expect(await check('textures: { baseColor: t/c.png, normal: t/c.n.png, occlusion: t/c.ao.png }')).toEqual([]);
  });

  it('warns if the role does not fit the slot, and respects texture.role', async () => {
    expect(await check('name: X\ntextures: { normal: t/c.png }')).toMatchObject([
      { code: 'material/role-mismatch', where: { line: 2 } },
    ]);
    expect(await check('textures: { normal: t/c.png }', { 't/c.png': { texture: { role: 'normal' } } })).toEqual([]);
  });

  it.each([
    ['t/gone.png', 'material/missing-texture'],
    ['../t/c.png', 'material/missing-texture'],
    ['/t/c.png', 'material/missing-texture'],
    ['t/c.obj', 'material/not-a-texture'],
  ])('rejects %s', async (path, code) => {
    await expect(check(`textures: { baseColor: ${path} }`)).rejects.toMatchObject({
      diagnostic: { code, where: { line: 1 } },
    });
  });

  it.each([
    ['t/wip.png', 'it is excluded or hidden'],
    ['t/.h.png', 'it is excluded or hidden'],
    ['t/x.array/0.png', 'it is part of t/x.array'],
  ])('rejects %s, which does not become a texture', async (path, reason) => {
    await expect(check(`name: a\ntextures: { baseColor: ${path} }`)).rejects.toMatchObject({
      diagnostic: {
        code: 'material/missing-texture',
        where: { line: 2, column: 24 },
        message: `${path} does not become a texture: ${reason}`,
      },
    });
  });
});
