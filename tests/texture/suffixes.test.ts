// `texture.suffixes`: the effect of name endings on images and on assets that refer to them, and on nothing else; and the warning if an image
// is compiled as color although its name looks like that of a normal map.

import { decodeKtx2 } from '@assetc/formats';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../packages/compiler/src/config/parse/parse-config.js';
import { configSchema } from '../../packages/compiler/src/config/schema.js';
import { readYaml } from '../../packages/compiler/src/diagnostics/yaml-tree.js';
import { settingsGroups } from '../../packages/compiler/src/kinds/settings-groups.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { why } from '../../packages/compiler/src/pipeline/report/why.js';
import {
  ids,
  MemoryProject,
  reasonsOf,
  remadeIds,
  rule,
} from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { rgbaPng } from '../support/compile-texture.js';

const png = (seed: number) => rgbaPng(8, 8, (x, y) => [seed, x * 8, y * 8, 255]);
const OBJ = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nusemtl A\nf 1/1/1 2/1/1 3/1/1\n';

let project: MemoryProject;
const put = (path: string, content: Uint8Array | string) => project.host.put(`/project/assets/${path}`, content);
const set = (texture: { readonly [setting: string]: SettingValue }) => {
  project.config = { ...project.config, layers: [{ origin: 'default', match: undefined, values: { texture } }] };
};
const remade = async (): Promise<string[]> => {
  const result = await project.build();
  expect(ids(result, 'failed')).toEqual([]);
  return remadeIds(result);
};
const complaints = async () =>
  (await project.build()).diagnostics.map(({ code, file, severity }) => `${severity} ${code} ${file}`);
const transferOf = (path: string) => {
  const bytes = project.host.files.get(`/project/runtime/${path}`)?.bytes ?? new Uint8Array();
  return decodeKtx2(bytes).dataFormat.basic?.transferFunction;
};

beforeEach(() => {
  project = new MemoryProject();
  project.registry = registry;
});

describe('texture.suffixes', () => {
  it('gives images their role, and rebuilds only those whose role it changes', async () => {
    for (const [i, name] of ['brick_n', 'brick_d', 'brick.n', 'ROCK_NORMAL'].entries()) put(`${name}.png`, png(i));
    expect(await remade()).toHaveLength(4);
    const color = transferOf('brick_n.ktx2');
    set({ suffixes: { normal: ['_n'] } });
    const built = await project.build();
    expect(remadeIds(built)).toEqual(['brick_n.png']);
    expect(reasonsOf(built, 'brick_n.png')).toEqual([
      'it is now compiled as normal (name ends in "_n", texture.suffixes)',
    ]);
    expect(transferOf('brick_n.ktx2')).not.toEqual(color);
    expect(transferOf('brick_n.ktx2')).toEqual(transferOf('brick.n.ktx2'));
    expect(await remade()).toEqual([]);
    // Another ending that says the same of the same image.
    set({ suffixes: { normal: ['k_n', '_normal'] } });
    expect(await remade()).toEqual(['ROCK_NORMAL.png']);
    set({ suffixes: { color: ['_n'], normal: ['_normal'] } });
    expect(await remade()).toEqual(['brick_n.png']);
    set({});
    expect(await remade()).toEqual(['ROCK_NORMAL.png', 'brick_n.png']);
    expect(transferOf('brick_n.ktx2')).toEqual(color);
  });

  it('says nothing where texture.role does', async () => {
    put('brick_n.png', png(1));
    set({ role: 'linear' });
    await remade();
    set({ role: 'linear', suffixes: { normal: ['_n'] } });
    expect(await remade()).toEqual([]);
  });

  it('encodes an image once that has the role by its name here and by its slot there', async () => {
    put('m/a.obj', OBJ);
    put('m/a.mtl', 'newmtl A\nnorm wall_n.png\n');
    put('m/wall_n.png', png(4));
    set({ suffixes: { normal: ['_n'] }, standalone: 'all' });
    const result = await project.build();
    expect(ids(result, 'failed')).toEqual([]);
    expect(result.shared).toBe(1);
    const outputs = Object.entries(project.outputs()).filter(([path]) => path.endsWith('.ktx2'));
    expect(outputs).toHaveLength(2);
    expect(outputs[0]?.[1]).toBe(outputs[1]?.[1]);
  });

  it('makes a bump map of an .mtl a normal map, and rebuilds that model alone', async () => {
    put('m/a.obj', OBJ);
    put('m/a.mtl', 'newmtl A\nmap_Bump wall_n.png\n');
    put('m/wall_n.png', png(4));
    put('b.obj', OBJ.replace('a.mtl', 'b.mtl'));
    put('b.mtl', 'newmtl A\nmap_Kd wood.png\n');
    put('wood.png', png(5));
    await project.build();
    set({ suffixes: { normal: ['_n'] } });
    const result = await project.build();
    expect(remadeIds(result)).toContain('m/a.obj');
    expect(ids(result, 'cached')).toContain('b.obj');
    expect(result.diagnostics.filter(({ code }) => code.startsWith('mtl/'))).toEqual([]);
  });

  it('is what a .mat holds a slot against', async () => {
    put('a.mat', '- name: A\n  textures: { normal: wall_n.png }\n');
    put('b.mat', '- name: B\n  textures: { baseColor: wood.png }\n');
    put('wall_n.png', png(4));
    put('wood.png', png(5));
    expect(await complaints()).toContain('warning material/role-mismatch a.mat');
    set({ suffixes: { normal: ['_n'] } });
    expect(await remade()).toEqual(['a.mat', 'wall_n.png']);
    expect(await complaints()).toEqual([]);
  });

  it('is named by why, with the ending that gave the role', async () => {
    for (const path of ['a_N.png', 'b.n.png', 'c.png']) put(path, png(1));
    set({ suffixes: { normal: ['_n'] } });
    const takenFor = async (path: string) =>
      (await why({ config: project.config, path }, project.host, registry)).map((report) => report.takenFor);
    expect(await takenFor('a_N.png')).toEqual(['normal (name ends in "_n", texture.suffixes)']);
    expect(await takenFor('b.n.png')).toEqual(['normal (name ends in ".n")']);
    expect(await takenFor('c.png')).toEqual(['color (default)']);
    set({ role: 'linear', suffixes: { normal: ['_n'] } });
    expect(await takenFor('a_N.png')).toEqual(['linear (texture.role)']);
  });
});

describe('texture.suffixes in assetc.yml', () => {
  const parse = (text: string) => parseConfig(readYaml(new TextEncoder().encode(text)), 'assetc.yml', settingsGroups);
  const said = (text: string) => parse(text).diagnostics.map(({ code, message }) => `${code}: ${message}`);

  it('is read in default and in presets', () => {
    const file = parse(
      'default: { texture: { suffixes: { normal: [_n] } } }\npresets: { a: { texture: { suffixes: { linear: [_orm] } } } }',
    );
    expect(file.diagnostics).toEqual([]);
    expect(file.default.values).toEqual({ texture: { suffixes: { normal: ['_n'] } } });
    expect(file.presets.get('a')?.values).toEqual({ texture: { suffixes: { linear: ['_orm'] } } });
  });

  it('is refused in rules, and not taken from there', () => {
    const text = (where: string) => `${where} { rules: [{ match: "a/*", texture: { suffixes: { normal: [_n] } } }] }`;
    const inDefault = parse(text('default:'));
    expect(inDefault.diagnostics).toMatchObject([
      {
        code: 'config/misplaced-key',
        severity: 'warning',
        message: 'texture.suffixes is not allowed in default.rules[0]: it applies to all assets',
        hint: 'Move it to default: or a preset.',
      },
    ]);
    expect(inDefault.default.rules).toMatchObject([{ match: 'a/*', values: {} }]);
    expect(said(text('presets: { m:').concat(' }'))).toEqual([
      'config/misplaced-key: texture.suffixes is not allowed in presets.m.rules[0]: it applies to all assets',
    ]);
  });

  it('knows the roles, and wants endings', () => {
    expect(said('default: { texture: { suffixes: { normals: [_n] } } }')).toEqual([
      'config/wrong-type: texture.suffixes has the key "normals"; known keys are color, linear, normal, grayscale',
    ]);
    expect(said('default: { texture: { suffixes: { normal: [""] } } }')).toEqual([
      'config/wrong-type: texture.suffixes must be text that is not empty, not the text ""',
    ]);
    expect(said('default: { texture: { suffixes: { normal: _n } } }')).toHaveLength(1);
  });

  it('stands in the schema, and for rules as forbidden', () => {
    const schema = JSON.parse(JSON.stringify(configSchema(settingsGroups)));
    expect(Object.keys(schema.$defs.texture.properties.suffixes.properties)).toEqual([
      'color',
      'linear',
      'normal',
      'grayscale',
    ]);
    expect(schema.$defs.rule.properties.texture).toEqual({
      allOf: [{ $ref: '#/$defs/texture' }, { properties: { suffixes: false } }],
    });
    expect(schema.$defs.rule.properties.mesh).toEqual({ $ref: '#/$defs/mesh' });
  });
});

describe('a name that looks like a normal map', () => {
  const WARNING = (file: string) => `warning texture/normals-as-color ${file}`;

  it('is warned about where the image is compiled as color, once per file, and again where nothing is built', async () => {
    for (const name of ['a_n', 'b_nrm', 'c_nor', 'd_normal', 'e-normal', 'f', 'g.n']) put(`${name}.png`, png(1));
    const expected = ['a_n', 'b_nrm', 'c_nor', 'd_normal', 'e-normal'].map((name) => WARNING(`${name}.png`));
    expect(await complaints()).toEqual(expected);
    expect(await remade()).toEqual([]);
    expect(await complaints()).toEqual(expected);
  });

  it.each([
    ['texture.role', { role: 'color' }],
    ['texture.suffixes', { suffixes: { normal: ['_n'] } }],
    ['texture.suffixes that say color', { suffixes: { color: ['_n'] } }],
  ])('is not warned about where %s has spoken', async (_, texture) => {
    put('a_n.png', png(1));
    set(texture);
    expect(await complaints()).toEqual([]);
  });

  it('is not warned about where a rule gives it a role, or warnings.ignore its code', async () => {
    put('ui/a_n.png', png(1));
    put('b_n.png', png(2));
    const layers = [rule('ui/*', { texture: { role: 'color' } })];
    project.config = { ...project.config, layers };
    expect(await complaints()).toEqual([WARNING('b_n.png')]);
    const ignore = { origin: 'warnings.ignore[0]', code: 'texture/normals-as-color', match: 'b_*' } as const;
    project.config = { ...project.config, ignoredWarnings: [ignore] };
    const result = await project.build();
    expect(result).toMatchObject({ diagnostics: [], silenced: 1 });
  });

  it('is not warned about where the image is left to a model', async () => {
    put('m/a.obj', OBJ);
    put('m/a.mtl', 'newmtl A\nnorm wall_n.png\n');
    put('m/wall_n.png', png(4));
    expect(await complaints()).toEqual([]);
    expect(await complaints()).toEqual([]);
  });
});
