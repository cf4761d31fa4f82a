// Models through the built command line: what is rebuilt when something changes, shared textures, and the checks across files.

import { Fnv1a64, hashToHex } from '@assetc/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const projects: DiskProject[] = [];

afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

const red = makePng(16, 16, (x, y) => [200, x * 8, y * 8, 255]);
const bumps = makePng(16, 16, (x, y) => [128 + x, 128 - y, 250, 255]);

/** A skinned, animated chair with an external buffer, an external image, one in a data URI and one in the buffer. */
function chair(extra: object = {}): { readonly gltf: string; readonly bin: Uint8Array } {
  const builder = new GltfBuilder();
  addGrid(builder, 6, { material: 0 });
  const bone = builder.node({});
  builder.node({ mesh: 0, children: [] }, false);
  Object.assign(builder.json.nodes[bone] ?? {}, { children: [1] });
  builder.list('skins', { joints: [bone] });
  builder.list('animations', {
    name: 'Sway',
    channels: [{ sampler: 0, target: { node: bone, path: 'translation' } }],
    samplers: [
      {
        input: builder.accessor(Float32Array.of(0, 1, 2), 'SCALAR'),
        output: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), 'VEC3'),
      },
    ],
  });
  builder.list('images', { uri: 'wood%20grain.png' });
  builder.list('images', { uri: `data:image/png;base64,${Buffer.from(bumps).toString('base64')}` });
  builder.list('images', { bufferView: builder.view(makePng(8, 8, (x) => [x, x * 9, 3, 255])), mimeType: 'image/png' });
  for (const source of [0, 1, 2]) builder.list('textures', { source });
  builder.list('materials', {
    name: 'Oak',
    pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 2 } },
    normalTexture: { index: 1 },
    ...extra,
  });
  return { gltf: builder.gltf('chair.bin'), bin: builder.bin };
}

function project(config = ''): DiskProject {
  const { gltf, bin } = chair();
  const made = new DiskProject({
    'assetc.yml': config,
    'assets/models/Chair.gltf': gltf,
    'assets/models/chair.bin': bin,
    'assets/models/wood grain.png': red,
    'assets/other.png': makePng(8, 8, (x, y) => [x, y, 9, 255]),
  });
  projects.push(made);
  return made;
}

/** Ids of the assets that a build compiled. */
const rebuilt = (made: DiskProject): string[] => made.listAssets((status) => status === 'built');

const MODEL = 'models/Chair.gltf';
const IMAGES = [`${MODEL}#tex_0`, `${MODEL}#tex_1`, `${MODEL}#tex_2`];

describe.skipIf(!hasCli)('a model in a build', () => {
  it('writes mesh, materials, clips and a texture for each image, and passes check', () => {
    const made = project();
    expect(rebuilt(made)).toContain(MODEL);
    expect(Object.keys(made.hashTree())).toEqual([
      'assets.hman',
      'models/Chair.hanim',
      'models/Chair.hmat',
      'models/Chair.hmesh',
      'models/Chair/tex_0.ktx2',
      'models/Chair/tex_1.ktx2',
      'models/Chair/tex_2.ktx2',
      'other.ktx2',
    ]);
    expect(made.run(['check'])).toMatchObject({ status: 0 });
    const { stdout } = made.run(['info', 'runtime/models']);
    expect(stdout).toMatch(/72 triangles/);
    expect(stdout).toMatch(/1 joint/);
    expect(stdout).toMatch(/"Sway"|1 clip/);
    expect(stdout).toMatch(/1 row/);
  });

  it('rebuilds nothing when nothing, or something unrelated, changes', () => {
    const made = project();
    rebuilt(made);
    expect(rebuilt(made)).toEqual([]);
    made.write('assets/notes.txt', 'to do');
    expect(rebuilt(made)).toEqual([]);
    made.write(
      'assets/other.png',
      makePng(8, 8, () => [1, 2, 3, 255]),
    );
    expect(rebuilt(made)).toEqual(['other.png']);
  });

  it('rebuilds the model when its buffer changes, and only the images that lie in it', () => {
    const made = project();
    rebuilt(made);
    const { bin } = chair();
    new DataView(bin.buffer).setFloat32(0, -7, true);
    made.write('assets/models/chair.bin', bin);
    expect(rebuilt(made)).toEqual([MODEL]);
  });

  it('rebuilds an image when its file changes, and not the geometry', () => {
    const made = project();
    rebuilt(made);
    made.write(
      'assets/models/wood grain.png',
      makePng(16, 16, () => [9, 9, 9, 255]),
    );
    const again = rebuilt(made);
    expect(again.length).toBe(1);
    expect([`${MODEL}#tex_0`, 'models/wood grain.png']).toContain(again[0]);
  });

  it('rebuilds the model when its JSON changes', () => {
    const made = project();
    rebuilt(made);
    made.write('assets/models/Chair.gltf', chair({ doubleSided: true }).gltf);
    expect(rebuilt(made)).toEqual([MODEL]);
  });

  it.each([
    ['mesh: { merge: false }', [MODEL]],
    ['mesh: { lods: [0.5] }', [MODEL]],
    ['mesh: { lodError: 0.2 }', [MODEL]],
    ['mesh: { tangents: fast }', [MODEL]],
    ['mesh: { scene: all }', [MODEL]],
    ['animation: { tolerance: 0.01 }', [MODEL]],
    ['rules: [{ match: "models/*", mesh: { tangents: none } }]', [MODEL]],
    ['rules: [{ match: "models/wood*", mesh: { tangents: none } }]', []],
    ['rules: [{ match: "models/Chair/tex_1", texture: { mips: false } }]', [IMAGES[1] ?? '']],
  ])('rebuilds exactly what a setting changes: %s', (setting, expected) => {
    const made = project();
    rebuilt(made);
    made.write('assetc.yml', `default:\n  ${setting}\n`);
    expect(rebuilt(made)).toEqual(expected);
  });

  it('reduces keys within animation.tolerance', () => {
    const made = project();
    rebuilt(made);
    const before = made.run(['info', 'runtime/models/Chair.hanim']).stdout;
    made.write('assetc.yml', 'default:\n  animation: { tolerance: 0.001 }\n');
    rebuilt(made);
    expect(made.run(['info', 'runtime/models/Chair.hanim']).stdout).not.toBe(before);
  });

  it('fails alone, and leaves the others to be built', () => {
    const made = project();
    made.write('assets/broken.gltf', '{"asset": {"version": "2.0"}, "meshes": [{}], "nodes": [{"mesh": 3}]}');
    const { status, stderr } = made.run();
    expect(status).toBe(1);
    expect(stderr).toContain('broken.gltf#/nodes/0/mesh');
    expect(stderr).toContain('gltf/bad-reference');
    expect(Object.keys(made.hashTree())).toContain('models/Chair.hmesh');
  });
});

describe.skipIf(!hasCli)('the shared texture store', () => {
  const shared = 'default:\n  texture: { store: shared }\n';
  const hashOf = (mode: number, ...parts: Uint8Array[]): string => {
    const hash = new Fnv1a64().update(Uint8Array.of(mode));
    for (const part of parts) hash.update(part);
    return hashToHex(hash.digest());
  };

  it('holds equal images of two models once, under the hash of mode and bytes', () => {
    const made = project(shared);
    const { gltf, bin } = chair({ name: 'Other' });
    made.write('assets/models/Stool.gltf', gltf);
    made.write('assets/models/chair.bin', bin);
    rebuilt(made);
    const files = Object.keys(made.hashTree()).filter((path) => path.startsWith('tex/'));
    expect(files.length).toBe(3);
    expect(files).toContain(`tex/${hashOf(0, red)}.ktx2`);
    expect(files).toContain(`tex/${hashOf(2, bumps)}.ktx2`);
    expect(made.run(['check'])).toMatchObject({ status: 0 });
    expect(rebuilt(made)).toEqual([]);
  });

  it('counts settings that are not built in', () => {
    const made = project('default:\n  texture: { store: shared, mips: false, maxSize: 8 }\n');
    rebuilt(made);
    const json = new TextEncoder().encode('{"maxSize":8,"mips":false}');
    expect(Object.keys(made.hashTree())).toContain(`tex/${hashOf(0, red, json)}.ktx2`);
  });
});
