// docs/guide/coming-from.md: its statements about this compiler.

import {
  decodeHanim,
  decodeHman,
  decodeHmat,
  decodeHmesh,
  decodeHpack,
  decodeKtx2,
  unpackSkinVertices,
  unpackVertices,
} from '@assetc/formats';
import { decodeVkguideMaterial, decodeVkguideMesh, decodeVkguideTexture } from '@assetc/other-runtimes/vkguide';
import { describe, expect, it } from 'vitest';
import type { Layer } from '../../packages/compiler/src/config/config.js';
import { ids, MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';

type Values = Layer['values'];
type Sources = Readonly<Record<string, string | Uint8Array>>;

async function projectOf(sources: Sources, values: Values = {}, changes: { manifest?: 'textures' } = {}) {
  const layers = [{ origin: 'default', match: undefined, values }];
  const project = new MemoryProject({}, { embed: ['*.json'], layers, ...changes });
  project.registry = registry;
  for (const [path, content] of Object.entries(sources)) project.host.put(`/project/assets/${path}`, content);
  expect(await project.build()).toMatchObject({ status: 'ok' });
  return { project, output: (path: string) => project.host.readFile(`/project/runtime/${path}`) };
}

/** A unit triangle, right angle at the origin, with v falling as y rises; each node puts it somewhere. */
function model(nodes: readonly Record<string, unknown>[], scenes: readonly (readonly number[])[]): Uint8Array {
  const builder = new GltfBuilder();
  const attributes = {
    POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3'),
    NORMAL: builder.accessor(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), 'VEC3'),
    TEXCOORD_0: builder.accessor(Float32Array.of(0, 1, 1, 1, 0, 0), 'VEC2'),
  };
  const mesh = builder.mesh({ attributes });
  for (const node of nodes) builder.node({ mesh, ...node }, false);
  builder.json.scenes.splice(0, 1, ...scenes.map((roots) => ({ nodes: [...roots] })));
  builder.json.scene = 0;
  return builder.glb();
}

const at = (x: number, more: object = {}) => ({ translation: [x, 0, 0], ...more });
const whereSubmeshesLie = (bytes: Uint8Array) =>
  decodeHmesh(bytes).submeshes.map(({ aabbMin }) => Math.round(aabbMin[0] ?? Number.NaN));

/** Two triangles, each with its own skin of one joint, and a third one without a skin. */
function twoSkins(): Uint8Array {
  const builder = new GltfBuilder();
  const POSITION = builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3');
  const JOINTS_0 = builder.accessor(new Uint16Array(12), 'VEC4');
  const WEIGHTS_0 = builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4');
  const mesh = builder.mesh({ attributes: { POSITION, JOINTS_0, WEIGHTS_0 } });
  for (const joints of [[0], [1]]) {
    builder.node(at(joints[0] ?? 0));
    builder.list('skins', { joints });
  }
  for (const skin of [0, 1]) builder.node({ mesh, skin });
  builder.node({ mesh: builder.mesh({ attributes: { POSITION } }) });
  return builder.glb();
}

/** A node with a triangle that a clip moves from x = 0 to x = 1 within a second. */
function moving(interpolation: 'LINEAR' | 'CUBICSPLINE'): Uint8Array {
  const builder = new GltfBuilder();
  const attributes = { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3') };
  const node = builder.node({ mesh: builder.mesh({ attributes }) });
  const still = [0, 0, 0];
  const values =
    interpolation === 'LINEAR' ? [0, 0, 0, 1, 0, 0] : [still, still, still, still, [1, 0, 0], still].flat();
  const input = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
  const output = builder.accessor(Float32Array.from(values), 'VEC3');
  const channels = [{ sampler: 0, target: { node, path: 'translation' } }];
  builder.list('animations', { channels, samplers: [{ input, output, interpolation }] });
  return builder.glb();
}

describe('coming from the C++ assetc', () => {
  it('made tangents follow glTF', async () => {
    const { output } = await projectOf({ 'a.glb': model([at(0)], [[0]]) });
    const { tangents } = unpackVertices(decodeHmesh(output('a.hmesh')).vertices);
    for (let i = 0; i < tangents.length; i += 4) {
      expect(tangents[i]).toBeCloseTo(1, 3);
      // cross(+z, +x) is +y, along which v falls.
      expect(tangents[i + 3]).toBe(1);
    }
  });

  it('nodes come depth first in the order of the file', async () => {
    const nodes = [at(10, { children: [1, 2] }), at(10), at(20), at(40)];
    const { output } = await projectOf({ 'a.glb': model(nodes, [[0, 3]]) });
    expect(whereSubmeshesLie(output('a.hmesh'))).toEqual([10, 20, 30, 40]);
  });

  it('only the default scene is compiled, or all where that is asked for', async () => {
    const source = { 'a.glb': model([at(10), at(20)], [[0], [1]]) };
    expect(whereSubmeshesLie((await projectOf(source)).output('a.hmesh'))).toEqual([10]);
    const all = await projectOf(source, { mesh: { scene: 'all' } });
    expect(whereSubmeshesLie(all.output('a.hmesh'))).toEqual([10, 20]);
  });

  it('a mirrored node turns the winding and keeps normals outside', async () => {
    const { output } = await projectOf({ 'a.glb': model([{ scale: [-1, 1, 1] }], [[0]]) });
    const mesh = decodeHmesh(output('a.hmesh'));
    const { positions, normals, tangents } = unpackVertices(mesh.vertices);
    const [a, b, c] = [...mesh.indices].map((v) => positions.subarray(v * 3, v * 3 + 3));
    const cross =
      ((b?.[0] ?? 0) - (a?.[0] ?? 0)) * ((c?.[1] ?? 0) - (a?.[1] ?? 0)) -
      ((b?.[1] ?? 0) - (a?.[1] ?? 0)) * ((c?.[0] ?? 0) - (a?.[0] ?? 0));
    expect(Math.sign(cross)).toBe(1);
    expect(normals[2]).toBeCloseTo(1, 3);
    expect(tangents[3]).toBe(-1);
  });

  it('without merging a mesh is stored once and placed by nodes', async () => {
    const source = { 'a.glb': model([at(10), at(20)], [[0, 1]]) };
    const mesh = decodeHmesh((await projectOf(source, { mesh: { merge: false } })).output('a.hmesh'));
    expect(mesh.submeshes).toHaveLength(1);
    expect(mesh.nodes).toHaveLength(2);
  });

  it('an OBJ has a material table, and v turned over', async () => {
    const obj = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0.25\nusemtl red\nf 1/1 2/1 3/1\n';
    const { output } = await projectOf({ 'a.obj': obj, 'a.mtl': 'newmtl red\nKd 1 0 0\n' });
    expect(decodeHmat(output('a.hmat'))[0]?.baseColorFactor).toEqual([1, 0, 0, 1]);
    expect(unpackVertices(decodeHmesh(output('a.hmesh')).vertices).uvs[1]).toBe(0.75);
  });

  it('the manifest lists everything, or only textures that are referred to', async () => {
    const png = makePng(4, 4, () => [9, 9, 9, 255]);
    const sources = { 'a.glb': model([at(0)], [[0]]), 'b.json': '{}', 'lone.png': png, 'used.png': png };
    const mat = { 'm.mat': 'textures: { baseColor: used.png }' };
    const listed = (bytes: Uint8Array) => decodeHman(bytes).entries.map(({ kind }) => kind);
    const all = listed((await projectOf({ ...sources, ...mat })).output('assets.hman'));
    expect(new Set(all)).toEqual(new Set(['mesh', 'material', 'texture', 'embed']));
    const textures = await projectOf({ ...sources, ...mat }, {}, { manifest: 'textures' });
    expect(decodeHman(textures.output('assets.hman')).entries.map(({ path }) => path)).toEqual(['used.ktx2']);
  });

  it('all skins are one skeleton, and static parts follow a joint that never moves', async () => {
    const { output } = await projectOf({ 'a.glb': twoSkins() });
    const mesh = decodeHmesh(output('a.hmesh'));
    expect(mesh.skin?.joints).toHaveLength(3);
    const { joints } = unpackSkinVertices(mesh.skin?.vertices ?? new Uint8Array());
    expect([...new Set([0, 3, 6].map((vertex) => joints[vertex * 4]))]).toEqual([0, 1, 2]);
  });

  it('animated nodes become joints, or stay still', async () => {
    const source = { 'a.glb': moving('LINEAR') };
    const { output } = await projectOf(source);
    expect(decodeHmesh(output('a.hmesh')).skin?.joints).toHaveLength(1);
    expect(decodeHanim(output('a.hanim'))[0]?.channels).toMatchObject([{ joint: 0, path: 'translation' }]);
    const still = await projectOf(source, { animation: { nodes: 'off' } });
    expect(Object.keys(still.project.outputs())).not.toContain('a.hanim');
  });

  it('cubic splines become linear keys that follow the curve', async () => {
    const { output } = await projectOf({ 'a.glb': moving('CUBICSPLINE') });
    const [channel] = decodeHanim(output('a.hanim'))[0]?.channels ?? [];
    expect(channel?.interpolation).toBe('LINEAR');
    const times = [...(channel?.times ?? [])];
    expect(times.length).toBeGreaterThan(4);
    // With tangents of zero the curve is 3t² − 2t³.
    for (const [i, t] of times.entries()) expect(channel?.values[i * 3]).toBeCloseTo(3 * t * t - 2 * t * t * t, 4);
  });

  it('the descriptor says by content which channels are stored, and gray stands in all three', async () => {
    const opaque = makePng(4, 4, (x) => [x * 60, 9, 9, 255]);
    const clear = makePng(4, 4, (x) => [x * 60, 9, 9, 100]);
    const { output } = await projectOf({ 'c.png': opaque, 'a.png': clear, 'g.ao.png': opaque, 'n.n.png': opaque });
    const channel = (path: string) => (decodeKtx2(output(path)).dataFormat.basic?.samples[0]?.channelType ?? 255) & 15;
    expect(['c.ktx2', 'a.ktx2', 'g.ao.ktx2', 'n.n.ktx2'].map(channel)).toEqual([0, 3, 4, 6]);
  });

  it('a deleted cache file costs no compiling, --no-cache does', async () => {
    const { project } = await projectOf({ 'a.glb': model([at(0)], [[0]]) });
    project.host.files.delete('/project/runtime/.assetc-cache');
    expect(await project.build()).toMatchObject({ built: 0, restored: 1 });
    expect(ids(await project.build({ noCache: true }), 'built')).toEqual(['a.glb']);
  });

  it('outputs of a deleted source go, files of others stay', async () => {
    const { project } = await projectOf({ 'a.json': '1', 'b.json': '2' });
    project.host.put('/project/runtime/mine.txt', 'mine');
    project.delete('a.json');
    expect(await project.build()).toMatchObject({ removed: 1 });
    expect(Object.keys(project.outputs())).toEqual(['assets.hman', 'b.json', 'mine.txt']);
  });
});

describe('a pack', () => {
  it('holds every file of the output folder, or with recorded what the build wrote', async () => {
    const { project } = await projectOf({ 'a.json': '1' });
    project.host.put('/project/runtime/mine.txt', 'mine');
    const packed = async (pack: true | 'recorded') => {
      project.config = { ...project.config, pack };
      await project.build();
      return decodeHpack(project.host.readFile('/project/runtime.hpack')).entries.map(({ path }) => path);
    };
    expect(await packed(true)).toEqual(['a.json', 'assets.hman', 'mine.txt']);
    expect(await packed('recorded')).toEqual(['a.json', 'assets.hman']);
  });
});

describe('kinds of entries', () => {
  it('list files beyond the original formats as embed in the manifest and as other in a pack', async () => {
    const source = { 'a.glb': model([at(0, { extras: { door: 1 } })], [[0]]) };
    const { project, output } = await projectOf(source);
    expect(decodeHman(output('assets.hman')).entries.find(({ path }) => path === 'a.hscene')?.kind).toBe('embed');
    project.config = { ...project.config, pack: true };
    await project.build();
    const { entries } = decodeHpack(project.host.readFile('/project/runtime.hpack'));
    expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.hmat', 'hmat'],
      ['a.hmesh', 'hmesh'],
      ['a.hscene', 'other'],
      ['assets.hman', 'hman'],
    ]);
  });
});

describe("coming from vkguide's baker", () => {
  const values: Values = { mesh: { format: 'vkguide', lods: [] }, texture: { format: 'vkguide', vkguide: 'paged' } };

  it('parts lie in a folder of the model and are called by their names', async () => {
    const builder = new GltfBuilder();
    const attributes = { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3') };
    const material = builder.list('materials', { name: 'oak', alphaMode: 'BLEND' });
    builder.json.meshes.push({ name: 'seat', primitives: [{ attributes, material }, { attributes }] });
    builder.node({ mesh: 0 });
    const { project, output } = await projectOf({ 'chair.glb': builder.glb() }, values);
    expect(Object.keys(project.outputs()).sort()).toEqual([
      'assets.hman',
      'chair.pfb',
      'chair/material_none.mat',
      'chair/oak.mat',
      'chair/seat_0.mesh',
      'chair/seat_1.mesh',
    ]);
    expect(decodeVkguideMaterial(output('chair/oak.mat')).baseEffect).toBe('texturedPBR_transparent');
    expect(decodeVkguideMaterial(output('chair/material_none.mat')).baseEffect).toBe('texturedPBR_opaque');
    expect(decodeVkguideMesh(output('chair/seat_0.mesh')).vertexFormat).toBe('PNCV_F32');
  });

  it('an OBJ is one mesh', async () => {
    const obj = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\nusemtl blue\nf 3 2 1\n';
    const { project } = await projectOf({ 'monkey.obj': obj, 'a.mtl': 'newmtl red\nnewmtl blue\n' }, values);
    expect(
      Object.keys(project.outputs())
        .filter((path) => !path.endsWith('.mat'))
        .sort(),
    ).toEqual(['assets.hman', 'monkey.mesh']);
  });

  it('pages begin at full size', async () => {
    const { output } = await projectOf({ 'a.png': makePng(8, 4, () => [1, 2, 3, 255]) }, values);
    const pages = decodeVkguideTexture(output('a.tx')).pages.map(({ width, height }) => [width, height]);
    expect(pages).toEqual([
      [8, 4],
      [4, 2],
      [2, 1],
      [1, 1],
    ]);
  });
});

describe('coming from gltfpack', () => {
  it('quantized texture coordinates that need a transform are warned about', async () => {
    const builder = new GltfBuilder();
    const attributes = {
      POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3'),
      TEXCOORD_0: builder.accessor(Uint16Array.of(0, 0, 4095, 0, 0, 4095), 'VEC2', { normalized: true }),
    };
    const image = Buffer.from(makePng(4, 4, () => [1, 2, 3, 255])).toString('base64');
    builder.list('images', { uri: `data:image/png;base64,${image}` });
    builder.list('textures', { source: 0 });
    const extensions = { KHR_texture_transform: { scale: [16, 16] } };
    const material = builder.list('materials', {
      pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions } },
    });
    builder.json.extensionsUsed = ['KHR_mesh_quantization', 'KHR_texture_transform'];
    builder.node({ mesh: builder.mesh({ attributes, material }) });
    const { project } = await projectOf({ 'a.glb': builder.glb() });
    const { diagnostics } = await project.build();
    expect(diagnostics).toEqual([]);
  });
});
