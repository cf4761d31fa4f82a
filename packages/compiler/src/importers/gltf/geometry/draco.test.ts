import { Document, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { describe, expect, it } from 'vitest';
import { glbOf, grid } from '../../../testing/gltf-builder.js';
import { readGlb } from '../file/glb.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { AttributeReader } from './attributes.js';
import { decodeDraco } from './draco.js';
import { readDracoCounts } from './draco-counts.js';

type Json = {
  accessors: { count: number }[];
  bufferViews: object[];
  meshes: { primitives: { [key: string]: unknown }[] }[];
};

const METHODS = ['edgebreaker', 'sequential'] as const;
const PLACE = '/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression';
const { positions, normals, indices } = grid(5);

/** A grid compressed by another program. */
async function compressed(method: (typeof METHODS)[number], change: (json: Json) => void = () => undefined) {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (array: Float32Array | Uint32Array, type: 'VEC3' | 'SCALAR') =>
    document.createAccessor().setBuffer(buffer).setType(type).setArray(array.slice());
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor(positions, 'VEC3'))
    .setAttribute('NORMAL', accessor(normals, 'VEC3'))
    .setIndices(accessor(indices, 'SCALAR'));
  document.createMesh().addPrimitive(primitive);
  document
    .createExtension(KHRDracoMeshCompression)
    .setRequired(true)
    .setEncoderOptions({ method: method === 'edgebreaker' ? 1 : 0, quantizationBits: { POSITION: 16, NORMAL: 12 } });
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression])
    .registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule({}) });
  const glb = readGlb('a.glb', await io.writeBinary(document));
  const json: Json = JSON.parse(new TextDecoder().decode(glb.json));
  change(json);
  return { json, bin: glb.bin?.bytes ?? new Uint8Array(0) };
}

async function decode({ json, bin }: Awaited<ReturnType<typeof compressed>>) {
  const { accessors, at } = openGltf(glbOf(json, bin));
  return decodeDraco(accessors, at('/meshes/0/primitives/0'), at(PLACE));
}

/** Corners as rounded positions, per triangle from the smallest, sorted. */
function cornerPositions(list: ArrayLike<number>, values: Float32Array): string[] {
  const corner = (i: number): string =>
    [0, 1, 2].map((c) => Math.round((values[(list[i] ?? 0) * 3 + c] ?? 0) * 313)).join();
  const out: string[] = [];
  for (let i = 0; i < list.length; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    out.push([`${a} ${b} ${c}`, `${b} ${c} ${a}`, `${c} ${a} ${b}`].sort()[0] ?? '');
  }
  return out.sort();
}

describe.each(METHODS)('data from another encoder (%s)', (method) => {
  it('decodes to every triangle', async () => {
    const decoded = await decode(await compressed(method));
    const bytes = decoded.attributes.get('POSITION') ?? new Uint8Array(0);
    expect(decoded.pointCount * 12).toBe(bytes.length);
    expect(cornerPositions(decoded.indices, new Float32Array(bytes.slice().buffer))).toEqual(
      cornerPositions(indices, positions),
    );
    expect(decoded.attributes.get('NORMAL')?.length).toBe(bytes.length);
  });

  it('has its counts read before decoding', async () => {
    const { bin } = await compressed(method);
    const counts = readDracoCounts(bin);
    expect(counts?.faces).toBe(indices.length / 3);
    expect(counts?.points).toBe(method === 'sequential' ? positions.length / 3 : undefined);
    for (let length = 0; length < 13; length++) expect(readDracoCounts(bin.subarray(0, length))).toBeUndefined();
  });

  it('is rejected before decoding if it has more triangles than its indices declare', async () => {
    const file = await compressed(method, ({ accessors, meshes }) => {
      const index = Number(meshes[0]?.primitives[0]?.indices);
      accessors[index] = { ...accessors[index], count: 147 };
    });
    expect(await failureOf(() => decode(file))).toEqual({
      code: 'gltf/bad-compression',
      pointer: PLACE,
      message: 'the Draco data has 50 triangles, but its accessors allow at most 49',
    });
  });
});

it('is rejected if it has many times more triangles than vertices, and no indices', async () => {
  const file = await compressed('sequential', ({ meshes }) => {
    delete meshes[0]?.primitives[0]?.indices;
  });
  expect((await decode(file)).indices).toHaveLength(indices.length);
  // 36 vertices; 2500 triangles in two bytes of seven bits.
  const bin = Uint8Array.from([...file.bin.subarray(0, 11), 0xc4, 0x13, ...file.bin.subarray(12)]);
  expect(await failureOf(() => decode({ ...file, bin }))).toMatchObject({
    code: 'gltf/bad-compression',
    message: 'the Draco data has 2500 triangles, but its accessors allow at most 2304',
  });
});

it('skips metadata before the counts', async () => {
  const { bin } = await compressed('sequential');
  const flagged = bin.slice(0, 11);
  flagged[10] = 0x80;
  // One attribute (id 3) with one entry "a" of 2 bytes and one nested level; then an empty file level.
  const metadata = [1, 3, 1, 1, 97, 2, 9, 9, 1, 1, 98, 0, 0, 0, 0];
  const bytes = Uint8Array.from([...flagged, ...metadata, ...bin.subarray(11)]);
  expect(readDracoCounts(bytes)).toEqual({ faces: 50, points: 36 });
});

describe.each(METHODS)('data with another vertex count than its accessors (%s)', (method) => {
  it.each([35, 40])('is used as it is, with a warning (%i)', async (count) => {
    const file = await compressed(method, ({ accessors }) => {
      for (const accessor of accessors) if (accessor.count === 36) accessor.count = count;
    });
    const { accessors, at, file: gltf, context } = openGltf(glbOf(file.json, file.bin));
    const reader = await AttributeReader.open(gltf, accessors, at('/meshes/0/primitives/0'));
    expect(reader.vertexCount).toBe(36);
    expect(cornerPositions((await reader.indexRuns(false))[0] ?? new Uint32Array(0), await reader.positions())).toEqual(
      cornerPositions(indices, positions),
    );
    expect((await reader.floats('NORMAL', ['VEC3']))?.values).toHaveLength(108);
    expect(context.warnings).toMatchObject([
      {
        code: 'gltf/draco-count',
        message: `the Draco data has 36 vertices, but the accessor states ${count}; the data is used`,
      },
    ]);
  });
});

it('is rejected before decoding if it has more vertices than its triangles can use', async () => {
  const file = await compressed('sequential');
  // 50 triangles; 300 vertices in two bytes of seven bits.
  const bin = Uint8Array.from([...file.bin.subarray(0, 12), 0xac, 0x02, ...file.bin.subarray(13)]);
  expect(readDracoCounts(bin)).toEqual({ faces: 50, points: 300 });
  expect(await failureOf(() => decode({ ...file, bin }))).toMatchObject({
    code: 'gltf/bad-compression',
    message: 'the Draco data has 300 vertices, but its accessors allow at most 150',
  });
});

it('is rejected if components or attributes differ from the accessors', async () => {
  const absent = await compressed('sequential', ({ meshes }) => {
    const primitive = meshes[0]?.primitives[0] ?? {};
    primitive.extensions = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 9 } } };
  });
  expect(await failureOf(() => decode(absent))).toEqual({
    code: 'gltf/bad-compression',
    pointer: `${PLACE}/attributes/POSITION`,
    message: 'the Draco data has no attribute 9',
  });
});

it('is rejected if damaged, and the next file is still read', async () => {
  const good = await compressed('edgebreaker');
  const bin = good.bin.slice();
  bin.fill(0xff, 20, bin.length - 4);
  expect(await failureOf(() => decode({ ...good, bin }))).toMatchObject({
    code: 'gltf/bad-compression',
    pointer: PLACE,
  });
  expect((await decode(good)).indices).toHaveLength(indices.length);
});
