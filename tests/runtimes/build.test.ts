// Whole builds for other runtimes: clean by check, the same bytes for any number of jobs, and never stale.

import { decodeHman, pathRef } from '@assetc/formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Layer } from '../../packages/compiler/src/config/config.js';
import { checkPath } from '../../packages/compiler/src/inspect/check-path.js';
import { inspectPath } from '../../packages/compiler/src/inspect/inspect-files.js';
import { validateFile } from '../../packages/compiler/src/inspect/validate-file.js';
import { MemoryProject, remadeIds } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';

const image = (seed: number): Uint8Array => makePng(8, 8, (x, y) => [x * 30, y * 30, seed, 255 - x]);

function chair(roughnessFactor: number): string {
  const builder = new GltfBuilder();
  const { positions, normals, indices } = grid(3);
  builder.list('images', { uri: 'skin.png' });
  builder.list('textures', { source: 0 });
  builder.list('materials', {
    name: 'Wood',
    pbrMetallicRoughness: { roughnessFactor, baseColorTexture: { index: 0 } },
  });
  const uvs = Float32Array.from({ length: (positions.length / 3) * 2 }, (_, i) => (i % 10) / 10);
  builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
    material: 0,
  });
  builder.node({ name: 'seat', mesh: 0, translation: [1, 2, 3] });
  return builder.gltf();
}

const SOURCES: Readonly<Record<string, string | Uint8Array>> = {
  'models/chair.gltf': chair(0.5),
  'models/skin.png': image(40),
  'models/box.obj': 'mtllib box.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl wood\nf 1/1 2/2 3/3\n',
  'models/box.mtl': 'newmtl wood\nKd 1 0 0\nmap_Kd grain.png\n',
  'models/grain.png': image(41),
  'tex/oak.png': image(1),
  // Equal to another image, yet its file names another source.
  'tex/twin.png': image(1),
  'oak.mat': 'textures: { baseColor: tex/oak.png }\n',
};

const layer = (mesh: Layer['values'][string], texture: Layer['values'][string] = {}): Layer => ({
  origin: 'presets.other',
  match: undefined,
  values: { mesh: { lods: [], ...mesh }, texture: { standalone: 'all', ...texture } },
});

const PRESETS: Readonly<Record<string, { layer: Layer; outputs: readonly string[] }>> = {
  hmesh1: {
    layer: layer({ format: 'hmesh1' }),
    outputs: [
      'assets.hman',
      'models/box.hmat',
      'models/box.hmesh',
      'models/box/tex_0.ktx2',
      'models/chair.hmat',
      'models/chair.hmesh',
      'models/chair/tex_0.ktx2',
      'models/grain.ktx2',
      'models/skin.ktx2',
      'oak.hmat',
      'tex/oak.ktx2',
      'tex/twin.ktx2',
    ],
  },
  'vkguide, single': {
    layer: layer({ format: 'vkguide' }, { format: 'vkguide' }),
    outputs: [
      'assets.hman',
      'models/box.mesh',
      'models/box/tex_0.tx',
      'models/box/wood.mat',
      'models/chair.pfb',
      'models/chair/mesh_0_0.mesh',
      'models/chair/tex_0.tx',
      'models/chair/wood.mat',
      'models/grain.tx',
      'models/skin.tx',
      'oak.hmat',
      'tex/oak.tx',
      'tex/twin.tx',
    ],
  },
  'vkguide, packed and paged': {
    layer: layer({ format: 'vkguide', vkguide: 'P32N8C8V16' }, { format: 'vkguide', vkguide: 'paged' }),
    outputs: [
      'assets.hman',
      'models/box.mesh',
      'models/box/tex_0.tx',
      'models/box/wood.mat',
      'models/chair.pfb',
      'models/chair/mesh_0_0.mesh',
      'models/chair/tex_0.tx',
      'models/chair/wood.mat',
      'models/grain.tx',
      'models/skin.tx',
      'oak.hmat',
      'tex/oak.tx',
      'tex/twin.tx',
    ],
  },
  'galileo with .tx': {
    layer: layer({ format: 'galileo' }, { format: 'vkguide' }),
    outputs: [
      'assets.hman',
      'models/box.gali',
      'models/box.hmat',
      'models/box/tex_0.tx',
      'models/chair.gali',
      'models/chair.hmat',
      'models/chair/tex_0.tx',
      'models/grain.tx',
      'models/skin.tx',
      'oak.hmat',
      'tex/oak.tx',
      'tex/twin.tx',
    ],
  },
};

/** Source → its new content and the assets that must be made again, nothing else. */
const EDITS: readonly (readonly [string, string | Uint8Array, readonly string[]])[] = [
  ['models/chair.gltf', chair(0.25), ['models/chair.gltf']],
  ['models/skin.png', image(42), ['models/chair.gltf#tex_0', 'models/skin.png']],
  ['models/box.mtl', 'newmtl wood\nKd 0 1 0\nmap_Kd grain.png\n', ['models/box.obj']],
  ['tex/oak.png', image(9), ['tex/oak.png']],
  ['oak.mat', 'roughnessFactor: 0.5\ntextures: { baseColor: tex/oak.png }\n', ['oak.mat']],
];

async function start(layers: readonly Layer[], jobs = 2): Promise<MemoryProject> {
  const project = new MemoryProject({}, { embed: [], layers: [...layers] });
  project.registry = registry;
  project.validate = (path, read) => validateFile(path, read());
  for (const [path, content] of Object.entries(SOURCES)) project.host.put(`/project/assets/${path}`, content);
  const result = await project.build({ jobs, verify: true });
  expect(result.diagnostics).toEqual([]);
  return project;
}

const bytesOf = (project: MemoryProject): Record<string, string> =>
  Object.fromEntries(
    Object.keys(project.outputs()).map((path) => [
      path,
      Buffer.from(project.host.readFile(`/project/runtime/${path}`)).toString('base64'),
    ]),
  );

describe.each(Object.entries(PRESETS))('a build for %s', (_, preset) => {
  let built: MemoryProject;
  beforeAll(async () => {
    built = await start([preset.layer]);
  });

  const copy = (): MemoryProject => {
    const project = new MemoryProject({}, { embed: [], layers: [...built.config.layers] });
    project.registry = registry;
    project.host = built.host.afterPowerCut();
    return project;
  };
  const rebuilt = async (project: MemoryProject): Promise<string[]> => {
    const result = await project.build();
    expect(result.diagnostics).toEqual([]);
    const made = remadeIds(result);
    expect(await project.build()).toMatchObject({ built: 0, restored: 0 });
    return made;
  };

  it('writes the files of that runtime, and check finds nothing wrong', async () => {
    expect(Object.keys(built.outputs()).sort()).toEqual(preset.outputs);
    expect(await checkPath(built.host, '/project/runtime')).toMatchObject({ ok: true, diagnostics: [] });
    const reported = await inspectPath(built.host, '/project/runtime');
    expect(reported?.files.filter(({ problem, format }) => problem !== null || format === 'other')).toEqual([]);
    const used = reported?.files.find(({ path }) => /^tex\/oak\.(?:tx|ktx2)$/.test(path));
    expect(used?.facts.usedBy).toEqual(['oak.hmat[0].baseColor']);
    const skin = reported?.files.find(({ path }) => path.startsWith('models/chair/tex_0.'));
    expect(skin?.facts.usedBy).toHaveLength(1);
  });

  it('gives the same bytes with other jobs, and when it is done again', async () => {
    const again = bytesOf(await start([preset.layer], 4));
    expect(again).toEqual(bytesOf(built));
    expect(await copy().build()).toMatchObject({ built: 0, restored: 0 });
  });

  it.each(EDITS)('rebuilds exactly what depends on %s', async (path, content, wanted) => {
    const project = copy();
    project.host.put(`/project/assets/${path}`, content);
    expect(await rebuilt(project)).toEqual([...wanted].sort());
    expect(await checkPath(project.host, '/project/runtime')).toMatchObject({ ok: true });
  });

  it('makes any output anew that is deleted, cut or edited', async () => {
    for (const path of preset.outputs.filter((name) => name !== 'assets.hman')) {
      const file = `/project/runtime/${path}`;
      const bytes = built.host.readFile(file);
      const edited = bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte));
      for (const damage of [undefined, bytes.slice(0, -1), edited]) {
        const project = copy();
        if (damage === undefined) project.host.files.delete(file);
        else project.host.put(file, damage);
        expect(await rebuilt(project), path).toHaveLength(1);
        expect(project.host.readFile(file)).toEqual(bytes);
      }
    }
  });

  it('leaves nothing of it behind when the format changes back', async () => {
    const project = copy();
    project.config = { ...project.config, layers: [] };
    await project.build();
    const plain = await start([]);
    expect(bytesOf(project)).toEqual(bytesOf(plain));
  });
});

it('chooses formats by rule, for one source and for the images of a model alone', async () => {
  const project = await start([
    { origin: 'default', match: undefined, values: { texture: { standalone: 'all' } } },
    { origin: 'default.rules[0]', match: 'models/chair*', values: { mesh: { format: 'vkguide', lods: [] } } },
    { origin: 'default.rules[1]', match: 'models/chair/tex_0', values: { texture: { format: 'vkguide' } } },
  ]);
  const outputs = Object.keys(project.outputs());
  expect(outputs).toEqual(
    expect.arrayContaining([
      'models/chair.pfb',
      'models/chair/tex_0.tx',
      'models/box.hmesh',
      'models/box/tex_0.ktx2',
      'models/skin.ktx2',
    ]),
  );
  expect(await checkPath(project.host, '/project/runtime')).toMatchObject({ ok: true, diagnostics: [] });
});

it.each([
  ['vkguide', { format: 'vkguide' }],
  ['galileo', { format: 'galileo' }],
])('lists the textures that %s materials use in a manifest of textures only', async (_, mesh) => {
  const project = await start([layer(mesh, { format: 'vkguide' })]);
  project.config = { ...project.config, manifest: 'textures' };
  await project.build();
  const { entries } = decodeHman(project.host.readFile('/project/runtime/assets.hman'));
  expect(entries.map(({ path }) => path).sort()).toEqual([
    'models/box/tex_0.tx',
    'models/chair/tex_0.tx',
    'tex/oak.tx',
  ]);
  for (const { hash, path } of entries) expect(hash).toBe(pathRef(path));
});
