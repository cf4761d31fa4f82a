// glTF → each mesh format of other runtimes → decoded again: the same triangles as glTF-Transform reads from the source.

import { decodeHmat, hashRef } from '@assetc/formats';
import { decodeHmesh1 } from '@assetc/formats/hmesh1';
import { decodeGali } from '@assetc/other-runtimes/galileo';
import { decodeVkguideMesh, unpackVkguideVertices } from '@assetc/other-runtimes/vkguide';
import { describe, expect, it } from 'vitest';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { addGrid, GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';
import { drawsOf, readOracle } from '../support/gltf-oracle.js';
import { compareTriangles } from '../support/triangle-match.js';
import { compileFor, join, type OtherFormat, trianglesOf } from './decode-meshes.js';
import { sceneModel, skinnedModel } from './fixtures.js';
import { inputOf, meshSuffixes, PATH } from './mesh-format-inputs.js';

/** Octahedral 16 bits, floats, and bytes that are rounded down. */
const NORMALS = { hmesh1: 1e-4, galileo: 1e-6, PNCV_F32: 1e-6, P32N8C8V16: 2 / 255 + 1e-6 };

describe.each([
  ['as they are', {}],
  ['all on the negative side', { offset: -1000 }],
] as const)('positions %s', (_, options) => {
  /** No node moves anything, so that not a bit may differ. */
  const local = (): GltfBuilder => {
    const builder = sceneModel(options);
    for (const node of builder.json.nodes)
      for (const key of ['translation', 'rotation', 'scale']) Reflect.deleteProperty(node, key);
    return builder;
  };

  it.each(['hmesh1', 'galileo'] as const)('come back from %s bit for bit', async (format) => {
    const builder = local();
    const context = await compileFor(format, inputOf(builder));
    const expected = join(drawsOf(await readOracle(builder.glb())).map(({ corners }) => corners));
    const actual = trianglesOf(context, format === 'hmesh1' ? '.hmesh' : '.gali');
    const uv = format === 'hmesh1' ? 0 : 0.5 / 65535 + 1e-7;
    expect(
      compareTriangles({ corners: actual }, { corners: expected }, { position: 0, normal: NORMALS[format], uv }),
    ).toBe(undefined);
  });

  it.each(['PNCV_F32', 'P32N8C8V16'] as const)('come back from vkguide %s bit for bit', async (vkguide) => {
    const builder = sceneModel(options);
    const context = await compileFor('vkguide', inputOf(builder), { vkguide });
    const draws = drawsOf(await readOracle(builder.glb()), { world: false });
    expect(meshSuffixes(context.outputs)).toEqual(['/Seat_0.mesh', '/Seat_1.mesh', '/Leg_0.mesh']);
    for (const [i, suffix] of ['/Seat_0.mesh', '/Seat_1.mesh', '/Leg_0.mesh'].entries()) {
      const tolerance = { position: 0, normal: NORMALS[vkguide], uv: 0 };
      const corners = draws[i]?.corners ?? new Float64Array(0);
      expect(compareTriangles({ corners: trianglesOf(context, suffix) }, { corners }, tolerance)).toBeUndefined();
    }
  });

  it('lie inside the bounds, and touch them', async () => {
    const builder = sceneModel(options);
    const vkguide = decodeVkguideMesh((await compileFor('vkguide', inputOf(builder))).output('/Leg_0.mesh'));
    const { positions } = unpackVkguideVertices(vkguide.vertices, 'PNCV_F32');
    const { origin, extents, radius } = vkguide.bounds;
    const reach = [0, 0, 0];
    let farthest = 0;
    for (let i = 0; i < positions.length; i += 3) {
      const from = [0, 1, 2].map((axis) => Math.abs((positions[i + axis] ?? 0) - (origin[axis] ?? 0)));
      for (const axis of [0, 1, 2]) reach[axis] = Math.max(reach[axis] ?? 0, from[axis] ?? 0);
      farthest = Math.max(farthest, Math.hypot(...from));
    }
    for (const axis of [0, 1, 2]) expect(extents[axis]).toBeCloseTo(reach[axis] ?? 0, 5);
    expect(radius).toBeCloseTo(farthest, 5);
    const gali = decodeGali((await compileFor('galileo', inputOf(builder))).output('.gali'));
    for (const group of gali.groups)
      for (let i = 0; i < group.positions.length; i++) {
        const distance = Math.abs((group.positions[i] ?? 0) - (group.center[i % 3] ?? 0));
        expect(distance).toBeLessThanOrEqual(group.halfExtents[i % 3] ?? 0);
      }
  });
});

describe('hmesh1', () => {
  it('has the vertices, indices and meshlets of version 2, as it places them', async () => {
    const builder = sceneModel();
    const { mesh } = await compileModel({ ...inputOf(builder), settings: { mesh: { lods: [] } } });
    const old = decodeHmesh1((await compileFor('hmesh1', inputOf(builder))).output('.hmesh'));
    expect(old.vertexCount).toBe(mesh.desc.vertexCount);
    expect([...old.indices]).toEqual([...mesh.indices]);
    expect(old.meshlets).toEqual(mesh.meshlets);
    expect(old.meshletBounds).toEqual(mesh.meshletBounds);
    expect(old.bounds).toEqual(mesh.bounds);
    const [a, b] = [
      new DataView(old.vertices.buffer, old.vertices.byteOffset),
      new DataView(mesh.vertices.buffer, mesh.vertices.byteOffset),
    ];
    for (let i = 0; i < old.vertexCount; i++)
      for (const [v1, v2] of [
        [0, 0],
        [4, 4],
        [8, 8],
        [12, 12],
        [20, 16],
        [28, 20],
        [32, 24],
      ] as const)
        expect(a.getUint32(i * 36 + v1)).toBe(b.getUint32(i * 28 + v2));
  });

  it('lists every material in source order, and so does the table next to it', async () => {
    const context = await compileFor('hmesh1', inputOf(sceneModel()));
    expect([...decodeHmesh1(context.output('.hmesh')).materials]).toEqual(
      ['unused', 'oak/dark', 'glass'].map((leaf) => hashRef(`models/chair/${leaf}`)),
    );
    expect(decodeHmat(context.output('.hmat'))).toMatchObject([
      { roughnessFactor: 0.125, alphaMode: 'OPAQUE' },
      { alphaMode: 'MASK', alphaCutoff: 0.25 },
      { alphaMode: 'BLEND', doubleSided: true },
    ]);
  });

  it('names repeated and empty materials by their index', async () => {
    const builder = new GltfBuilder();
    for (const name of ['Wood', '', 'Leather', 'Wood']) builder.list('materials', { name });
    builder.node({ mesh: addGrid(builder, 2, { material: 2 }) });
    const context = await compileFor('hmesh1', inputOf(builder));
    expect([...decodeHmesh1(context.output('.hmesh')).materials]).toEqual(
      ['material_0', 'material_1', 'leather', 'material_3'].map((leaf) => hashRef(`models/chair/${leaf}`)),
    );
  });

  it('compiles the images of materials that nothing uses', async () => {
    const builder = new GltfBuilder();
    builder.list('images', { uri: 'a.png' });
    builder.list('images', { uri: 'b.png' });
    builder.list('textures', { source: 1 });
    builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
    builder.list('materials', {});
    builder.node({ mesh: addGrid(builder, 2, { material: 1 }) });
    const input = { [PATH]: builder.glb(), 'Models/a.png': '', 'Models/b.png': '' };
    const context = await compileFor('hmesh1', { path: PATH, input });
    expect(context.derived.map(({ base }) => base)).toEqual(['Models/Chair/tex_1']);
    expect(decodeHmat(context.output('.hmat'))[0]).toMatchObject({ baseColorTex: hashRef('models/chair/tex_1') });
  });
});

describe('what materials have beyond a row', () => {
  const shiny = (transform: object): GltfBuilder => {
    const builder = new GltfBuilder();
    for (const uri of ['a.png', 'b.png']) builder.list('images', { uri });
    builder.list('samplers', { wrapS: 33071 });
    builder.list('textures', { source: 0, sampler: 0 });
    builder.list('textures', { source: 1, sampler: 0 });
    const extensions = { KHR_texture_transform: transform };
    builder.list('materials', {
      pbrMetallicRoughness: { baseColorTexture: { index: 0, extensions } },
      extensions: { KHR_materials_clearcoat: { clearcoatTexture: { index: 1, extensions } } },
    });
    builder.node({ mesh: addGrid(builder, 2, { material: 0 }) });
    return builder;
  };
  const compileShiny = (format: OtherFormat) =>
    compileFor(format, {
      path: PATH,
      input: { [PATH]: shiny({ scale: [2, 4] }).glb(), 'Models/a.png': '', 'Models/b.png': '' },
    });

  it.each(['hmesh1', 'galileo', 'vkguide'] as const)('is dropped by %s, which says so', async (format) => {
    const context = await compileShiny(format);
    expect(context.derived.map(({ name }) => name)).toEqual(['tex_0']);
    expect(context.outputs.some(({ suffix }) => suffix === '.hmatx')).toBe(false);
    const [dropped] = context.warnings.filter(({ code }) => code === 'mesh/dropped');
    expect(dropped?.message).toContain('KHR_materials_clearcoat, wrapping and filtering of textures');
    expect(dropped?.message).not.toContain('transforms');
  });

  it('is in the coordinates where it can be, whatever the format', async () => {
    const { vertices } = decodeVkguideMesh((await compileShiny('vkguide')).output('/mesh_0_0.mesh'));
    const { uvs } = unpackVkguideVertices(vertices, 'PNCV_F32');
    expect([0, 1].map((axis) => Math.max(...uvs.filter((_, i) => i % 2 === axis)))).toEqual(
      [2, 4].map((scale, axis) => scale * Math.max(...grid(2).uvs.filter((_, i) => i % 2 === axis))),
    );
  });
});

describe('what a format has no place for', () => {
  const messagesOf = async (format: OtherFormat, builder: GltfBuilder, mesh = {}) =>
    (await compileFor(format, inputOf(builder), mesh)).warnings
      .filter(({ code }) => code === 'mesh/dropped')
      .map(({ message }) => message);

  it('is said once for a file', async () => {
    const lods = { lods: [0.5, 0.125] };
    expect(await messagesOf('hmesh1', skinnedModel(), lods)).toEqual([
      '.hmesh version 1 cannot store these, so they are dropped: the skin (2 joints; the bind pose is kept), 1 animation clip, 2 levels of detail',
    ]);
    expect(await messagesOf('vkguide', skinnedModel(), lods)).toEqual([
      'vkguide cannot store these, so they are dropped: the skin (2 joints; the bind pose is kept), 1 animation clip, 2 levels of detail',
    ]);
    expect(await messagesOf('galileo', skinnedModel(), lods)).toEqual([
      'Galileo cannot store these, so they are dropped: the skeleton (2 joints; weights are kept), 1 animation clip, 2 levels of detail',
    ]);
    expect(await messagesOf('hmesh1', sceneModel(), { meshlets: { triangles: 'words' } })).toEqual([
      '.hmesh version 1 cannot store these, so they are dropped: triangles of meshlets as words, the assignment of 3 materials to triangles',
    ]);
    expect(await messagesOf('hmesh1', sceneModel(), { merge: false })).toEqual([
      '.hmesh version 1 cannot store these, so they are dropped: the placement of nodes (mesh.merge is off), the assignment of 3 materials to triangles',
    ]);
  });

  it('is reported levels of detail by default only for .hmesh, which had them', async () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: addGrid(builder) });
    const lods = { lods: [0.5, 0.25] };
    expect(await messagesOf('hmesh1', builder, lods)).toEqual([
      '.hmesh version 1 cannot store these, so they are dropped: 2 levels of detail',
    ]);
    for (const format of ['vkguide', 'galileo'] as const) expect(await messagesOf(format, builder, lods)).toEqual([]);
  });

  it('is nothing for a plain model', async () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: addGrid(builder) });
    for (const format of ['hmesh1', 'vkguide', 'galileo'] as const)
      expect(await messagesOf(format, builder)).toEqual([]);
  });
});

it('claims its outputs before compiling, by format', () => {
  const of = (format: string, path = 'a.glb') => meshKind.suffixes({ mesh: { format } }, path);
  expect([of('hmesh'), of('hmesh1'), of('vkguide'), of('galileo')]).toEqual([
    ['.hmesh', '.hmat'],
    ['.hmesh', '.hmat'],
    ['.pfb'],
    ['.gali', '.hmat'],
  ]);
  expect([of('hmesh', 'a.obj'), of('vkguide', 'a.OBJ')]).toEqual([['.hmesh', '.hmat'], ['.mesh']]);
});
