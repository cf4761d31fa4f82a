// glTF → each mesh format of other runtimes → decoded again: the same triangles as glTF-Transform reads from the source.

import { createHash } from 'node:crypto';
import { decodeHmat, hashRef } from '@assetc/formats';
import { decodeGali, formatUuid } from '@assetc/formats/galileo';
import { decodeHmesh1 } from '@assetc/formats/hmesh1';
import {
  decodeAssetFile,
  decodeVkguideMaterial,
  decodeVkguideMesh,
  unpackVkguideVertices,
} from '@assetc/formats/vkguide';
import { xxhash3 } from 'hash-wasm';
import { decompressBlock } from 'lz4js';
import { describe, expect, it } from 'vitest';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { addGrid, GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../compile-model.js';
import { drawsOf, readOracle } from '../gltf-oracle.js';
import { compareTriangles } from '../triangle-match.js';
import { compileFor, join, type OtherFormat, placedMeshes, trianglesOf } from './decode-meshes.js';
import { sceneModel, skinnedModel } from './fixtures.js';

const PATH = 'Models/Chair.glb';
const inputOf = (builder: GltfBuilder) => ({ path: PATH, input: { [PATH]: builder.glb() } });
const meshSuffixes = (outputs: readonly { readonly suffix: string }[]): string[] =>
  outputs.map(({ suffix }) => suffix).filter((suffix) => suffix.endsWith('.mesh'));

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

  it('lists every material in source order, and so does the table beside it', async () => {
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

describe('vkguide', () => {
  it('keeps the node tree, with the meshes where glTF-Transform sees them', async () => {
    const builder = sceneModel();
    const context = await compileFor('vkguide', inputOf(builder));
    const placed = placedMeshes(context);
    expect(placed.map(({ node, meshPath, materialPath }) => [node, meshPath, materialPath])).toEqual([
      ['leg', 'Models/Chair/Leg_0.mesh', 'Models/Chair/material_none.mat'],
      ['', 'Models/Chair/Leg_0.mesh', 'Models/Chair/material_none.mat'],
      ['chair_PRIM_0', 'Models/Chair/Seat_0.mesh', 'Models/Chair/glass.mat'],
      ['chair_PRIM_1', 'Models/Chair/Seat_1.mesh', 'Models/Chair/oak_dark.mat'],
    ]);
    const corners = placed.map(({ meshPath, world }) =>
      atPlace(trianglesOf(context, meshPath.slice('Models/Chair'.length)), world),
    );
    const expected = drawsOf(await readOracle(builder.glb())).map((draw) => positionsOnly(draw.corners));
    expect(
      compareTriangles({ corners: join(corners) }, { corners: join(expected) }, { position: 1e-5, normal: 0, uv: 0 }),
    ).toBeUndefined();
  });

  it('writes colours, white where there are none', async () => {
    const context = await compileFor('vkguide', inputOf(sceneModel()));
    const colorsOf = (suffix: string) => {
      const { vertexFormat, vertices } = decodeVkguideMesh(context.output(suffix));
      return unpackVkguideVertices(vertices, vertexFormat).colors;
    };
    expect(new Set(colorsOf('/Seat_1.mesh'))).toEqual(new Set([1]));
    const wanted = Float32Array.from({ length: 75 }, (_, i) => ((i * 37) % 256) / 255);
    expect([...colorsOf('/Seat_0.mesh')].sort()).toEqual([...wanted].sort());
  });

  it('packs P32N8C8V16 as FORMATS says, byte for byte', async () => {
    const builder = new GltfBuilder();
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3'),
        NORMAL: builder.accessor(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), 'VEC3'),
        COLOR_0: builder.accessor(Float32Array.of(1, 0.5, 0, 1, 0.5, 0, 1, 0.5, 0), 'VEC3'),
      },
    });
    builder.node({ mesh: 0 });
    const context = await compileFor('vkguide', inputOf(builder), { vkguide: 'P32N8C8V16' });
    const { vertices, indices } = decodeVkguideMesh(context.output('/mesh_0_0.mesh'));
    expect(vertices.byteLength).toBe(3 * 28);
    expect(indices.BYTES_PER_ELEMENT).toBe(4);
    for (let i = 0; i < 3; i++)
      expect([...vertices.subarray(i * 28 + 12, i * 28 + 20)]).toEqual([127, 127, 255, 255, 128, 0, 0, 0]);
  });

  it('writes materials with slots, factors and transparency', async () => {
    const builder = new GltfBuilder();
    for (const uri of ['a.png', 'b.png']) builder.list('images', { uri });
    builder.list('textures', { source: 0 });
    builder.list('textures', { source: 1 });
    builder.list('materials', {
      name: 'Skin',
      alphaMode: 'BLEND',
      pbrMetallicRoughness: { baseColorTexture: { index: 0 }, roughnessFactor: 0.5 },
      normalTexture: { index: 1 },
    });
    builder.node({ mesh: addGrid(builder, 2, { material: 0 }) });
    const input = { [PATH]: builder.glb(), 'Models/a.png': '', 'Models/b.png': '' };
    const of = async (format: string) => {
      const context = await compileFor('vkguide', { path: PATH, input, settings: { texture: { format } } });
      return { context, material: decodeVkguideMaterial(context.output('/skin.mat')) };
    };
    const { context, material } = await of('vkguide');
    expect(material).toMatchObject({ baseEffect: 'texturedPBR_transparent', transparency: 'transparent' });
    expect([...material.textures]).toEqual([
      ['baseColor', 'Models/Chair/tex_0.tx'],
      ['normals', 'Models/Chair/tex_1.tx'],
    ]);
    expect(material.customProperties.get('roughnessFactor')).toBe('0.5');
    expect(material.customProperties.get('baseColorFactor')).toBe('1 1 1 1');
    expect(context.outputs.find(({ suffix }) => suffix === '/skin.mat')?.refersTo).toEqual([
      hashRef('models/chair/tex_0.tx'),
      hashRef('models/chair/tex_1.tx'),
    ]);
    expect([...(await of('ktx2')).material.textures.values()]).toEqual([
      'Models/Chair/tex_0.ktx2',
      'Models/Chair/tex_1.ktx2',
    ]);
  });

  it('gives every mesh a name that every disk can hold, and no two the same', async () => {
    const builder = new GltfBuilder();
    const names = ['A/b', 'A:b', 'mesh_1', '', '..', 'Tür', 'con', 'x'.repeat(300), 'Solo', 'solo'];
    for (const name of names) {
      const mesh = addGrid(builder, 1);
      const made = builder.json.meshes[mesh];
      if (made !== undefined) made.name = name;
      builder.node({ mesh });
    }
    const context = await compileFor('vkguide', inputOf(builder));
    expect(meshSuffixes(context.outputs)).toEqual(
      ['mesh_0', 'mesh_1', 'mesh_2', 'mesh_3', '__', 'Tür', '_con', 'mesh_7', 'mesh_8', 'mesh_9'].map(
        (name) => `/${name}_0.mesh`,
      ),
    );
  });

  it.each(['PNCV_F32', 'P32N8C8V16'])('of %s is one LZ4 block that another implementation decodes', async (vkguide) => {
    const bytes = (await compileFor('vkguide', inputOf(sceneModel()), { vkguide })).output('/Seat_0.mesh');
    const { metadata, blob } = decodeAssetFile(bytes);
    const out = new Uint8Array(Number(metadata.vertex_buffer_size) + Number(metadata.index_buffer_size));
    expect(decompressBlock(blob, out, 0, blob.byteLength, 0)).toBe(out.length);
    const { vertices, indices } = decodeVkguideMesh(bytes);
    expect(out.subarray(0, vertices.byteLength)).toEqual(new Uint8Array(vertices));
    expect([...new Uint32Array(out.slice(vertices.byteLength).buffer)]).toEqual([...indices]);
  });

  it('lists meshes, materials and the prefab as the manifest wants them', async () => {
    const { outputs } = await compileFor('vkguide', inputOf(sceneModel()));
    const kinds = Object.fromEntries(outputs.map(({ suffix, asset }) => [suffix, asset?.kind]));
    expect(kinds).toEqual({
      '/Seat_0.mesh': 'mesh',
      '/Seat_1.mesh': 'mesh',
      '/Leg_0.mesh': 'mesh',
      '/glass.mat': 'material',
      '/oak_dark.mat': 'material',
      '/material_none.mat': 'material',
      '.pfb': 'embed',
    });
  });
});

describe('galileo', () => {
  it('has the UUID of its source ref and the checksum that another XXH3 computes', async () => {
    const bytes = (await compileFor('galileo', inputOf(sceneModel()))).output('.gali');
    const digest = createHash('sha256').update('assetc:models/chair').digest();
    digest[6] = ((digest[6] ?? 0) & 15) | 64;
    digest[8] = ((digest[8] ?? 0) & 63) | 128;
    const hex = digest.toString('hex');
    const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
    expect(formatUuid(decodeGali(bytes).uuid)).toBe(uuid);
    const checksum = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(28, true);
    expect(checksum).toBe(BigInt(`0x${await xxhash3(bytes.subarray(36))}`));
  });

  it('keeps further sets of texture coordinates and colours, each where the primitive has it', async () => {
    const builder = new GltfBuilder();
    const { positions, normals, indices } = grid(2);
    const count = positions.length / 3;
    const set = (seed: number) => Float32Array.from({ length: count * 2 }, (_, i) => ((i * seed) % 97) / 96);
    const bytes = (seed: number) => Uint8Array.from({ length: count * 4 }, (_, i) => (i * seed) % 256);
    const attributes = { POSITION: builder.accessor(positions, 'VEC3'), NORMAL: builder.accessor(normals, 'VEC3') };
    const uv = [set(5), set(11), set(13)];
    const color = [bytes(7), bytes(31)];
    builder.mesh(
      {
        attributes: {
          ...attributes,
          ...Object.fromEntries(uv.map((data, i) => [`TEXCOORD_${i}`, builder.accessor(data, 'VEC2')])),
          ...Object.fromEntries(
            color.map((data, i) => [`COLOR_${i}`, builder.accessor(data, 'VEC4', { normalized: true })]),
          ),
        },
        indices: builder.accessor(indices, 'SCALAR'),
      },
      { attributes, indices: builder.accessor(indices, 'SCALAR') },
    );
    builder.node({ mesh: 0 });
    const context = await compileFor('galileo', inputOf(builder), { tangents: 'none' });
    const [rich, plain] = decodeGali(context.output('.gali')).groups;
    expect([rich?.texcoords.length, rich?.colors.length, rich?.joints.length]).toEqual([3, 2, 0]);
    expect([plain?.texcoords.length, plain?.colors.length, plain?.joints.length]).toEqual([0, 0, 0]);
    for (let v = 0; v < count; v++) {
      const source = positionIndex(positions, rich?.positions.subarray(v * 3, v * 3 + 3));
      for (const [i, data] of uv.entries())
        for (const c of [0, 1])
          expect(rich?.texcoords[i]?.[v * 2 + c]).toBe(Math.round((data[source * 2 + c] ?? 0) * 65535));
      for (const [i, data] of color.entries())
        expect([...(rich?.colors[i]?.subarray(v * 4, v * 4 + 4) ?? [])]).toEqual([
          ...data.subarray(source * 4, source * 4 + 4),
        ]);
    }
    expect(context.warnings).toEqual([]);
    const hmesh = await compileModel(inputOf(builder));
    expect(hmesh.warnings).toContain('gltf/dropped-attribute');
  });

  it('keeps joints and weights, which add up to one', async () => {
    const context = await compileFor('galileo', inputOf(skinnedModel()));
    const [group] = decodeGali(context.output('.gali')).groups;
    const { positions } = grid(3);
    for (let v = 0; v < (group?.vertexCount ?? 0); v++) {
      const source = positionIndex(positions, group?.positions.subarray(v * 3, v * 3 + 3));
      const weights = group?.weights[0]?.subarray(v * 4, v * 4 + 4) ?? [];
      const joints = group?.joints[0]?.subarray(v * 4, v * 4 + 4) ?? [];
      const of = (joint: number) =>
        [0, 1, 2, 3].reduce((sum, k) => sum + (joints[k] === joint ? (weights[k] ?? 0) : 0), 0);
      expect(of(0) / 65535).toBeCloseTo((source % 5) / 4, 4);
      expect(of(0) + of(1)).toBe(65535);
    }
  });

  it('wraps texture coordinates outside 0 to 1, and counts them', async () => {
    const builder = new GltfBuilder();
    builder.mesh({
      attributes: {
        POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3'),
        TEXCOORD_0: builder.accessor(Float32Array.of(1.25, 0, -0.25, 1, 0.5, 0.75), 'VEC2'),
      },
    });
    builder.node({ mesh: 0 });
    const context = await compileFor('galileo', inputOf(builder));
    expect(context.warnings).toMatchObject([
      { code: 'mesh/wrapped-texcoords', message: expect.stringMatching(/^2 texture coordinates/) },
    ]);
    const [group] = decodeGali(context.output('.gali')).groups;
    const byX = new Map<string, readonly number[]>();
    for (let v = 0; v < 3; v++)
      byX.set([...(group?.positions.subarray(v * 3, v * 3 + 2) ?? [])].join(), [
        ...(group?.texcoords[0]?.subarray(v * 2, v * 2 + 2) ?? []),
      ]);
    expect(byX.get('0,0')).toEqual([16384, 0]);
    expect(byX.get('1,0')).toEqual([49151, 65535]);
    expect(byX.get('0,1')).toEqual([32768, 49151]);
  });

  it('has one row of materials a group', async () => {
    const context = await compileFor('galileo', inputOf(sceneModel()));
    expect(decodeGali(context.output('.gali')).groups).toHaveLength(4);
    expect(decodeHmat(context.output('.hmat')).map(({ alphaMode }) => alphaMode)).toEqual([
      'BLEND',
      'MASK',
      'OPAQUE',
      'OPAQUE',
    ]);
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
    expect(dropped?.message).toContain('KHR_materials_clearcoat, how textures are wrapped and filtered');
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
      '.hmesh version 1 has no place for the skin (2 joints; the bind pose is kept), 1 animation clip, 2 levels of detail: dropped',
    ]);
    expect(await messagesOf('vkguide', skinnedModel(), lods)).toEqual([
      'vkguide has no place for the skin (2 joints; the bind pose is kept), 1 animation clip, 2 levels of detail: dropped',
    ]);
    expect(await messagesOf('galileo', skinnedModel(), lods)).toEqual([
      'Galileo has no place for the skeleton (2 joints; weights are kept), 1 animation clip, 2 levels of detail: dropped',
    ]);
    expect(await messagesOf('hmesh1', sceneModel(), { merge: false })).toEqual([
      '.hmesh version 1 has no place for the placement of nodes (mesh.merge is off), which of 3 materials each triangle has: dropped',
    ]);
  });

  it('is told of levels of detail by default only for .hmesh, which had them', async () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: addGrid(builder) });
    const lods = { lods: [0.5, 0.25] };
    expect(await messagesOf('hmesh1', builder, lods)).toEqual([
      '.hmesh version 1 has no place for 2 levels of detail: dropped',
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

describe('an .obj for vkguide', () => {
  const quad = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\n';
  const compileObj = (faces: string) =>
    compileFor('vkguide', {
      path: 'Models/Monkey.obj',
      input: {
        'Models/Monkey.obj': `mtllib a.mtl\n${quad}${faces}`,
        'Models/a.mtl': 'newmtl Fur\nnewmtl Eyes\n',
      },
    });

  it('is one mesh under its own name, with the faces of every material, and says what that drops', async () => {
    const context = await compileObj('usemtl Fur\nf 1 2 3\nf 1 3 4\nusemtl Eyes\nf 1 2 6 5\n');
    expect(context.outputs.map(({ suffix }) => suffix)).toEqual(['.mesh', '/fur.mat', '/eyes.mat']);
    expect(context.warnings).toMatchObject([
      { code: 'mesh/dropped', message: 'vkguide has no place for which of 2 materials each triangle has: dropped' },
    ]);
    const corners = trianglesOf(context, '.mesh');
    const triangles = Array.from({ length: corners.length / 24 }, (_, t) =>
      [0, 1, 2]
        .map((c) => corners.slice(t * 24 + c * 8, t * 24 + c * 8 + 3).join())
        .sort()
        .join(' '),
    );
    const sorted = (...points: string[]) => points.sort().join(' ');
    expect(triangles.slice(0, 2).sort()).toEqual(
      [sorted('0,0,0', '1,0,0', '1,1,0'), sorted('0,0,0', '1,1,0', '0,1,0')].sort(),
    );
    expect(triangles).toHaveLength(4);
    expect(new Set(triangles.slice(2).flatMap((points) => points.split(' ')))).toEqual(
      new Set(['0,0,0', '1,0,0', '1,0,1', '0,0,1']),
    );
  });

  it('says nothing with one material, and writes no prefab and no material that nothing names', async () => {
    const one = await compileObj('usemtl Fur\nf 1 2 3\n');
    expect([one.outputs.map(({ suffix }) => suffix), one.warnings]).toEqual([['.mesh', '/fur.mat'], []]);
    const none = await compileObj('f 1 2 3\n');
    expect(none.outputs.map(({ suffix }) => suffix)).toEqual(['.mesh']);
  });
});

function positionIndex(positions: Float32Array, wanted: Float32Array | undefined): number {
  for (let i = 0; i * 3 < positions.length; i++)
    if ([0, 1, 2].every((axis) => positions[i * 3 + axis] === wanted?.[axis])) return i;
  throw new Error('no such vertex in the source');
}

/** Positions moved by a matrix, corners in the order that faces the same way; the rest is zero. */
function atPlace(corners: Float64Array, m: readonly number[]): Float64Array {
  const out = new Float64Array(corners.length);
  const at = (i: number): number => m[i] ?? 0;
  const mirrored =
    at(0) * (at(5) * at(10) - at(6) * at(9)) -
      at(4) * (at(1) * at(10) - at(2) * at(9)) +
      at(8) * (at(1) * at(6) - at(2) * at(5)) <
    0;
  for (let i = 0; i < corners.length; i += 8) {
    const corner = (i / 8) % 3;
    const to = mirrored && corner > 0 ? i + (corner === 1 ? 8 : -8) : i;
    for (const axis of [0, 1, 2])
      out[to + axis] = [0, 1, 2].reduce((sum, k) => sum + at(k * 4 + axis) * (corners[i + k] ?? 0), at(12 + axis));
  }
  return out;
}

function positionsOnly(corners: Float64Array): Float64Array {
  return corners.map((n, i) => (i % 8 < 3 ? n : 0));
}
