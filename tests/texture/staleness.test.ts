// What rebuilds which texture: every setting of the texture and lut groups, and every member of a folder asset.

import { beforeEach, describe, expect, it } from 'vitest';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { ids, MemoryProject, remadeIds } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { rgbaPng } from '../support/compile-texture.js';

const png = (value: number, size = 8) =>
  rgbaPng(size, size, (x, y) => [value, x * 8, y * 8, 255 - ((x * y * 9) & 127)]);
const cube = (value: number) =>
  ['LUT_3D_SIZE 2', ...Array.from({ length: 8 }, (_, i) => `${value} ${i / 8} 0`)].join('\n');
const faces = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];
const textures = ['a.png', 'b.n.png', 'sky.env', 'x.array'];
const all = ['a.png', 'b.n.png', 'g.lut.cube', 'sky.env', 'x.array'];

let project: MemoryProject;
const put = (path: string, content: Uint8Array | string) => project.host.put(`/project/assets/${path}`, content);
const set = (values: { readonly [group: string]: { readonly [setting: string]: SettingValue } }) => {
  project.config = { ...project.config, layers: [{ origin: 'default', match: undefined, values }] };
};
/** What was made anew, whether compiled or taken from the store. */
const remade = async (): Promise<string[]> => {
  const result = await project.build();
  expect(ids(result, 'failed')).toEqual([]);
  return remadeIds(result);
};

beforeEach(async () => {
  project = new MemoryProject();
  project.registry = registry;
  put('a.png', png(1));
  put('b.n.png', png(2));
  put('g.lut.cube', cube(0.5));
  for (const [i, face] of faces.entries()) put(`sky.env/${face}.png`, png(10 + i));
  for (const i of [1, 2]) put(`x.array/${i}.png`, png(30 + i));
  expect(await remade()).toEqual(all);
  expect(await remade()).toEqual([]);
});

it('a build after a draft makes the real thing', async () => {
  const file = () => project.output('a.ktx2');
  const before = file();
  const real = project.config;
  const draft = { origin: '--draft', match: undefined, values: { texture: { quality: 'draft' } } };
  project.config = { ...real, layers: [...real.layers, draft] };
  expect(await remade()).toEqual(textures);
  expect(file()).not.toEqual(before);
  project.config = real;
  expect(await remade()).toEqual(textures);
  expect(file()).toEqual(before);
});

describe('a changed setting rebuilds what it concerns', () => {
  /** Another value than the default, for every setting; the last column where it does not concern all textures. */
  const changes: [string, SettingValue, string[]?][] = [
    ['compress', false],
    ['hdrRaw', 'rgb9e5', []],
    ['target', 'astc'],
    ['bc', 'small'],
    ['astc', '6x6'],
    ['quality', 'fast'],
    ['role', 'linear'],
    ['suffixes', { normal: ['a'], color: ['n'] }, ['a.png']],
    ['profile', 'ignore'],
    ['mips', false],
    ['mipFilter', 'kaiser'],
    ['maxSize', 4],
    ['limit', 4096],
    ['alphaCoverage', true],
    ['wrap', 'clamp'],
    ['supercompress', 'zstd'],
    ['rdo', 1],
    ['metric', 'perceptual'],
    ['store', 'shared', []],
    ['standalone', 'all', []],
    ['format', 'vkguide'],
    ['vkguide', 'paged'],
  ];

  it('with a row for every setting', () => {
    const group = registry.groups.find((g) => g.name === 'texture');
    expect(changes.map(([name]) => name).sort()).toEqual(Object.keys(group?.settings ?? {}).sort());
  });

  for (const [name, value, concerned = textures] of changes)
    it(`texture.${name}`, async () => {
      set({ texture: { [name]: value } });
      expect(await remade()).toEqual(concerned);
      expect(await remade()).toEqual([]);
      set({});
      expect(await remade()).toEqual(concerned);
    });

  it.each(['source', 'shared'])('texture.standalone rebuilds no model whose textures lie in %s', async (store) => {
    put('m/a.obj', 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl A\nf 1 2 3\n');
    put('m/a.mtl', 'newmtl A\nmap_Kd wood.png\n');
    put('m/wood.png', png(3));
    set({ texture: { store, standalone: 'all' } });
    expect(await remade()).toContain('m/a.obj');
    set({ texture: { store } });
    expect(await remade()).toEqual([]);
  });

  it('lut.format', async () => {
    set({ lut: { format: 'rgba16f' } });
    expect(await remade()).toEqual(['g.lut.cube']);
  });

  it('a rule: only what it matches', async () => {
    project.config = {
      ...project.config,
      layers: [{ origin: 'default.rules[0]', match: 'sky.env', values: { texture: { quality: 'fast' } } }],
    };
    expect(await remade()).toEqual(['sky.env']);
  });
});

describe('a changed source rebuilds its own asset', () => {
  const edits: [string, string, string][] = [
    ...faces.map((face): [string, string, string] => [`sky.env/${face}.png`, 'edited', 'sky.env']),
    ['x.array/1.png', 'edited', 'x.array'],
    ['x.array/2.png', 'edited', 'x.array'],
    ['a.png', 'edited', 'a.png'],
    ['b.n.png', 'edited', 'b.n.png'],
  ];
  for (const [path, , asset] of edits)
    it(`${path} edited`, async () => {
      const before = { ...project.outputs() };
      put(path, png(99));
      expect(await remade()).toEqual([asset]);
      const changed = Object.entries(project.outputs()).filter(([name, text]) => before[name] !== text);
      expect(changed).toHaveLength(1);
    });

  it('a table edited', async () => {
    put('g.lut.cube', cube(0.25));
    expect(await remade()).toEqual(['g.lut.cube']);
  });

  it('a layer added, removed, renamed', async () => {
    put('x.array/10.png', png(50));
    expect(await remade()).toEqual(['x.array']);
    project.delete('x.array/1.png');
    expect(await remade()).toEqual(['x.array']);
    project.delete('x.array/10.png');
    put('x.array/0.png', png(50));
    expect(await remade()).toEqual(['x.array']);
  });

  it('a face whose type changed', async () => {
    project.delete('sky.env/px.png');
    put('sky.env/px.webp', png(10));
    expect(await remade()).toEqual(['sky.env']);
  });

  it('a twin appears: it is taken from the first, not encoded again', async () => {
    put('copy.png', png(1));
    const result = await project.build();
    expect(ids(result, 'built')).toEqual([]);
    expect(ids(result, 'restored')).toEqual(['copy.png']);
    expect(project.output('copy.ktx2')).toBe(project.output('a.ktx2'));
  });
});
