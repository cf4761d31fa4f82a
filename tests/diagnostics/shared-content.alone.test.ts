// A result that comes from the content store has the warnings that compiling would give: equal content under another name, in
// another folder, preset, container or project.

import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { writeExr } from '../../packages/compiler/src/importers/image/testing/write-exr.js';
import { PresetRun } from '../../packages/compiler/src/pipeline/preset-run.js';
import { ids, type MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { addPngChunk, makePng } from '../support/png.js';
import { type Building, type Raise, realProject, type Sources } from './raise.js';
import { buildRows } from './raised/build.js';
import { environmentRows } from './raised/environment.js';
import { fontRows } from './raised/font.js';
import { gltfRows } from './raised/gltf.js';
import { imageRows, lutRows, textureRows } from './raised/image.js';
import { materialRows } from './raised/material.js';
import { meshRows } from './raised/mesh.js';
import { mtlRows, objRows } from './raised/obj.js';
import { shaderRows } from './raised/shader.js';

const PNG = makePng(8, 8, (x, y) => [x * 9, y * 9, 0, 255]);
/** Warns with a place: byte 33 of the image. */
const ODD = addPngChunk(PNG, 'tRNS', new Uint8Array(6));
const QOI = Uint8Array.of(0x71, 0x6f, 0x69, 0x66, 0, 0, 0, 1, 0, 0, 0, 1, 4, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0, 1);
const EXR = writeExr({ channels: [{ name: 'R', type: 'half', valueAt: () => 0.5 }], dataWindow: [0, 0, 1, 0] });
/** Without a footer: only its name shows that it is a TGA. */
const TGA = Uint8Array.from({ length: 34 }, (_, at) => ({ 2: 2, 12: 2, 14: 2, 16: 32 })[at] ?? 0);

/** A textured triangle. `before`: bytes in front of the image, so that its place differs. */
function model(image: { readonly uri: string } | Uint8Array, before = 0): GltfBuilder {
  const builder = new GltfBuilder();
  const attributes = { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3') };
  builder.node({ mesh: builder.mesh({ attributes, material: 0 }) });
  if (before > 0) builder.view(new Uint8Array(before));
  builder.list(
    'images',
    image instanceof Uint8Array ? { bufferView: builder.view(image), mimeType: 'image/png' } : image,
  );
  builder.list('textures', { source: 0 });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  return builder;
}

const dataUri = (bytes: Uint8Array) => ({ uri: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}` });

const textOf = ({ code, file, where, message, hint, severity }: Diagnostic): string =>
  `${severity} ${code} ${file} ${JSON.stringify(where)}: ${message} (${hint})`;

/** `store`: a project whose content store is shared. */
async function build(sources: Sources, store?: MemoryProject, values: Building['values'] = {}) {
  const project = realProject(sources, values);
  for (const [path, file] of store?.host.files ?? [])
    if (/^\/(?:home\/)?cache\//.test(path)) project.host.put(path, file.bytes);
  return { project, ...(await reportOf(project)) };
}

async function reportOf(project: MemoryProject, run?: PresetRun) {
  const result = await project.build(run === undefined ? {} : { run });
  return {
    warnings: result.diagnostics.map(textOf).sort(),
    restored: [...ids(result, 'restored'), ...ids(result, 'shared')].sort(),
  };
}

const inModel = { 'a.glb': model(ODD).glb() };
const inFile = (uri: string, image: Uint8Array) => ({ 'a.gltf': model({ uri }).gltf(), [uri]: image });
/** What textures are encoded to. */
const PRESETS = [
  ['target', { target: 'universal' }, { target: 'bc' }],
  ['supercompression', { supercompress: 'zstd' }, { supercompress: 'none' }],
  ['quality and mips', { quality: 'fast' }, { quality: 'normal', mips: false }],
] as const;

describe('the warnings of equal content', () => {
  it.each<[string, Sources, Sources, restored: string[]]>([
    ['a wrong name, then the right one', { 'a.jpg': PNG }, { 'a.png': PNG }, ['a.png']],
    ['the right name, then a wrong one', { 'a.png': PNG }, { 'a.jpg': PNG }, ['a.jpg']],
    ['one wrong name, then another', { 'a.jpg': PNG }, { 'a.webp': PNG }, ['a.webp']],
    ['a QOI', { 'a.qoi': QOI }, { 'a.png': QOI }, ['a.png']],
    ['an image of another HDR name', { 'a.hdr': EXR }, { 'a.exr': EXR }, ['a.exr']],
    ['an image under an HDR name', { 'a.png': PNG }, { 'a.hdr': PNG }, []],
    ['a TGA that only its name shows', { 'a.tga': TGA }, { 'a.png': TGA }, []],
    ['another folder', { 'a.png': ODD }, { 'b/c.png': ODD }, ['b/c.png']],
    [
      'a lookup table',
      { 'a.lut.cube': `MOOD warm\nLUT_3D_SIZE 2\n${'0 0 0\n'.repeat(8)}` },
      { 'b/b.lut.cube': `MOOD warm\nLUT_3D_SIZE 2\n${'0 0 0\n'.repeat(8)}` },
      ['b/b.lut.cube'],
    ],
    [
      'a strip',
      { 'a.lut.png': makePng(16, 4, () => [9, 9, 9, 255]) },
      { 'a.lut.cube': makePng(16, 4, () => [9, 9, 9, 255]) },
      [],
    ],
    ['another place in another model', inModel, { 'b/b.glb': model(ODD, 64).glb() }, ['b/b.glb#a']],
    ['a model, then a file', inModel, { 'a.png': ODD }, []],
    [
      'a file in a model of another folder',
      { 'a.gltf': model({ uri: 'i.png' }).gltf(), 'i.png': ODD },
      { 'b/b.gltf': model({ uri: 'j.png' }).gltf(), 'b/j.png': ODD },
      ['b/b.gltf#a'],
    ],
    [
      'a file, then a data URI',
      { 'a.gltf': model({ uri: 'i.png' }).gltf(), 'i.png': ODD },
      { 'b.gltf': model(dataUri(ODD)).gltf() },
      ['b.gltf#a'],
    ],
    [
      'a data URI, then a buffer view',
      { 'a.gltf': model(dataUri(ODD)).gltf() },
      { 'b.glb': model(ODD).glb() },
      ['b.glb#a'],
    ],
    ['two files of one project', { 'a.png': ODD, 'b.jpg': ODD }, { 'c.jpg': ODD, 'd.png': ODD }, ['c.jpg', 'd.png']],
  ])('%s', async (_, first, second, restored) => {
    const { project } = await build(first);
    const alone = await build(second);
    const shared = await build(second, project);
    expect(shared.warnings).toEqual(alone.warnings);
    expect(shared.restored.map((id) => id.replace(/#.*/, '#a'))).toEqual(restored);
  });
});

describe('the warnings after a change in one project', () => {
  it.each<[string, Sources, Sources]>([
    ['an image moved inside its model', inModel, { 'a.glb': model(ODD, 64).glb() }],
    ['an image got its right name', inFile('i.jpg', PNG), inFile('i.png', PNG)],
    ['an image got a wrong name', inFile('i.png', PNG), inFile('i.jpg', PNG)],
    ['an image moved from a file into the model', inFile('i.jpg', ODD), { 'a.gltf': model(dataUri(ODD)).gltf() }],
  ])('are those of a clean build: %s', async (_, before, after) => {
    const { project } = await build(before);
    for (const path of Object.keys(before)) project.delete(path);
    for (const [path, content] of Object.entries(after)) project.host.put(`/project/assets/${path}`, content);
    expect((await reportOf(project)).warnings).toEqual((await build(after)).warnings);
  });
});

const isBuilding = (raise: Raise): raise is Building => 'sources' in raise;

/** A file whose paths in other files are relative to it can be moved; materials name paths from the root of the input. */
const movable = Object.entries({
  ...buildRows,
  ...environmentRows,
  ...fontRows,
  ...gltfRows,
  ...imageRows,
  ...lutRows,
  ...materialRows,
  ...meshRows,
  ...mtlRows,
  ...objRows,
  ...shaderRows,
  ...textureRows,
}).filter((row): row is [string, Building] => isBuilding(row[1]) && !row[0].startsWith('material/'));

describe('the warnings of every code, moved to another folder of another project', () => {
  it.each(movable)('%s', async (_, { sources, values }) => {
    const moved = Object.fromEntries(Object.entries(sources).map(([path, content]) => [`moved/${path}`, content]));
    const { project } = await build(sources, undefined, values);
    expect((await build(moved, project, values)).warnings).toEqual((await build(moved, undefined, values)).warnings);
  });
});

const textures = Object.entries({ ...imageRows, ...lutRows, ...textureRows })
  .filter((row): row is [string, Building] => isBuilding(row[1]))
  .flatMap(([code, { sources, values }]) =>
    PRESETS.map(([name, first, second]) => [`${code}, ${name}`, sources, values, first, second] as const),
  );

describe('the warnings of two presets in one run are those of each alone', () => {
  it.each(textures)('%s', async (_, sources, values, ...presets) => {
    const settings = presets.map((texture) => ({ ...values, texture: { ...values.texture, ...texture } }));
    const projects = settings.map((own) => realProject(sources, own));
    for (const [i, project] of projects.entries()) {
      project.host = projects[0]?.host ?? project.host;
      project.config = { ...project.config, output: `/project/${i}`, otherOutputs: [`/project/${1 - i}`] };
    }
    const run = new PresetRun(projects.map(({ config }) => config));
    for (const [i, project] of projects.entries())
      expect((await reportOf(project, run)).warnings).toEqual((await build(sources, undefined, settings[i])).warnings);
  });
});
