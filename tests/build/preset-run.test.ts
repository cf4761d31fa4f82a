// Several presets in one run: textures that differ only in their encoding are decoded and filtered once, with the bytes that each preset
// gives by itself.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../packages/compiler/src/config/config.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { PresetRun } from '../../packages/compiler/src/pipeline/preset-run.js';
import { ids, MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { rgbaPng } from '../support/compile-texture.js';

const png = (value: number) => rgbaPng(16, 12, (x, y) => [value, x * 8, y * 8, 255 - ((x * y * 9) & 127)]);
const model = new GltfBuilder();
model.list('images', { uri: 'oak.png' });
model.list('textures', { source: 0 });
model.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
model.node({ mesh: addGrid(model, 3, { material: 0 }) });

const faces = ['px', 'nx', 'py', 'ny', 'pz', 'nz'];
const textures = ['a.n.png', 'chair.gltf#tex_0', 'sky.env', 'x.array'];

let project: MemoryProject;
const put = (path: string, content: Uint8Array | string) => project.host.put(`/project/assets/${path}`, content);

beforeEach(() => {
  project = new MemoryProject();
  project.registry = registry;
  put('a.n.png', png(1));
  put('oak.png', png(2));
  put('chair.gltf', model.gltf());
  for (const [i, face] of faces.entries())
    put(
      `sky.env/${face}.png`,
      rgbaPng(8, 8, (x, y) => [i * 40, x * 9, y * 9, 255]),
    );
  for (const i of [1, 2]) put(`x.array/${i}.png`, png(30 + i));
});

const preset = (
  name: string,
  texture: Readonly<Record<string, SettingValue>>,
  changes: Partial<Config> = {},
): Config => ({
  ...project.config,
  preset: name,
  output: `/project/${name}`,
  layers: [{ origin: `presets.${name}`, match: undefined, values: { texture: { quality: 'fast', ...texture } } }],
  ...changes,
});
const outputs = (folder: string) =>
  Object.fromEntries(
    Object.entries(project.host.tree(`/project/${folder}`)).filter(([path]) => !path.includes('.assetc')),
  );

describe.each([false, true])('presets that differ in the target alone (noCache: %s)', (noCache) => {
  it('are made of one reading, and are what each is by itself', async () => {
    const configs = [preset('first', {}), preset('second', { target: 'astc' })];
    const run = new PresetRun(configs);
    const [first, second] = configs as [Config, Config];
    expect(ids(await project.build({ config: first, run, noCache }), 'built')).toEqual(
      expect.arrayContaining(['a.n.png', 'chair.gltf', 'chair.gltf#tex_0']),
    );
    const result = await project.build({ config: second, run, noCache });
    expect(ids(result, 'failed')).toEqual([]);
    expect(ids(result, 'restored')).toEqual(expect.arrayContaining(textures));
    expect(ids(result, 'built').filter((id) => textures.includes(id))).toEqual([]);
    await project.build({ config: { ...second, output: '/project/alone' }, noCache: true });
    expect(outputs('second')).toEqual(outputs('alone'));
    expect(outputs('second')['a.n.ktx2']).not.toEqual(outputs('first')['a.n.ktx2']);
    // Tables and manifest name textures alike.
    for (const name of ['chair.hmat', 'assets.hman']) expect(outputs('second')[name]).toEqual(outputs('first')[name]);
  });

  it('are compiled by themselves where a source changes between them', async () => {
    const configs = [preset('first', {}), preset('second', { target: 'astc' })] as const;
    const run = new PresetRun(configs);
    await project.build({ config: configs[0], run, noCache });
    put('a.n.png', png(77));
    const result = await project.build({ config: configs[1], run, noCache });
    expect(ids(result, 'built')).toContain('a.n.png');
    await project.build({ config: { ...configs[1], output: '/project/alone' }, noCache: true });
    expect(outputs('second')).toEqual(outputs('alone'));
  });

  it('say what they say by themselves', async () => {
    put('sky.env/readme.txt', 'no face');
    const configs = [preset('first', {}), preset('second', { target: 'astc' })] as const;
    const run = new PresetRun(configs);
    await project.build({ config: configs[0], run, noCache });
    const { diagnostics } = await project.build({ config: configs[1], run, noCache });
    expect(diagnostics.map(({ code }) => code)).toEqual(['texture/ignored-member']);
  });
});

describe('presets of one run', () => {
  it('that differ in what is filtered share nothing', async () => {
    const configs = [preset('first', {}), preset('second', { target: 'astc', maxSize: 8 })] as const;
    const run = new PresetRun(configs);
    await project.build({ config: configs[0], run, noCache: true });
    const result = await project.build({ config: configs[1], run, noCache: true });
    expect(ids(result, 'built')).toEqual(expect.arrayContaining(textures));
  });

  it('may also be raw, of another quality, packed or under rate-distortion', async () => {
    const others = [
      { compress: false },
      { quality: 'high' },
      { supercompress: 'zstd' },
      { rdo: 1 },
      { target: 'astc', rdo: 1 },
    ];
    const configs = [preset('first', {}), ...others.map((texture, i) => preset(`other${i}`, texture))];
    const run = new PresetRun(configs);
    for (const config of configs) {
      const result = await project.build({ config, run, noCache: true });
      const isFirst = config === configs[0];
      expect(ids(result, isFirst ? 'built' : 'restored')).toEqual(expect.arrayContaining(textures));
      await project.build({ config: { ...config, output: '/project/alone' }, noCache: true });
      expect(outputs(config.preset ?? '')).toEqual(outputs('alone'));
    }
  });

  it('take no more memory than they are given: what has no room is compiled by its own preset', async () => {
    const configs = [preset('first', {}, { memoryBytes: 4000 }), preset('second', { target: 'astc' })] as const;
    const run = new PresetRun(configs);
    await project.build({ config: configs[0], run, noCache: true });
    const result = await project.build({ config: configs[1], run, noCache: true });
    expect(ids(result, 'built').filter((id) => textures.includes(id)).length).toBeGreaterThan(0);
    await project.build({ config: { ...configs[1], output: '/project/alone' }, noCache: true });
    expect(outputs('second')).toEqual(outputs('alone'));
  });
});
