// What weighs colors by alpha in smaller levels: materials decide, in models, in `.obj` and in `.mat` files. The texels come from PNG files whose averages
// are known.

import { decodeKtx2 } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { Layer } from '../../packages/compiler/src/config/config.js';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { ids, reasonsOf, rule } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { rgbaPng } from '../support/compile-texture.js';
import { UsesProject } from './uses-project.js';

/** Columns of opaque red and transparent black. */
const STRIPES = rgbaPng(8, 8, (x) => (x % 2 === 0 ? [255, 0, 0, 255] : [0, 0, 0, 0]));
/** Half the light of red is 188 in sRGB. */
const AVERAGED = [188, 0, 0, 128];
const WEIGHTED = [255, 0, 0, 128];

const raw = (texture: object = {}): readonly Layer[] => [
  { origin: 'default', match: undefined, values: { texture: { compress: false, ...texture } } },
];

type AlphaMode = 'OPAQUE' | 'MASK' | 'BLEND';

/** A model with a material per alpha mode, which all show the same image. */
function model(...alphaModes: readonly AlphaMode[]): string {
  const builder = new GltfBuilder();
  builder.list('images', { uri: 'a.png' });
  builder.list('textures', { source: 0 });
  for (const [i, alphaMode] of alphaModes.entries()) {
    addGrid(builder, 1, { material: i });
    builder.list('materials', { alphaMode, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
    builder.node({ mesh: i });
  }
  return builder.gltf(`data:application/octet-stream;base64,${Buffer.from(builder.bin).toString('base64')}`);
}

const mat = (slot: string, alphaMode: string) => `name: M\nalphaMode: ${alphaMode}\ntextures: { ${slot}: a.png }\n`;

function projectOf(files: Readonly<Record<string, string>>, layers = raw()): UsesProject {
  return new UsesProject({ 'a.png': STRIPES, ...files }, layers);
}

/** The first texel of a level. */
async function texelOf(project: UsesProject, path: string, index = 1): Promise<readonly number[]> {
  const level = decodeKtx2(project.host.readFile(`/project/runtime/${path}`)).levels[index];
  if (level === undefined) throw new Error(`${path} has no level ${index}`);
  const texels = (await loadZstd()).decompress(level.bytes, level.uncompressedByteLength);
  return [...texels.subarray(0, 4)];
}

const notesOf = async (project: UsesProject, path: string) =>
  (await project.why(path)).find(({ id }) => id === path)?.notes;

describe('an image of a model', () => {
  it.each([
    ['an opaque material ignores', ['OPAQUE'], AVERAGED],
    ['a mask tests', ['MASK'], WEIGHTED],
    ['a blend uses', ['BLEND'], WEIGHTED],
    ['a mask and a blend use', ['MASK', 'BLEND'], WEIGHTED],
    ['one of two materials ignores', ['BLEND', 'OPAQUE'], AVERAGED],
  ] as const)('whose alpha %s', async (_, alphaModes, expected) => {
    const project = projectOf({ 'm.gltf': model(...alphaModes) }, raw({ alphaCoverage: false }));
    await project.agreed();
    expect(await texelOf(project, 'm/tex_0.ktx2')).toEqual(expected);
    expect(await texelOf(project, 'm/tex_0.ktx2', 0)).toEqual([255, 0, 0, 255]);
    expect(await notesOf(project, 'm.gltf#tex_0')).toEqual([
      expected === WEIGHTED
        ? 'mips weigh color by alpha: every material that uses the image masks or blends by it'
        : 'mips do not weigh color by alpha: a material that uses the image ignores it',
    ]);
  });

  it('keeps the coverage of a mask although another material ignores alpha', async () => {
    const project = projectOf({ 'm.gltf': model('MASK', 'OPAQUE') });
    await project.agreed();
    const [red, green, blue, alpha] = await texelOf(project, 'm/tex_0.ktx2', 3);
    expect([red, green, blue]).toEqual([188, 0, 0]);
    expect(alpha).toBeGreaterThanOrEqual(128);
  });

  it('is resized by the same rule', async () => {
    const project = projectOf({ 'm.gltf': model('OPAQUE') }, raw({ maxSize: 4 }));
    await project.agreed();
    expect(await texelOf(project, 'm/tex_0.ktx2', 0)).toEqual(AVERAGED);
    project.put('m.gltf', model('BLEND'));
    const result = await project.agreed();
    expect(await texelOf(project, 'm/tex_0.ktx2', 0)).toEqual(WEIGHTED);
    expect(reasonsOf(result, 'm.gltf#tex_0')).toEqual(['m.gltf changed how tex_0 is used']);
  });

  it('is compiled for each model as that one uses it, alone and in the shared store', async () => {
    for (const store of ['source', 'shared']) {
      const project = projectOf({ 'a.gltf': model('OPAQUE'), 'b.gltf': model('BLEND') }, raw({ store }));
      await project.agreed();
      const textures = Object.keys(project.outputs()).filter((path) => /tex_0\.ktx2$|^tex\//.test(path));
      const texels = await Promise.all(textures.map((path) => texelOf(project, path)));
      expect(texels.map((texel) => texel.join()).sort()).toEqual([AVERAGED.join(), WEIGHTED.join()]);
    }
  });

  it.each([
    ['', AVERAGED],
    ['d 0.5\n', WEIGHTED],
    ['map_d a.png\n', WEIGHTED],
  ])('of an .mtl follows its opacity: %j', async (opacity, expected) => {
    const project = projectOf({
      'o.obj': 'mtllib o.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl R\nf 1/1 2/1 3/1\n',
      'o.mtl': `newmtl R\nmap_Kd a.png\n${opacity}`,
    });
    await project.agreed();
    expect(await texelOf(project, 'o/tex_0.ktx2')).toEqual(expected);
  });
});

describe('an image under its own name', () => {
  it('is weighted by alpha if no material uses it', async () => {
    const project = projectOf({});
    await project.agreed();
    expect(await texelOf(project, 'a.ktx2')).toEqual(WEIGHTED);
    expect(await notesOf(project, 'a.png')).toEqual(['mips weigh color by alpha: no material uses the image']);
  });

  it.each([
    ['baseColor', 'OPAQUE', AVERAGED],
    ['baseColor', 'MASK', WEIGHTED],
    ['emissive', 'BLEND', AVERAGED],
  ] as const)('follows a .mat that names it as %s of a material that is %s', async (slot, alphaMode, expected) => {
    const project = projectOf({ 'm.mat': mat(slot, alphaMode) });
    const result = await project.agreed();
    expect(result.diagnostics).toEqual([]);
    expect(await texelOf(project, 'a.ktx2')).toEqual(expected);
    expect((await project.why('a.png'))[0]?.takenFor).toBe(
      `${expected === WEIGHTED ? 'transparent' : 'opaque'} color (used by m.mat)`,
    );
  });

  it('follows every material of models and .mat files together, and is rebuilt when one of them changes', async () => {
    const project = projectOf({ 'p.mat': mat('baseColor', 'BLEND'), 'm.gltf': model('BLEND') });
    await project.agreed();
    expect(await texelOf(project, 'a.ktx2')).toEqual(WEIGHTED);
    project.put('m.gltf', model('OPAQUE'));
    const result = await project.agreed();
    expect(reasonsOf(result, 'a.png')).toEqual(['it is now compiled as opaque color (used by m.gltf)']);
    expect(await texelOf(project, 'a.ktx2')).toEqual(AVERAGED);
    project.delete('m.gltf');
    expect(ids(await project.agreed(), 'restored')).toContain('a.png');
    expect(await texelOf(project, 'a.ktx2')).toEqual(WEIGHTED);
  });

  it('follows its materials if texture.role states that it is color', async () => {
    const project = projectOf({ 'm.gltf': model('OPAQUE') }, [...raw(), rule('a.png', { texture: { role: 'color' } })]);
    await project.agreed();
    expect(await texelOf(project, 'a.ktx2')).toEqual(AVERAGED);
  });

  it('with texture.standalone: all follows the models that use it', async () => {
    const project = projectOf({ 'm.gltf': model('OPAQUE') }, raw({ standalone: 'all' }));
    await project.agreed();
    expect(await texelOf(project, 'a.ktx2')).toEqual(AVERAGED);
    project.put('m.gltf', model('MASK'));
    await project.agreed();
    expect(await texelOf(project, 'a.ktx2')).toEqual(WEIGHTED);
  });
});
