// Meshes for vkguide-next.

import { hashRef } from '@assetc/formats';
import {
  decodeAssetFile,
  decodeVkguideMaterial,
  decodeVkguideMesh,
  unpackVkguideVertices,
} from '@assetc/other-runtimes/vkguide';
import { decompressBlock } from 'lz4js';
import { describe, expect, it } from 'vitest';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { drawsOf, readOracle } from '../support/gltf-oracle.js';
import { compareTriangles } from '../support/triangle-match.js';
import { compileFor, join, placedMeshes, trianglesOf } from './decode-meshes.js';
import { sceneModel } from './fixtures.js';
import { inputOf, meshSuffixes, PATH } from './mesh-format-inputs.js';

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

  it('writes colors, white where there are none', async () => {
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
      {
        code: 'mesh/dropped',
        message: 'vkguide cannot store these, so they are dropped: the assignment of 2 materials to triangles',
      },
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
