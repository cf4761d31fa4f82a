// Images whose files say that their colors are not sRGB, from the source to the texels.

import { deflateSync } from 'node:zlib';
import { decodeKtx2 } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { P3, SRGB_CURVE, writeIcc } from '../../packages/compiler/src/importers/image/testing/write-icc.js';
import { writePng } from '../../packages/compiler/src/importers/image/testing/write-png.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { why } from '../../packages/compiler/src/pipeline/report/why.js';
import { ids, MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileTextureSource } from '../support/compile-texture.js';

const iccp = Uint8Array.from([
  ...Buffer.from('P3\0\0'),
  ...deflateSync(writeIcc({ description: 'Display P3', xy: P3, curve: SRGB_CURVE })),
]);
const texels = [
  [255, 0, 0, 10],
  [0, 255, 0, 20],
  [120, 80, 60, 30],
  [128, 128, 128, 40],
];
/** The same in sRGB, by the matrix of CSS Color 4 and Math.pow. */
const inSrgb = [
  [255, 0, 0, 10],
  [0, 255, 0, 20],
  [127, 78, 56, 30],
  [128, 128, 128, 40],
];
const pixels = { width: 4, height: 1, depth: 8, colorType: 6, samples: texels.flat() };
const png = writePng({ ...pixels, before: [['iCCP', iccp]] });

const compiled = async (path: string, settings: { readonly [setting: string]: SettingValue }, bytes = png) => {
  const { levels, warnings } = await compileTextureSource({
    path,
    input: { [path]: bytes },
    settings: { compress: false, mips: false, ...settings },
  });
  return { texels: [...(levels[0] ?? [])], warnings };
};

describe('a P3 image', () => {
  it('becomes the sRGB that it means', async () => {
    expect(await compiled('a.png', {})).toEqual({ texels: inSrgb.flat(), warnings: [] });
  });

  it('stays as it is with texture.profile: ignore, and for roles that are no color', async () => {
    expect(await compiled('a.png', { profile: 'ignore' })).toEqual({ texels: texels.flat(), warnings: [] });
    for (const role of ['linear', 'normal'])
      expect(await compiled('a.png', { role })).toEqual({ texels: texels.flat(), warnings: [] });
    expect(await compiled('a.n.png', {})).toEqual({ texels: texels.flat(), warnings: [] });
  });

  it('is converted with 16 bits before it is rounded', async () => {
    const wide = writePng({
      ...pixels,
      depth: 16,
      samples: texels.flat().map((v) => v * 257),
      before: [['iCCP', iccp]],
    });
    expect((await compiled('a.png', {}, wide)).texels).toEqual(inSrgb.flat());
  });

  it('is converted as a member of an array', async () => {
    const { levels } = await compileTextureSource({
      path: 'x.array',
      input: { 'x.array/1.png': png, 'x.array/2.png': writePng(pixels) },
      settings: { compress: false, mips: false },
    });
    expect([...(levels[0] ?? [])]).toEqual([...inSrgb, ...texels].flat());
  });
});

describe('a project with a P3 image', () => {
  const project = (settings: { readonly [setting: string]: SettingValue } = {}): MemoryProject => {
    const made = new MemoryProject();
    made.registry = registry;
    set(made, settings);
    return made;
  };
  const set = (made: MemoryProject, settings: { readonly [setting: string]: SettingValue }) => {
    const values = { texture: { compress: false, mips: false, ...settings } };
    made.config = { ...made.config, layers: [{ origin: 'default', match: undefined, values }] };
  };
  const texelsOf = async (made: MemoryProject, path: string): Promise<number[]> => {
    const [level] = decodeKtx2(made.host.files.get(`/project/runtime/${path}`)?.bytes ?? new Uint8Array()).levels;
    if (level === undefined) throw new Error('no level');
    return [...(await loadZstd()).decompress(level.bytes, level.uncompressedByteLength)];
  };
  const model = (): GltfBuilder => {
    const builder = new GltfBuilder();
    addGrid(builder, 2, { material: 0 });
    builder.list('images', { uri: 'wood.png' });
    builder.list('textures', { source: 0 });
    builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
    return builder;
  };

  it('rebuilds it when texture.profile changes, and why names the setting', async () => {
    const made = project();
    made.host.put('/project/assets/a.png', png);
    expect(ids(await made.build(), 'built')).toEqual(['a.png']);
    expect(await texelsOf(made, 'a.ktx2')).toEqual(inSrgb.flat());
    set(made, { profile: 'ignore' });
    expect(ids(await made.build(), 'built')).toEqual(['a.png']);
    expect(await texelsOf(made, 'a.ktx2')).toEqual(texels.flat());
    expect(ids(await made.build(), 'built')).toEqual([]);
    const [report] = await why({ config: made.config, path: 'a.png' }, made.host);
    expect(report?.settings).toContainEqual({ name: 'texture.profile', value: 'ignore', origin: 'default' });
  });

  it.each(['source', 'shared'])(
    'ignores the profile in a glTF model, as glTF says, and warns; an OBJ means it (%s)',
    async (store) => {
      const made = project({ store, standalone: 'all' });
      made.host.put('/project/assets/m/g.gltf', model().gltf());
      made.host.put('/project/assets/m/o.obj', 'mtllib o.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl A\nf 1 2 3\n');
      made.host.put('/project/assets/m/o.mtl', 'newmtl A\nmap_Kd wood.png\n');
      made.host.put('/project/assets/m/wood.png', png);
      const result = await made.build();
      expect(ids(result, 'failed')).toEqual([]);
      const warnings = result.diagnostics.filter(({ code }) => code === 'image/color-profile');
      expect(warnings).toMatchObject([
        { file: 'm/wood.png', message: expect.stringMatching(/"Display P3", which glTF ignores/) },
      ]);
      const written = Object.keys(made.outputs()).filter((path) => path.endsWith('.ktx2'));
      const all = await Promise.all(written.map((path) => texelsOf(made, path)));
      expect(all.filter((got) => got.join() === texels.flat().join())).toHaveLength(1);
      expect(all.filter((got) => got.join() === inSrgb.flat().join())).toHaveLength(written.length - 1);
      expect(written.length).toBe(3);
    },
  );
});
